// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/picture_dialog.h"
#include "app/document/first_plan.h"
#include "app/document/translate.h"
#include "app/document/translate_error.h"
#include "app/frame/language.h"
#include "app/lanes/op_legend.h"
#include "app/lesson/lesson_window.h"
#include "app/panels/comparison_model.h"
#include "app/panels/costs_panel.h"
#include "app/panels/history_panel.h"
#include "app/panels/numbers_strip.h"
#include "app/planner/planner_window.h"
#include "app/shell/export_actions.h"
#include "app/widgets/banner.h"
#include "app/widgets/figure.h"
#include "app/widgets/number_box.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/tables.h"
#include "core/base/places.h"
#include "core/edit/edits.h"
#include "core/io/files.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"
#include "tests/support/repository.h"

#include <QAbstractButton>
#include <QDir>
#include <QKeySequence>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollArea>
#include <QTabWidget>
#include <QTableView>

#include <map>

namespace lanewright::app {
namespace {

const QString kRefused = QString::fromStdString(test::inRepository("tests/data/refused/"));

/// A window of the desktop in German.
class GermanWindow : public WindowTest {
protected:
    void SetUp() override {
        installLanguage(QStringLiteral("de"));
        WindowTest::SetUp();
    }
    void TearDown() override {
        WindowTest::TearDown();
        installLanguage(QStringLiteral("en"));
    }

