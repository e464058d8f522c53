// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/plan_again_card.h"
#include "app/panels/run_panel.h"
#include "app/shell/compare_window.h"
#include "app/shell/open_windows.h"
#include "tests/app/child.h"
#include "tests/app/shell/run_list.h"

#include <QMessageBox>
#include <QPushButton>
#include <QStatusBar>

/// Runs of the engine itself: how they end, what is offered after them, what closing asks.
namespace lanewright::app {
namespace {

using EngineRunTest = RunListTest;

TEST_F(EngineRunTest, RunsEightStagesWithTheSettingsOfAFreshProfile) {
    window().files().showPlan(planOf(8, 8));
    RunSettings fresh;
    fresh.inProcess = true;
    fresh.steps = 1;
    ASSERT_EQ(fresh.model.layers, 4);
    window().runActions().startRun(fresh);
    ASSERT_TRUE(ends());
    EXPECT_EQ(window().model().runs.failure(), QString());
    ASSERT_TRUE(document().run());
    EXPECT_EQ(document().run()->plan.model->layers, 8);
}

TEST_F(EngineRunTest, SaysAtWhichStepItWasStopped) {
    window().runActions().startRun(settings(1000));
    ASSERT_TRUE(waitUntil([this] { return window().model().runs.progress().step > 0; }));
    window().actionRegistry().at("run.stop")->trigger();
    ASSERT_TRUE(ends());
    const QString step = QString::number(window().model().runs.progress().step);
    EXPECT_TRUE(window().panels().hint->text().startsWith(QStringLiteral("Stopped after %1 of 1000 steps;").arg(step)))
        << window().panels().hint->text().toStdString();
    EXPECT_TRUE(shownText(*window().panels().runPanel, "runStatus")
                    .startsWith(QStringLiteral("stopped after %1 of").arg(step)));
}

TEST_F(EngineRunTest, OffersToPlanAgainAndLaysBothRunsBesideEachOther) {
    RunSettings unpaced = settings(3);
    unpaced.paced = false;
    window().runActions().startRun(unpaced);
    ASSERT_TRUE(ends());
    ASSERT_EQ(window().model().runs.failure(), QString());
    // Ops of 10 ms were planned; these take microseconds.
    PlanAgainCard& card = *window().panels().againCard;
    EXPECT_TRUE(shownText(card, "planAgainTitle").contains(QStringLiteral("times too long")))
        << shownText(card, "planAgainTitle").toStdString();
    ASSERT_TRUE(waitUntil([&] { return child<QPushButton>(card, "planAgainAccept").isEnabled(); }));
    EXPECT_TRUE(shownText(card, "planAgainExpected").contains(QStringLiteral("With the measured costs it would say")))
        << shownText(card, "planAgainExpected").toStdString();
    const Plan before = document().plan();
    child<QPushButton>(card, "planAgainAccept").click();
    EXPECT_TRUE(window().model().runs.isActive());
    EXPECT_TRUE(card.isHidden());
    ASSERT_TRUE(ends());
    EXPECT_NE(document().plan().costs, before.costs);
    EXPECT_EQ(document().history().count(), 1) << "one step back";
    ASSERT_EQ(openWindows<CompareWindow>().size(), 1U);
    CompareWindow& compare = *openWindows<CompareWindow>().front();
    ASSERT_EQ(compare.count(), 2);
    EXPECT_EQ(compare.document(0).plan().costs, before.costs);
    EXPECT_EQ(compare.document(1).plan().schedule, document().plan().schedule);
    EXPECT_TRUE(compare.document(1).run());
}

TEST_F(EngineRunTest, OffersNothingAfterAPacedRun) {
    window().runActions().startRun(settings(2));
    ASSERT_TRUE(ends());
    EXPECT_TRUE(window().panels().againCard->isHidden());
}

TEST_F(EngineRunTest, ClosingDuringARunAsks) {
    window().runActions().startRun(settings(1000));
    ASSERT_TRUE(waitUntil([this] { return window().model().runs.progress().step > 0; }));
    answerNextBox(QMessageBox::Cancel);
    EXPECT_FALSE(window().close());
    EXPECT_TRUE(window().model().runs.isActive());
    window().model().runs.stop();
    ASSERT_TRUE(ends());
    // Now it holds a measurement that is in no file.
    EXPECT_TRUE(window().runActions().hasUnsavedRun());
    answerNextBox(QMessageBox::Cancel);
    EXPECT_FALSE(window().close());
    answerNextBox(QMessageBox::Discard);
    EXPECT_TRUE(window().close());
    window().model().store.finish();
    EXPECT_EQ(window().model().store.runs().size(), 1U) << "the list has it all the same";
}

} // namespace
} // namespace lanewright::app
