// SPDX-License-Identifier: Apache-2.0
#include "core/solve/groups.h"

#include "core/check/validate.h"
#include "core/sequence/turns.h"
#include "core/solve/rule_search.h"
#include "core/solve/starts.h"
#include "tests/core/solve/loop_problem.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace lanewright::test {
namespace {

/// Groups of at most so many.
Groups someGroups(int microbatches, int most, Random& random) {
    Groups groups;
    for (int left = microbatches; left > 0; left -= groups.back())
        groups.push_back(std::min(random.between(1, most), left));
    return groups;
}

int sumOf(const Groups& groups) { return std::accumulate(groups.begin(), groups.end(), 0); }

/// Whether each rank takes F and B in the turns of the groups.
bool keepsTo(const SearchFrame& frame, const Sequences& sequences, const Groups& groups) {
    for (int rank = 0; rank < frame.table.ranks(); ++rank) {
        const int places = frame.table.places(rank);
        const std::vector<ChunkTurn> turns = turnsOf(groups, places);
        for (const OpKind kind : {OpKind::F, OpKind::B}) {
            std::size_t turn = 0;
            for (const Code code : sequences[rank]) {
                if (kindOf(code) != kind)
                    continue;
                const int chunk = kind == OpKind::F ? placeOf(code) : places - 1 - placeOf(code);
                if (turn == turns.size() || turns[turn++].chunk != chunk)
                    return false;
            }
        }
    }
    return true;
}

void expectIsValid(const SearchFrame& frame, const Sequences& sequences) {
    Plan made = frame.problem;
    made.schedule = scheduleFrom(frame, sequences);
    EXPECT_TRUE(isValid(validate(made)));
}

TEST(Groups, HoldAllMicrobatchesHoweverTheyChange) {
    for (std::uint64_t seed = 1; seed <= trials(200); ++seed) {
        Random random(seed);
        const int microbatches = random.between(1, 40);
        Groups groups = someGroups(microbatches, 8, random);
        for (int change = 0; change < 50; ++change) {
            EXPECT_EQ(sumOf(groups), microbatches) << seed;
            EXPECT_GE(std::ranges::min(groups), 1) << seed;
            changeGroups(groups, random);
        }
    }
}

TEST(Groups, AreForLoopsOfSeveralChunks) {
    Plan plan = loopProblem(4, 8, 8);
    EXPECT_TRUE(canGroup(SearchFrame(plan, Objective::Makespan).instance));
    for (int stage = 0; stage < 8; ++stage) // a V
        plan.schedule.placement.directions[0][stage] = std::min(stage, 7 - stage);
    EXPECT_FALSE(canGroup(SearchFrame(plan, Objective::Makespan).instance));
    const Plan oneChunk = *problemOf({.ranks = 4, .microbatches = 8});
    EXPECT_FALSE(canGroup(SearchFrame(oneChunk, Objective::Makespan).instance));
}

TEST(RuleScheduler, TakesChunksInTheTurnsOfGroups) {
    int made = 0;
    for (std::uint64_t seed = 1; seed <= trials(100); ++seed) {
        Random random(seed);
        const Plan plan = loopProblem(random.between(2, 4), random.between(2, 12), random.between(3, 8));
        const SearchFrame frame(plan, Objective::Makespan);
        ListRule rule = plainRule(frame.table);
        rule.groups = someGroups(plan.schedule.microbatches, 4, random);
        Sequences sequences;
        if (!RuleScheduler(frame.table).build(rule, sequences))
            continue;
        ++made;
        EXPECT_TRUE(keepsTo(frame, sequences, rule.groups)) << seed;
        expectIsValid(frame, sequences);
    }
    EXPECT_GT(made, 0);
}

// Of a group all F of the first chunk come before any of the second, and so before any B.
TEST(RuleScheduler, SaysThatAGroupHasNoRoom) {
    const Plan plan = loopProblem(2, 5, 4);
    const SearchFrame frame(plan, Objective::Makespan);
    ListRule rule = plainRule(frame.table);
    Sequences sequences;
    rule.groups = {5};
    EXPECT_FALSE(RuleScheduler(frame.table).build(rule, sequences));
    EXPECT_TRUE(RuleSearch(frame.table, frame.instance, frame.objective).attempt(rule).draft.cost.stalls());
    rule.groups = {2, 2, 1};
    EXPECT_TRUE(RuleScheduler(frame.table).build(rule, sequences));
}

TEST(GroupRules, DealAllMicrobatches) {
    for (const int microbatches : {1, 2, 7, 16, 33}) {
        const Plan plan = loopProblem(4, microbatches, 8);
        const SearchFrame frame(plan, Objective::Makespan);
        for (const ListRule& rule : groupRules(frame.table, frame.instance)) {
            EXPECT_EQ(sumOf(rule.groups), microbatches);
            EXPECT_GE(std::ranges::min(rule.groups), 1) << microbatches;
        }
    }
}

TEST(GroupRules, FindShorterOrdersThanRulesWithoutGroupsWhereMemoryIsShort) {
    // Interleaved 1F1B holds 79 activations of a chunk.
    const Plan plan = loopProblem(16, 32, 47, 4);
    const SearchFrame frame(plan, Objective::Makespan);
    RuleSearch rules(frame.table, frame.instance, frame.objective);
    const auto bestOf = [&](const std::vector<ListRule>& all) {
        RuleDraft best;
        for (const ListRule& rule : all)
            if (RuleDraft made = rules.attempt(rule); made.draft.cost.energy < best.draft.cost.energy)
                best = std::move(made);
        return best;
    };
    const RuleDraft grouped = bestOf(groupRules(frame.table, frame.instance));
    ASSERT_FALSE(grouped.draft.cost.stalls());
    expectIsValid(frame, grouped.draft.sequences);
    EXPECT_LT(grouped.draft.cost.value, 0.95 * bestOf(listRules(frame.instance)).draft.cost.value);
}

TEST(GroupRules, AreForLoopsThatAreShortOfMemoryAlone) {
    const Plan limited = loopProblem(4, 16, 8);
    const SearchFrame tight(limited, Objective::Makespan);
    EXPECT_FALSE(groupRules(tight.table, tight.instance).empty());
    Plan free = limited;
    free.memory.limit.clear();
    const SearchFrame roomy(free, Objective::Makespan);
    EXPECT_TRUE(groupRules(roomy.table, roomy.instance).empty());
}

TEST(RuleSearch, KeepsToTheGroupsThatItFinds) {
    const Plan plan = loopProblem(8, 24, 8);
    const SearchFrame frame(plan, Objective::Makespan);
    RuleSearch rules(frame.table, frame.instance, frame.objective);
    Random random(1);
    const Effort effort{.ops = 4'000'000};
    const RuleDraft start = rules.attempt(groupRules(frame.table, frame.instance).front());
    ASSERT_FALSE(start.draft.cost.stalls());
    const RuleDraft found = rules.run(start, effort, random);
    EXPECT_LT(found.draft.cost.value, start.draft.cost.value);
    EXPECT_TRUE(keepsTo(frame, found.draft.sequences, found.rule.groups));
    expectIsValid(frame, found.draft.sequences);
}

} // namespace
} // namespace lanewright::test
