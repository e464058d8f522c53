// SPDX-License-Identifier: Apache-2.0
#include "core/solve/pairs/mirror.h"

#include "core/solve/pairs/pair_search.h"
#include "tests/core/solve/pair_problem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

namespace lanewright::test {
namespace {

/// What the rank's twin would run for it.
PairRow seen(const Mirror& mirror, std::size_t rank, PairRow row) {
    const auto moved = [&](Code code) {
        return codeOf(mirror.place[rank][static_cast<std::size_t>(placeOf(code))], kindOf(code));
    };
    for (PairBlock& block : row)
        block = {moved(block.op), block.isPair() ? moved(block.partner) : block.partner, block.fused};
    return row;
}

TEST(Mirror, IsThatOfBidirectionalPipelines) {
    Plan plan = pairsOf("dualpipe", 4, 8);
    const std::optional<Mirror> mirror = mirrorOf(instanceOf(plan));
    ASSERT_TRUE(mirror);
    EXPECT_EQ(mirror->rank, (std::vector<int>{3, 2, 1, 0}));
    // The published order is the same from both ends.
    const std::optional<PairRows> own = pairRowsOf(plan, instanceOf(plan));
    ASSERT_TRUE(own);
    for (std::size_t rank = 0; rank < 4; ++rank)
        EXPECT_EQ((*own)[3 - rank], seen(*mirror, rank, (*own)[rank]));
    plan.memory.limit.assign(4, 8 * kMemoryUnit);
    EXPECT_TRUE(mirrorOf(instanceOf(plan)));
    plan.memory.limit[3] = 7 * kMemoryUnit;
    EXPECT_FALSE(mirrorOf(instanceOf(plan))) << "the twin of rank 0 has less room";
}

TEST(Mirror, IsNoneWhereEndsDiffer) {
    EXPECT_FALSE(mirrorOf(instanceOf(pairsOf("1f1b", 4, 8))));
    EXPECT_FALSE(mirrorOf(instanceOf(pairsOf("dualpipev", 4, 8))));
    Plan odd = pairsOf("dualpipe", 4, 8);
    ++odd.schedule.microbatches;
    EXPECT_FALSE(mirrorOf(instanceOf(odd))) << "one direction has a microbatch more";
}

TEST(Mirror, KeepsBothEndsAlikeWhileOrdersAreAnnealed) {
    const Plan plan = pairsOf("dualpipe", 4, 8);
    const Instance instance = instanceOf(plan);
    const Mirror mirror = *mirrorOf(instance);
    const std::optional<PairRows> own = pairRowsOf(plan, instance);
    ASSERT_TRUE(own);
    PairAnnealing annealing(plan, instance, Objective::Makespan);
    const PairGraph::Cost published = annealing.costOf(*own);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        Random random(seed);
        const PairRows found = annealing.runMirrored(*own, 0.3, {.ops = 3'000'000}, random);
        for (std::size_t rank = 0; rank < found.size(); ++rank)
            EXPECT_EQ(found[3 - rank], seen(mirror, rank, found[rank])) << seed;
        EXPECT_TRUE(annealing.isLegal(found)) << seed;
        EXPECT_LT(annealing.costOf(found).value, published.value) << seed;
    }
}

TEST(Mirror, NeverMakesAnOrderWorse) {
    const Plan plan = pairsOf("dualpipe", 4, 8);
    const Instance instance = instanceOf(plan);
    PairAnnealing annealing(plan, instance, Objective::Makespan);
    Random random(5);
    PairRows best = annealing.runMirrored(*pairRowsOf(plan, instance), 0.3, {.ops = 3'000'000}, random);
    // One end as good as can be, the other as published.
    const PairRows published = *pairRowsOf(plan, instance);
    std::copy(published.begin(), published.begin() + 2, best.begin());
    ASSERT_FALSE(annealing.costOf(best).stalls());
    const PairGraph::Cost cost = annealing.costOf(best);
    EXPECT_LE(annealing.costOf(annealing.runMirrored(best, 0.3, {.ops = 1}, random)).value, cost.value);
    EXPECT_LE(annealing.costOf(annealing.run(best, 0.3, {.ops = 1}, random)).value, cost.value);
}

} // namespace
} // namespace lanewright::test
