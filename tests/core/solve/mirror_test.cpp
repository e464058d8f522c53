// SPDX-License-Identifier: Apache-2.0
#include "core/solve/blocks/mirror.h"

#include "core/solve/blocks/block_annealing.h"
#include "tests/core/solve/pair_problem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

namespace lanewright::test {
namespace {

/// DualPipe laid out for blocks, and its published order.
struct Published {
    Plan plan = pairsOf("dualpipe", 4, 8);
    Instance instance = instanceOf(plan);
    BlockTable table = blockTableOf(plan, instance);
    BlockRows rows = *rowsOf(table, plan, instance);
    Mirror mirror = *mirrorOf(instance);

    /// What the rank's twin would run for it.
    BlockRow seen(std::size_t rank, BlockRow row) const {
        const auto move = [&](int& op) {
            if (op == OpBlock::kNone)
                return;
            const BlockOp& own = table.ops[op];
            const int place = mirror.place[rank][static_cast<std::size_t>(table.placeOf(op))];
            op = table.first[table.cellOf(mirror.rank[rank], place, own.kind)] + table.indexOf(op);
        };
        for (OpBlock& block : row) {
            move(block.op);
            move(block.partner);
            move(block.weight);
        }
        return row;
    }
};

TEST(Mirror, IsThatOfBidirectionalPipelines) {
    Plan plan = pairsOf("dualpipe", 4, 8);
    const std::optional<Mirror> mirror = mirrorOf(instanceOf(plan));
    ASSERT_TRUE(mirror);
    EXPECT_EQ(mirror->rank, (std::vector<int>{3, 2, 1, 0}));
    // The published order is the same from both ends.
    const Published own;
    for (std::size_t rank = 0; rank < 4; ++rank)
        EXPECT_TRUE(own.rows[3 - rank] == own.seen(rank, own.rows[rank]));
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
    const Published own;
    BlockAnnealing annealing(own.table, Objective::Makespan, own.mirror);
    const Cost published = annealing.costOf(own.rows);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        Random random(seed);
        const BlockAnnealing::Found found = annealing.runMirrored(own.rows, {.from = 0.3}, {.ops = 3'000'000}, random);
        for (std::size_t rank = 0; rank < found.rows.size(); ++rank)
            EXPECT_TRUE(found.rows[3 - rank] == own.seen(rank, found.rows[rank])) << seed;
        EXPECT_TRUE(annealing.isLegal(found.rows)) << seed;
        EXPECT_LT(found.cost.value, published.value) << seed;
        EXPECT_EQ(annealing.costOf(found.rows).value, found.cost.value) << seed;
    }
}

TEST(Mirror, NeverMakesAnOrderWorse) {
    const Published own;
    BlockAnnealing annealing(own.table, Objective::Makespan, own.mirror);
    Random random(5);
    BlockRows best = annealing.runMirrored(own.rows, {.from = 0.3}, {.ops = 3'000'000}, random).rows;
    // One end as good as can be, the other as published.
    std::copy(own.rows.begin(), own.rows.begin() + 2, best.begin());
    const Cost cost = annealing.costOf(best);
    ASSERT_FALSE(cost.stalls());
    EXPECT_LE(annealing.runMirrored(best, {.from = 0.3}, {.ops = 1}, random).cost.value, cost.value);
    EXPECT_LE(annealing.run(best, {.from = 0.3}, {.ops = 1}, random).cost.value, cost.value);
}

} // namespace
} // namespace lanewright::test