    std::string complaintOf(const QString& file) {
        EXPECT_FALSE(window().files().openPath(file)) << file.toStdString();
        return window().findChild<Banner*>()->sentence().toStdString();
    }
    QString put(const char* name, const char* text) {
        EXPECT_TRUE(writeFile(path(name).toStdString(), text));
        return path(name);
    }
};

TEST_F(GermanWindow, HasALetterOfItsOwnForEachFieldOfAPicture) {
    PictureDialog* dialog = window().exports().exportPicture();
    auto& tabs = *dialog->findChild<QTabWidget*>();
    for (int page = 0; page < tabs.count(); ++page) {
        tabs.setCurrentIndex(page);
        std::map<QString, QString> taken;
        const auto take = [&](const QString& words) {
            const QString letter = QKeySequence::mnemonic(words).toString();
            const bool isFree = letter.isEmpty() || taken.emplace(letter, words).second;
            EXPECT_TRUE(isFree) << words.toStdString() << " and " << taken[letter].toStdString();
        };
        for (const QLabel* label : dialog->findChildren<QLabel*>())
            if (label->buddy() && label->isVisible())
                take(label->text());
        for (const QAbstractButton* button : dialog->findChildren<QAbstractButton*>())
            if (button->isVisible())
                take(button->text());
        EXPECT_GT(taken.size(), 10U);
    }
    dialog->reject();
    settle();
}

TEST_F(GermanWindow, WritesDecimalsWithACommaAndReadsBoth) {
    const NumbersStrip& strip = *window().panels().numbers;
    EXPECT_TRUE(child<Figure>(strip, "iteration").value().contains(u','));
    EXPECT_FALSE(child<Figure>(strip, "bubble").value().contains(u'.'));
    NumberBox box;
    box.setValue(2.5);
    EXPECT_EQ(box.text(), QStringLiteral("2,50"));
    for (const char* typed : {"1.25", "1,25"}) {
        QString text = QLatin1String(typed);
        int position = 0;
        EXPECT_EQ(box.validate(text, position), QValidator::Acceptable) << typed;
        EXPECT_EQ(box.valueFromText(text), 1.25) << typed;
    }
    // What stands in a file has points in every language.
    ComparisonModel table(20, nullptr);
    table.show({{.title = QStringLiteral("a"), .numbers = comparedNumbers(document())}});
    static const QRegularExpression withPoint(QStringLiteral("\\d\\.\\d %"));
    static const QRegularExpression withComma(QStringLiteral("\\d,\\d %"));
    const auto written = [this](const QAbstractItemModel& model) {
        EXPECT_TRUE(writeTable(model, path("table.csv")));
        return QString::fromStdString(*readFile(path("table.csv").toStdString()));
    };
    EXPECT_TRUE(written(table).contains(withPoint));
    EXPECT_FALSE(written(table).contains(withComma));
    window().model().variants.keep(QStringLiteral("1,5 %"));
    const QAbstractItemModel& variants = *child<QTableView>(*window().panels().history, "variants").model();
    EXPECT_TRUE(variants.index(0, HistoryPanel::BubbleColumn).data().toString().contains(withComma));
    EXPECT_TRUE(written(variants).contains(withPoint));
    EXPECT_TRUE(written(variants).contains(QStringLiteral("1,5 %"))) << "a name stays as it is";
    EXPECT_EQ(translated(Message("1.5")), QStringLiteral("1.5"));
}

TEST_F(GermanWindow, SaysWhatIsWrongWithAFileAndWhere) {
    const auto says = [&](const char* name) { return complaintOf(kRefused + QLatin1String(name)); };
    const std::string folder = kRefused.toStdString();
    EXPECT_EQ(says("cut_short.lwsched"), folder +
                                             "cut_short.lwsched: Zeile 18, Spalte 16: dies ist kein JSON: Der Text "
                                             "endet zu früh");
    EXPECT_EQ(says("blank_line.csv"), folder +
                                          "blank_line.csv: Zeile 2: ist leer, aber jede Zeile ist ein Rank; ein Rank "
                                          "ohne Aktionen wird \"\" geschrieben");
    EXPECT_EQ(says("crooked_matrix.lwsched"),
              folder + "crooked_matrix.lwsched: costs.transfer[1]: muss einen Eintrag je Rank enthalten, das sind 2, "
                       "enthält aber 1");
    EXPECT_EQ(says("direction_outside.lwsched"),
              folder + "direction_outside.lwsched: placement.direction_of[1]: muss eine ganze Zahl sein, und zwar "
                       "zwischen 0 und 0, nicht 1");
    EXPECT_EQ(says("nowhere.lwsched"),
              folder + "nowhere.lwsched: lässt sich nicht öffnen: Datei oder Ordner nicht gefunden");
}

/// Holds that all of a sentence is translated: its plain parts are names, numbers, keys and what the file says.
void expectPhrases(const Message& message, const std::string& file) {
    if (message.isPlain()) {
        static const QRegularExpression threeWords(QStringLiteral("^[^\"]*[a-z]{2,} [a-z]{2,} [a-z]{2,}"));
        EXPECT_FALSE(threeWords.match(translated(message)).hasMatch()) << file << ": " << message << " is no phrase";
        return;
    }
    const Phrase& phrase = message.phrase();
    const bool isForm = phrase.context == "list" || phrase.text == "%1: %2";
    EXPECT_TRUE(isForm || translated(phrase).toStdString() != phrase.text) << file << ": " << phrase.text;
    for (const Message& argument : message.arguments())
        expectPhrases(argument, file);
}

TEST_F(GermanWindow, HasGermanForEveryFileThatIsRefused) {
    for (const QFileInfo& file : QDir(kRefused).entryInfoList(QDir::Files)) {
        // One of these two tells what is expected, and the other is refused as CSV only.
        if (file.suffix() == QLatin1String("tsv") || file.fileName() == QLatin1String("schedule.csv"))
            continue;
        const std::string name = file.fileName().toStdString();
        const Result<Done> opened = Document().open(file.filePath());
        ASSERT_FALSE(opened) << name;
        expectPhrases(opened.error().message, name);
        expectPhrases(opened.error().where, name);
        EXPECT_NE(complaintOf(file.filePath()).find(translated(opened.error()).toStdString()), std::string::npos)
            << name;
    }
}

/// A paced run in which all went as planned.
std::shared_ptr<const lanewright::Run> measuredAsPlanned(const Document& document) {
    auto run = std::make_shared<lanewright::Run>(lanewright::Run{.plan = document.plan(), .paced = true});
    for (int step = 0; step < 2; ++step)
        run->steps.push_back({.step = step, .wall = document.timeline()});
    return run;
}

TEST_F(GermanWindow, HoldsTheRunsSettingsInTheSidePanelOfALaptop) {
    window().resize(1280, 800);
    window().actionRegistry().at("run.settings")->trigger();
    document().setRun(measuredAsPlanned(document()));
    settle();
    const auto* area = window().findChild<QScrollArea*>(QStringLiteral("sideArea"));
    ASSERT_TRUE(area);
    EXPECT_LE(area->widget()->minimumSizeHint().width(), area->viewport()->width());
    EXPECT_LE(area->widget()->width(), area->viewport()->width());
}

/// What of the visible numbers has less room than its words need.
QStringList cutIn(const NumbersStrip& strip) {
    QStringList cut;
    for (const QLabel* label : strip.findChildren<QLabel*>())
        if (label->isVisible() && label->width() < label->sizeHint().width())
            cut << label->text();
    return cut;
}

TEST_F(GermanWindow, LeavesFiguresOutBeforeItCutsThem) {
    window().resize(1280, 800);
    window().files().showPlan(firstPlan());
    document().setRun(measuredAsPlanned(document()));
    for (const QSize size : {QSize(1280, 800), QSize(1024, 700), QSize(1920, 1000)}) {
        window().resize(size);
        settle();
        EXPECT_EQ(window().size(), size);
        EXPECT_TRUE(cutIn(*window().panels().numbers).isEmpty())
            << size.width() << ": " << cutIn(*window().panels().numbers).join(QStringLiteral(", ")).toStdString();
        EXPECT_TRUE(child<Figure>(*window().panels().numbers, "iteration").isVisible() &&
                    child<Figure>(*window().panels().numbers, "measured").isVisible());
    }
    EXPECT_TRUE(child<Figure>(*window().panels().numbers, "avoidable").isVisible()) << "there is room for all";
}

TEST_F(GermanWindow, CutsTheTitleBeforeItCutsWhatWasJustSaid) {
    Plan plan = document().plan();
    plan.title =
        "Übungsplan für ungleiche Stufen: Größenverhältnisse der Maschinenhalle, ein langer Titel über acht Ränge";
    document().reset(plan);
    ASSERT_TRUE(window().model().variants.keep(QStringLiteral("vor der Sitzung am Montag")));
    document().apply(QStringLiteral("ein Versuch"), *moveBlock(document().schedule(), {0, 7}, 0));
    const WindowPanels& panels = window().panels();
    // The second is a screen of 1366 × 768 at twice the size.
    for (const QSize size : {QSize(1366, 768), QSize(683, 384)}) {
        window().resize(size);
        const Result<Done> kept = window().model().variants.keep(QStringLiteral("vor der Sitzung am Montag"));
        ASSERT_FALSE(kept);
        window().words().showHint(sentenceOf(kept.error()));
        settle();
        EXPECT_FALSE(panels.hint->text().startsWith(QStringLiteral("another"))) << panels.hint->text().toStdString();
        EXPECT_GE(panels.hint->width(), panels.hint->sizeHint().width()) << window().width();
        EXPECT_LT(panels.summary->width(), panels.summary->sizeHint().width()) << window().width();
        EXPECT_LE(panels.summary->mapTo(&window(), QPoint(panels.summary->width(), 0)).x(), window().width());
        window().words().showHint({});
        settle();
        EXPECT_GT(panels.legend->width(), 0) << "it comes back";
    }
}

TEST_F(GermanWindow, ShowsCostsBesideLimitsOnALaptop) {
    window().resize(1280, 800);
    window().actionRegistry().at("edit.costs")->trigger();
    settle();
    const QTableView& stages = window().panels().costs->stages();
    constexpr int kBackward = 3; // behind stage, rank and F
    EXPECT_LE(stages.columnViewportPosition(kBackward) + stages.columnWidth(kBackward), stages.viewport()->width());
    EXPECT_GT(window().panels().costs->ranks().width(), 180);
}

TEST_F(GermanWindow, SaysWhyALessonOrAClusterIsRefused) {
    LessonWindow lessons;
    const Result<Done> lesson = lessons.open(put("a.lwlesson", R"({"format": "lanewright-lesson", "version": 1})"));
    ASSERT_FALSE(lesson);
    EXPECT_EQ(translated(lesson.error()), QStringLiteral("der Schlüssel \"title\" fehlt"));
    PlannerWindow planner;
    EXPECT_FALSE(
        planner.openPath(put("b.lwcluster", R"({"format": "lanewright-cluster", "version": 1, "kinds": {}})")));
    EXPECT_EQ(planner.hintText(), QStringLiteral("b.lwcluster: kinds: ein Cluster hat mindestens eine Art von Gerät"));
}

} // namespace
} // namespace lanewright::app
