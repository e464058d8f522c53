// SPDX-License-Identifier: Apache-2.0
#include "core/solve/bottleneck.h"

#include "core/check/validate.h"
#include "core/solve/rule_search.h"
#include "tests/core/solve/loop_problem.h"
#include "tests/support/random_plan.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace lanewright::test {
namespace {

constexpr Time kNone = std::numeric_limits<Time>::max();

/// Tries every order of a rank alone, op by op, and knows nothing of dominance.
class EveryOrder {
public:
    explicit EveryOrder(const RankAlone& rank) : m_rank(rank), m_ends(rank.series.size()) {}

    Time least() {
        go(0, 0, 0);
        return m_least;
    }

private:
    void go(Time free, Bytes held, Time end) {
        bool isDone = true;
        for (std::size_t number = 0; number < m_rank.series.size(); ++number) {
            const RankAlone::Series& one = m_rank.series[number];
            const std::size_t index = m_ends[number].size();
            if (static_cast<int>(index) == one.count)
                continue;
            isDone = false;
            Time start = std::max(free, one.head + static_cast<Time>(index) * one.spacing);
            if (one.source >= 0) {
                if (m_ends[one.source].size() <= index)
                    continue;
                start = std::max(start, m_ends[one.source][index] + one.away);
            }
            if (held + one.rise > m_rank.limit)
                continue;
            m_ends[number].push_back(start + one.length);
            go(start + one.length, held + one.change, std::max(end, start + one.length + one.tail));
            m_ends[number].pop_back();
        }
        if (isDone)
            m_least = std::min(m_least, end);
    }

