// SPDX-License-Identifier: Apache-2.0
#include "core/model/pair_costs.h"

#include "core/model/costs.h"
#include "core/model/text.h"
#include "tests/support/random_plan.h"
#include "tests/support/slow_costs.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

using namespace lanewright;

namespace {

Segment compute(Time time) { return {Resource::Compute, time}; }
Segment network(Time time) { return {Resource::Network, time}; }

} // namespace

TEST(PairCosts, ANetworkHidesBehindTheOthersCompute) {
    // Attention, dispatch, experts, combine, and the way back: each network segment fits behind one that computes.
    const Chain forward{compute(3), network(1), compute(2), network(1)};
    const Chain backward{network(1), compute(4), network(1), compute(6)};
    EXPECT_EQ(leastEndOf(forward, backward), 15) << "what both compute";
    EXPECT_EQ(lengthOf(forward) + lengthOf(backward), 19);
    EXPECT_EQ(pairTimeOf(forward, backward, PairCosts::kOne / 4), 15 + 1) << "four are shared, a quarter each";
    EXPECT_EQ(pairTimeOf(forward, backward, PairCosts::kOne), 19);
}

TEST(PairCosts, WhoWaitsIsChosenForTheBestEnd) {
    // Both begin on the network. With the first one in front the end would be 8.
    EXPECT_EQ(leastEndOf({network(2), compute(2)}, {network(1), compute(4)}), 7);
    EXPECT_EQ(leastEndOf({compute(4)}, {compute(5)}), 9) << "one resource: one after the other";
    EXPECT_EQ(leastEndOf({compute(4)}, {network(5)}), 5);
    EXPECT_EQ(leastEndOf({}, {network(5)}), 5);
    EXPECT_EQ(leastEndOf({}, {}), 0);
}

TEST(PairCosts, PairsOfRandomSegmentsTakeWhatTryingAllOrdersSays) {
    // LANEWRIGHT_TRIALS=10 looks at 10^4 of them.
    const std::uint64_t count = test::trials(1000);
    int gained = 0;
    for (std::uint64_t seed = 0; seed < count; ++seed) {
        test::Dice dice(seed);
        const auto drawn = [&] {
            Chain chain;
            for (int left = dice.roll(0, 6); left > 0; --left)
                chain.push_back({dice.chance(50) ? Resource::Network : Resource::Compute, dice.roll(0, 12)});
            return chain;
        };
        const Chain one = drawn();
        const Chain other = drawn();
        const std::int64_t sharing = dice.chance(50) ? 0 : PairCosts::kOne / 100 * dice.roll(0, 100);
        const Time time = pairTimeOf(one, other, sharing);
        ASSERT_EQ(time, test::slowPairTime(one, other, sharing)) << "seed " << seed;
        gained += time < lengthOf(one) + lengthOf(other) ? 1 : 0;
    }
    EXPECT_GT(gained, static_cast<int>(count / 3));
}

TEST(PairCosts, StretchedSegmentsAddUp) {
    const Chain chain = stretchedTo({compute(1), network(1), compute(1)}, 10);
    EXPECT_EQ(chain, (Chain{compute(3), network(4), compute(3)})) << "ends at 3.33, 6.67 and 10";
    EXPECT_EQ(stretchedTo({}, 4), (Chain{compute(4)}));
}

TEST(PairCosts, AMatrixSaysWhatBothPartnersTake) {
    const Schedule schedule{.placement = {.ranks = 1, .directions = {{0, 0}}}, .microbatches = 2};
    Costs costs = uniform(2, {.forward = 10, .backwardInput = 10, .backwardWeight = 10});
    costs.pairs.withB = {11, 12, 13, {}};
    const auto time = [&](const char* text) { return durationOf(schedule, costs, *blockFromText(text)); };
    EXPECT_EQ(time("F0.1+B1.0"), 12);
    EXPECT_EQ(time("F1.1+B0.0"), 13);
    EXPECT_EQ(time("F1.1+B1.0"), 20) << "nothing is said: the sum";
    EXPECT_EQ(time("F0.1+BW1.0"), 30) << "there is no matrix of pairs with a BW";
    costs.pairs.withBW = {21, 22, 23, 24};
    EXPECT_EQ(time("F0.1+BW1.0"), 22);
}

TEST(PairCosts, TheSegmentsOfABwAreThoseOfItsBAndWAsCostsSayWhateverATableSays) {
    Plan plan{.schedule = {.placement = linear(1), .microbatches = 1},
              .costs = uniform(1, {.forward = 4, .backwardInput = 2, .backwardWeight = 2})};
    plan.costs.pairs.segments = {{.backwardInput = {network(2)}, .backwardWeight = {compute(2)}}};
    MicrobatchCosts::Table table;
    table[static_cast<std::size_t>(OpKind::B)] = {5};
    table[static_cast<std::size_t>(OpKind::W)] = {3};
    setMicrobatches(plan, MicrobatchCosts::ofTable(1, table, {}));
    const Op bw{.kind = OpKind::BW};
    EXPECT_EQ(plan.costs.compute(bw, 0), 8);
    EXPECT_EQ(chainOf(plan.costs, bw, 0, 8), (Chain{network(4), compute(4)})) << "not 5 and 3";
    table[static_cast<std::size_t>(OpKind::BW)] = {6};
    setMicrobatches(plan, MicrobatchCosts::ofTable(1, table, {}));
    EXPECT_EQ(chainOf(plan.costs, bw, 0, plan.costs.compute(bw, 0)), (Chain{network(3), compute(3)}));
}

TEST(PairCosts, SegmentsOfMicrobatchesThatDifferAreTheirOwn) {
    Plan plan{.schedule = {.placement = linear(1), .microbatches = 2},
              .costs = uniform(1, {.forward = 4, .backwardInput = 4, .backwardWeight = 0})};
    plan.costs.pairs.segments = {{.forward = {compute(2), network(2)}, .backwardInput = {network(2), compute(2)}}};
    EXPECT_EQ(durationOf(plan.schedule, plan.costs, *blockFromText("F0.1+B0.0")), 4);
    // The F is three times as long: 6 of compute beside 2 of network, then 6 of network beside 2 of compute.
    setMicrobatches(plan, MicrobatchCosts::ofShares({MicrobatchCosts::kOne, 3 * MicrobatchCosts::kOne}, {}));
    EXPECT_EQ(durationOf(plan.schedule, plan.costs, *blockFromText("F0.1+B0.0")), 12);
}
