// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/generate_dialog.h"
#include "app/dialogs/generate_fields.h"
#include "app/dialogs/lengths_fields.h"
#include "app/document/first_plan.h"
#include "app/frame/generator_sheet.h"
#include "app/frame/help_window.h"
#include "app/lanes/memory_lines.h"
#include "app/lanes/op_legend.h"
#include "app/panels/deviation_panel.h"
#include "app/panels/findings_panel.h"
#include "app/panels/inspector.h"
#include "app/panels/numbers_strip.h"
#include "app/panels/run_panel.h"
#include "app/plots/memory_plot.h"
#include "app/widgets/chooser.h"
#include "app/widgets/panel_text.h"
#include "core/edit/edits.h"
#include "core/generate/catalogue.h"
#include "core/generate/drawn_lengths.h"
#include "core/generate/problem.h"
#include "core/io/files.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QDoubleSpinBox>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTextBrowser>
#include <QToolButton>

namespace lanewright::app {
namespace {

class GenerateTest : public WindowTest {
protected:
    GenerateDialog* shown(const char* generator) {
        GenerateDialog* dialog = window().files().showGenerateDialog(QLatin1String(generator));
        EXPECT_TRUE(waitUntil([dialog] { return dialog->plan().has_value() || !dialog->sentence().isEmpty(); }));
        return dialog;
    }

