// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/picture_dialog.h"
#include "app/dialogs/print_dialog.h"
#include "app/picture/picture.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "tests/app/shell/drive.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QMimeData>
#include <QPrintPreviewWidget>
#include <QPrinter>
#include <QSpinBox>

#include <initializer_list>
#include <optional>

namespace lanewright::app {
namespace {

using PrintTest = WindowTest;

Picture pictureOf(const Document& document) { return {.plan = &document.plan(), .planned = &document.timeline()}; }

TEST_F(PrintTest, CopiesThePictureAsPixelsAndAsVectors) {
    window().actionRegistry().at("edit.copyPicture")->trigger();
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    ASSERT_TRUE(data->hasImage());
    const QImage image = QImage::fromData(data->data(QStringLiteral("image/png")));
    EXPECT_EQ(image.size(), QSize(3200, 1800));
    const QByteArray svg = data->data(QStringLiteral("image/svg+xml"));
    EXPECT_TRUE(svg.contains("<svg"));
    EXPECT_TRUE(svg.contains("rank 1"));
}

TEST_F(PrintTest, FitsOnOnePageUnlessItIsSpread) {
    EXPECT_EQ(pagesOf(pictureOf(document()), false).size(), 1);
    EXPECT_EQ(pagesOf(pictureOf(document()), true).size(), 1);
}

TEST_F(PrintTest, SpreadsALargeScheduleSoThatEveryBlockOfEveryRankIsOnAPage) {
    const auto wide = problemOf({.ranks = 64, .microbatches = 128});
    ASSERT_TRUE(wide);
    document().reset(*generate("1f1b", *wide));
    const std::vector<PicturePart> parts = pagesOf(pictureOf(document()), true);
    EXPECT_GT(parts.size(), 8);
    std::vector<Time> reached(64, 0);
    for (const PicturePart& part : parts)
        for (int rank = part.firstRank; rank < part.firstRank + part.ranks; ++rank) {
            // Pages follow each other along the time without a hole.
            EXPECT_LE(part.time.start, reached[rank]);
            reached[rank] = part.time.end;
        }
    for (const Time end : reached)
        EXPECT_GE(end, extentOf(document().timeline()).end);
}

TEST_F(PrintTest, PrintsAsManyPagesAsThereAreParts) {
    const auto wide = problemOf({.ranks = 8, .microbatches = 100});
    ASSERT_TRUE(wide);
    document().reset(*generate("1f1b", *wide));
    QPrinter printer;
    printer.setOutputFormat(QPrinter::PdfFormat);
    printer.setPageOrientation(QPageLayout::Landscape);
    printer.setOutputFileName(path("many.pdf"));
    printPicture(printer, pictureOf(document()), true);
    QFile file(path("many.pdf"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QByteArray pdf = file.readAll();
    Picture onPage = pictureOf(document());
    onPage.size = {1400, 990};
    EXPECT_EQ(pdf.count("/Type /Page\n"), static_cast<int>(pagesOf(onPage, true).size()));
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

TEST_F(PrintTest, AsksForSizeColoursAndStretchOfAPicture) {
    PictureDialog* dialog = window().exports().exportPicture();
    auto& format = *dialog->findChild<QComboBox*>(QStringLiteral("format"));
    auto& colours = *dialog->findChild<QComboBox*>(QStringLiteral("theme"));
    auto& time = *dialog->findChild<QComboBox*>(QStringLiteral("time"));
    auto& width = *dialog->findChild<QSpinBox*>(QStringLiteral("width"));
    auto& title = *dialog->findChild<QCheckBox*>(QStringLiteral("title"));
    EXPECT_EQ(dialog->ending(), QStringLiteral("png"));
    EXPECT_EQ(dialog->picture().size, QSize(1600, 900));
    EXPECT_EQ(time.count(), 1) << "the window shows all of it";
    width.setValue(800);
    title.setChecked(false);
    colours.setCurrentIndex(colours.findData(QStringLiteral("dark")));
    const QImage small = dialog->findChild<QLabel*>(QStringLiteral("preview"))->pixmap().toImage();
    EXPECT_EQ(small.pixelColor(2, 2), Theme::night().surface);
    ASSERT_TRUE(exportPicture(dialog->picture(), path("dark.png")));
    const QImage image(path("dark.png"));
    EXPECT_EQ(image.size(), QSize(800, 900));
    EXPECT_EQ(image.pixelColor(2, 2), Theme::night().surface);
    EXPECT_FALSE(dialog->picture().title);
    EXPECT_TRUE(dialog->picture().memory);
    format.setCurrentIndex(format.findData(QStringLiteral("tex")));
    EXPECT_EQ(dialog->ending(), QStringLiteral("tex"));
    for (const QWidget* each : std::initializer_list<const QWidget*>{&width, &colours, &time, &title})
        EXPECT_FALSE(each->isEnabled()) << "TikZ has none of these";
    dialog->reject();
    settle();
}

TEST_F(PrintTest, WritesTheStretchThatTheWindowShows) {
    TimeRange& range = window().range();
    range.zoom(0.25, range.extentEnd() / 2);
    PictureDialog* dialog = window().exports().exportPicture();
    auto& time = *dialog->findChild<QComboBox*>(QStringLiteral("time"));
    ASSERT_EQ(time.count(), 2);
    EXPECT_EQ(dialog->picture().part, std::nullopt);
    time.setCurrentIndex(1);
    ASSERT_NE(dialog->picture().part, std::nullopt);
    EXPECT_EQ(dialog->picture().part->time.start, range.start());
    EXPECT_EQ(dialog->picture().part->time.end, range.end());
    dialog->reject();
    settle();
}

} // namespace
} // namespace lanewright::app
