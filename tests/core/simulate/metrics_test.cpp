// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/metrics.h"

#include "core/simulate/simulate.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

namespace {

Metrics measured(const Plan& plan) { return measure(plan, simulate(plan.schedule, plan.costs)); }

} // namespace

TEST(Metrics, EveryTimeOfASmallScheduleIsTheOneCountedByHand) {
    const Metrics metrics = measured(smallPlan());
    EXPECT_EQ(metrics.makespan, unit(9));
    EXPECT_EQ(metrics.span, (std::vector<Time>{unit(9), unit(6)}));
    EXPECT_EQ(metrics.longestSpan, unit(9));
    EXPECT_EQ(metrics.busy, (std::vector<Time>{unit(6), unit(6)}));
    EXPECT_EQ(metrics.busiest, unit(6));
    EXPECT_EQ(metrics.period, (Fraction{unit(9), 1}));
    EXPECT_DOUBLE_EQ(metrics.bubbleRate.value(), 1 - 6.0 / 9);
    EXPECT_DOUBLE_EQ(metrics.idleShare.value(), 1 - 12.0 / 18);
    EXPECT_DOUBLE_EQ(metrics.overhead.value(), 0.5);
}

TEST(Metrics, MakespanLongestSpanAndPeriodAreThreeNumbers) {
    // Rank 0 has one short op and rank 1 starts late: it ends at 7, but no rank is at work for longer than 6.
    Plan plan = linearPlan(2, 1, R"(
        F0.0
        F1.0 BW1.0
    )");
    plan.costs.stages[0][1] = {.forward = unit(4), .backwardInput = unit(1), .backwardWeight = unit(1)};
    const Metrics metrics = measured(plan);
    EXPECT_EQ(metrics.makespan, unit(7));
    EXPECT_EQ(metrics.longestSpan, unit(6));
    EXPECT_EQ(metrics.period, (Fraction{unit(6), 1}));
}

TEST(Metrics, ThePeriodMovesOpsThatCanWait) {
    // Rank 1 waits for the second activation behind its first; started later, the wait is gone.
    Plan plan = linearPlan(2, 2, R"(
        F0.0 F0.1
        F1.0 F1.1
    )");
    plan.costs.stages[0][0].forward = unit(3);
    plan.costs.stages[0][1].forward = unit(4);
    plan.schedule.order[0][1].gap = unit(2);
    const Metrics metrics = measured(plan);
    EXPECT_EQ(metrics.longestSpan, unit(9));
    EXPECT_EQ(metrics.period, (Fraction{unit(8), 1}));
}

TEST(Metrics, ThePeriodCanBeAHalf) {
    // Rank 0 to rank 1 and back take 91 together, more than twice the longest way of either rank to itself.
    Plan plan = linearPlan(2, 4, R"(
        F0.0 F0.1 F0.2 F0.3 B0.0 W0.0 B0.1 B0.2 W0.1 W0.2 B0.3 W0.3
        F1.0 B1.0 W1.0 F1.1 B1.1 F1.2 B1.2 F1.3 B1.3 W1.1 W1.2 W1.3
    )");
    plan.costs = uniform(2, {.forward = 7, .backwardInput = 3, .backwardWeight = 1}, /*transfer=*/5);
    plan.costs.stages[0][1] = {.forward = 1, .backwardInput = 2, .backwardWeight = 8};
    const Metrics metrics = measured(plan);
    EXPECT_EQ(metrics.longestSpan, 48);
    EXPECT_EQ(metrics.period, (Fraction{91, 2}));
}

TEST(Metrics, MemoryCountsLimitsStaticBytesAndTheDevice) {
    Plan plan = smallPlan();
    plan.memory.limit = {2 * kMemoryUnit, std::nullopt};
    plan.memory.device = {std::nullopt, 9 * kMemoryUnit};
    plan.memory.stages[0][1].fixed = 5 * kMemoryUnit;
    const Metrics metrics = measured(plan);
    EXPECT_EQ(metrics.peakMemory, (std::vector<Bytes>{2 * kMemoryUnit, kMemoryUnit}));
    EXPECT_EQ(metrics.totalMemory, (std::vector<Bytes>{2 * kMemoryUnit, 6 * kMemoryUnit}));
    EXPECT_EQ(metrics.memoryLimit[0], 2 * kMemoryUnit);
    EXPECT_EQ(metrics.memoryLimit[1], std::nullopt);
    EXPECT_EQ(metrics.deviceMemory[1], 9 * kMemoryUnit);
}