    static void press(const GenerateDialog& dialog, const QString& words) {
        for (QPushButton* button : dialog.findChildren<QPushButton*>())
            if (button->text() == words)
                return button->click();
        ADD_FAILURE() << "no button " << words.toStdString();
    }
};

TEST_F(GenerateTest, ReplacesTheScheduleAsOneUndoStep) {
    const Plan before = document().plan();
    GenerateDialog* dialog = shown("gpipe");
    ASSERT_TRUE(dialog->plan());
    EXPECT_EQ(dialog->plan()->schedule.ranks(), 2);
    EXPECT_EQ(dialog->plan()->schedule.microbatches, 4);
    const Plan made = *dialog->plan();
    press(*dialog, QStringLiteral("Replace the schedule"));
    settle();
    EXPECT_EQ(document().plan(), made);
    EXPECT_EQ(document().history().count(), 1);
    document().history().undo();
    EXPECT_EQ(document().plan(), before);
}

TEST_F(GenerateTest, PreviewsTheShapeThatTheFieldsSay) {
    GenerateDialog* dialog = shown("1f1b");
    setShape(*dialog, 3, 5);
    ASSERT_TRUE(waitUntil([dialog] { return dialog->plan() && dialog->plan()->schedule.ranks() == 3; }));
    EXPECT_EQ(dialog->plan()->schedule.microbatches, 5);
    dialog->reject();
    settle();
    EXPECT_EQ(document().schedule().ranks(), 2);
}

TEST_F(GenerateTest, TakesGroupObjectiveAndALimitForEachRank) {
    GenerateDialog* dialog = shown("zb-auto");
    setShape(*dialog, 2, 6);
    choose(&child<QComboBox>(*dialog, "objective"), Objective::Makespan);
    child<QLineEdit>(*dialog, "limits").setText(QStringLiteral("2, 1"));
    EXPECT_EQ(child<GenerateFields>(*dialog).choices().objective, Objective::Makespan);
    EXPECT_FALSE(child<GenerateFields>(*dialog).choices().group.has_value());
    ASSERT_TRUE(waitUntil([dialog] { return dialog->plan() && dialog->plan()->memory.limit.size() == 2; }));
    EXPECT_EQ(dialog->plan()->memory.limitOf(0), 2 * kMemoryUnit);
    EXPECT_EQ(dialog->plan()->memory.limitOf(1), kMemoryUnit);
    child<QLineEdit>(*dialog, "limits").setText(QStringLiteral("2, 1, 3"));
    EXPECT_TRUE(waitUntil([dialog] { return !dialog->plan() && !dialog->sentence().isEmpty(); }));
    child<QLineEdit>(*dialog, "limits").clear();
    dialog->choose(QStringLiteral("interleaved-1f1b"));
    child<QSpinBox>(*dialog, "group").setValue(3);
    EXPECT_EQ(child<GenerateFields>(*dialog).choices(), (Choices{.group = 3}));
    EXPECT_TRUE(waitUntil([dialog] { return dialog->plan().has_value(); }));
}

TEST_F(GenerateTest, KeepsHowMicrobatchesDiffer) {
    Plan uneven = document().plan();
    const MicrobatchCosts lengths = MicrobatchCosts::ofLengths({100, 300, 200, 400}, {});
    setMicrobatches(uneven, lengths);
    document().apply(QStringLiteral("Lengths"), std::move(uneven));
    GenerateDialog* dialog = shown("1f1b");
    ASSERT_TRUE(dialog->plan()) << dialog->sentence().toStdString();
    EXPECT_EQ(dialog->plan()->costs.microbatches, lengths);
    EXPECT_FALSE(shownText(*dialog, "leftOut").isEmpty()) << "1F1B does not look at them";
    setShape(*dialog, 2, 6);
    EXPECT_TRUE(waitUntil([dialog] { return !dialog->plan() && !dialog->sentence().isEmpty(); }));
    child<LengthsFields>(*dialog).choose(LengthsFields::Alike);
    ASSERT_TRUE(waitUntil([dialog] { return dialog->plan().has_value(); }));
    EXPECT_TRUE(dialog->plan()->costs.microbatches.areEqual());
    EXPECT_TRUE(shownText(*dialog, "leftOut").isEmpty());
}

TEST_F(GenerateTest, DrawsLengthsAsTheCommandLineDoes) {
    GenerateDialog* dialog = shown("1f1b");
    child<LengthsFields>(*dialog).choose(LengthsFields::Lognormal);
    child<QSpinBox>(*dialog, "median").setValue(2048);
    child<QDoubleSpinBox>(*dialog, "spread").setValue(0.8);
    child<QDoubleSpinBox>(*dialog, "quadratic").setValue(0.3);
    child<QSpinBox>(*dialog, "seed").setValue(7);
    const std::vector<int> expected = *drawnLengths("lognormal:2048:0.8", 4, 7);
    const auto isDrawn = [&] { return dialog->plan() && dialog->plan()->costs.microbatches.length() == expected; };
    ASSERT_TRUE(waitUntil(isDrawn));
    EXPECT_EQ(dialog->plan()->costs.microbatches.quadratic(),
              (std::vector<std::int64_t>{MicrobatchCosts::kOne / 10 * 3}));
    ASSERT_TRUE(writeFile(path("lengths.txt").toStdString(), "10 20\n30, 40"));
    child<LengthsFields>(*dialog).choose(LengthsFields::File);
    EXPECT_TRUE(waitUntil([dialog] { return !dialog->plan() && !dialog->sentence().isEmpty(); })) << "no file yet";
    child<LengthsFields>(*dialog).setFile(path("lengths.txt"));
    ASSERT_TRUE(waitUntil([dialog] { return dialog->plan().has_value(); }));
    EXPECT_EQ(dialog->plan()->costs.microbatches.length(), (std::vector<int>{10, 20, 30, 40}));
}

TEST_F(GenerateTest, OpensTheScheduleInAWindowOfItsOwn) {
    GenerateDialog* dialog = shown("gpipe");
    const auto windows = [] {
        QList<MainWindow*> found;
        for (QWidget* each : QApplication::topLevelWidgets())
            if (auto* one = qobject_cast<MainWindow*>(each))
                found << one;
        return found;
    };
    ASSERT_EQ(windows().size(), 1);
    press(*dialog, QStringLiteral("Open in a new window"));
    settle();
    ASSERT_EQ(windows().size(), 2);
    EXPECT_EQ(document().history().count(), 0);
    for (MainWindow* each : windows())
        if (each != &window())
            delete each;
}

TEST_F(WindowTest, KeepsItsTableModelsConsistent) {
    const QAbstractItemModelTester findings(
        window().panels().findings->findChild<QTableView*>(QStringLiteral("findings"))->model(),
        QAbstractItemModelTester::FailureReportingMode::Fatal);
    const QAbstractItemModelTester deviations(
        window().panels().deviations->findChild<QTableView*>(QStringLiteral("deviations"))->model(),
        QAbstractItemModelTester::FailureReportingMode::Fatal);
    drag(window().lanes(), op("B0.0"), op("F0.0"));
    EXPECT_GT(window().panels().findings->count(), 0);
    lanewright::Run run{.plan = document().plan(), .partial = true, .losses = {1.0}};
    document().history().undo();
    run.plan = document().plan();
    run.steps.push_back({.step = 0, .wall = document().timeline()});
    document().setRun(std::make_shared<const lanewright::Run>(run));
    EXPECT_EQ(window().panels().deviations->count(), opCount(document().schedule()));
    document().setRun(nullptr);
    EXPECT_EQ(window().panels().deviations->count(), 0);
}

TEST_F(WindowTest, DrawsTheMemoryOfTheEightFullestRanks) {
    auto* plot = window().findChild<MemoryPlot*>();
    ASSERT_NE(plot, nullptr);
    EXPECT_EQ(plot->shownRanks(), (std::vector<int>{0, 1}));
    GenerateDialog* dialog = window().files().showGenerateDialog(QStringLiteral("1f1b"));
    setShape(*dialog, 12, 12);
    ASSERT_TRUE(waitUntil([dialog] { return dialog->plan() && dialog->plan()->schedule.ranks() == 12; }));
    document().apply(QStringLiteral("Generate"), Plan(*dialog->plan()));
    dialog->reject();
    // 1F1B holds most on the first ranks.
    EXPECT_EQ(plot->shownRanks(), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST_F(WindowTest, HasALegendOfTheBlocksThatAreThere) {
    EXPECT_EQ(window().panels().legend->kinds(), (std::vector{OpKind::F, OpKind::B, OpKind::W}));
    EXPECT_TRUE(window().panels().legend->toolTip().contains(QStringLiteral("F forward")));
    EXPECT_TRUE(window().panels().legend->isVisible());
    Plan fused = document().plan();
    fused = fuseBackwards(fused);
    document().apply(QStringLiteral("Fuse"), std::move(fused));
    EXPECT_EQ(window().panels().legend->kinds(), (std::vector{OpKind::F, OpKind::BW}));
    window().panels().legend->resize(window().panels().legend->minimumSizeHint());
    EXPECT_FALSE(window().panels().legend->grab().isNull());
}

TEST_F(WindowTest, OffersNothingThatWouldBreakTheSchedule) {
    auto& card = child<OfferCard>(*window().panels().inspector);
    std::vector<Op> ops;
    for (const Row& row : document().schedule().order)
        for (const Block& block : row)
            ops.push_back(block.op);
    int offered = 0;
    for (const Op& each : ops) {
        window().selection().set(each);
        if (card.isHidden())
            continue;
        ++offered;
        Q_EMIT card.accepted();
        EXPECT_TRUE(document().analysis().valid) << document().history().undoText().toStdString();
        document().history().undo();
    }
    EXPECT_GT(offered, 0);
}

TEST_F(WindowTest, ARunOfAnotherScheduleBeginsWithTheUsualSteps) {
    RunSettings settings = window().panels().runPanel->settings();
    settings.steps = 2000;
    settings.paced = false;
    settings.threads = 2;
    window().panels().runPanel->setSettings(settings);
    window().files().showPlan(firstPlan());
    EXPECT_EQ(window().panels().runPanel->settings().steps, RunSettings{}.steps);
    EXPECT_TRUE(window().panels().runPanel->settings().paced);
    EXPECT_EQ(window().panels().runPanel->settings().threads, 2) << "what is about the machine stays";
}

TEST_F(WindowTest, AFailureIsNotOnTheScreenWhenTheNextFileIsOpen) {
    ASSERT_TRUE(document().save(path("good.lwsched")));
    window().files().openPath(path("missing.lwsched"));
    EXPECT_FALSE(window().panels().banner->sentence().isEmpty());
    ASSERT_TRUE(window().files().openPath(path("good.lwsched")));
    EXPECT_TRUE(window().panels().banner->sentence().isEmpty());
}

TEST_F(WindowTest, SaysWhyAnOpIsLateBesideItsSlip) {
    const auto& header =
        *window().panels().deviations->findChild<QTableView*>(QStringLiteral("deviations"))->horizontalHeader();
    EXPECT_EQ(header.visualIndex(DeviationPanel::WhyColumn), header.visualIndex(DeviationPanel::SlipColumn) + 1);
    EXPECT_LT(header.visualIndex(DeviationPanel::WhyColumn), header.visualIndex(DeviationPanel::PlannedColumn));
}

TEST_F(GenerateTest, SaysWhatTheLettersOfAFormulaMean) {
    GenerateDialog* dialog = shown("gpipe");
    bool found = false;
    for (const QLabel* label : dialog->findChildren<QLabel*>())
        found = found || label->text().contains(QStringLiteral("p ranks, m microbatches, S all work"));
    EXPECT_TRUE(found);
    dialog->reject();
}

TEST_F(GenerateTest, ShowsTheShapeOfUnequalStagesThatAreKept) {
    Plan unequal = *generate("1f1b", *problemOf({.ranks = 3, .microbatches = 5, .timeUnit = TimeUnit::Ms}));
    unequal.costs.stages.front()[0].forward = 4'000'000;
    unequal.costs.stages.front()[1].forward = 1'000'000;
    unequal.costs.stages.front()[2].forward = 1'000'000;
    document().apply(QStringLiteral("unequal"), std::move(unequal));
    GenerateDialog* dialog = shown("1f1b");
    const QList<QSpinBox*> counts = child<GenerateFields>(*dialog).findChildren<QSpinBox*>();
    ASSERT_GE(counts.size(), 2);
    EXPECT_EQ(counts[0]->value(), 3);
    EXPECT_EQ(counts[1]->value(), 5);
    const QList<QDoubleSpinBox*> times = child<GenerateFields>(*dialog).findChildren<QDoubleSpinBox*>();
    ASSERT_GE(times.size(), 1);
    EXPECT_EQ(times[0]->value(), 2.0) << "the mean of 4, 1 and 1";
    dialog->reject();
}

TEST(Words, KeepTwoDecimalsAndSigns) {
    EXPECT_EQ(fixedTime(27'000'000, TimeUnit::Ms), QStringLiteral("27.00"));
    EXPECT_EQ(signedTime(730'000, TimeUnit::Ms), QStringLiteral("+0.73"));
    EXPECT_EQ(signedTime(-1'000'000, TimeUnit::Ms), QStringLiteral("−1.00"));
    EXPECT_EQ(signedTime(1, TimeUnit::Ms), QStringLiteral("0.00"));
    EXPECT_EQ(counted(1, QStringLiteral("rank"), QStringLiteral("ranks")), QStringLiteral("1 rank"));
    EXPECT_EQ(counted(4, QStringLiteral("rank"), QStringLiteral("ranks")), QStringLiteral("4 ranks"));
}

TEST_F(WindowTest, HasAHelpPageForEveryFindingCode) {
    HelpWindow help({{QStringLiteral("keys"), keyboardSheet(window().actionRegistry())},
                     {QStringLiteral("generators"), generatorSheet()}});
    for (const char* page :
         {"getting-started", "words", "numbers", "generators", "solving", "questions", "findings", "pytorch", "keys"}) {
        help.showPage(QLatin1String(page));
        EXPECT_GT(child<QTextBrowser>(help).toPlainText().size(), 200) << page;
    }
    help.showPage(QStringLiteral("generators"));
    for (const Generator& generator : generators())
        EXPECT_TRUE(child<QTextBrowser>(help).toPlainText().contains(QLatin1String(generator.name.data())))
            << generator.name;
    help.showPage(QStringLiteral("findings"));
    for (const char* code : {"incomplete", "duplicate", "misplaced", "precedence", "deadlock", "fused", "pair",
                             "memory", "device-memory", "gap", "crossed", "staging", "unknown-key"})
        EXPECT_TRUE(child<QTextBrowser>(help).toPlainText().contains(QLatin1String(code))) << code;
}

using MemoryTest = WindowTest;

TEST_F(MemoryTest, DrawsEveryCurveAtItsValuesAndNoneAboveALimitThatIsKept) {
    const auto* plot = window().findChild<MemoryPlot*>();
    ASSERT_TRUE(plot);
    window().resize(1600, 1000);
    // 16 ranks that all peak at their limit, and 8 of 1F1B that peak at 8, 7, … 1.
    const auto generated = [](const char* name, const UniformProblem& numbers) {
        return *generate(name, *problemOf(numbers));
    };
    for (const Plan& plan : {generated("zb-h1", {.ranks = 16, .microbatches = 32, .memoryLimit = 16 * kMemoryUnit}),
                             generated("1f1b", {.ranks = 8, .microbatches = 16})}) {
        document().reset(plan);
        settle();
        ASSERT_TRUE(document().analysis().valid);
        const auto scale = static_cast<double>(scaleOf(plan.memoryUnit));
        for (std::size_t place = 0; place < plot->shownRanks().size(); ++place) {
            const int rank = plot->shownRanks()[place];
            const Bytes peak = document().analysis().metrics.peakMemory[rank];
            const QPolygonF corners = plot->curve(static_cast<int>(place));
            ASSERT_FALSE(corners.isEmpty());
            double top = corners.front().y();
            for (const QPointF& corner : corners)
                top = std::min(top, corner.y());
            EXPECT_NEAR(top, plot->yOf(static_cast<double>(peak) / scale), 1e-6) << plan.title << ", rank " << rank;
            EXPECT_NEAR(corners.back().y(), plot->yOf(0), 1e-6) << plan.title << ", rank " << rank;
            if (const auto limit = plan.memory.limitOf(rank)) {
                EXPECT_GE(top, plot->yOf(static_cast<double>(*limit) / scale) - 1e-6)
                    << plan.title << ", rank " << rank;
            }
        }
    }
}

TEST_F(MemoryTest, ReceiveBuffersLieAsABandOnTheCurveOfTheSelectedOpsRank) {
    const auto* plot = window().findChild<MemoryPlot*>();
    ASSERT_TRUE(plot);
    window().resize(1600, 1000);
    Plan plan = *generate("1f1b", *problemOf({.ranks = 4, .microbatches = 8}));
    plan.costs.boundary.size = {kMemoryUnit, 2 * kMemoryUnit, 3 * kMemoryUnit};
    document().reset(plan);
    settle();
    EXPECT_TRUE(plot->band().isEmpty());
    plan.memory.receiveBuffers = ReceiveBuffers::PerMicrobatch;
    document().reset(plan);
    window().selection().set({.kind = OpKind::F, .stage = 3, .microbatch = 0});
    settle();
    // Rank 3 holds one activation at most and has eight buffers of 3.
    double top = plot->band().front().y();
    for (const QPointF& corner : plot->band())
        top = std::min(top, corner.y());
    EXPECT_NEAR(top, plot->yOf(1 + 8 * 3), 1e-6);
    EXPECT_GE(plot->top(), 25);
    const QString said = shownText(*window().panels().inspector, "inspectorWhen");
    EXPECT_TRUE(said.contains(QStringLiteral("8 buffers are ready"))) << said.toStdString();
    EXPECT_TRUE(said.contains(QStringLiteral("1 would do"))) << said.toStdString();
    // With its gradients, one of 3 for each microbatch, held to the end.
    plan.memory.sendBuffers = SendBuffers::UntilEnd;
    document().reset(plan);
    window().selection().set({.kind = OpKind::F, .stage = 3, .microbatch = 0});
    settle();
    top = plot->band().front().y();
    for (const QPointF& corner : plot->band())
        top = std::min(top, corner.y());
    EXPECT_NEAR(top, plot->yOf(1 + 2 * 8 * 3), 1e-6);
    const QString both = shownText(*window().panels().inspector, "inspectorWhen");
    EXPECT_TRUE(both.contains(QStringLiteral("8 buffers hold what the rank sends"))) << both.toStdString();
}

TEST_F(MemoryTest, TheAxisOfAnEmptyBoardEndsAtTheLimitOrAtAFewActivations) {
    const auto* plot = window().findChild<MemoryPlot*>();
    ASSERT_TRUE(plot);
    Plan board = document().plan();
    for (Row& row : board.schedule.order)
        row.clear();
    document().reset(board);
    EXPECT_EQ(plot->top(), 4);
    board.memory.limit.clear();
    document().reset(board);
    EXPECT_EQ(plot->top(), 2) << "an activation for each of two ranks";
    board.schedule.order.clear();
    document().reset(board);
    EXPECT_EQ(plot->top(), 2);
    board.memory = uniformMemory(2, 2, {});
    document().reset(board);
    EXPECT_EQ(plot->top(), 1);
}

TEST_F(MemoryTest, WhatAnUnfinishedOrderKeepsItKeepsToTheEnd) {
    const auto* plot = window().findChild<MemoryPlot*>();
    ASSERT_TRUE(plot);
    Plan plan = document().plan();
    plan.memory.limit.clear();
    plan.schedule.order[1].resize(1); // rank 1 ends with its first F
    document().reset(plan);
    settle();
    const auto rank1 = static_cast<int>(std::ranges::find(plot->shownRanks(), 1) - plot->shownRanks().begin());
    EXPECT_NEAR(plot->curve(rank1).back().y(), plot->yOf(1), 1e-6);
    EXPECT_EQ(plot->curve(rank1).back().x(), plot->curve(1 - rank1).back().x());
}

TEST_F(MemoryTest, ActivationsHaveWholeMarks) {
    auto* plot = window().findChild<MemoryPlot*>();
    ASSERT_TRUE(plot);
    for (const int ranks : {2, 4, 5, 6, 8, 10, 14}) {
        document().reset(*generate("1f1b", *problemOf({.ranks = ranks, .microbatches = 2 * ranks})));
        settle();
        const QStringList marks = plot->marks();
        EXPECT_GE(marks.size(), 2) << ranks;
        for (const QString& mark : marks)
            EXPECT_FALSE(mark.contains(u'.')) << ranks << ": " << mark.toStdString();
    }
}

TEST_F(WindowTest, ABoardThatIsJustBegunIsNotInError) {
    Plan board = document().plan();
    for (Row& row : board.schedule.order)
        row.clear();
    document().reset(board);
    const int lacking = window().panels().findings->count();
    auto& chip = child<QToolButton>(*window().panels().numbers, "stateChip");
    EXPECT_EQ(chip.text(), QStringLiteral("%1 ops to place").arg(lacking));
    EXPECT_EQ(chip.property("state").toString(), QStringLiteral("warn"));
    EXPECT_TRUE(window().panels().summary->text().startsWith(chip.text()));
    board.schedule.order[0] = {{.op = op("F0.0")}, {.op = op("F0.0")}};
    document().reset(board);
    EXPECT_EQ(chip.property("state").toString(), QStringLiteral("bad")) << "twice there";
}

} // namespace
} // namespace lanewright::app
