// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/iterations.h"

#include "core/simulate/simulate.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

namespace {

/// Rank 1 works alone for most of the time:
///   rank 0: F
///   rank 1: . F F F F B W
Plan lopsidedPlan() {
    Plan plan = linearPlan(2, 1, R"(
        F0.0
        F1.0 BW1.0
    )");
    plan.costs.stages[0][1].forward = unit(4);
    return plan;
}

} // namespace

TEST(Iterations, OfASynchronousOptimizerTakeTheMakespanAndTheStep) {
    Plan plan = smallPlan();
    plan.costs.stages[0][0].optimizer = unit(1);
    plan.costs.stages[0][1].optimizer = unit(1);
    const Iterations iterations = simulateIterations(plan, 3, OptimizerMode::Synchronous);
    ASSERT_EQ(iterations.timelines.size(), 3u);
    EXPECT_EQ(iterations.timelines[0], simulate(plan.schedule, plan.costs));
    EXPECT_EQ(iterations.steps[0], (std::vector<StepSpan>{{unit(9), unit(10)}, {unit(9), unit(10)}}));
    EXPECT_EQ(iterations.timelines[1].lanes[0][0].start, unit(10));
    EXPECT_EQ(iterations.iterationTime, (Fraction{unit(10), 1}));
}

TEST(Iterations, TheDecisionTravelsUpAndDownTheRanks) {
    Plan plan = smallPlan();
    plan.costs.transfer.every = unit(1);
    // Two transfers more on the way to the last end, at 11; the norm goes up in one more and the decision back in one.
    const Iterations iterations = simulateIterations(plan, 1, OptimizerMode::Synchronous);
    EXPECT_EQ(iterations.steps[0], (std::vector<StepSpan>{{unit(13), unit(13)}, {unit(12), unit(12)}}));
    EXPECT_EQ(iterations.iterationTime, (Fraction{unit(13), 1}));
}

TEST(Iterations, TheStepHoldsTheAllReduceOfTwins) {
    Plan plan = smallPlan();
    plan.costs.stages[0][1].optimizer = unit(1);
    plan.costs.stages[0][1].allReduce = unit(2);
    const Iterations iterations = simulateIterations(plan, 1, OptimizerMode::Synchronous);
    EXPECT_EQ(iterations.steps[0], (std::vector<StepSpan>{{unit(9), unit(9)}, {unit(9), unit(12)}}));
}

TEST(Iterations, PostValidationLetsIterationsOverlap) {
    const Plan plan = lopsidedPlan();
    const Iterations waiting = simulateIterations(plan, 4, OptimizerMode::Synchronous);
    EXPECT_EQ(waiting.iterationTime, (Fraction{unit(7), 1}));
    const Iterations iterations = simulateIterations(plan, 4, OptimizerMode::PostValidated);
    EXPECT_EQ(iterations.steps[0], (std::vector<StepSpan>{{unit(1), unit(1)}, {unit(7), unit(7)}}));
    EXPECT_EQ(iterations.timelines[1].lanes[0][0].start, unit(1));
    EXPECT_EQ(iterations.timelines[1].lanes[1][0].start, unit(7));
    EXPECT_EQ(iterations.iterationTime, (Fraction{unit(6), 1}));
    EXPECT_EQ(measure(plan, simulate(plan.schedule, plan.costs)).period, iterations.iterationTime);
}

TEST(Iterations, ARankStepsAfterThePartialNormOfTheOneBefore) {
    Plan plan = lopsidedPlan();
    plan.costs.stages[0][0].forward = unit(1);
    plan.schedule.order = rows(R"(
        F0.0 BW0.0
        F1.0 BW1.0
    )");
    plan.costs.transfer.every = unit(3);
    // Rank 1 ends at 10, rank 0 at 15; its norm comes at 18, and the decision is back at 21.
    const Iterations iterations = simulateIterations(plan, 2, OptimizerMode::PostValidated);
    EXPECT_EQ(iterations.steps[0], (std::vector<StepSpan>{{unit(15), unit(15)}, {unit(18), unit(18)}}));
    EXPECT_EQ(iterations.timelines[1].lanes[0][0].start, unit(15));
}

TEST(Iterations, TheDecisionHoldsBackTheFirstBackwardOnly) {
    // Rank 0 could go on with F at 1, and with its backward as soon as the gradient of rank 1 is there.
    Plan plan = linearPlan(2, 1, R"(
        F0.0 BW0.0
        F1.0 BW1.0
    )");
    plan.schedule.placement = {.ranks = 3, .directions = {{0, 1}}};
    plan.schedule.order.resize(3);
    plan.costs.transfer = {.ranks = 3, .matrix = {0, 0, 0, 0, 0, 40, 0, 40, 0}};
    const Iterations iterations = simulateIterations(plan, 2, OptimizerMode::PostValidated);
    // Both end by 6; the norm reaches the third rank 40 ticks later, and the decision is back after 40 more.
    EXPECT_EQ(iterations.steps[0][2].start, unit(6) + 40);
    EXPECT_EQ(iterations.timelines[1].lanes[0][0].start, unit(6));
    EXPECT_EQ(iterations.timelines[1].lanes[1][0].start, unit(7));
    EXPECT_EQ(iterations.timelines[1].lanes[1][1].start, unit(8));
    plan.costs.transfer.matrix[5] = unit(20);
    const Iterations held = simulateIterations(plan, 2, OptimizerMode::PostValidated);
    EXPECT_EQ(held.timelines[1].lanes[1][0].start, unit(7));
    EXPECT_EQ(held.timelines[1].lanes[1][1].start, unit(26) + 40);
}
