// SPDX-License-Identifier: Apache-2.0
#include "core/solve/order_graph.h"

#include "core/base/random.h"
#include "core/sequence/timer.h"
#include "core/simulate/memory.h"
#include "core/solve/anneal.h"
#include "core/solve/starts.h"
#include "tests/support/random_plan.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace lanewright::test {
namespace {

constexpr RandomShape kWithoutQueues{.gaps = false, .pairs = false, .recompute = false, .serial = false};

/// A random plan; two times of three ranks have no more room than its order needs.
Plan planOf(std::uint64_t seed, const RandomShape& shape) {
    Plan plan = randomPlan(seed, shape);
    if (seed % 3 == 0)
        return plan;
    plan.memory.limit.clear();
    for (const Bytes peak : peakMemory(plan.schedule, plan.memory, plan.costs.weightParts))
        plan.memory.limit.emplace_back(peak);
    return plan;
}

/// A random problem, laid out, and its own order.
struct OwnOrder {
    Plan plan;
    Frame frame;
    Sequences start;

    OwnOrder(std::uint64_t seed, const RandomShape& shape, Objective objective = Objective::Makespan)
        : plan(planOf(seed, shape)), frame(plan, objective),
          start(withoutFreeWeights(frame.table, *sequencesOf(plan, frame.instance))) {}
    const OpTable& table() const { return frame.table; }
};

/// A change of a rank, as it is asked for.
struct Asked {
    int rank = 0;
    int from = 0;
    int to = 0;
    bool exchanges = false;
};

std::optional<Asked> draw(const OrderGraph& graph, int ranks, Random& random) {
    const int rank = random.below(ranks);
    const int length = graph.length(rank);
    if (length < 2)
        return {};
    return Asked{rank, random.below(length), random.below(length), random.chance(40)};
}

bool propose(OrderGraph& graph, const Asked& asked) {
    return asked.exchanges ? asked.from != asked.to && graph.proposeExchange(asked.rank, asked.from, asked.to)
                           : graph.proposeShift(asked.rank, asked.from, asked.to);
}

bool areLegal(const OpTable& table, const Sequences& sequences) {
    for (int rank = 0; rank < table.ranks(); ++rank)
        if (!isLegal(table, rank, sequences[rank]))
            return false;
    return true;
}

/// Takes the code at `from` out and puts it in at `to`.
Sequence shifted(Sequence sequence, int from, int to) {
    const Code code = sequence[from];
    sequence.erase(sequence.begin() + from);
    sequence.insert(sequence.begin() + to, code);
    return sequence;
}

TEST(OrderGraph, TimesWhatItChangedAsATimerDoes) {
    int looked = 0;
    for (std::uint64_t seed = 1; seed <= trials(120); ++seed) {
        RandomShape shape = kWithoutQueues;
        shape.unequal = seed % 3 == 0;
        const Objective objective = kObjectives[seed % kObjectives.size()];
        const OwnOrder all(seed, shape, objective);
        Random random(seed);
        OrderGraph graph(all.table(), objective);
        Timer timer(all.table(), objective);
        if (!areLegal(all.table(), all.start))
            continue;
        ASSERT_EQ(graph.load(all.start), !timer(all.start).stalls()) << "seed " << seed;
        if (timer(all.start).stalls())
            continue;
        ++looked;
        for (int step = 0; step < 60; ++step) {
            const std::optional<Asked> asked = draw(graph, all.table().ranks(), random);
            if (!asked || !propose(graph, *asked))
                continue;
            const Sequences before = graph.sequences();
            const Cost costBefore = graph.cost();
            graph.make();
            ASSERT_TRUE(areLegal(all.table(), graph.sequences())) << "seed " << seed;
            const Cost cost = timer(graph.sequences());
            ASSERT_FALSE(cost.stalls()) << "seed " << seed;
            OrderGraph anew(all.table(), objective);
            ASSERT_TRUE(anew.load(graph.sequences()));
            if (graph.rankCost().isMostOfRanks()) {
                ASSERT_EQ(graph.cost().value, cost.value) << "seed " << seed;
                ASSERT_DOUBLE_EQ(graph.cost().energy, cost.energy) << "seed " << seed;
            } else
                ASSERT_GE(graph.cost().value, cost.value) << "seed " << seed;
            ASSERT_EQ(graph.longest(), anew.longest()) << "seed " << seed;
            if (random.chance(30)) {
                graph.undo();
                ASSERT_EQ(graph.sequences(), before);
                ASSERT_EQ(graph.cost().energy, costBefore.energy) << "seed " << seed;
                ASSERT_EQ(graph.cost().energy, (anew.load(before), anew.cost().energy)) << "seed " << seed;
            } else
                graph.keep();
        }
    }
    EXPECT_GT(looked, 0);
}

// With the right begins no rank takes longer than the period.
TEST(OrderGraph, LetsRanksBeginSoLateThatSpansAreWithinThePeriod) {
    int shorter = 0;
    for (std::uint64_t seed = 1; seed <= trials(120); ++seed) {
        const OwnOrder all(seed, kWithoutQueues, Objective::Period);
        Timer timer(all.table(), Objective::Period);
        timer.findCycles(true);
        OrderGraph graph(all.table(), Objective::Period);
        if (!areLegal(all.table(), all.start) || !graph.load(all.start))
            continue;
        const double span = graph.cost().value;
        const double period = std::ceil(timer(all.start).value);
        graph.beginWithin(static_cast<Time>(period));
        EXPECT_EQ(graph.cost().value, period) << "seed " << seed;
        shorter += period < span ? 1 : 0;
    }
    EXPECT_GT(shorter, 0);
}

// By trying it out: what is refused passes a limit, is out of the rank's own order, changes nothing, or stalls.
TEST(OrderGraph, RefusesOnlyWhatCannotRun) {
    int refused = 0;
    int stalled = 0;
    for (std::uint64_t seed = 1; seed <= trials(120); ++seed) {
        const OwnOrder all(seed, kWithoutQueues);
        Timer timer(all.table(), Objective::Makespan);
        if (!areLegal(all.table(), all.start) || timer(all.start).stalls())
            continue;
        Random random(seed);
        OrderGraph graph(all.table(), Objective::Makespan);
        ASSERT_TRUE(graph.load(all.start));
        for (int step = 0; step < 60; ++step) {
            const std::optional<Asked> asked = draw(graph, all.table().ranks(), random);
            if (!asked || asked->from == asked->to)
                continue;
            // One step at a time, since a shift goes as far as it gets.
            const int next = asked->to > asked->from ? asked->from + 1 : asked->from - 1;
            const bool canGo =
                asked->exchanges ? propose(graph, *asked) : graph.proposeShift(asked->rank, asked->from, next);
            if (canGo) {
                graph.make();
                graph.keep();
                continue;
            }
            Sequences tried = graph.sequences();
            Sequence& sequence = tried[asked->rank];
            if (asked->exchanges)
                std::swap(sequence[asked->from], sequence[asked->to]);
            else
                sequence = shifted(sequence, asked->from, next);
            // Among others of their code two ops would change more places than theirs.
            const auto [first, last] = std::minmax(asked->from, asked->to);
            const bool isAlone = !asked->exchanges ||
                                 std::none_of(sequence.begin() + first + 1, sequence.begin() + last, [&](Code code) {
                                     return code == sequence[first] || code == sequence[last];
                                 });
            if (tried == graph.sequences() || !isAlone || !isLegal(all.table(), asked->rank, sequence))
                continue;
            ++refused;
            ASSERT_TRUE(timer(tried).stalls()) << "seed " << seed;
            ++stalled;
        }
    }
    EXPECT_GT(refused, 0);
    EXPECT_EQ(refused, stalled);
}

TEST(OrderGraph, KnowsTheLongestWayThroughTwoNeighboursExactly) {
    int exact = 0;
    for (std::uint64_t seed = 1; seed <= trials(120); ++seed) {
        const OwnOrder all(seed, kWithoutQueues);
        Timer timer(all.table(), Objective::Makespan);
        if (!areLegal(all.table(), all.start) || timer(all.start).stalls())
            continue;
        Random random(seed);
        OrderGraph graph(all.table(), Objective::Makespan);
        ASSERT_TRUE(graph.load(all.start));
        for (int step = 0; step < 60; ++step) {
            const std::optional<Asked> asked = draw(graph, all.table().ranks(), random);
            if (!asked || !graph.proposeShift(asked->rank, asked->from, asked->from + 1))
                continue;
            const Time before = graph.longest();
            const Time through = graph.wayThrough();
            graph.make();
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

TEST(OrderGraph, FindsAWayAsLongAsTheOrder) {
    for (std::uint64_t seed = 1; seed <= trials(60); ++seed) {
        const OwnOrder all(seed, kWithoutQueues);
        Timer timer(all.table(), Objective::Makespan);
        if (!areLegal(all.table(), all.start) || !timer.draw(all.start))
            continue;
        OrderGraph graph(all.table(), Objective::Makespan);
        ASSERT_TRUE(graph.load(all.start));
        std::vector<OrderGraph::Place> places;
        graph.findCritical(places);
        ASSERT_FALSE(places.empty());
        EXPECT_EQ(timer.starts()[places.back().rank][places.back().position], 0) << "seed " << seed;
        for (const auto& [rank, position] : places) {
            const Code code = graph.sequences()[rank][position];
            EXPECT_EQ(graph.positionOf(rank, code, graph.indexAt(rank, position)), position);
        }
        EXPECT_EQ(graph.positionOf(0, 0, -1), -1);
        EXPECT_EQ(graph.positionOf(0, 0, all.table().cell(0, 0).count), -1);
    }
}

TEST(Annealing, GivesLegalOrdersThatCostWhatItSays) {
    for (std::uint64_t seed = 1; seed <= trials(40); ++seed) {
        const Objective objective = kObjectives[seed % kObjectives.size()];
        const OwnOrder all(seed, kWithoutQueues, objective);
        Timer timer(all.table(), objective);
        Draft start{.sequences = all.start, .cost = timer(all.start)};
        if (!areLegal(all.table(), all.start) || start.cost.stalls())
            continue;
        double told = start.cost.value;
        Effort effort{.ops = 300'000};
        effort.found = [&](const Sequences& sequences, const Cost& cost) {
            EXPECT_LT(cost.value, told) << "seed " << seed;
            EXPECT_EQ(Timer(all.table(), objective)(sequences).value, cost.value);
            told = cost.value;
        };
        Random random(seed);
        Annealing annealing(all.table(), objective);
        const Draft found = annealing.run(start, {.from = 0.5}, effort, random);
        EXPECT_TRUE(areLegal(all.table(), found.sequences)) << "seed " << seed;
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
