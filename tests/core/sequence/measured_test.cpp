// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/timer.h"

#include "core/simulate/memory.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "tests/support/random_plan.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace lanewright;
using namespace lanewright::test;

namespace {

/// One direction, and no R: it waits for no gradient in a written order, but does in sequences.
constexpr RandomShape kPlain{
    .twoDirections = false, .gaps = false, .pairs = false, .recompute = false, .serial = false};

} // namespace

TEST(Measured, AgreesWithSimulateAndMeasure) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        Plan plan = randomPlan(seed, kPlain);
        plan.memory.limit.clear();
        const OpTable table = tableOf(instanceOf(plan), FreeWeights::Kept);
        const Sequences sequences = *sequencesOf(plan);
        Timer timer(table, Objective::Makespan);
        const std::optional<OrderCost> cost = timer.measured(sequences);
        ASSERT_TRUE(cost) << "seed " << seed;
        plan.schedule = scheduleOf(plan, sequences);
        const Metrics metrics = measure(plan, simulate(plan.schedule, plan.costs));
        EXPECT_EQ((Fraction{cost->longestSpan, 1}), valueOf(metrics, Objective::LongestSpan)) << "seed " << seed;
        EXPECT_EQ((Fraction{cost->makespan, 1}), valueOf(metrics, Objective::Makespan)) << "seed " << seed;
        EXPECT_EQ(cost->peak, std::ranges::max(peakMemory(plan.schedule, plan.memory, plan.costs.weightParts)))
            << "seed " << seed;
        EXPECT_EQ(timer.periodOf(sequences, *cost, std::nullopt), valueOf(metrics, Objective::Period))
            << "seed " << seed;
    }
}

TEST(Measured, IsNothingWhereTheOrderPassesALimitStallsOrRunsABBeforeItsF) {
    const Code f = codeOf(0, OpKind::F);
    const Code b = codeOf(0, OpKind::B);
    const Code w = codeOf(0, OpKind::W);
    Plan plan = linearPlan(2, 2, "");
    plan.schedule.order.clear();
    plan.memory.limit = {kMemoryUnit * 2, kMemoryUnit};
    const OpTable table = tableOf(instanceOf(plan), FreeWeights::Kept);
    Timer timer(table, Objective::Makespan);
    const Sequence serial = {f, b, w, f, b, w};
    EXPECT_TRUE(timer.measured({{f, f, b, w, b, w}, serial}));
    EXPECT_FALSE(timer.measured({serial, {f, f, b, w, b, w}})) << "two activations on rank 1";
    EXPECT_FALSE(timer.measured({serial, {f, b, b, w, f, w}})) << "a B before its F";
    EXPECT_FALSE(timer.measured({serial, {f, w, b, f, b, w}})) << "a W before its B";
    // What it saw before does not stay.
    EXPECT_TRUE(timer.measured({serial, serial}));

    plan.memory.limit.clear();
    const OpTable unlimited = tableOf(instanceOf(plan), FreeWeights::Kept);
    EXPECT_TRUE(Timer(unlimited, Objective::Makespan).measured({serial, serial}));
    EXPECT_FALSE(Timer(unlimited, Objective::Makespan).measured({serial, {f, f, b, w, b, w}}))
        << "rank 0 wants a B before its second F, rank 1 both F before its first B";
}
