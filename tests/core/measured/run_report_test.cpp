// SPDX-License-Identifier: Apache-2.0
#include "core/measured/run_report.h"

#include "core/lesson/stretch_lesson.h"
#include "core/simulate/simulate.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <limits>

namespace lanewright {
namespace {

/// F0.0 0–1, F1.0 1–2, BW1.0 2–4, BW0.0 4–6, in units.
Plan drawn() {
    return test::linearPlan(2, 1, R"(
        F0.0  BW0.0
        F1.0  BW1.0
    )");
}

/// A run of two steps, each unit for 20 ms, in which everything takes `factor` times as long.
lanewright::Run runOf(bool paced, double factor = 1) {
    const Plan plan = stretched(drawn(), kRunStretch);
    lanewright::Run run{.plan = plan, .paced = paced, .losses = {5.5, 5.25}};
    for (int step = 0; step < 2; ++step) {
        run.steps.push_back({.step = step, .loss = run.losses[step], .wall = simulate(plan.schedule, plan.costs)});
        for (Lane& lane : run.steps.back().wall.lanes)
            for (Span& span : lane) {
                span.start = static_cast<Time>(factor * static_cast<double>(span.start));
                span.end = static_cast<Time>(factor * static_cast<double>(span.end));
            }
    }
    return run;
}

RunReport reportOn(const lanewright::Run& run) { return reportOf(run, &run.steps.back(), kRunStretch); }

TEST(RunReport, HoldsTheStepsOfAPacedRunAgainstThePlan) {
    lanewright::Run run = runOf(true);
    // The forward of rank 0 runs 6 ms longer, and everything behind it is late.
    auto& lanes = run.steps[1].wall.lanes;
    lanes[0][0].end += 6 * kTimeUnit;
    for (Span* span : {&lanes[0][1], &lanes[1][0], &lanes[1][1]}) {
        span->start += 6 * kTimeUnit;
        span->end += 6 * kTimeUnit;
    }
    const RunReport report = reportOn(run);
    EXPECT_EQ(report.planned, 120 * kTimeUnit);
    ASSERT_EQ(report.steps.size(), 2U);
    EXPECT_EQ(report.steps[0].took, 120 * kTimeUnit);
    EXPECT_EQ(report.steps[1].took, 126 * kTimeUnit);
    EXPECT_EQ(report.steps[1].loss, 5.25);
    ASSERT_EQ(report.pace.size(), 2U);
    EXPECT_EQ(report.pace[0].text(),
              "The run was paced: a unit of the plan lasted 20 ms, and every op was held until its "
              "planned end. So a step of 6 units was to take 120 ms.");
    EXPECT_EQ(report.pace[1].text(), "Step 1, which the lanes show, took 126 ms (+5.0 %).");
    EXPECT_EQ(report.offness.text(), "Ops were up to 6 ms off the plan. Farthest from it:");
    ASSERT_EQ(report.farthest.size(), 2U);
    EXPECT_EQ(report.farthest[0].op, test::op("F0.0"));
    EXPECT_EQ(report.farthest[0].text.text(), "F0.0 on rank 0: ends 6 ms late, having run 6 ms longer");
    EXPECT_EQ(report.farthest[1].text.text(),
              "F1.0 on rank 1: starts 6 ms late (waited for F0.0 of rank 0, which ran 6 ms longer)");
}

TEST(RunReport, BlamesAPacedOpThatIsHeldToItsEndForItsStart) {
    lanewright::Run run = runOf(true);
    // F1.0 starts 3 ms late and is held to its planned end.
    run.steps[1].wall.lanes[1][0].start += 3 * kTimeUnit;
    const RunReport report = reportOn(run);
    ASSERT_EQ(report.farthest.size(), 1U);
    EXPECT_EQ(report.farthest[0].text.text(),
              "F1.0 on rank 1: starts 3 ms late (waited for F0.0 of rank 0, which ended on time)");
}

TEST(RunReport, SaysWhatTheLossDid) {
    lanewright::Run run = runOf(true);
    run.plan.model = ModelSpec{};
    std::vector<Message> loss = reportOn(run).loss;
    ASSERT_EQ(loss.size(), 2U);
    EXPECT_EQ(loss[0].text(), "The loss went from 5.500 to 5.250: the lower, the better the guess.");
    EXPECT_EQ(loss[1].text(), "Guessing blindly among 256 letters gives 5.545.");
    run.losses[1] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(reportOn(run).loss.front().text(), "The loss is no number, first in step 1.");
}

TEST(RunReport, NamesNoReasonWhereEverythingIsOnTime) {
    lanewright::Run run = runOf(true);
    run.steps[1].wall.lanes[1][0].start += kTimeUnit / 10;
    const RunReport report = reportOn(run);
    EXPECT_EQ(report.offness.text(), "Every op kept to the plan within 0.1 ms. Farthest from it:");
    ASSERT_EQ(report.farthest.size(), 1U);
    EXPECT_EQ(report.farthest[0].text.text(), "F1.0 on rank 1: starts 0.1 ms late");
    EXPECT_TRUE(reportOn(runOf(true)).farthest.empty()) << "nothing is off by nothing";
}

TEST(RunReport, TakesAUnitForWhatTheOpsOfAnUnpacedRunNeeded) {
    const RunReport report = reportOn(runOf(false, 0.5));
    EXPECT_EQ(report.planned, 60 * kTimeUnit);
    EXPECT_EQ(report.pace[0].text(),
              "Nothing held the ops to the plan, whose units are no milliseconds. A unit is taken "
              "for 10 ms, as the ops needed for it on average; so a step of 6 units would take 60 "
              "ms.");
    EXPECT_EQ(report.pace[1].text(), "Step 1, which the lanes show, took 60 ms (0.0 %).");
    EXPECT_TRUE(report.farthest.empty());
}

TEST(RunReport, HoldsAPlanInMillisecondsAgainstTheClock) {
    lanewright::Run run = runOf(true);
    run.plan.timeUnit = TimeUnit::Ms;
    EXPECT_EQ(reportOf(run, &run.steps[1], 1).pace[0].text(),
              "The run was paced: every op was held until its planned end, so a step was to take 120 ms.");
    run.paced = false;
    EXPECT_EQ(reportOf(run, &run.steps[1], 1).pace[0].text(),
              "Nothing held the ops to the plan, by which a step takes 120 ms.");
}

TEST(RunReport, SaysThatThreadsShareCores) {
    lanewright::Run run = runOf(true);
    run.hosts = {"here", "here"};
    run.cores = {1, 1};
    EXPECT_EQ(reportOn(run).pace.back().text(),
              "2 threads shared 1 cores and took turns; the pauses of pacing left room for that.");
    run.paced = false;
    EXPECT_TRUE(reportOn(run).pace.back().text().starts_with("2 threads shared 1 cores, so that measured costs hold"));
}

TEST(RunReport, HasNothingToHoldAgainstAPlanWithoutTime) {
    lanewright::Run run = runOf(true);
    run.plan.costs.stages = uniform(2, {.forward = 0, .backwardInput = 0, .backwardWeight = 0}).stages;
    const RunReport report = reportOn(run);
    EXPECT_EQ(report.planned, 0);
    ASSERT_EQ(report.pace.size(), 1U);
    EXPECT_EQ(report.pace[0].text(),
              "The plan's ops take no time, so there is nothing to hold what was measured against.");
    EXPECT_TRUE(report.farthest.empty());
    EXPECT_EQ(report.steps.size(), 2U);
}

TEST(RunReport, SaysThatNoStepIsWhole) {
    lanewright::Run run = runOf(true);
    run.steps.resize(1);
    run.steps[0].wall.lanes[1].pop_back();
    const RunReport report = reportOf(run, nullptr, kRunStretch);
    EXPECT_TRUE(report.steps.empty());
    EXPECT_EQ(report.pace.front().text(), "No step was measured whole.");
}

TEST(RunReport, SaysWhatIsTrained) {
    EXPECT_EQ(
        trainedText({.layers = 4}, 235'136, drawn().schedule).text(),
        "A GPT of 4 layers with 235 thousand parameters learns to guess the next letter of a text that comes with "
        "the program: on 2 ranks, in steps of 1 microbatch.");
}

} // namespace
} // namespace lanewright
