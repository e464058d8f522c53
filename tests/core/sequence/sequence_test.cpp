// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/sequence.h"

#include "core/check/validate.h"
#include "core/sequence/op_table.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "tests/support/random_plan.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

TEST(Sequence, ACodeIsAPlaceAndAKind) {
    for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W})
        for (const int place : {0, 1, 7, 5000}) {
            EXPECT_EQ(placeOf(codeOf(place, kind)), place);
            EXPECT_EQ(kindOf(codeOf(place, kind)), kind);
        }
}

TEST(Sequence, ABwIsABAndItsWAndAPairIsItsFAndThenItsB) {
    const Plan plan = linearPlan(1, 2, "F0.0 BW0.0+F0.1 B0.1 W0.1");
    const Result<Sequences> sequences = sequencesOf(plan);
    ASSERT_TRUE(sequences);
    const Code f = codeOf(0, OpKind::F);
    const Code b = codeOf(0, OpKind::B);
    const Code w = codeOf(0, OpKind::W);
    EXPECT_EQ(*sequences, (Sequences{{f, f, b, w, b, w}}));
    EXPECT_EQ(scheduleOf(plan, *sequences).order, rows("F0.0 F0.1 B0.0 W0.0 B0.1 W0.1"));
}

TEST(Sequence, RefusesAnOrderThatIsNotWholeOrStandsOnAnotherRank) {
    const Result<Sequences> lacking = sequencesOf(linearPlan(1, 1, "F0.0 B0.0"));
    ASSERT_FALSE(lacking);
    EXPECT_EQ(lacking.error().message, "the order of rank 0 is not complete");
    const Result<Sequences> misplaced = sequencesOf(linearPlan(2, 1, "F0.0 BW0.0 F1.0\n BW1.0"));
    ASSERT_FALSE(misplaced);
    EXPECT_EQ(misplaced.error().message, "rank 0 runs ops of another rank");
}

TEST(Sequence, AnOrderOfSequencesIsValidAndHasTheSameSequences) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Plan plan = randomPlan(seed, {.gaps = false});
        plan.memory.limit.clear();
        const Result<Sequences> sequences = sequencesOf(plan);
        ASSERT_TRUE(sequences) << "seed " << seed;
        Plan written = plan;
        written.schedule = scheduleOf(plan, *sequences);
        EXPECT_TRUE(isValid(validate(written))) << "seed " << seed;
        EXPECT_EQ(*sequencesOf(written), *sequences) << "seed " << seed;
    }
}

TEST(Sequence, AWThatTakesNoTimeCanBeLeftOutAndPutBackBehindItsB) {
    Plan plan = linearPlan(2, 2, "F0.0 F0.1 B0.0 B0.1 W0.0 W0.1\n F1.0 B1.0 W1.0 F1.1 B1.1 W1.1");
    plan.costs.stages[0][0].backwardWeight = 0;
    const Instance instance = instanceOf(plan);
    const OpTable table = tableOf(instance, FreeWeights::LeftOut);
    const Sequences without = withoutFreeWeights(table, *sequencesOf(plan));
    EXPECT_EQ(without[0].size(), 4U);
    EXPECT_EQ(without[1].size(), 6U);
    EXPECT_EQ(scheduleOf(plan, withFreeWeights(table, instance, without)).order[0],
              rows("F0.0 F0.1 B0.0 W0.0 B0.1 W0.1")[0]);
    EXPECT_EQ(tableOf(instance, FreeWeights::Kept).length, (std::vector<int>{6, 6}));
}

TEST(OpTable, ABHoldsWhatItsRTakes) {
    Plan plan{.schedule = {.placement = linear(1), .microbatches = 1}};
    plan.costs = uniform(1, {.recompute = 1});
    plan.memory =
        uniformMemory(1, 1, {.forward = 4, .backwardInput = -5, .backwardWeight = -2, .recompute = 3}, Bytes{7});
    OpTable table = tableOf(instanceOf(plan), FreeWeights::Kept);
    const Sequence order = {codeOf(0, OpKind::F), codeOf(0, OpKind::B), codeOf(0, OpKind::W)};
    EXPECT_TRUE(isLegal(table, 0, order));
    table.limit[0] = 6;
    EXPECT_FALSE(isLegal(table, 0, order));
}

TEST(Instance, HasTheMemoryOfTheLargestMicrobatchForOrdersAndOfTheSmallestForBounds) {
    Plan plan{.schedule = {.placement = linear(1), .microbatches = 2}};
    plan.costs = uniform(1);
    plan.memory = uniformMemory(1, 1, {.forward = 4, .backwardInput = 0, .backwardWeight = -4});
    setMicrobatches(plan, MicrobatchCosts::ofShares({}, {MicrobatchCosts::kOne / 2, 3 * MicrobatchCosts::kOne / 2}));
    EXPECT_EQ(instanceOf(plan, Unequal::Mean).chunks.front().forwardMemory, 6);
    EXPECT_EQ(instanceOf(plan, Unequal::Least).chunks.front().forwardMemory, 2);
}
