// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/picture_dialog.h"
#include "app/dialogs/print_dialog.h"
#include "app/picture/picture.h"
#include "app/timeline/timeline_view.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/io/files.h"
#include "core/page/figure_panel.h"
#include "tests/app/shell/drive.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QMimeData>
#include <QPointer>
#include <QPrintPreviewWidget>
#include <QPrinter>
#include <QProcess>
#include <QPushButton>
#include <QTimer>

#include <algorithm>
#include <string>
#include <vector>

namespace lanewright::app {
namespace {

using PrintTest = WindowTest;

FigureContents figureOf(const Document& document) {
    return {.panels = {panelOf(document.plan(), document.timeline())}};
}

constexpr QSizeF kPage{770, 540};

TEST_F(PrintTest, CopiesThePictureAsPixelsAndAsVectors) {
    window().actionRegistry().at("edit.copyPicture")->trigger();
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    ASSERT_TRUE(data->hasImage());
    const QImage image = QImage::fromData(data->data(QStringLiteral("image/png")));
    EXPECT_NEAR(image.width(), FigureStyle{}.width * 2 * 96 / 72, 1);
    const QByteArray svg = data->data(QStringLiteral("image/svg+xml"));
    EXPECT_TRUE(svg.contains("<svg"));
    EXPECT_TRUE(svg.contains("rank 1"));
}

TEST_F(PrintTest, FitsOnOnePageUnlessItIsSpread) {
    for (const bool spread : {false, true}) {
        const std::vector<FigureStyle> pages = pagesOf(figureOf(document()), kPage, spread);
        ASSERT_EQ(pages.size(), 1U);
        EXPECT_EQ(pages[0].time, std::nullopt);
        EXPECT_TRUE(pages[0].ranks.empty());
        EXPECT_EQ(pages[0].width, kPage.width());
        EXPECT_LT(pages[0].height, kPage.height()) << "two lanes don't fill a page";
    }
}

TEST_F(PrintTest, SpreadsALargeScheduleSoThatEveryBlockOfEveryRankIsOnAPage) {
    const auto wide = problemOf({.ranks = 64, .microbatches = 128});
    ASSERT_TRUE(wide);
    document().reset(*generate("1f1b", *wide));
    FigureContents figure = figureOf(document());
    figure.style.ground = Ground::Night;
    const std::vector<FigureStyle> pages = pagesOf(figure, kPage, true);
    EXPECT_GT(pages.size(), 8);
    std::vector<double> reached(64, 0);
    for (const FigureStyle& page : pages) {
        EXPECT_EQ(page.ground, Ground::Paper);
        EXPECT_LE(page.height, kPage.height());
        for (const int rank : page.ranks) {
            // Pages follow each other along the time without a hole.
            EXPECT_LE(page.time->from, reached[rank]);
            reached[rank] = page.time->to;
        }
    }
    const auto unit = static_cast<double>(scaleOf(document().plan().timeUnit));
    for (const double end : reached)
        EXPECT_GE(end * unit, static_cast<double>(extentOf(document().timeline()).end));
}

TEST_F(PrintTest, PrintsAsManyPagesAsThereAreParts) {
    const auto wide = problemOf({.ranks = 8, .microbatches = 100});
    ASSERT_TRUE(wide);
    document().reset(*generate("1f1b", *wide));
    QPrinter printer;
    printer.setOutputFormat(QPrinter::PdfFormat);
    printer.setPageOrientation(QPageLayout::Landscape);
    printer.setOutputFileName(path("many.pdf"));
    printPicture(printer, figureOf(document()), true);
    QFile file(path("many.pdf"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QByteArray pdf = file.readAll();
    const QSizeF page = printer.pageLayout().paintRect(QPageLayout::Point).size();
    EXPECT_EQ(pdf.count("/Type /Page\n"), static_cast<int>(pagesOf(figureOf(document()), page, true).size()));
    EXPECT_GT(pdf.count("/Type /Page\n"), 1);
}

TEST_F(PrintTest, ShowsThePagesBeforeItPrintsThem) {
    PrintDialog* dialog = window().exports().showPrintPreview();
    settle();
    auto* preview = dialog->findChild<QPrintPreviewWidget*>();
    ASSERT_NE(preview, nullptr);
    EXPECT_EQ(preview->pageCount(), 1);
    const auto wide = problemOf({.ranks = 4, .microbatches = 100});
    document().reset(*generate("1f1b", *wide));
    auto* spread = dialog->findChild<QCheckBox*>(QStringLiteral("spread"));
    ASSERT_NE(spread, nullptr);
    spread->setChecked(true);
    settle();
    EXPECT_GT(preview->pageCount(), 1);
    const auto* pages = dialog->findChild<QLabel*>(QStringLiteral("pages"));
    EXPECT_EQ(pages->text(), QStringLiteral("%1 pages").arg(preview->pageCount()));
    EXPECT_EQ(preview->orientation(), QPageLayout::Landscape);
    dialog->findChild<QComboBox*>(QStringLiteral("orientation"))->setCurrentIndex(1);
    EXPECT_EQ(preview->orientation(), QPageLayout::Portrait);
    dialog->reject();
    settle();
}

/// The dialog with what it asks by.
struct Asked {
    PictureDialog* dialog;

    template <typename Widget>
    Widget& at(const std::string& name) const {
        return *dialog->findChild<Widget*>(QString::fromStdString(name));
    }
    void type(const char* field, const char* value) const { at<QComboBox>(field).setCurrentText(QLatin1String(value)); }
    void choose(const char* field, const char* value) const {
        auto& box = at<QComboBox>(field);
        box.setCurrentIndex(box.findData(QLatin1String(value)));
    }
    bool writes() const { return at<QPushButton>("primary").isEnabled(); }
    ~Asked() {
        dialog->reject();
        settle();
    }
};

TEST_F(PrintTest, TheDialogHasANamedFieldForEachChoiceOfAFigure) {
    const Asked asked{window().exports().exportPicture()};
    for (const StyleRow& row : styleRows()) {
        auto* field = asked.dialog->findChild<QWidget*>(QString::fromStdString(std::string(row.name)));
        ASSERT_NE(field, nullptr) << row.name;
        EXPECT_FALSE(field->accessibleName().isEmpty()) << row.name;
        EXPECT_NE(field->accessibleName().toStdString(), row.name) << "a key is no word";
        if (const auto* box = qobject_cast<QComboBox*>(field)) {
            for (const std::string_view choice : row.choices) {
                const int place = box->findData(QString::fromStdString(std::string(choice)));
                ASSERT_GE(place, 0) << row.name << " " << choice;
                EXPECT_TRUE(row.name == "count-from" || box->itemText(place) != box->itemData(place)) << choice;
            }
        } else {
            EXPECT_EQ(field->findChildren<QCheckBox*>().size(), row.choices.size()) << row.name;
        }
    }
}

/// One in which every choice is another than usual.
FigureStyle unusual() {
    FigureStyle style;
    for (const auto& [name, value] : {std::pair{"width", "9.2cm"},
                                      {"height", "7cm"},
                                      {"font", "9"},
                                      {"lane", "30"},
                                      {"dpi", "144"},
                                      {"theme", "dark"},
                                      {"palette", "megatron"},
                                      {"colour-by", "microbatch"},
                                      {"hatch", "kinds"},
                                      {"show", "digits,bubbles"},
                                      {"numbering", "stage"},
                                      {"count-from", "1"},
                                      {"time", "5:60"},
                                      {"ranks", "1,0"},
                                      {"arrows", "0,2"},
                                      {"iterations", "2"},
                                      {"optimizer-mode", "postvalidated"},
                                      {"run", "below"}})
        EXPECT_TRUE(choose(style, name, value)) << name;
    for (const StyleRow& row : styleRows())
        EXPECT_NE(row.write(style), row.write(FigureStyle{})) << row.name;
    return style;
}

TEST_F(PrintTest, TheDialogSaysAndTakesEveryChoice) {
    PictureDialog dialog(
        [this](const FigureStyle& style) {
            FigureContents figure = figureOf(document());
            figure.style = style;
            return figure;
        },
        {.style = unusual(), .ending = QStringLiteral("png")});
    EXPECT_EQ(dialog.style(), unusual());
    EXPECT_EQ(dialog.ending(), QStringLiteral("png"));
    EXPECT_NEAR(dialog.drawing().width, 9.2 * 72 / 2.54, 0.01);
    EXPECT_NEAR(dialog.drawing().height, 7 * 72 / 2.54, 0.01);
}

TEST_F(PrintTest, ShowsThePictureAsItWillBe) {
    const Asked asked{window().exports().exportPicture()};
    EXPECT_EQ(asked.dialog->ending(), QStringLiteral("svg"));
    asked.type("width", "8,4cm");
    asked.choose("theme", "dark");
    asked.at<QCheckBox>("show-title").setChecked(false);
    const FigureStyle& style = asked.dialog->style();
    EXPECT_NEAR(style.width, 8.4 * 72 / 2.54, 0.01);
    EXPECT_FALSE(style.shows(FigurePart::Title));
    EXPECT_TRUE(style.shows(FigurePart::Ruler));
    const QPixmap shown = asked.at<QLabel>("preview").pixmap();
    EXPECT_NEAR(shown.width() / shown.devicePixelRatio(), style.width * asked.dialog->logicalDpiX() / 72, 1);
    EXPECT_EQ(shown.toImage().pixelColor(2, 2), QColor::fromRgb(asked.dialog->drawing().ground));
    EXPECT_NE(asked.dialog->drawing().ground, Drawing{}.ground);
    EXPECT_TRUE(asked.at<QLabel>("size").text().startsWith(QStringLiteral("84.0 × ")));
    asked.type("height", "1cm");
    EXPECT_FALSE(asked.at<QLabel>("leftOut").text().isEmpty()) << "says what has no room";
}

TEST_F(PrintTest, KeepsThePictureWhereAChoiceMakesNoSense) {
    const Asked asked{window().exports().exportPicture()};
    const FigureStyle before = asked.dialog->style();
    for (const char* wrong : {"wide", "0.1cm", "8.4"}) {
        asked.type("width", wrong);
        EXPECT_FALSE(asked.writes()) << wrong;
        EXPECT_TRUE(asked.at<QLabel>("failure").text().startsWith(QStringLiteral("Width: "))) << wrong;
        EXPECT_EQ(asked.dialog->style(), before);
    }
    asked.choose("width", "page");
    EXPECT_TRUE(asked.writes());
    asked.type("ranks", "0-5");
    EXPECT_FALSE(asked.writes()) << "there are two ranks";
    asked.type("ranks", "1");
    EXPECT_TRUE(asked.writes());
    EXPECT_EQ(asked.dialog->style().ranks, std::vector<int>{1});
}

TEST_F(PrintTest, OffersTheStretchThatTheWindowShowsAndTheOneThatIsMarked) {
    const auto choices = [this] {
        const Asked asked{window().exports().exportPicture()};
        return asked.at<QComboBox>("time").count();
    };
    EXPECT_EQ(choices(), 1) << "the window shows all of it, and nothing is marked";
    TimeRange& range = window().range();
    range.zoom(0.25, range.extentEnd() / 2);
    window().model().selection.set(op("F1.1"));
    window().lanes().markSelection(true);
    const Asked asked{window().exports().exportPicture()};
    auto& time = asked.at<QComboBox>("time");
    ASSERT_EQ(time.count(), 3);
    EXPECT_EQ(asked.dialog->style().time, std::nullopt);
    const auto unit = static_cast<double>(scaleOf(document().plan().timeUnit));
    time.setCurrentIndex(1);
    ASSERT_NE(asked.dialog->style().time, std::nullopt);
    EXPECT_NEAR(asked.dialog->style().time->from * unit, static_cast<double>(range.start()), 1);
    EXPECT_NEAR(asked.dialog->style().time->to * unit, static_cast<double>(range.end()), 1);
    time.setCurrentIndex(2);
    const Span* marked = spanOf(document().timeline(), op("F1.1"));
    EXPECT_NEAR(asked.dialog->style().time->from * unit, static_cast<double>(marked->start), 1);
    EXPECT_NEAR(asked.dialog->style().time->to * unit, static_cast<double>(marked->end), 1);
}

/// Has the next file dialog choose the file, or give up where there is none.
void chooseFile(const QString& path) {
    QTimer::singleShot(0, [path] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        ASSERT_NE(dialog, nullptr);
        dialog->selectFile(path);
        static_cast<QDialog*>(dialog)->accept();
    });
}

TEST_F(PrintTest, WritesTheSameBytesAsTheCommandLineAndKeepsTheChoices) {
    ASSERT_TRUE(document().save(path("plan.lwsched")));
    {
        PictureDialog* dialog = window().exports().exportPicture();
        const Asked asked{dialog};
        asked.choose("width", "column");
        asked.choose("palette", "grey");
        asked.choose("optimizer-mode", "postvalidated");
        for (const char* part : {"show-memory", "show-numbers", "show-bubbles"})
            asked.at<QCheckBox>(part).setChecked(true);
        asked.type("time", "10:60");
        ASSERT_TRUE(writeFile(path("look.lwstyle").toStdString(), styleText(dialog->style())));
        chooseFile(path("desktop.svg"));
        asked.at<QPushButton>("primary").click();
    }
    QProcess process;
    process.setWorkingDirectory(QFileInfo(path("plan.lwsched")).absolutePath());
    process.start(QStringLiteral(LANEWRIGHT_CLI), {QStringLiteral("render"), path("plan.lwsched"), path("cli.svg"),
                                                   QStringLiteral("--style"), QStringLiteral("look")});
    ASSERT_TRUE(process.waitForFinished(-1));
    ASSERT_EQ(process.exitCode(), 0) << process.readAllStandardError().toStdString();
    EXPECT_EQ(*readFile(path("desktop.svg").toStdString()), *readFile(path("cli.svg").toStdString()));
    const Asked again{window().exports().exportPicture()};
    EXPECT_EQ(again.at<QComboBox>("palette").currentData().toString(), QStringLiteral("grey"));
    EXPECT_TRUE(again.dialog->style().shows(FigurePart::Memory));
    EXPECT_EQ(again.dialog->style().time, std::nullopt) << "the next schedule has another time";
    EXPECT_GE(again.at<QComboBox>("styles").findData(QStringLiteral("look")), 0) << "it lies beside the schedule";
    again.choose("palette", "safe");
    auto& styles = again.at<QComboBox>("styles");
    styles.setCurrentIndex(styles.findData(QStringLiteral("look")));
    Q_EMIT styles.activated(styles.currentIndex());
    EXPECT_EQ(again.dialog->style().palette, Palette::Grey);
    EXPECT_EQ(again.dialog->style().time, (Stretched{10, 60}));
    EXPECT_EQ(styles.currentText(), QStringLiteral("look"));
    again.choose("palette", "safe");
    EXPECT_EQ(styles.currentIndex(), 0) << "no longer that style";
}

TEST_F(PrintTest, StaysAndSaysWhyWhereAPictureCanNotBeWritten) {
    const QPointer<PictureDialog> dialog = window().exports().exportPicture();
    const auto writeTo = [&](const char* name) {
        chooseFile(path(name));
        dialog->findChild<QPushButton*>(QStringLiteral("primary"))->click();
        settle();
    };
    writeTo("none/bad.svg");
    ASSERT_NE(dialog, nullptr);
    EXPECT_TRUE(dialog->isVisible());
    const auto* failure = dialog->findChild<QLabel*>(QStringLiteral("failure"));
    EXPECT_TRUE(failure->isVisible());
    EXPECT_TRUE(failure->text().startsWith(QStringLiteral("Not written: "))) << failure->text().toStdString();
    writeTo("good.svg");
    EXPECT_EQ(dialog, nullptr);
    EXPECT_TRUE(QFileInfo(path("good.svg")).isFile());
}

} // namespace
} // namespace lanewright::app