    const RankAlone& m_rank;
    std::vector<std::vector<Time>> m_ends; ///< per series, of the ops that have run
    Time m_least = kNone;
};

/// When the order ends, and whether it keeps the limit.
Time endOf(const RankAlone& rank, const std::vector<std::uint8_t>& order) {
    std::vector<std::vector<Time>> ends(rank.series.size());
    Time free = 0;
    Time end = 0;
    Bytes held = 0;
    for (const std::uint8_t number : order) {
        const RankAlone::Series& one = rank.series[number];
        const std::size_t index = ends[number].size();
        Time start = std::max(free, one.head + static_cast<Time>(index) * one.spacing);
        if (one.source >= 0) {
            if (ends[one.source].size() <= index)
                return kNone;
            start = std::max(start, ends[one.source][index] + one.away);
        }
        if (held + one.rise > rank.limit)
            return kNone;
        held += one.change;
        free = start + one.length;
        ends[number].push_back(free);
        end = std::max(end, free + one.tail);
    }
    return end;
}

/// Small random plans of two chunks a rank, with equal microbatches.
Plan smallPlan(std::uint64_t seed) {
    Random random(seed);
    Plan plan = loopProblem(random.between(2, 4), 2, random.between(2, 4));
    if (random.chance(50)) // a V
        for (int stage = 0; stage < plan.schedule.stages(); ++stage)
            plan.schedule.placement.directions[0][stage] =
                std::min(stage, plan.schedule.stages() - 1 - stage) % plan.schedule.ranks();
    for (StageCosts& stage : plan.costs.stages.front())
        for (Time* const time : {&stage.forward, &stage.backwardInput, &stage.backwardWeight})
            *time = random.between(1, 12);
    return plan;
}

TEST(RankOrder, IsTheBestOfAllWhereTheBeamIsWide) {
    int unlimited = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Plan plan = smallPlan(seed);
        const Frame frame(plan, Objective::Makespan);
        for (int rank = 0; rank < plan.schedule.ranks(); ++rank) {
            const RankAlone alone = aloneOf(frame, rank, seed % 3 == 0 ? 0.3 : 0);
            const Effort effort{.ops = 1'000'000'000};
            Allowance allowance(effort);
            const RankOrder order = orderAlone(alone, {.ofCounts = 10'000, .ofLayer = 1'000'000}, allowance);
            const Time least = EveryOrder(alone).least();
            ASSERT_EQ(order.end, least) << seed << ' ' << rank;
            ASSERT_EQ(endOf(alone, order.series), least) << seed << ' ' << rank;
            unlimited += least < kNone ? 1 : 0;
        }
    }
    EXPECT_GT(unlimited, 100);
}

// A narrow beam may miss the best order, but what it says of the one it found is so.
TEST(RankOrder, SaysWhenItEnds) {
    const Plan plan = loopProblem(8, 24, 8);
    const Frame frame(plan, Objective::Makespan);
    const RankAlone alone = aloneOf(frame, 0, 0);
    Time widest = 0;
    for (const int width : {1, 4, 16}) {
        const Effort effort{.ops = 1'000'000'000};
        Allowance allowance(effort);
        const RankOrder order = orderAlone(alone, {.ofCounts = width, .ofLayer = 300 * width}, allowance);
        ASSERT_FALSE(order.series.empty());
        EXPECT_EQ(order.end, endOf(alone, order.series));
        widest = order.end;
    }
    EXPECT_GE(widest, frame.instance.workOf(0));
}

TEST(RankOrder, StopsWhenNothingIsLeft) {
    const Plan plan = loopProblem(8, 24, 8);
    const Frame frame(plan, Objective::Makespan);
    const Effort effort{.ops = 1000};
    Allowance allowance(effort);
    EXPECT_TRUE(orderAlone(aloneOf(frame, 0, 0), {}, allowance).series.empty());
}

TEST(BottleneckSearch, MakesValidOrders) {
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Plan plan = smallPlan(seed);
        plan.schedule.microbatches = 6;
        plan.schedule.directionOf.clear();
        const Frame frame(plan, kObjectives[seed % kObjectives.size()]);
        ASSERT_TRUE(BottleneckSearch::isFor(frame));
        Random random(seed);
        const Draft draft = BottleneckSearch(frame).run({.ops = 2'000'000}, random);
        if (draft.cost.stalls())
            continue;
        ++found;
        Plan made = plan;
        made.schedule = scheduleFrom(frame, draft.sequences);
        EXPECT_TRUE(isValid(validate(made))) << seed;
        Timer timer(frame.table, frame.objective);
        EXPECT_EQ(timer(draft.sequences).value, draft.cost.value) << seed;
    }
    EXPECT_GT(found, 20);
}

TEST(BottleneckSearch, RepeatsExactly) {
    const Plan plan = loopProblem(4, 12, 4);
    const Frame frame(plan, Objective::Makespan);
    const auto once = [&] {
        Random random(3);
        return BottleneckSearch(frame).run({.ops = 20'000'000}, random).sequences;
    };
    const Sequences first = once();
    EXPECT_FALSE(first.empty());
    EXPECT_EQ(first, once());
}

// Eight ranks with half of the memory of 1F1B: on a full rank hardly any op can move alone.
TEST(BottleneckSearch, StartsNearerToTheBestThanAnyListRule) {
    const Plan plan = loopProblem(8, 24, 8);
    const Frame frame(plan, Objective::Makespan);
    double byRules = Cost::kStalls;
    RuleSearch rules(frame.table, frame.instance, frame.objective);
    for (const ListRule& rule : listRules(frame.table, frame.instance))
        byRules = std::min(byRules, rules.attempt(rule).draft.cost.value);
    Random random(1);
    EXPECT_LT(BottleneckSearch(frame).run({.ops = 60'000'000}, random).cost.value, 0.95 * byRules);
}

TEST(BottleneckSearch, IsNotForWhatHasNoLimitOrOneChunkARank) {
    Plan plan = loopProblem(4, 12, 4);
    EXPECT_TRUE(BottleneckSearch::isFor(Frame(plan, Objective::Makespan)));
    plan.memory.limit.clear();
    EXPECT_FALSE(BottleneckSearch::isFor(Frame(plan, Objective::Makespan)));
    Plan oneChunk = linearPlan(4, 12, "");
    oneChunk.memory.limit.assign(4, 100);
    EXPECT_FALSE(BottleneckSearch::isFor(Frame(oneChunk, Objective::Makespan)));
}

} // namespace
} // namespace lanewright::test
