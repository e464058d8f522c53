// SPDX-License-Identifier: Apache-2.0
#include "core/solve/pairs/pair_graph.h"
#include "core/solve/pairs/pair_moves.h"
#include "core/solve/starts.h"
#include "tests/core/solve/pair_problem.h"
#include "tests/support/random_plan.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

namespace {

Plan plainPlan(std::uint64_t seed) {
    return randomPlan(seed, {.gaps = false, .parts = false, .recompute = false, .serial = false});
}

/// Where forwards, some backwards and all ways take no time, so that ranks may wait for each other in no time.
Plan instantPlan(std::uint64_t seed) {
    Plan plan = plainPlan(seed);
    Random random(seed);
    plan.costs.transfer = {};
    for (std::vector<StageCosts>& stages : plan.costs.stages)
        for (StageCosts& stage : stages) {
            stage.forward = 0;
            if (random.chance(50))
                stage.backwardInput = 0;
        }
    return plan;
}

} // namespace

TEST(PairGraph, TakesWhatTheSimulatorSays) {
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const Plan plan = plainPlan(seed);
        const Instance instance = instanceOf(plan);
        const std::optional<PairRows> rows = pairRowsOf(plan, instance);
        ASSERT_TRUE(rows) << seed;
        Plan again = plan;
        again.schedule = scheduleOf(plan, instance, *rows);
        for (const Objective objective : {Objective::Makespan, Objective::LongestSpan, Objective::Period}) {
            PairGraph graph(plan, instance, objective);
            for (int rank = 0; rank < instance.ranks(); ++rank)
                ASSERT_TRUE(graph.isLegal(rank, (*rows)[rank])) << seed;
            const PairGraph::Cost cost = graph.load(*rows);
            ASSERT_FALSE(cost.stalls()) << seed;
            const Fraction value = exactValue(plan, again.schedule, objective);
            const Fraction timed{cost.value, 1};
            EXPECT_TRUE(objective == Objective::Period ? timed >= value : timed == value) << seed;
        }
    }
}

/// One graph is changed again and again, another is loaded each time.
TEST(PairGraph, StaysWhatLoadingGives) {
    int made = 0;
    int refused = 0;
    for (std::uint64_t seed = 0; seed < trials(60); ++seed) {
        const Plan plan = seed % 3 == 0   ? pairsOf("dualpipev", 3, 7)
                          : seed % 3 == 1 ? plainPlan(seed)
                                          : instantPlan(seed);
        const Instance instance = instanceOf(plan);
        const Objective objective = seed % 2 == 0 ? Objective::Makespan : Objective::LongestSpan;
        Random random(seed);
        PairGraph graph(plan, instance, objective);
        PairGraph other(plan, instance, objective);
        PairGraph::Cost cost = graph.load(*pairRowsOf(plan, instance));
        for (int step = 0; step < 300; ++step) {
            const int rank = random.below(instance.ranks());
            PairRow row = graph.rows()[rank];
            if (row.empty() || !changeRow(row, random.below(static_cast<int>(row.size())), random))
                continue;
            const std::optional<Time> way = graph.propose(rank, row);
            ASSERT_EQ(way.has_value(), graph.isLegal(rank, row)) << seed << ' ' << step;
            if (!way)
                continue;
            PairRows rows = graph.rows();
            const PairRows before = rows;
            rows[rank] = row;
            other.load(before);
            ASSERT_EQ(way, other.propose(rank, row)) << seed << ' ' << step;
            const PairGraph::Cost loaded = other.load(rows);
            const Time most = cost.value + cost.value / 4;
            const bool fits = graph.make(most);
            ASSERT_EQ(fits, loaded.value <= most) << seed << ' ' << step;
            if (fits) {
                ASSERT_EQ(graph.cost(), loaded) << seed << ' ' << step;
            }
            if (!fits || random.chance(50)) {
                graph.undo();
                ASSERT_EQ(graph.rows(), before) << seed << ' ' << step;
                ASSERT_EQ(graph.cost(), cost) << seed << ' ' << step;
                ++refused;
                continue;
            }
            graph.keep();
            cost = loaded;
            ++made;
        }
    }
    EXPECT_GT(made, 200);
    EXPECT_GT(refused, 200);
}

TEST(PairGraph, FindsACircleOfShortBlocksBesideALongOne) {
    Plan plan = pairsOf("dualpipev", 3, 7);
    plan.costs.stages[0][2].backwardWeight *= 1'000'000;
    const Instance instance = instanceOf(plan);
    Random random(3);
    PairGraph graph(plan, instance, Objective::Makespan);
    const PairGraph::Cost cost = graph.load(*pairRowsOf(plan, instance));
    std::int64_t blocks = 0;
    for (const PairRow& row : graph.rows())
        blocks += static_cast<std::int64_t>(row.size());
    int refused = 0;
    for (int step = 0; step < 1000; ++step) {
        const int rank = random.below(instance.ranks());
        PairRow row = graph.rows()[rank];
        if (!changeRow(row, random.below(static_cast<int>(row.size())), random) || !graph.propose(rank, row))
            continue;
        const std::int64_t before = graph.effort();
        refused += graph.make(2 * cost.value) ? 0 : 1;
        EXPECT_LT(graph.effort() - before, 1000 * blocks) << step;
        graph.undo();
    }
    EXPECT_GT(refused, 20);
}

/// A period is never below what loading the rows gives, as ranks begin when they did.
TEST(PairGraph, BeginsAsLoadedWherePeriodsAreJudged) {
    const Plan plan = pairsOf("dualpipev", 4, 9);
    const Instance instance = instanceOf(plan);
    Random random(5);
    PairGraph graph(plan, instance, Objective::Period);
    PairGraph other(plan, instance, Objective::Period);
    PairGraph::Cost cost = graph.load(*pairRowsOf(plan, instance));
    int made = 0;
    for (int step = 0; step < 4000; ++step) {
        const int rank = random.below(instance.ranks());
        PairRow row = graph.rows()[rank];
        if (!changeRow(row, random.below(static_cast<int>(row.size())), random) || !graph.propose(rank, row))
            continue;
        if (!graph.make(cost.value + cost.value / 20)) {
            graph.undo();
            continue;
        }
        graph.keep();
        const PairGraph::Cost loaded = other.load(graph.rows());
        ASSERT_LE(loaded.value, graph.cost().value) << step;
        if (step % 50 == 0)
            cost = graph.load(PairRows(graph.rows()));
        ++made;
    }
    EXPECT_GT(made, 500);
}
