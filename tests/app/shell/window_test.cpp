// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"

#include "app/frame/rows.h"
#include "app/panels/findings_panel.h"
#include "app/panels/inspector.h"
#include "app/panels/numbers_strip.h"
#include "app/widgets/figure.h"

#include <QAbstractButton>
#include <QAction>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

namespace lanewright::app {
namespace {

// Two ranks, four microbatches of F, B, W = 10 ms each: ZB-H1.
//   rank 0: F0.0 F0.1 B0.0 W0.0 …
constexpr double kMs = 1e6;

TEST_F(WindowTest, ShowsTheNumbersOfThePlan) {
    const double makespan = static_cast<double>(document().analysis().metrics.makespan) / kMs;
    EXPECT_EQ(child<Figure>(*window().panels().numbers, "iteration").value(), QString::number(makespan, 'f', 2));
    EXPECT_EQ(child<Figure>(*window().panels().numbers, "iteration").unit(), QStringLiteral("ms · synchronous"));
    EXPECT_EQ(shownText(*window().panels().numbers, "stateChip"), QStringLiteral("✓ valid"));
    EXPECT_TRUE(window().windowTitle().contains(QStringLiteral("ZB-H1")));
}

TEST_F(WindowTest, MovesADraggedBlockAndUndoesIt) {
    const std::string before = rowOf(document(), 1);
    const Time makespan = document().analysis().metrics.makespan;
    const Op last = document().schedule().order[1].back().op;
    const Op first = op("W1.0");
    ASSERT_EQ(last, op("W1.3"));
    // W1.0 goes behind everything up to W1.3: the row keeps its other blocks in order.
    drag(window().lanes(), first, last);
    const std::string after = rowOf(document(), 1);
    EXPECT_NE(after, before);
    EXPECT_LT(after.find("W1.2"), after.find("W1.0"));
    EXPECT_LT(after.find("W1.0"), after.find("W1.3"));
    EXPECT_TRUE(document().history().undoText().contains(QStringLiteral("W1.0")));
    EXPECT_TRUE(window().isWindowModified());
    const double shown = child<Figure>(*window().panels().numbers, "iteration").value().toDouble();
    EXPECT_DOUBLE_EQ(shown, static_cast<double>(document().analysis().metrics.makespan) / kMs);
    window().actionRegistry().at("edit.undo")->trigger();
    EXPECT_EQ(rowOf(document(), 1), before);
    EXPECT_EQ(document().analysis().metrics.makespan, makespan);
    EXPECT_FALSE(window().isWindowModified());
}

TEST_F(WindowTest, LeavesTheOrderAloneWhenADragIsGivenUp) {
    const std::string before = rowOf(document(), 1);
    drag(window().lanes(), op("W1.0"), op("W1.3"), false);
    QTest::keyClick(&window().lanes(), Qt::Key_Escape);
    EXPECT_EQ(rowOf(document(), 1), before);
    EXPECT_EQ(document().history().count(), 0);
}

TEST_F(WindowTest, ListsWhatABrokenScheduleLacksAndJumpsThere) {
    drag(window().lanes(), op("B0.0"), op("F0.0"));
    EXPECT_FALSE(document().analysis().valid);
    ASSERT_GT(window().panels().findings->count(), 0);
    EXPECT_TRUE(shownText(*window().panels().numbers, "stateChip").startsWith(QStringLiteral("✕")));
    EXPECT_EQ(child<Figure>(*window().panels().numbers, "iteration").value(), QStringLiteral("–"));
    EXPECT_TRUE(window().panels().bottom->tabText(0).contains(QString::number(window().panels().findings->count())));
    QTableView& table = child<QTableView>(*window().panels().findings);
    window().panels().bottom->setCurrentIndex(0);
    window().selection().clear();
    settle();
    const QModelIndex row = table.model()->index(0, FindingsPanel::SentenceColumn);
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(row).center());
    ASSERT_FALSE(window().selection().empty());
    EXPECT_EQ(window().selection().current(), *document().analysis().findings.front().op);
    window().actionRegistry().at("edit.undo")->trigger();
    EXPECT_TRUE(document().analysis().valid);
    EXPECT_EQ(window().panels().findings->count(), 0);
    EXPECT_EQ(shownText(*window().panels().numbers, "stateChip"), QStringLiteral("✓ valid"));
}

TEST_F(WindowTest, KeepsTheBubbleAndWhatIsAvoidableApartWhileABlockIsDragged) {
    // Rank 1 starts after the F of rank 0, has 4 · 30 ms of work, and all wait for it.
    ASSERT_TRUE(waitUntil([this] { return window().model().bounds.isFull(); }));
    const NumbersStrip& numbers = *window().panels().numbers;
    EXPECT_EQ(child<Figure>(numbers, "bound").value(), QStringLiteral("130.00"));
    EXPECT_EQ(child<Figure>(numbers, "bubble").value(), QStringLiteral("7.7")); // 10 / 130
    EXPECT_EQ(child<Figure>(numbers, "avoidable").value(), QStringLiteral("0.0"));
    drag(window().lanes(), op("F1.1"), op("B1.0"), false);
    EXPECT_EQ(child<Figure>(numbers, "iteration").value(), QStringLiteral("140.00"));
    EXPECT_EQ(child<Figure>(numbers, "bound").value(), QStringLiteral("130.00"));
    EXPECT_EQ(child<Figure>(numbers, "bubble").value(), QStringLiteral("14.3"));   // 20 / 140
    EXPECT_EQ(child<Figure>(numbers, "avoidable").value(), QStringLiteral("7.1")); // 10 / 140
    // A bound that comes while the block is in the air is held against what the drop would give.
    Q_EMIT window().model().bounds.changed();
    EXPECT_EQ(child<Figure>(numbers, "avoidable").value(), QStringLiteral("7.1"));
    EXPECT_EQ(document().history().count(), 0);
    window().lanes().cancelGesture();
    EXPECT_EQ(child<Figure>(numbers, "iteration").value(), QStringLiteral("130.00"));
    EXPECT_EQ(child<Figure>(numbers, "avoidable").value(), QStringLiteral("0.0"));
}

TEST_F(WindowTest, AClickOnTheIterationOffersTheOptimizerModesAndChangesNothingYet) {
    auto* figure = window().panels().numbers->findChild<Figure*>(QStringLiteral("iteration"));
    ASSERT_NE(figure, nullptr);
    for (const char* part : {"synchronous: 130.00 ms", "makespan: 130.00 ms", "period: ", "longest span: "})
        EXPECT_TRUE(figure->toolTip().contains(QString::fromUtf8(part))) << figure->toolTip().toStdString();
    const auto choose = [&](int mode) {
        auto* menu = window().panels().numbers->findChild<QMenu*>(QStringLiteral("optimizerModes"));
        ASSERT_NE(menu, nullptr);
        menu->actions().at(mode)->trigger();
        menu->close();
        settle();
    };
    QTest::mouseClick(figure, Qt::LeftButton);
    settle();
    EXPECT_EQ(document().history().count(), 0);
    choose(1);
    EXPECT_EQ(document().plan().optimizerMode, OptimizerMode::PostValidated);
    EXPECT_EQ(figure->unit(), QStringLiteral("ms · post-validated"));
    EXPECT_EQ(figure->value(), QString::number(document().analysis().metrics.period->value() / kMs, 'f', 2));
    EXPECT_EQ(document().history().count(), 1);
    QTest::keyClick(figure, Qt::Key_Space);
    settle();
    choose(0);
    EXPECT_EQ(document().plan().optimizerMode, OptimizerMode::Synchronous);
    document().history().undo();
    EXPECT_EQ(document().plan().optimizerMode, OptimizerMode::PostValidated);
}

TEST_F(WindowTest, ShowsTheFullestRankAndTheRightChipWhileABlockIsInTheAir) {
    Plan plan = document().plan();
    plan.memory.limit.assign(2, 4 * kMemoryUnit);
    document().apply(QStringLiteral("limits"), plan);
    settle();
    Analysis then = document().analysis();
    then.metrics.peakMemory = {0, 9 * kMemoryUnit};
    then.findings.push_back({.code = "memory", .severity = Severity::Error, .rank = 1});
    window().panels().numbers->preview(&then);
    EXPECT_EQ(child<Figure>(*window().panels().numbers, "peakMemory").value(), QStringLiteral("9 / 4"));
    EXPECT_TRUE(shownText(*window().panels().numbers, "stateChip").startsWith(QStringLiteral("✕")));
    window().panels().numbers->preview(nullptr);
    EXPECT_EQ(shownText(*window().panels().numbers, "stateChip"), QStringLiteral("✓ valid"));
}

TEST_F(WindowTest, SaysWhatTheScheduleIsCalledWhenNothingIsSelected) {
    window().selection().clear();
    const Inspector& inspector = *window().panels().inspector;
    ASSERT_TRUE(waitUntil([&] { return shownText(inspector, "inspectorTitle") == QStringLiteral("ZB-H1"); }))
        << shownText(inspector, "inspectorTitle").toStdString();
    EXPECT_EQ(shownText(inspector, "inspectorSubtitle"), QStringLiteral("2 ranks · 4 microbatches"));
    EXPECT_TRUE(shownText(inspector, "inspectorWhy").startsWith(QStringLiteral("Nothing: no schedule")))
        << shownText(inspector, "inspectorWhy").toStdString();
    window().selection().set(op("W1.1"));
    window().actionRegistry().at("edit.later")->trigger();
    window().selection().clear();
    ASSERT_TRUE(waitUntil([&] { return shownText(inspector, "inspectorTitle") == QStringLiteral("ZB-H1-like"); }))
        << shownText(inspector, "inspectorTitle").toStdString();
    EXPECT_TRUE(shownText(inspector, "inspectorSubtitle").startsWith(QStringLiteral("1 block moved")));
    window().selection().set(op("W1.1"));
    EXPECT_EQ(shownText(inspector, "inspectorTitle"), QStringLiteral("W1.1"));
}

TEST_F(WindowTest, SaysWhyABlockDoesNotStartEarlierAndMakesTheOfferedChange) {
    // W1.0 follows B1.0 on a busy rank.
    const auto slot = slotOf(document().schedule(), op("W1.2"));
    ASSERT_TRUE(slot && slot->position > 0);
    const Op before = document().schedule().order[1][slot->position - 1].op;
    window().selection().set(op("W1.2"));
    settle();
    Inspector& inspector = *window().panels().inspector;
    EXPECT_TRUE(shownText(inspector, "inspectorWhy").contains(QStringLiteral("W1.2")))
        << shownText(inspector, "inspectorWhy").toStdString();
    ASSERT_FALSE(child<OfferCard>(inspector).isHidden());
    QTest::mouseClick(&child<OfferCard>(inspector), Qt::LeftButton);
    const auto now = slotOf(document().schedule(), op("W1.2"));
    EXPECT_EQ(now->position, slot->position - 1);
    EXPECT_EQ(document().schedule().order[1][slot->position].op, before);
    EXPECT_EQ(document().history().count(), 1);
}

TEST_F(WindowTest, SaysWhatTheOpsOfAPairTookByThemselves) {
    Plan plan = document().plan();
    const Op forward = op("F1.1");
    const Op backward = op("B1.0");
    auto run = std::make_shared<lanewright::Run>(lanewright::Run{.plan = plan});
    StepRecord& step = run->steps.emplace_back();
    step.wall.lanes.resize(2);
    step.wall.lanes[1] = {{.op = forward, .paired = backward, .start = 0, .end = 15'000'000}};
    step.others = {{.kind = ActivityKind::Part, .rank = 1, .start = 0, .end = 9'000'000, .op = forward},
                   {.kind = ActivityKind::Part, .rank = 1, .start = 0, .end = 15'000'000, .op = backward}};
    document().setRun(run);
    window().selection().set(forward);
    settle();
    EXPECT_TRUE(
        shownText(*window().panels().inspector, "inspectorMeasured").contains(QStringLiteral("duration 15.00 ms")));
    EXPECT_TRUE(shownText(*window().panels().inspector, "inspectorMeasured")
                    .contains(QStringLiteral("F1.1 by itself: 9.00 ms")))
        << shownText(*window().panels().inspector, "inspectorMeasured").toStdString();
}

TEST_F(WindowTest, ListsTheLongestKernelsOfABlock) {
    auto run = std::make_shared<lanewright::Run>(lanewright::Run{.plan = document().plan()});
    StepRecord& step = run->steps.emplace_back();
    step.wall.lanes.resize(2);
    step.wall.lanes[1] = {{.op = op("F1.1"), .start = 0, .end = 10'000'000}};
    document().setRun(run);
    window().selection().set(op("F1.1"));
    settle();
    EXPECT_EQ(shownText(*window().panels().inspector, "inspectorKernels"), QString()) << "nothing was traced";

    run = std::make_shared<lanewright::Run>(*run);
    KernelLane& lane = run->steps[0].kernels.emplace_back(KernelLane{.rank = 1});
    for (int name = 0; name < 8; ++name) {
        lane.names.push_back("kernel<" + std::to_string(name) + ">");
        const Time start = name * 1'000'000;
        lane.kernels.push_back({.name = name, .op = op("F1.1"), .start = start, .end = start + (name + 1) * 100'000});
    }
    document().setRun(run);
    settle();
    const QString text = shownText(*window().panels().inspector, "inspectorKernels");
    EXPECT_TRUE(
        text.contains(QStringLiteral("The GPU ran 8 kernels; for 6.40 of the block's 10.00 ms it ran none (64.0")))
        << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("kernel&lt;7&gt;"))) << text.toStdString();
    EXPECT_FALSE(text.contains(QStringLiteral("kernel&lt;0&gt;"))) << "only the longest";
    EXPECT_TRUE(text.contains(QStringLiteral("2 others"))) << text.toStdString();

    window().selection().set(op("F1.0"));
    settle();
    EXPECT_EQ(shownText(*window().panels().inspector, "inspectorKernels"), QString()) << "it did not run";
}

TEST_F(WindowTest, NudgesTheSelectedBlockAsOneUndoStep) {
    const std::string before = rowOf(document(), 0);
    window().selection().set(op("W0.0"));
    for (int i = 0; i < 2; ++i)
        window().actionRegistry().at("edit.later")->trigger();
    EXPECT_EQ(document().history().count(), 1);
    EXPECT_NE(rowOf(document(), 0), before);
    window().actionRegistry().at("edit.undo")->trigger();
    EXPECT_EQ(rowOf(document(), 0), before);
}

TEST_F(WindowTest, LeavesAGapAndRemovesIt) {
    window().selection().set(op("F0.1"));
    window().actionRegistry().at("edit.gap")->trigger();
    auto* dialog = window().findChild<QInputDialog*>(QStringLiteral("gapDialog"));
    ASSERT_NE(dialog, nullptr);
    dialog->setTextValue(QStringLiteral("2,5"));
    dialog->accept();
    const auto slot = slotOf(document().schedule(), op("F0.1"));
    EXPECT_EQ(document().schedule().order[0][slot->position].gap, 2'500'000);
    window().actionRegistry().at("edit.removeGaps")->trigger();
    EXPECT_EQ(document().schedule().order[0][slot->position].gap, 0);
    EXPECT_EQ(document().history().count(), 2);
}

TEST_F(WindowTest, TakesOpsOutAndPutsThemBackWhereTheyCostLeast) {
    const Time makespan = document().analysis().metrics.makespan;
    window().selection().set(op("W0.1"));
    window().actionRegistry().at("edit.remove")->trigger();
    EXPECT_FALSE(slotOf(document().schedule(), op("W0.1")));
    EXPECT_FALSE(document().analysis().valid);
    window().actionRegistry().at("edit.insertMissing")->trigger();
    EXPECT_TRUE(slotOf(document().schedule(), op("W0.1")));
    EXPECT_TRUE(document().analysis().valid);
    EXPECT_LE(document().analysis().metrics.makespan, makespan);
}

TEST_F(WindowTest, FusesAndSplitsABackward) {
    window().selection().set(op("B1.1"));
    window().actionRegistry().at("edit.fuse")->trigger();
    EXPECT_FALSE(slotOf(document().schedule(), op("W1.1")));
    ASSERT_TRUE(slotOf(document().schedule(), op("BW1.1")));
    EXPECT_TRUE(document().analysis().valid);
    window().selection().set(op("BW1.1"));
    window().actionRegistry().at("edit.split")->trigger();
    EXPECT_TRUE(slotOf(document().schedule(), op("B1.1")));
    EXPECT_TRUE(slotOf(document().schedule(), op("W1.1")));
    EXPECT_TRUE(document().analysis().valid);
}

TEST_F(WindowTest, AsksBeforeAStageMovesToAnotherRank) {
    window().editMenu().askToMoveStage(op("F1.0"), 0);
    auto* box = window().findChild<QMessageBox*>(QStringLiteral("moveStageQuestion"));
    ASSERT_NE(box, nullptr);
    EXPECT_EQ(box->text(), QStringLiteral("Host stage 1 on rank 0?"));
    box->button(QMessageBox::Yes)->click();
    settle();
    EXPECT_EQ(document().schedule().placement.rankOf(0, 1), 0);
    EXPECT_TRUE(document().schedule().order[1].empty());
    document().history().undo();
    EXPECT_EQ(document().schedule().placement.rankOf(0, 1), 1);
}

TEST_F(WindowTest, ChangesBetweenLightAndDark) {
    const QColor light = window().grab().toImage().pixelColor(5, 500);
    window().actionRegistry().at("view.theme.dark")->trigger();
    settle();
    EXPECT_LT(window().grab().toImage().pixelColor(5, 500).lightness(), light.lightness());
    window().actionRegistry().at("view.theme.light")->trigger();
    settle();
    EXPECT_EQ(window().grab().toImage().pixelColor(5, 500), light);
}

TEST_F(WindowTest, ChecksByProvingThePrograms) {
    window().actionRegistry().at("run.check")->trigger();
    EXPECT_EQ(window().panels().bottom->currentIndex(), 0);
    EXPECT_TRUE(document().analysis().valid);
}

TEST_F(WindowTest, GivesEveryActionATextAndEveryShortcutOnce) {
    QList<QKeySequence> seen;
    for (const QAction* action : window().actionRegistry().all()) {
        EXPECT_FALSE(action->text().isEmpty()) << action->objectName().toStdString();
        for (const QKeySequence& key : action->shortcuts()) {
            EXPECT_FALSE(seen.contains(key)) << key.toString().toStdString();
            seen << key;
        }
    }
    EXPECT_TRUE(keyboardSheet(window().actionRegistry()).contains(QStringLiteral("Ctrl+Z")));
}

} // namespace
} // namespace lanewright::app