TEST(Metrics, AModelGivesTheStagingBuffersTheirSize) {
    Plan plan = linearPlan(1, 2, "F0.0 F0.1 BW0.1 BW0.0");
    EXPECT_EQ(measured(plan).totalMemory[0], 2 * kMemoryUnit);
    plan.model = ModelSpec{.layers = 1, .width = 2, .heads = 1, .context = 3, .vocabulary = 256};
    // One layer: 12·4 + 13·2 = 74; embedding 2·(256 + 3); head 2·256 and its norm 4: 1108 weights of 4 bytes.
    EXPECT_EQ(measured(plan).totalMemory[0], 2 * kMemoryUnit + 1108 * 4);
}

TEST(Metrics, ThroughputCountsTheOptimizerStepInBothModes) {
    Plan plan = smallPlan(); // one unit is a millisecond
    plan.timeUnit = TimeUnit::Ms;
    plan.costs.stages[0][0].optimizer = unit(1);
    const Metrics metrics = measured(plan);
    EXPECT_DOUBLE_EQ(metrics.microbatchesPerSecond.value(), 2 / 0.010);
    EXPECT_DOUBLE_EQ(metrics.microbatchesPerSecondPostValidated.value(), 2 / 0.010);
    // The second rank steps while the first one fills the pipeline anew.
    std::swap(plan.costs.stages[0][0].optimizer, plan.costs.stages[0][1].optimizer);
    EXPECT_DOUBLE_EQ(measured(plan).microbatchesPerSecond.value(), 2 / 0.009);
}

TEST(Metrics, AbstractUnitsHaveNoThroughput) {
    const Metrics metrics = measured(smallPlan());
    EXPECT_EQ(metrics.iterationTime(), (Fraction{unit(9), 1}));
    EXPECT_FALSE(metrics.microbatchesPerSecond || metrics.microbatchesPerSecondPostValidated);
}

TEST(Metrics, ThePartOfAnOrderHasTimesAndMemoryButNoIterationAndNoShare) {
    const Metrics part = partOf(measured(smallPlan()));
    EXPECT_EQ(part.makespan, unit(9));
    EXPECT_EQ(part.highestPeak(), 2 * kMemoryUnit);
    EXPECT_FALSE(part.iterationTime() || part.period || part.bubble() || part.bubbleShare());
    EXPECT_FALSE(part.bubbleRate || part.idleShare || part.overhead);
}

TEST(Metrics, TransfersCountValuesThatCrossRanks) {
    EXPECT_EQ(measured(smallPlan()).transferVolume, 4);
    const Schedule oneRank{.placement = looped(1, 2), .microbatches = 1, .order = rows("F0.0 F1.0 BW1.0 BW0.0")};
    EXPECT_EQ(measured({.schedule = oneRank, .costs = unitCosts(2), .memory = unitMemory(2, 1)}).transferVolume, 0);
}

TEST(Metrics, TwoDirectionsHoldEveryWeightTwice) {
    const Schedule both{.placement = {.ranks = 2, .directions = {{0, 1}, {1, 0}}}, .microbatches = 2};
    EXPECT_EQ(measured({.schedule = both, .costs = unitCosts(2), .memory = unitMemory(2, 2)}).parameterCopies,
              (std::vector<int>{2, 2}));
    EXPECT_EQ(measured(smallPlan()).parameterCopies, (std::vector<int>{1, 1}));
}

TEST(Metrics, AnOrderThatStallsHasNoPeriodAndARunHasNone) {
    Plan plan = smallPlan();
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    EXPECT_EQ(measureRun(plan, timeline).period, std::nullopt);
    plan.schedule.order[1].pop_back();
    EXPECT_EQ(measured(plan).period, std::nullopt);
}

TEST(Metrics, WhereNoRankWorksAllOfTheIterationIsBubbleAndIdle) {
    Plan plan = linearPlan(2, 1, R"(
        F0.0 BW0.0
        F1.0 BW1.0
    )");
    plan.costs = uniform(2, {.forward = 0, .backwardInput = 0, .backwardWeight = 0}, /*transfer=*/unit(5));
    const Metrics metrics = measured(plan);
    EXPECT_EQ(metrics.makespan, unit(10));
    EXPECT_EQ(metrics.bubbleShare(), 1);
    EXPECT_EQ(metrics.idleShare, 1);
    EXPECT_EQ(metrics.bubbleRate, 1);
    EXPECT_EQ(metrics.overhead, std::nullopt) << "no multiple of no work";
}

TEST(Metrics, AnEmptyBoardMeasuresZero) {
    const Plan plan = linearPlan(2, 2, "");
    const Metrics metrics = measured(plan);
    EXPECT_EQ(metrics.makespan, 0);
    EXPECT_EQ(metrics.bubbleRate.value(), 0);
    EXPECT_EQ(metrics.idleShare.value(), 0);
    EXPECT_EQ(metrics.overhead.value(), 0);
    EXPECT_EQ(metrics.peakMemory, (std::vector<Bytes>{0, 0}));
}
