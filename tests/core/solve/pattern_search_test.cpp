// SPDX-License-Identifier: Apache-2.0
#include "core/solve/pattern_search.h"

#include "core/check/validate.h"
#include "core/solve/rule_search.h"
#include "tests/core/solve/loop_problem.h"
#include "tests/support/random_plan.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lanewright::test {
namespace {

constexpr Code kF = 0;
constexpr Code kB = 1;
constexpr Code kW = 2;

// F one turn ahead of B, and W one behind it:  F | F B | F B W | B W | W.
TEST(Pattern, FillsAndEmptiesThePipelineTurnByTurn) {
    Plan plan = linearPlan(1, 3, "");
    plan.schedule.order.clear();
    const SearchFrame frame(plan, Objective::Makespan);
    Sequence sequence;
    ASSERT_TRUE(writeOut(frame.table, 0, {{kF, 0}, {kB, 1}, {kW, 2}}, sequence));
    EXPECT_EQ(sequence, (Sequence{kF, kF, kB, kF, kB, kW, kB, kW, kW}));
    EXPECT_TRUE(isLegal(frame.table, 0, sequence));
}

TEST(Pattern, OfTwoMicrobatchesEndsWhereTheyRunOut) {
    Plan plan = linearPlan(1, 3, "");
    plan.schedule.order.clear();
    const SearchFrame frame(plan, Objective::Makespan);
    Sequence sequence;
    ASSERT_TRUE(writeOut(frame.table, 0, {{kF, 0}, {kF, 0}, {kB, 0}, {kW, 0}, {kB, 0}, {kW, 0}}, sequence));
    EXPECT_EQ(sequence, (Sequence{kF, kF, kB, kW, kB, kW, kF, kB, kW}));
}

TEST(Pattern, WithALagBeyondAllMicrobatchesSaysNothing) {
    Plan plan = linearPlan(1, 3, "");
    plan.schedule.order.clear();
    const SearchFrame frame(plan, Objective::Makespan);
    Sequence sequence;
    EXPECT_FALSE(writeOut(frame.table, 0, {{kF, 0}, {kB, 0}, {kW, 4}}, sequence));
}

TEST(PatternSearch, GivesValidOrdersForAnyPlacement) {
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        RandomShape shape;
        shape.gaps = shape.pairs = shape.serial = false;
        Plan plan = randomPlan(seed, shape);
        plan.schedule.order.clear();
        plan.schedule.microbatches = 10 * static_cast<int>(plan.schedule.placement.directions.size());
        plan.schedule.directionOf.clear();
        const SearchFrame frame(plan, kObjectives[seed % kObjectives.size()]);
        if (!PatternSearch::isFor(frame))
            continue;
        Random random(seed);
        const Draft draft = PatternSearch(frame).run({.ops = 300'000}, random);
        if (draft.cost.stalls())
            continue;
        ++found;
        Plan made = plan;
        made.schedule = scheduleFrom(frame, draft.sequences);
        EXPECT_TRUE(isValid(validate(made))) << "seed " << seed;
        EXPECT_EQ(draft.cost.value, Timer(frame.table, frame.objective)(draft.sequences).value) << "seed " << seed;
    }
    EXPECT_GE(found, 20);
}

TEST(PatternSearch, IsNotForMicrobatchesThatAreFew) {
    EXPECT_FALSE(PatternSearch::isFor(SearchFrame(loopProblem(4, 3, 4), Objective::Makespan)));
    EXPECT_TRUE(PatternSearch::isFor(SearchFrame(loopProblem(4, 4, 4), Objective::Makespan)));
}

// With half of the memory of 1F1B, list scheduling alone does no better, whatever its rule.
TEST(PatternSearch, FindsShorterLoopsThanAnyListRuleWhereMemoryIsTight) {
    const Plan plan = loopProblem(4, 16, 4);
    const SearchFrame frame(plan, Objective::Makespan);
    double byRules = Cost::kStalls;
    RuleSearch rules(frame.table, frame.instance, frame.objective);
    for (const ListRule& rule : listRules(frame.instance))
        byRules = std::min(byRules, rules.attempt(rule).draft.cost.value);
    Random random(1);
    PatternSearch patterns(frame);
    double byPatterns = Cost::kStalls;
    for (int round = 0; round < 4; ++round)
        byPatterns = std::min(byPatterns, patterns.run({.ops = 4'000'000}, random).cost.value);
    EXPECT_LT(byPatterns, byRules);
}

} // namespace
} // namespace lanewright::test
