// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/first_plan.h"
#include "app/frame/command_palette.h"
#include "app/frame/help_window.h"
#include "app/frame/rows.h"
#include "app/lanes/lane_layout.h"
#include "app/panels/deviation_panel.h"
#include "app/panels/inspector.h"
#include "app/panels/numbers_strip.h"
#include "app/panels/search_bar.h"
#include "app/plots/deviation_plot.h"
#include "app/plots/pareto_plot.h"
#include "app/shell/compare_window.h"
#include "app/shell/open_windows.h"
#include "app/timeline/gesture_controller.h"
#include "app/timeline/key_navigator.h"
#include "app/timeline/lane_selection.h"
#include "app/timeline/search_matches.h"
#include "app/widgets/figure.h"
#include "core/edit/edits.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/io/files.h"
#include "core/model/text.h"
#include "core/simulate/simulate.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"

#include <QApplication>
#include <QInputDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

#include <numeric>

namespace lanewright::app {
namespace {

class Find : public WindowTest {
protected:
    QAction& action(const char* id) { return *window().actionRegistry().at(id); }
    CommandPalette* openPalette(const QString& typed) {
        action("view.palette").trigger();
        auto* palette = window().findChild<CommandPalette*>();
        EXPECT_TRUE(palette);
        QTest::keyClicks(palette->line(), typed);
        return palette;
    }
    QStringList linesOf(CommandPalette& palette) {
        QStringList lines;
        for (int row = 0; row < child<QListWidget>(palette).count(); ++row)
            lines << child<QListWidget>(palette).item(row)->text();
        return lines;
    }
    /// Lays a run of three steps over the plan; ops of rank 1 take half as long again, in each step a little more.
    void measure(bool paced = false) {
        lanewright::Run run;
        run.plan = document().plan();
        run.paced = paced;
        for (int step = 0; step < 3; ++step) {
            StepRecord record;
            record.step = step;
            Plan slow = run.plan;
            for (StageCosts& costs : slow.costs.stages.front())
                costs = {.forward = 11'000'000 + step * 10'000,
                         .backwardInput = 12'000'000 + step * 10'000,
                         .backwardWeight = 13'000'000 + step * 10'000};
            record.wall = simulate(slow.schedule, slow.costs);
            run.losses.push_back(5 - step);
            run.steps.push_back(std::move(record));
        }
        document().setRun(std::make_shared<const lanewright::Run>(std::move(run)));
    }
};

TEST_F(Find, FindsWhatNeverStartsWhereTheOrderIsStuck) {
    document().apply(QStringLiteral("stuck"), *moveBlock(document().schedule(), {1, 3}, 0));
    ASSERT_FALSE(document().analysis().stalls.empty());
    action("view.find").trigger();
    SearchBar& bar = *window().panels().search;
    QTest::keyClicks(&child<QLineEdit>(bar), QStringLiteral("F r1"));
    EXPECT_EQ(shownText(bar, "searchStatus"), QStringLiteral("4 blocks"));
    action("edit.selectMatches").trigger();
    EXPECT_EQ(window().selection().ops().size(), 4u);
}

TEST_F(Find, CountsWhatLiesInTheTray) {
    Plan plan = document().plan();
    plan.schedule = *removeOp(plan.schedule, *opFromText("F0.1"));
    document().apply(QStringLiteral("take out"), std::move(plan));
    action("view.find").trigger();
    auto& line = child<QLineEdit>(*window().panels().search);
    line.setText(QStringLiteral("F0.1"));
    EXPECT_EQ(shownText(*window().panels().search, "searchStatus"), QStringLiteral("no block, 1 in the tray"));
    line.setText(QStringLiteral("F s0"));
    EXPECT_EQ(shownText(*window().panels().search, "searchStatus"), QStringLiteral("3 blocks, 1 in the tray"));
}

TEST_F(Find, EnterGoesFromBlockToBlock) {
    action("view.find").trigger();
    SearchBar& bar = *window().panels().search;
    ASSERT_TRUE(bar.isVisible());
    QTest::keyClicks(&child<QLineEdit>(bar), QStringLiteral("s1 F*"));
    EXPECT_EQ(shownText(bar, "searchStatus"), QStringLiteral("4 blocks"));
    EXPECT_EQ(window().lanes().matches().blocks().size(), 4U);
    QTest::keyClick(&child<QLineEdit>(bar), Qt::Key_Return);
    EXPECT_EQ(window().selection().current(), op("F1.0"));
    EXPECT_EQ(shownText(bar, "searchStatus"), QStringLiteral("1 of 4"));
    QTest::keyClick(&child<QLineEdit>(bar), Qt::Key_Return);
    EXPECT_EQ(window().selection().current(), op("F1.1"));
    QTest::keyClick(&child<QLineEdit>(bar), Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClick(&child<QLineEdit>(bar), Qt::Key_Return, Qt::ShiftModifier);
    EXPECT_EQ(window().selection().current(), op("F1.3"));
    QTest::keyClick(&child<QLineEdit>(bar), Qt::Key_Escape);
    EXPECT_FALSE(bar.isVisible());
    EXPECT_TRUE(window().lanes().matches().blocks().empty());
    EXPECT_TRUE(window().lanes().hasFocus());
}

TEST_F(Find, WhatIsFoundIsShownWithoutRoomBesideTheSchedule) {
    TimeRange& range = window().range();
    const Time whole = range.extentEnd() - range.extentStart();
    range.set(whole / 2, whole / 2 + whole / 4);
    window().selection().reveal(op("F0.0"));
    EXPECT_LE(range.start(), 0);
    EXPECT_GE(range.start(), -whole / 100);
    window().selection().reveal(op("W0.3"));
    EXPECT_GE(range.end(), range.extentEnd());
    EXPECT_LE(range.end(), range.extentEnd() + whole / 50);
    EXPECT_EQ(range.length(), whole / 4) << "found blocks do not zoom";
}

TEST_F(Find, FitAllFitsLanesThatAreTooHigh) {
    TimelineView& lanes = window().lanes();
    lanes.setLaneHeight(240);
    Plan many = *generate("1f1b", *problemOf({.ranks = 16, .microbatches = 4}));
    document().apply(QStringLiteral("many"), std::move(many));
    settle();
    EXPECT_GT(lanes.verticalScrollBar()->maximum(), 0);
    action("view.fitAll").trigger();
    EXPECT_EQ(lanes.chosenLaneHeight(), 0);
    EXPECT_EQ(lanes.verticalScrollBar()->value(), 0);
    // A height that fits is kept.
    document().history().undo();
    lanes.setLaneHeight(60);
    action("view.fitAll").trigger();
    EXPECT_EQ(lanes.chosenLaneHeight(), 60);
}

TEST_F(Find, SelectsAllThatMatchAndMovesThemByAsManyPlaces) {
    action("edit.selectMatches").trigger();
    SearchBar& bar = *window().panels().search;
    ASSERT_TRUE(bar.isVisible()) << "it asks what to look for";
    QTest::keyClicks(&child<QLineEdit>(bar), QStringLiteral("W r0 mb1-2"));
    QTest::keyClick(&child<QLineEdit>(bar), Qt::Key_Return, Qt::ControlModifier);
    const std::set<Op> chosen{op("W0.1"), op("W0.2")};
    EXPECT_EQ(window().selection().ops(), chosen);
    const Schedule before = document().schedule();
    action("edit.moveBy").trigger();
    auto* dialog = window().findChild<QInputDialog*>(QStringLiteral("moveByDialog"));
    ASSERT_TRUE(dialog);
    dialog->setIntValue(1);
    EXPECT_TRUE(window().lanes().gestures().cardText().startsWith(QStringLiteral("Move 2 ops one place later")))
        << window().lanes().gestures().cardText().toStdString();
    EXPECT_EQ(document().schedule(), before) << "a preview changes nothing";
    dialog->accept();
    settle();
    for (const Op& each : chosen)
        EXPECT_EQ(slotOf(document().schedule(), each)->position, slotOf(before, each)->position + 1);
    EXPECT_EQ(document().history().count(), 1);
    EXPECT_TRUE(document().history().undoText().startsWith(QStringLiteral("Move 2 ops one place later")));
    document().history().undo();
    EXPECT_EQ(document().schedule(), before);
}

TEST_F(Find, SaysWhichBlockHasNoRoomToMoveSoFar) {
    window().selection().set({op("F0.1"), op("W0.3")}, op("F0.1"));
    const Schedule before = document().schedule();
    action("edit.moveBy").trigger();
    auto* dialog = window().findChild<QInputDialog*>(QStringLiteral("moveByDialog"));
    ASSERT_TRUE(dialog);
    dialog->setIntValue(2);
    EXPECT_EQ(window().lanes().gestures().cardText(), QStringLiteral("W0.3 is the last block of rank 0 already"));
    dialog->setIntValue(-2);
    EXPECT_TRUE(window().lanes().gestures().cardText().startsWith(QStringLiteral("F0.1 has only 1 block before it")))
        << window().lanes().gestures().cardText().toStdString();
    dialog->accept();
    settle();
    EXPECT_EQ(document().schedule(), before);
    EXPECT_TRUE(window().panels().hint->text().startsWith(QStringLiteral("F0.1 has only 1 block before it")));
}

TEST_F(Find, ThePreviewOfAMoveGoesWhenItIsGivenUp) {
    window().selection().set({op("F0.1"), op("W0.1")}, op("F0.1"));
    action("edit.moveBy").trigger();
    auto* dialog = window().findChild<QInputDialog*>(QStringLiteral("moveByDialog"));
    ASSERT_TRUE(dialog);
    dialog->setIntValue(1);
    EXPECT_FALSE(window().lanes().gestures().cardText().isEmpty());
    dialog->reject();
    settle();
    EXPECT_TRUE(window().lanes().gestures().cardText().isEmpty());
    EXPECT_EQ(document().history().count(), 0);
}

TEST_F(Find, AWordThatMeansNothingIsSaid) {
    window().panels().search->open(QStringLiteral("B2 oops"));
    EXPECT_TRUE(
        shownText(*window().panels().search, "searchStatus").startsWith(QStringLiteral("\"oops\" is not understood")));
    window().panels().search->open(QStringLiteral("mb:99"));
    EXPECT_EQ(shownText(*window().panels().search, "searchStatus"), QStringLiteral("no block"));
}

TEST_F(Find, ThePaletteRunsACommandByAFewLetters) {
    CommandPalette* palette = openPalette(QStringLiteral("fit all"));
    EXPECT_EQ(child<QListWidget>(*palette).currentItem()->text(), QStringLiteral("View: Fit all"));
    window().range().set(0, 1000);
    QTest::keyClick(palette->line(), Qt::Key_Return);
    EXPECT_TRUE(window().range().isFitted());
    settle();
    EXPECT_FALSE(window().findChild<CommandPalette*>());
}

TEST_F(Find, ThePaletteShowsEveryActionAndItsKeys) {
    CommandPalette* palette = openPalette({});
    EXPECT_EQ(child<QListWidget>(*palette).count(), static_cast<int>(window().actionRegistry().all().size()));
    const QList<QListWidgetItem*> found =
        child<QListWidget>(*palette).findItems(QStringLiteral("View: Find blocks"), Qt::MatchExactly);
    ASSERT_EQ(found.size(), 1);
    EXPECT_EQ(found.front()->data(Qt::UserRole).toString(), QStringLiteral("Ctrl+F"));
    palette->close();
}

TEST_F(Find, ThePaletteIsAsHighAsWhatItFound) {
    CommandPalette* palette = openPalette({});
    const int all = palette->height();
    QTest::keyClicks(palette->line(), QStringLiteral("B1.2"));
    EXPECT_LT(palette->height(), all / 2);
    palette->close();
}

TEST_F(Find, ThePaletteKnowsBlocksAndRanks) {
    CommandPalette* palette = openPalette(QStringLiteral("B1.2"));
    EXPECT_EQ(linesOf(*palette).front(), QStringLiteral("Go to B1.2"));
    palette->accept();
    EXPECT_EQ(window().selection().current(), op("B1.2"));
    settle();
    palette = openPalette(QStringLiteral("rank 1"));
    EXPECT_EQ(linesOf(*palette).front(), QStringLiteral("Go to rank 1"));
    palette->accept();
    EXPECT_EQ(window().lanes().laneSelection().rank(), 1);
    settle();
    palette = openPalette(QStringLiteral("W*"));
    ASSERT_EQ(linesOf(*palette).front(), QStringLiteral("Find W*: 8 blocks"));
    EXPECT_EQ(linesOf(*palette)[1], QStringLiteral("Select all that match W*"));
    palette->accept();
    EXPECT_EQ(window().panels().search->matches().size(), 8U);
    settle();
    palette = openPalette(QStringLiteral("W r0"));
    QTest::keyClick(palette->line(), Qt::Key_Down);
    palette->accept();
    EXPECT_EQ(window().selection().ops().size(), 4U);
}

TEST(FuzzyScore, PrefersWordStartsAndRuns) {
    EXPECT_FALSE(fuzzyScore(QStringLiteral("xyz"), QStringLiteral("Fit all")));
    EXPECT_FALSE(fuzzyScore(QStringLiteral("tif"), QStringLiteral("Fit")));
    EXPECT_GT(*fuzzyScore(QStringLiteral("fa"), QStringLiteral("View: Fit all")),
              *fuzzyScore(QStringLiteral("fa"), QStringLiteral("View: Default")));
    EXPECT_GT(*fuzzyScore(QStringLiteral("gen"), QStringLiteral("File: Generate")),
              *fuzzyScore(QStringLiteral("gen"), QStringLiteral("Edit: Go before next")));
    EXPECT_TRUE(fuzzyScore({}, QStringLiteral("anything")));
}

TEST_F(Find, GoToLaneAsksForTheRank) {
    action("view.goToLane").trigger();
    auto* dialog = window().findChild<QInputDialog*>(QStringLiteral("laneDialog"));
    ASSERT_TRUE(dialog);
    dialog->setIntValue(1);
    dialog->accept();
    EXPECT_EQ(window().lanes().laneSelection().rank(), 1);
}

TEST_F(Find, BackspaceShowsTheViewBefore) {
    window().range().set(0, 10'000'000);
    outlast(500);
    window().range().set(20'000'000, 30'000'000);
    action("view.back").trigger();
    EXPECT_EQ(window().range().end(), 10'000'000);
    action("view.forward").trigger();
    EXPECT_EQ(window().range().end(), 30'000'000);
}

TEST_F(Find, PinnedLanesAreRememberedPerFile) {
    ASSERT_TRUE(document().save(path("a.lwsched")));
    const std::string before =
        readFile(path("a.lwsched").toStdString()).ok() ? *readFile(path("a.lwsched").toStdString()) : "";
    window().lanes().togglePin(1);
    ASSERT_TRUE(document().save(path("a.lwsched")));
    EXPECT_EQ(*readFile(path("a.lwsched").toStdString()), before);
    window().files().showPlan(firstPlan());
    EXPECT_TRUE(window().lanes().laneOrder().ranks.empty());
    ASSERT_TRUE(window().files().openPath(path("a.lwsched")));
    EXPECT_EQ(window().lanes().laneOrder(), (LaneOrder{{1, 0}, 1}));
}

TEST_F(Find, TheStripSaysWhatTheScheduleIsCalled) {
    ASSERT_TRUE(waitUntil([this] { return !shownText(*window().panels().numbers, "nameChip").isEmpty(); }));
    EXPECT_EQ(shownText(*window().panels().numbers, "nameChip"), QStringLiteral("this is ZB-H1"));
}

TEST_F(Find, TheInspectorSaysWhyARankIsIdleAndOffersAChange) {
    const auto bubbles = bubblesOf(document().timeline(), 0);
    ASSERT_FALSE(bubbles.empty());
    window().selection().setBubble({0, document().schedule().order[0][bubbles.front().position].op});
    EXPECT_EQ(shownText(*window().panels().inspector, "inspectorTitle"), QStringLiteral("Bubble"));
    EXPECT_TRUE(shownText(*window().panels().inspector, "inspectorWhy").contains(QStringLiteral("Rank 0 is idle for")));
    const auto spoken = [this] {
        return child<OfferCard>(*window().panels().inspector).isVisible() ||
               shownText(*window().panels().inspector, "inspectorWhy").contains(QStringLiteral("No single move"));
    };
    EXPECT_TRUE(waitUntil(spoken));
}

TEST_F(Find, TheInspectorSaysHowMuchLaterAnOpMayStart) {
    window().selection().set(op("F0.0"));
    EXPECT_TRUE(
        shownText(*window().panels().inspector, "inspectorWhen").contains(QStringLiteral("on a critical path")));
    window().selection().set(document().schedule().order[0][1].op);
    EXPECT_TRUE(
        shownText(*window().panels().inspector, "inspectorWhen")
            .contains(QStringLiteral("later before the makespan grows")) ||
        shownText(*window().panels().inspector, "inspectorWhen").contains(QStringLiteral("on a critical path")));
}

TEST_F(Find, AClickOnABarOfTheHistogramSelectsItsOps) {
    measure();
    DeviationPlot& plot = child<DeviationPlot>(window());
    std::size_t all = 0;
    int fullest = 0;
    for (int bin = 0; bin < DeviationPlot::kBins; ++bin) {
        all += plot.opsIn(bin).size();
        if (plot.opsIn(bin).size() > plot.opsIn(fullest).size())
            fullest = bin;
    }
    EXPECT_EQ(all, 24U);
    window().panels().bottom->open(window().panels().deviations);
    settle();
    // Everything is late by what came before it, so the first ops stand in the leftmost bar.
    EXPECT_TRUE(plot.opsIn(0).contains(op("F0.0")));
    plot.clickAt(plot.rect().center());
    for (const Op& each : window().selection().ops())
        EXPECT_TRUE(document().reasons().slotOf(each));
    const std::vector<int> forwards = plot.countsOf(OpKind::F);
    EXPECT_EQ(std::accumulate(forwards.begin(), forwards.end(), 0), 8);
}

TEST_F(Find, TheTableTellsHowTheStepsSpread) {
    measure();
    DeviationPanel& panel = *window().panels().deviations;
    EXPECT_EQ(panel.count(), 24);
    const QAbstractItemModel& model = *child<QTableView>(panel).model();
    for (int row = 0; row < model.rowCount(); ++row)
        if (model.index(row, DeviationPanel::OpColumn).data().toString() == QStringLiteral("F1.0")) {
            EXPECT_EQ(model.index(row, DeviationPanel::StepsColumn).data().toString(),
                      QStringLiteral("11.02  (11.01 – 11.02)"));
        }
    EXPECT_TRUE(child<QListWidget>(panel, "inversions").isHidden());
}

TEST_F(Find, PairsThatRanInAnotherOrderAreListed) {
    lanewright::Run run;
    run.plan = document().plan();
    Plan other = run.plan;
    const Slot slot = *slotOf(other.schedule, op("F0.0"));
    std::swap(other.schedule.order[0][slot.position], other.schedule.order[0][slot.position + 1]);
    StepRecord record;
    record.wall = simulate(other.schedule, other.costs);
    run.losses = {1};
    run.steps.push_back(std::move(record));
    document().setRun(std::make_shared<const lanewright::Run>(std::move(run)));
    ASSERT_EQ(child<QListWidget>(window(), "inversions").count(), 1);
    EXPECT_EQ(child<QListWidget>(window(), "inversions").item(0)->text(),
              QStringLiteral("rank 0: F0.0 came after F0.1"));
    child<QListWidget>(window(), "inversions").setCurrentRow(0);
    EXPECT_EQ(window().selection().current(), op("F0.1"));
}

TEST_F(Find, MeasuredCostsBecomeThePlansInOneStep) {
    measure();
    const Time before = document().analysis().metrics.makespan;
    action("run.useMeasured").trigger();
    EXPECT_EQ(document().plan().costs.of(0, 0).forward, 14'018'750) << "the mean";
    EXPECT_GT(document().analysis().metrics.makespan, before);
    EXPECT_EQ(document().history().count(), 1);
    EXPECT_TRUE(document().history().undoText().startsWith(QStringLiteral("Use measured costs")));
    document().history().undo();
    EXPECT_EQ(document().analysis().metrics.makespan, before);
    measure(true);
    EXPECT_FALSE(action("run.useMeasured").isEnabled());
}

TEST_F(Find, APlanAndARunManyTimesAsLongAreComparedOnOneAxis) {
    const auto made = [](Time forward) {
        return *generate("gpipe",
                         *problemOf({.ranks = 2, .microbatches = 4, .timeUnit = TimeUnit::Ms, .forward = forward}));
    };
    CompareWindow* compare = window().comparisons().showPresent();
    compare->add(made(1'000'000), QStringLiteral("short"));
    compare->add(made(900'000'000), QStringLiteral("long"));
    const auto expectOneAxis = [&] {
        for (int row = 0; row < compare->count(); ++row) {
            EXPECT_EQ(compare->lanes(row).range().start(), compare->lanes(0).range().start()) << row;
            EXPECT_EQ(compare->lanes(row).range().end(), compare->lanes(0).range().end()) << row;
        }
    };
    expectOneAxis();
    const Time longest = compare->lanes(2).contentEnd();
    EXPECT_GE(compare->lanes(1).range().end(), longest);
    EXPECT_LE(compare->lanes(1).range().start(), 0);
    compare->lanes(1).range().zoom(0.1, longest);
    expectOneAxis();
    EXPECT_GT(compare->lanes(1).range().start(), compare->lanes(1).contentEnd()) << "where the short one has ended";
    compare->lanes(1).fitAll();
    expectOneAxis();
    EXPECT_GE(compare->lanes(0).range().end(), longest);
    // A row that goes takes its length along.
    compare->remove(2);
    compare->lanes(0).fitAll();
    expectOneAxis();
    EXPECT_LT(compare->lanes(0).range().end(), longest / 2);
    delete compare;
}

TEST_F(Find, AComparisonAnswersTheKeysOfOtherWindows) {
    CompareWindow* compare = window().comparisons().showPresent();
    compare->activateWindow();
    settle();
    QTest::keyClick(compare, Qt::Key_F1);
    settle();
    EXPECT_TRUE(compare->findChild<HelpWindow*>());
    delete compare->findChild<HelpWindow*>();
    compare->activateWindow();
    compare->lanes(0).setFocus();
    compare->lanes(0).selection().set(op("F1.2"));
    QTest::keyClick(&compare->lanes(0), Qt::Key_Escape);
    EXPECT_TRUE(compare->isVisible()) << "the selection goes first";
    EXPECT_TRUE(compare->lanes(0).selection().empty());
    QTest::keyClick(&compare->lanes(0), Qt::Key_Escape);
    settle();
    EXPECT_TRUE(openWindows<CompareWindow>().empty());
    compare = window().comparisons().showPresent();
    compare->activateWindow();
    settle();
    QTest::keyClick(compare, Qt::Key_W, Qt::ControlModifier);
    settle();
    EXPECT_TRUE(openWindows<CompareWindow>().empty());
}

TEST_F(Find, PlansAndRunsAreComparedOnOneAxis) {
    CompareWindow* compare = window().comparisons().showPresent();
    compare->add(
        *generate("gpipe",
                  *problemOf({.ranks = 2, .microbatches = 4, .timeUnit = TimeUnit::Ms, .forward = 10'000'000})),
        QStringLiteral("GPipe"));
    measure();
    EXPECT_EQ(window().comparisons().showPresent(), compare);
    ASSERT_EQ(compare->count(), 3);
    EXPECT_TRUE(compareHead(*compare, 2).contains(QStringLiteral("measured")));
    EXPECT_FALSE(compareHead(*compare, 0).contains(QStringLiteral("measured")));
    EXPECT_EQ(child<ParetoPlot>(*compare).points().size(), 2U) << "nobody counted the run's memory";
    // One axis: what one shows, all show.
    compare->lanes(1).range().set(0, 20'000'000);
    EXPECT_EQ(compare->lanes(0).range().end(), 20'000'000);
    EXPECT_EQ(compare->lanes(2).range().end(), 20'000'000);
    EXPECT_EQ(compare->lanes(0).canvas().scale.x(10'000'000), compare->lanes(1).canvas().scale.x(10'000'000));
    compare->lanes(0).selection().set(op("F1.2"));
    EXPECT_EQ(compare->lanes(2).selection().current(), op("F1.2"));
    compare->remove(1);
    EXPECT_EQ(compare->count(), 2);
    EXPECT_EQ(child<ParetoPlot>(*compare).points().size(), 1U);
    // Tries in the comparison leave the window's plan alone.
    const Schedule before = document().schedule();
    compare->lanes(0).keys().nudge(-1);
    EXPECT_EQ(document().schedule(), before);
    delete compare;
}

} // namespace
} // namespace lanewright::app
