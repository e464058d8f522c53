// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/iteration_time.h"

#include "core/bounds/bounds.h"
#include "core/simulate/iterations.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include "tests/support/random_plan.h"
#include "tests/support/rows.h"
#include "tests/support/slow_simulator.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lanewright::test {
namespace {

Time endOf(const Iterations& iterations, std::size_t iteration) {
    return std::ranges::max_element(iterations.steps[iteration], {}, &StepSpan::end)->end;
}

IterationTimes timesOf(const Plan& plan) { return iterationTimesOf(plan, simulate(plan.schedule, plan.costs)); }

TEST(IterationTime, IsTheMakespanOrThePeriodWhereNothingElseTakesTime) {
    Plan plan = smallPlan();
    const Metrics metrics = measure(plan, simulate(plan.schedule, plan.costs));
    EXPECT_EQ(metrics.iterationTimes.synchronous, (Fraction{metrics.makespan, 1}));
    EXPECT_EQ(metrics.iterationTimes.postValidated, metrics.period);
    EXPECT_EQ(metrics.iterationTime(), metrics.iterationTimes.synchronous);
    plan.optimizerMode = OptimizerMode::PostValidated;
    const Metrics other = measure(plan, simulate(plan.schedule, plan.costs));
    EXPECT_EQ(other.iterationTime(), metrics.iterationTimes.postValidated);
    EXPECT_EQ(valueOf(other, Objective::Iteration), *metrics.period);
}

TEST(IterationTime, HoldsAGapInFrontOfTheFirstBlockWhichMakespanAndPeriodLeaveOut) {
    Plan plan = linearPlan(1, 1, "F0.0 BW0.0");
    plan.schedule.order[0][0].gap = unit(2);
    const Metrics metrics = measure(plan, simulate(plan.schedule, plan.costs));
    EXPECT_EQ(metrics.makespan, unit(3));
    EXPECT_EQ(metrics.longestSpan, unit(3));
    EXPECT_EQ(metrics.period, (Fraction{unit(3), 1})) << "never above the longest span";
    EXPECT_EQ(metrics.iterationTimes.synchronous, (Fraction{unit(5), 1}));
    EXPECT_EQ(metrics.iterationTimes.postValidated, (Fraction{unit(5), 1}));
    EXPECT_EQ(simulateIterations(plan, 3, OptimizerMode::PostValidated).iterationTime, (Fraction{unit(5), 1}));
}

TEST(IterationTime, HoldsTheStepAndTheDelaysOfNormAndDecision) {
    Plan plan = smallPlan();
    plan.costs.transfer.every = unit(1);
    plan.costs.stages[0][0].optimizer = unit(2);
    // The makespan is 11; the norm is whole on rank 1 one later, the decision back one later, the step two later.
    EXPECT_EQ(timesOf(plan).synchronous, (Fraction{unit(15), 1}));
    // Rank 0 is busy from 0 to 11 and steps for two.
    EXPECT_EQ(timesOf(plan).postValidated, (Fraction{unit(13), 1}));
}

TEST(IterationTime, IsWhatSimulatedIterationsSettleTo) {
    constexpr int kSettled = 200;
    constexpr int kRound = 60; // a multiple of any circle through up to six nodes
    int apart = 0;
    for (std::uint64_t seed = 1; seed <= 250; ++seed) {
        const Plan plan = randomPlan(seed);
        const Metrics metrics = measure(plan, simulate(plan.schedule, plan.costs));
        const IterationTimes& times = metrics.iterationTimes;
        ASSERT_TRUE(times.synchronous && times.postValidated) << seed;
        const Iterations waiting = simulateIterations(plan, 3, OptimizerMode::Synchronous);
        EXPECT_EQ(*times.synchronous, waiting.iterationTime) << seed;
        const Iterations ahead = simulateIterations(plan, kSettled + kRound + 1, OptimizerMode::PostValidated);
        const Time round = endOf(ahead, kSettled + kRound) - endOf(ahead, kSettled);
        EXPECT_EQ(*times.postValidated, fractionOf(round, kRound)) << seed;
        EXPECT_LE(*times.postValidated, *times.synchronous) << seed;
        EXPECT_GE(*times.synchronous, (Fraction{metrics.makespan, 1})) << seed;
        apart += *times.postValidated > *metrics.period;
    }
    EXPECT_GT(apart, 50) << "steps and ways must have counted";
}

TEST(IterationTime, OfASynchronousOptimizerAgreesWithTheSlowSimulator) {
    for (std::uint64_t seed = 1; seed <= 250; ++seed) {
        const Plan plan = randomPlan(seed);
        const Transfers& transfer = plan.costs.transfer;
        const int ranks = plan.schedule.ranks();
        // A gap in front of its first block says that the rank is free later.
        Schedule later = plan.schedule;
        Time decision = 0;
        const std::vector<Time> steps = stepTimes(plan);
        for (int rank = ranks - 1; rank >= 0; --rank) {
            if (!later.order[rank].empty())
                later.order[rank].front().gap += decision + steps[rank];
            decision += rank > 0 ? transfer.between(rank, rank - 1) : 0;
        }
        const bool anyEmpty = std::ranges::any_of(later.order, &Row::empty);
        if (anyEmpty)
            continue;
        const Timeline timeline = slowSimulate(later, plan.costs);
        Time norm = 0;
        for (int rank = 0; rank < ranks; ++rank)
            norm = std::max(norm + (rank > 0 ? transfer.between(rank - 1, rank) : 0), timeline.lanes[rank].back().end);
        EXPECT_EQ(timesOf(plan).synchronous, (Fraction{norm, 1})) << seed;
    }
}

TEST(IterationTime, IsUnknownWhereTheOrderStalls) {
    const Plan plan = linearPlan(2, 1, R"(
        BW0.0 F0.0
        F1.0 BW1.0
    )");
    EXPECT_EQ(timesOf(plan), IterationTimes{});
    const Metrics metrics = measure(plan, simulate(plan.schedule, plan.costs));
    EXPECT_FALSE(metrics.iterationTime() || metrics.bubble() || metrics.bubbleShare());
}

TEST(Avoidable, IsAShareOfTheIteration) {
    Plan plan = smallPlan();
    const Metrics metrics = measure(plan, simulate(plan.schedule, plan.costs));
    const Time length = metrics.makespan;
    const Fraction bound{length / 4, 1};
    const auto avoidable = avoidableOf(metrics, bound);
    ASSERT_TRUE(avoidable);
    EXPECT_EQ(avoidable->time, (Fraction{length - length / 4, 1}));
    EXPECT_DOUBLE_EQ(avoidable->share, 0.75);
    EXPECT_EQ(metrics.bubble(), (Fraction{length - metrics.busiest, 1}));
    EXPECT_DOUBLE_EQ(*metrics.bubbleShare(), 1 - static_cast<double>(metrics.busiest) / static_cast<double>(length));
    EXPECT_EQ(avoidableOf(metrics, {2 * length, 1}), Avoidable{}) << "a bound above the time is wrong";
}

TEST(Proof, RaisesTheBoundUntilTheProblemIsAnother) {
    Plan plan = smallPlan();
    const Fraction before = lowerBounds(plan, Objective::Iteration).front().value;
    const Fraction proved = fractionOf(before.numerator * 2 + 1, 2);
    plan.proof = proofFor(plan, Objective::Iteration, proved, "z3");
    const auto isHeld = [&](const Plan& next) {
        const Bound best = lowerBounds(next, Objective::Iteration).front();
        EXPECT_EQ(proofOf(next) != nullptr, best.name == "proof");
        return best.value == proved;
    };
    EXPECT_TRUE(isHeld(plan));
    EXPECT_NE(lowerBounds(plan, Objective::Period).front().name, "proof");
    Plan next = plan;
    std::swap(next.schedule.order[0][0], next.schedule.order[0][1]);
    next.title = "Other words";
    EXPECT_TRUE(isHeld(next)) << "a bound is of all orders";
    next.costs.stages[0][0].forward += 1;
    EXPECT_FALSE(isHeld(next));
    next = plan;
    next.memory.limit.assign(2, 1);
    EXPECT_FALSE(isHeld(next));
    next = plan;
    next.optimizerMode = OptimizerMode::PostValidated;
    EXPECT_FALSE(isHeld(next));
    next.optimizerMode = OptimizerMode::Synchronous;
    EXPECT_TRUE(isHeld(next)) << "taken back";
}

} // namespace
} // namespace lanewright::test
