// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "core/sequence/timer.h"
#include "core/simulate/memory.h"
#include "core/solve/anneal.h"
#include "core/solve/blocks/block_moves.h"
#include "core/solve/starts.h"
#include "tests/core/solve/pair_problem.h"
#include "tests/support/random_plan.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace lanewright::test {
namespace {

constexpr RandomShape kWithoutQueues{.serial = false};

/// A random plan; two times of three ranks have no more room than its order needs. Each third has microbatches that
/// differ, and each fifth gaps, which tell equal ops apart: there no W is in parts, or joined with the B of another.
Plan planOf(std::uint64_t seed, RandomShape shape = kWithoutQueues) {
    shape.unequal = seed % 3 == 1;
    shape.gaps = shape.gaps && seed % 5 == 0;
    shape.parts = shape.pairs = shape.parts && !shape.gaps;
    Plan plan = randomPlan(seed, shape);
    if (seed % 3 == 0)
        return plan;
    plan.memory.limit.clear();
    // A part of a W may free a byte less than another.
    for (const Bytes peak : peakMemory(plan.schedule, plan.memory, plan.costs.weightParts))
        plan.memory.limit.emplace_back(peak + plan.costs.weightParts - 1);
    return plan;
}

/// Where forwards, some backwards and all ways take no time, so that ranks may wait for each other in no time.
Plan instantPlan(std::uint64_t seed) {
    Plan plan = randomPlan(seed, kWithoutQueues);
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

/// A plan laid out for blocks, and its own order.
struct OwnRows {
    Plan plan;
    Instance instance;
    BlockTable table;
    BlockRows start;

    explicit OwnRows(Plan whole)
        : plan(std::move(whole)),
          instance(instanceOf(plan, plan.costs.microbatches.areEqual() ? Unequal::Mean : Unequal::Apart)),
          table(blockTableOf(plan, instance)), start(*rowsOf(table, plan, instance)) {}
};

std::optional<BlockChange> draw(const BlockGraph& graph, Random& random) {
    const int rank = random.below(graph.table().ranks());
    BlockChange change;
    if (graph.length(rank) == 0 || !drawChange(graph, {rank, random.below(graph.length(rank))}, random, change))
        return {};
    return change;
}

bool propose(BlockGraph& graph, const BlockChange& change) {
    return graph.propose(change.at, change.count, change.blocks);
}

bool areLegal(const OpTable& table, const Sequences& sequences) {
    for (int rank = 0; rank < table.ranks(); ++rank)
        if (!isLegal(table, rank, sequences[rank]))
            return false;
    return true;
}

TEST(BlockTable, SaysAgainWhatAnOrderDoes) {
    int recomputed = 0;
    int joined = 0;
    for (std::uint64_t seed = 0; seed < trials(400); ++seed) {
        const OwnRows own(planOf(seed));
        Plan again = own.plan;
        again.schedule = scheduleOf(own.table, own.plan, own.instance, own.start);
        const std::optional<BlockRows> rows = rowsOf(own.table, again, own.instance);
        ASSERT_TRUE(rows) << seed;
        EXPECT_TRUE(*rows == own.start) << seed;
        for (const BlockRow& row : own.start)
            for (const OpBlock& block : row) {
                recomputed += own.table.ops[block.op].kind == OpKind::R ? 1 : 0;
                joined += block.isJoined() && !block.isPair() ? 1 : 0;
            }
    }
    EXPECT_GT(recomputed, 0);
    EXPECT_GT(joined, 0);
}

TEST(BlockGraph, TakesWhatTheSimulatorSays) {
    for (std::uint64_t seed = 0; seed < trials(400); ++seed) {
        const OwnRows own(planOf(seed));
        const Schedule again = scheduleOf(own.table, own.plan, own.instance, own.start);
        for (const Objective objective : kObjectives) {
            BlockGraph graph(own.table, objective);
            ASSERT_TRUE(graph.isLegal(own.start)) << seed;
            const Cost cost = graph.load(own.start);
            ASSERT_FALSE(cost.stalls()) << seed;
            const double value = exactValue(own.plan, again, objective).value();
            // A post-validated iteration may be a way through several ranks and the decision.
            if (objective == Objective::Iteration && !graph.rankCost().isMostOfRanks())
                continue;
            EXPECT_GE(cost.value, value) << seed << ' ' << toText(objective);
            // A makespan begins with the first op, behind its gap.
            if (graph.rankCost().isMostOfRanks() && !own.table.hasGaps) {
                EXPECT_EQ(cost.value, value) << seed << ' ' << toText(objective);
            }
        }
    }
}

/// Whatever rows a change leads to, they are an order of the problem that keeps its limits, or are refused.
TEST(BlockGraph, TakesWhatTheSimulatorSaysAfterEveryChange) {
    int made = 0;
    for (std::uint64_t seed = 0; seed < trials(80); ++seed) {
        const OwnRows own(planOf(seed));
        BlockGraph graph(own.table, Objective::Makespan);
        Cost cost = graph.load(own.start);
        Random random(seed);
        for (int step = 0; step < 40; ++step) {
            const std::optional<BlockChange> change = draw(graph, random);
            if (!change || !propose(graph, *change))
                continue;
            graph.wayThrough();
            if (!graph.make(static_cast<Time>(2 * cost.value))) {
                graph.undo();
                continue;
            }
            graph.keep();
            cost = graph.cost();
            ++made;
            ASSERT_TRUE(graph.isLegal(graph.rows())) << seed << ' ' << step;
            const Schedule schedule = scheduleOf(own.table, own.plan, own.instance, graph.rows());
            const SearchFrame frame(own.plan, Objective::Makespan);
            const std::optional<Start> start = startFrom(frame, schedule, {Method::Blocks});
            ASSERT_TRUE(start) << seed << ' ' << step;
            ASSERT_LE(start->value.value(), cost.value) << seed << ' ' << step;
            ASSERT_TRUE(own.table.hasGaps || start->value.value() == cost.value) << seed << ' ' << step;
        }
    }
    EXPECT_GT(made, 200);
}

/// One graph is changed again and again, another is loaded each time.
TEST(BlockGraph, StaysWhatLoadingGives) {
    int made = 0;
    int refused = 0;
    for (std::uint64_t seed = 0; seed < trials(60); ++seed) {
        const OwnRows own(seed % 4 == 0   ? pairsOf("dualpipev", 3, 7)
                          : seed % 4 == 1 ? instantPlan(seed)
                                          : planOf(seed));
        const Objective objective = kObjectives[seed % 2];
        Random random(seed);
        BlockGraph graph(own.table, objective);
        BlockGraph other(own.table, objective);
        Cost cost = graph.load(own.start);
        for (int step = 0; step < 300 && graph.rankCost().isMostOfRanks(); ++step) {
            const std::optional<BlockChange> change = draw(graph, random);
            if (!change)
                continue;
            const BlockRows before = graph.rows();
            other.load(before);
            const bool may = propose(graph, *change);
            ASSERT_EQ(may, propose(other, *change)) << seed << ' ' << step;
            if (!may)
                continue;
            ASSERT_EQ(graph.wayThrough(), other.wayThrough()) << seed << ' ' << step;
            const Time most = static_cast<Time>(cost.value * 1.25);
            const bool fits = graph.make(most);
            const Cost loaded = other.load(graph.rows());
            ASSERT_EQ(fits, loaded.value <= static_cast<double>(most)) << seed << ' ' << step;
            if (fits) {
                ASSERT_EQ(graph.cost().value, loaded.value) << seed << ' ' << step;
                ASSERT_EQ(graph.cost().energy, loaded.energy) << seed << ' ' << step;
            }
            if (!fits || random.chance(50)) {
                graph.undo();
                ASSERT_TRUE(graph.rows() == before) << seed << ' ' << step;
                ASSERT_EQ(graph.cost().energy, cost.energy) << seed << ' ' << step;
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

TEST(BlockGraph, FindsACircleOfShortBlocksBesideALongOne) {
    Plan plan = pairsOf("dualpipev", 3, 7);
    plan.costs.stages[0][2].backwardWeight *= 1'000'000;
    const OwnRows own(plan);
    Random random(3);
    BlockGraph graph(own.table, Objective::Makespan);
    const Cost cost = graph.load(own.start);
    std::int64_t blocks = 0;
    for (const BlockRow& row : graph.rows())
        blocks += static_cast<std::int64_t>(row.size());
    int refused = 0;
    for (int step = 0; step < 2000; ++step) {
        const std::optional<BlockChange> change = draw(graph, random);
        if (!change || !propose(graph, *change))
            continue;
        graph.wayThrough();
        const std::int64_t before = graph.effort();
        refused += graph.make(static_cast<Time>(2 * cost.value)) ? 0 : 1;
        EXPECT_LT(graph.effort() - before, 1000 * blocks) << step;
        graph.undo();
    }
    EXPECT_GT(refused, 20);
}

/// A period is never below what loading the rows gives, as ranks begin when they did.
TEST(BlockGraph, BeginsAsLoadedWherePeriodsAreJudged) {
    const OwnRows own(pairsOf("dualpipev", 4, 9));
    Random random(5);
    BlockGraph graph(own.table, Objective::Period);
    BlockGraph other(own.table, Objective::Period);
    Cost cost = graph.load(own.start);
    int made = 0;
    for (int step = 0; step < 6000; ++step) {
        const std::optional<BlockChange> change = draw(graph, random);
        if (!change || !propose(graph, *change))
            continue;
        graph.wayThrough();
        if (!graph.make(static_cast<Time>(cost.value * 1.05))) {
            graph.undo();
            continue;
        }
        graph.keep();
        ASSERT_LE(other.load(graph.rows()).value, graph.cost().value) << step;
        if (step % 50 == 0)
            cost = graph.load(BlockRows(graph.rows()));
        ++made;
    }
    EXPECT_GT(made, 500);
}

TEST(BlockGraph, TimesSequencesAsATimerDoes) {
    int looked = 0;
    for (std::uint64_t seed = 1; seed <= trials(120); ++seed) {
        const Plan plan = planOf(seed, {.gaps = false, .serial = false});
        const Objective objective = kObjectives[seed % kObjectives.size()];
        const SearchFrame frame(plan, objective);
        const Sequences start = withoutFreeWeights(frame.table, *sequencesOf(plan, frame.instance));
        Timer timer(frame.table, objective);
        if (!areLegal(frame.table, start) || timer(start).stalls())
            continue;
        const BlockTable table = blockTableOf(frame.table);
        BlockGraph graph(table, objective);
        Random random(seed);
        Cost cost = graph.load(rowsOf(table, start));
        for (int step = 0; step < 60; ++step) {
            const Sequences now = sequencesOf(table, graph.rows());
            ASSERT_TRUE(areLegal(frame.table, now)) << seed;
            const Cost timed = timer(now);
            if (graph.rankCost().isMostOfRanks()) {
                ASSERT_EQ(cost.value, timed.value) << seed;
                ASSERT_DOUBLE_EQ(cost.energy, timed.energy) << seed;
            }
            ++looked;
            const std::optional<BlockChange> change = draw(graph, random);
            if (!change || !propose(graph, *change))
                continue;
            graph.wayThrough();
            if (graph.make(static_cast<Time>(2 * cost.value)))
                graph.keep();
            else
                graph.undo();
            cost = graph.cost();
        }
    }
    EXPECT_GT(looked, 1000);
}

// By trying it out: where the next place is refused, the row with the two blocks exchanged is not legal, or the same.
TEST(BlockGraph, ShiftsAsFarAsTheRankMayGo) {
    int stopped = 0;
    int went = 0;
    for (std::uint64_t seed = 1; seed <= trials(120); ++seed) {
        const OwnRows own(planOf(seed));
        BlockGraph graph(own.table, Objective::Makespan);
        graph.load(own.start);
        Random random(seed);
        for (int step = 0; step < 40; ++step) {
            const int rank = random.below(own.table.ranks());
            if (graph.length(rank) < 2)
                continue;
            const int from = random.below(graph.length(rank) - 1);
            const bool goes = graph.furthest(rank, from, from + 1) != from;
            const BlockRow swapped{graph.rows()[rank][from + 1], graph.rows()[rank][from]};
            const auto cells = [&](int op) { return op == OpBlock::kNone ? -1 : own.table.ops[op].cell; };
            const auto alike = [&](int one, int other) { return one != OpBlock::kNone && cells(one) == cells(other); };
            bool isAlike = false;
            for (const int one : {swapped[0].op, swapped[0].partner, swapped[0].weight})
                for (const int other : {swapped[1].op, swapped[1].partner, swapped[1].weight})
                    isAlike = isAlike || alike(one, other);
            ASSERT_EQ(goes, !isAlike && graph.propose({rank, from}, 2, swapped)) << seed << ' ' << step;
            (goes ? went : stopped) += 1;
        }
    }
    EXPECT_GT(went, 100);
    EXPECT_GT(stopped, 100);
}

TEST(BlockGraph, KnowsTheLongestWayThroughTwoNeighboursExactly) {
    int exact = 0;
    for (std::uint64_t seed = 1; seed <= trials(120); ++seed) {
        const OwnRows own(planOf(seed));
        Random random(seed);
        BlockGraph graph(own.table, Objective::Makespan);
        graph.load(own.start);
        for (int step = 0; step < 60; ++step) {
            const int rank = random.below(own.table.ranks());
            BlockChange change;
            if (graph.length(rank) == 0 || !shiftBlock(graph, {rank, random.below(graph.length(rank))}, 1, change) ||
                !propose(graph, change))
                continue;
            const Time before = graph.longest();
            const Time through = graph.wayThrough();
            if (!graph.make(2 * before)) {
                graph.undo();
                continue;
            }
            const Time after = graph.longest();
            // It is a way, and any longer one was there before or is through it.
            ASSERT_GE(after, through) << "seed " << seed;
            ASSERT_LE(after, std::max(before, through)) << "seed " << seed;
            exact += after == through && after != before ? 1 : 0;
            graph.keep();
        }
    }
    EXPECT_GT(exact, 0);
}

TEST(BlockGraph, FindsAWayAsLongAsTheOrder) {
    for (std::uint64_t seed = 1; seed <= trials(60); ++seed) {
        const OwnRows own(planOf(seed, {.gaps = false, .serial = false}));
        BlockGraph graph(own.table, Objective::Makespan);
        graph.load(own.start);
        std::vector<BlockGraph::BlockPlace> places;
        graph.findCritical(places);
        ASSERT_FALSE(places.empty());
        // Blocks that follow each other on it do so on a rank, or one waits for the other; the last waits for nothing.
        Time length = 0;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const OpBlock& block = graph.rows()[places[i].rank][places[i].position];
            length += own.table.lengthOf(block);
            if (i + 1 == places.size() || places[i + 1].rank == places[i].rank)
                continue;
            Time travel = 0;
            for (const int op : {block.op, block.partner})
                if (op != OpBlock::kNone && own.table.ops[op].source != OpBlock::kNone &&
                    own.table.ops[own.table.ops[op].source].rank == places[i + 1].rank)
                    travel = std::max(travel, own.table.ops[op].travel);
            length += travel;
        }
        EXPECT_EQ(length, graph.longest()) << "seed " << seed;
    }
}

TEST(Annealing, GivesLegalOrdersThatCostWhatItSays) {
    for (std::uint64_t seed = 1; seed <= trials(40); ++seed) {
        const Objective objective = kObjectives[seed % kObjectives.size()];
        const Plan plan = planOf(seed);
        const SearchFrame frame(plan, objective);
        Timer timer(frame.table, objective);
        Draft start{.sequences = withoutFreeWeights(frame.table, *sequencesOf(plan, frame.instance))};
        start.cost = timer(start.sequences);
        if (!areLegal(frame.table, start.sequences) || start.cost.stalls())
            continue;
        double told = start.cost.value;
        Effort effort{.ops = 300'000};
        effort.found = [&](const Sequences& sequences, const Cost& cost) {
            EXPECT_LT(cost.value, told) << "seed " << seed;
            EXPECT_EQ(Timer(frame.table, objective)(sequences).value, cost.value);
            told = cost.value;
        };
        Random random(seed);
        Annealing annealing(frame.table, objective);
        const Draft found = annealing.run(start, {.from = 0.5}, effort, random);
        EXPECT_TRUE(areLegal(frame.table, found.sequences)) << "seed " << seed;
        EXPECT_EQ(timer(found.sequences).value, found.cost.value) << "seed " << seed;
        EXPECT_EQ(found.cost.value, told) << "seed " << seed;
        // What it reuses does not show.
        Random again(seed);
        effort.found = nullptr;
        EXPECT_EQ(annealing.run(start, {.from = 0.5}, effort, again).sequences, found.sequences) << "seed " << seed;
    }
}

} // namespace
} // namespace lanewright::test
