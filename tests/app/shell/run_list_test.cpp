// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/rows.h"
#include "app/panels/inspector.h"
#include "app/panels/plan_again_card.h"
#include "app/panels/run_panel.h"
#include "app/panels/runs_panel.h"
#include "app/widgets/banner.h"
#include "tests/app/child.h"
#include "tests/app/shell/run_list.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTimer>

#include <limits>

namespace lanewright::app {
namespace {

TEST_F(RunListTest, SaysHowManyLayersWillRun) {
    RunSettings four;
    window().panels().runPanel->setSettings(four);
    window().files().showPlan(planOf(8, 8));
    const auto says = [&](const char* words) {
        for (const QLabel* label : window().panels().runPanel->findChildren<QLabel*>())
            if (label->text().contains(QString::fromUtf8(words)))
                return true;
        return false;
    };
    EXPECT_TRUE(says("GPT 8 × 64"));
    window().files().showPlan(planOf(2, 4));
    EXPECT_TRUE(says("GPT 4 × 64"));
    EXPECT_EQ(window().panels().runPanel->settings().model.layers, 4) << "what was chosen stays chosen";
}

TEST_F(RunListTest, AScheduleThatCannotRunSaysWhyAndOffersTheFix) {
    EXPECT_TRUE(start().isEnabled());
    drag(window().lanes(), op("B0.0"), op("F0.0"));
    ASSERT_FALSE(document().analysis().valid);
    EXPECT_FALSE(start().isEnabled());
    EXPECT_TRUE(start().toolTip().contains(QStringLiteral("B0.0"))) << start().toolTip().toStdString();
    const auto* reason = window().findChild<QLabel*>(QStringLiteral("runReason"));
    ASSERT_NE(reason, nullptr);
    EXPECT_FALSE(reason->isHidden());
    EXPECT_TRUE(reason->text().contains(QStringLiteral("B0.0")));
    const OfferCard& fix = child<OfferCard>(*window().panels().runPanel);
    ASSERT_TRUE(waitUntil([&] { return !fix.isHidden(); }));
    Q_EMIT const_cast<OfferCard&>(fix).accepted();
    EXPECT_TRUE(document().analysis().valid);
    EXPECT_TRUE(start().isEnabled());
    EXPECT_TRUE(reason->isHidden());
    EXPECT_TRUE(fix.isHidden());
}

TEST_F(RunListTest, AProblemWithoutAnOrderCannotRun) {
    Plan problem = document().plan();
    problem.schedule.order.clear();
    window().files().showPlan(problem);
    EXPECT_FALSE(start().isEnabled());
    EXPECT_FALSE(window().panels().runPanel->runnable().reason().isEmpty());
}

TEST_F(RunListTest, AMemoryLimitThatIsBrokenKeepsItFromRunning) {
    Plan plan = document().plan();
    plan.memory.limit.assign(2, kMemoryUnit);
    window().files().showPlan(plan);
    EXPECT_FALSE(start().isEnabled());
    ASSERT_TRUE(waitUntil([&] { return window().panels().runPanel->runnable().fix().has_value(); }));
}

TEST_F(RunListTest, ARunThatNeverBeganIsNotSaidToHaveFailed) {
    drag(window().lanes(), op("B0.0"), op("F0.0"));
    window().runActions().startRun(settings(2));
    ASSERT_TRUE(waitUntil([&] { return !window().model().runs.isActive(); }));
    const QString sentence = window().findChild<Banner*>()->sentence();
    EXPECT_TRUE(sentence.startsWith(QStringLiteral("This can't run: "))) << sentence.toStdString();
    EXPECT_EQ(window().panels().hint->text(), QStringLiteral("The run did not begin."));
    EXPECT_EQ(window().model().runs.progress().steps, 0) << "there is no step 0 of 2";
}

TEST_F(RunListTest, SaysThatThreadsShareCoresBeforeAnUnpacedRun) {
    window().files().showPlan(planOf(coresHere() + 1, 4));
    RunSettings unpaced = settings(2);
    unpaced.paced = true;
    window().panels().runPanel->setSettings(unpaced);
    EXPECT_EQ(shownText(*window().panels().runPanel, "runCores"), QString());
    unpaced.paced = false;
    window().panels().runPanel->setSettings(unpaced);
    EXPECT_TRUE(shownText(*window().panels().runPanel, "runCores")
                    .contains(QStringLiteral("%1 threads on %2 cores").arg(coresHere() + 1).arg(coresHere())))
        << shownText(*window().panels().runPanel, "runCores").toStdString();
}

TEST(PlanAgain, IsAboutRunsThatAreTwiceOffTheirPlan) {
    const Plan plan = planOf(2, 4);
    EXPECT_DOUBLE_EQ(*timesOffPlan(*runOf(plan, 1)), 1);
    EXPECT_NEAR(*timesOffPlan(*runOf(plan, 0.05)), 0.05, 1e-6);
    EXPECT_FALSE(isFarOff(1.9));
    EXPECT_TRUE(isFarOff(2));
    EXPECT_TRUE(isFarOff(0.5));
    EXPECT_FALSE(timesOffPlan(lanewright::Run{.plan = plan})) << "nothing was measured";
}

TEST(PlanAgain, SearchesAnOrderForTheMeasuredCosts) {
    // GPipe order with a rank twice as slow: the search finds better than the order at hand, and says so alike twice.
    auto run = std::make_shared<lanewright::Run>(*runOf(planOf(4, 8), 0.5));
    const Result<PlannedAgain> answer = planAgain(*run, Objective::Makespan);
    ASSERT_TRUE(answer);
    EXPECT_LE(answer->then, answer->now);
    EXPECT_LE(answer->bound, answer->then);
    EXPECT_GE(answer->gain(), 0);
    EXPECT_GE(answer->mostGain() + 1e-12, answer->gain());
    const Metrics found = measure(answer->plan, simulate(answer->plan.schedule, answer->plan.costs));
    EXPECT_EQ(valueOf(found, Objective::Makespan), answer->then) << "what is promised is what the plan gives";
    // The last rank never waits, so that what it does is all that is measured there.
    EXPECT_NEAR(static_cast<double>(answer->plan.costs.of(0, 3).forward), 5e6, 5e4);
    EXPECT_EQ(planAgain(*run, Objective::Makespan)->plan, answer->plan);
}

TEST_F(RunListTest, KeepsTheRunsOfAScheduleWithTheirSettings) {
    const Plan plan = document().plan();
    keep(runOf(plan, 1, true));
    keep(runOf(plan, 0.25));
    ASSERT_EQ(window().model().store.runs().size(), 2U);
    const KeptRun& newest = window().model().store.runs().front();
    EXPECT_FALSE(newest.paced);
    EXPECT_EQ(newest.steps, 3);
    EXPECT_EQ(newest.planned, document().analysis().metrics.makespan);
    EXPECT_EQ(newest.measured, newest.planned / 4);
    EXPECT_EQ(newest.order, orderKey(plan.schedule));
    EXPECT_EQ(window().panels().bottom->tabText(window().panels().bottom->indexOf(window().panels().runList)),
              QStringLiteral("Runs 2"));
    // Another window on it knows them, another schedule has none.
    MainWindow other(session());
    other.setAttribute(Qt::WA_DeleteOnClose, false);
    other.files().showPlan(plan);
    EXPECT_EQ(other.model().store.runs(), window().model().store.runs());
    other.files().showPlan(planOf(3, 5));
    EXPECT_TRUE(other.model().store.runs().empty());
    // They can be shown again.
    document().setRun(nullptr);
    window().panels().runList->showRun(1);
    ASSERT_TRUE(waitUntil([this] { return document().run() != nullptr; }));
    EXPECT_TRUE(document().run()->paced);
    window().model().store.remove(0);
    EXPECT_EQ(window().model().store.runs().size(), 1U);
}

TEST_F(RunListTest, ALossThatIsNoNumberIsARemark) {
    auto run = std::make_shared<lanewright::Run>(*runOf(document().plan(), 1));
    run->losses = {2, std::numeric_limits<double>::quiet_NaN(), 1};
    keep(run);
    const auto& table = child<QTableView>(*window().panels().runList, "runs");
    const int step = run->steps.size() == 3 ? run->steps[1].step : 1;
    const QString remark = table.model()->index(0, RunsPanel::StateColumn).data().toString();
    EXPECT_TRUE(remark.startsWith(QStringLiteral("loss is no number, first in step %1").arg(step)))
        << remark.toStdString();
}

TEST_F(RunListTest, RunsStayWithTheScheduleThroughEditsAndASaveUnderAName) {
    keep(runOf(document().plan(), 1));
    Plan edited = document().plan();
    edited.title = "Another title";
    document().apply(QStringLiteral("Edit"), Plan(edited));
    EXPECT_EQ(window().model().store.runs().size(), 1U);
    ASSERT_TRUE(document().save(path("named.lwsched")));
    EXPECT_EQ(window().model().store.runs().size(), 1U);
    MainWindow other(session());
    other.setAttribute(Qt::WA_DeleteOnClose, false);
    ASSERT_TRUE(other.files().openPath(path("named.lwsched")));
    EXPECT_EQ(other.model().store.runs().size(), 1U);
}

TEST_F(RunListTest, KeepsTwentyRunsOfASchedule) {
    const auto run = runOf(document().plan(), 1);
    for (int each = 0; each < RunStore::kMostRuns + 3; ++each) {
        keep(std::make_shared<const lanewright::Run>(*run));
        settle();
    }
    EXPECT_EQ(window().model().store.runs().size(), static_cast<std::size_t>(RunStore::kMostRuns));
}

TEST_F(RunListTest, WhatTheRunMeasuredSoFarOutlivesABadEnd) {
    auto run = std::make_shared<lanewright::Run>(*runOf(document().plan(), 1));
    run->partial = true;
    window().model().store.begin();
    document().setRun(run);
    ASSERT_TRUE(waitUntil([this] { return !window().model().store.runs().empty(); }, 3 * RunStore::kPulseMs))
        << "it is written while the run goes on";
    EXPECT_TRUE(window().model().store.runs().front().partial);
}

TEST_F(RunListTest, ForeignFilesInTheFolderDoNoHarm) {
    keep(runOf(document().plan(), 1));
    const QString folder = QFileInfo(window().model().store.runs().front().file).path();
    for (const char* name : {"x.lwrun", "9.lwrun", "9.json", "y.json"}) {
        QFile file(folder + QLatin1Char('/') + QLatin1String(name));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write("[1, {");
    }
    window().model().store.reload();
    EXPECT_EQ(window().model().store.runs().size(), 1U);
    QFile summary(folder + QStringLiteral("/9.json"));
    ASSERT_TRUE(summary.open(QIODevice::WriteOnly));
    summary.write("{\"steps\": \"many\", \"unit\": 77}");
    summary.close();
    window().model().store.reload();
    ASSERT_EQ(window().model().store.runs().size(), 2U);
    window().panels().runList->showRun(0);
    const auto* banner = window().findChild<Banner*>();
    ASSERT_TRUE(waitUntil([&] { return banner->sentence().startsWith(QStringLiteral("The run can't be read")); }));
}

TEST_F(RunListTest, AMeasurementThatWasOpenedIsNoReasonToAsk) {
    document().setRun(runOf(document().plan(), 1));
    EXPECT_FALSE(window().runActions().hasUnsavedRun());
    EXPECT_TRUE(window().close());
}

} // namespace
} // namespace lanewright::app
