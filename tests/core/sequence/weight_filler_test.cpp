// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/weight_filler.h"

#include "core/check/validate.h"
#include "core/sequence/timer.h"
#include "tests/support/random_plan.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace lanewright;
using namespace lanewright::test;

namespace {

constexpr Code kF = codeOf(0, OpKind::F);
constexpr Code kB = codeOf(0, OpKind::B);
constexpr Code kW = codeOf(0, OpKind::W);

Sequence withoutWeights(Sequence sequence) {
    std::erase_if(sequence, [](Code code) { return kindOf(code) == OpKind::W; });
    return sequence;
}

} // namespace

TEST(WeightFiller, PutsWWhereTheRankWaits) {
    // rank 0: F F . B W . B W   waits one unit before its second B, for which rank 1 runs F, B, F, B.
    const Plan plan = linearPlan(2, 2, "F0.0 F0.1 B0.0 B0.1 W0.0 W0.1\n F1.0 B1.0 F1.1 B1.1 W1.0 W1.1");
    const OpTable table = tableOf(instanceOf(plan), FreeWeights::Kept);
    WeightFiller filler(table);
    Sequences filled;
    ASSERT_TRUE(filler.build(*sequencesOf(plan), {}, filled));
    EXPECT_EQ(filled, (Sequences{{kF, kF, kB, kW, kB, kW}, {kF, kB, kF, kB, kW, kW}}));
}

TEST(WeightFiller, LeavesAGapThatIsTooShortForAW) {
    // As above, with W of two units: the gap has room for half of one.
    Plan plan = linearPlan(2, 2, "F0.0 F0.1 B0.0 B0.1 W0.0 W0.1\n F1.0 B1.0 F1.1 B1.1 W1.0 W1.1");
    for (StageCosts& stage : plan.costs.stages[0])
        stage.backwardWeight = 2 * kTimeUnit;
    const OpTable table = tableOf(instanceOf(plan), FreeWeights::Kept);
    WeightFiller filler(table);
    Sequences filled;
    for (const int quarters : {0, 1}) {
        ASSERT_TRUE(filler.build(*sequencesOf(plan), {.overrun = quarters}, filled));
        EXPECT_EQ(filled[0], (Sequence{kF, kF, kB, kB, kW, kW})) << quarters;
    }
    ASSERT_TRUE(filler.build(*sequencesOf(plan), {.overrun = 2}, filled));
    EXPECT_EQ(filled[0], (Sequence{kF, kF, kB, kW, kB, kW}));
}

TEST(WeightFiller, RunsWWhereMemoryIsShort) {
    Plan plan = linearPlan(1, 2, "F0.0 B0.0 F0.1 B0.1 W0.0 W0.1");
    plan.memory.limit = {kMemoryUnit};
    const OpTable table = tableOf(instanceOf(plan), FreeWeights::Kept);
    WeightFiller filler(table);
    Sequences filled;
    ASSERT_TRUE(filler.build(*sequencesOf(plan), {}, filled));
    EXPECT_EQ(filled, (Sequences{{kF, kB, kW, kF, kB, kW}}));
    EXPECT_FALSE(filler.build({{kF, kF, kB, kB}}, {}, filled)) << "no W could make room";
}

TEST(WeightFiller, KeepsTheOrderOfFAndB) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Plan plan = randomPlan(seed, {.gaps = false, .pairs = false});
        plan.memory.limit.clear();
        const OpTable table = tableOf(instanceOf(plan), FreeWeights::Kept);
        const Sequences order = *sequencesOf(plan);
        WeightFiller filler(table);
        for (const FillRule& rule :
             {FillRule{}, FillRule{.overrun = 2, .wholeWeights = false}, FillRule{.overrun = 1, .spareIdlest = true}}) {
            Sequences filled;
            ASSERT_TRUE(filler.build(order, rule, filled)) << "seed " << seed;
            for (std::size_t rank = 0; rank < order.size(); ++rank)
                EXPECT_EQ(withoutWeights(filled[rank]), withoutWeights(order[rank])) << "seed " << seed;
            plan.schedule = scheduleOf(plan, filled);
            EXPECT_TRUE(isValid(validate(plan))) << "seed " << seed;
        }
    }
}
