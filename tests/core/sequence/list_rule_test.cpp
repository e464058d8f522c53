// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/list_rule.h"

#include "core/check/validate.h"
#include "tests/support/random_plan.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

namespace {

/// A problem on any placement, each rank with room for a microbatch and a little more.
Plan tightProblem(std::uint64_t seed, Dice& dice) {
    Plan problem = randomPlan(seed, {.gaps = false, .pairs = false});
    problem.schedule.order.clear();
    problem.memory.limit.assign(problem.schedule.ranks(), Bytes{0});
    for (int rank = 0; rank < problem.schedule.ranks(); ++rank) {
        const int extra = dice.roll(0, 3);
        while (!checkRoom(problem) && checkRoom(problem).error().where == "rank " + std::to_string(rank))
            *problem.memory.limit[rank] += kMemoryUnit / 8;
        *problem.memory.limit[rank] += extra * kMemoryUnit / 2;
    }
    return problem;
}

ListRule drawnRule(const OpTable& table, Dice& dice) {
    ListRule rule = plainRule(table);
    for (RankRule& own : rule.ranks) {
        own.backwardFirst = dice.chance(70);
        own.deepFirst = dice.chance(50);
        own.overrun = dice.roll(0, 4);
        own.gradientWait = dice.roll(0, 3);
        own.lateForwardsFirst = dice.chance(30);
        for (int& most : own.inFlight)
            most = dice.roll(1, 4);
    }
    return rule;
}

bool keepsInFlight(const ListRule& rule, int rank, const Sequence& sequence) {
    std::vector<int> flying(rule.ranks[rank].inFlight.size(), 0);
    for (const Code code : sequence) {
        flying[placeOf(code)] += kindOf(code) == OpKind::F ? 1 : kindOf(code) == OpKind::B ? -1 : 0;
        if (flying[placeOf(code)] > rule.ranks[rank].inFlight[placeOf(code)])
            return false;
    }
    return true;
}

} // namespace

TEST(RuleScheduler, KeepsAnyLimitThatOneMicrobatchFitsIn) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        Dice dice(seed);
        Plan plan = tightProblem(seed, dice);
        const Instance instance = instanceOf(plan);
        const OpTable table = tableOf(instance, FreeWeights::LeftOut);
        const auto write = [&](const Sequences& sequences) {
            plan.schedule = scheduleOf(plan, withFreeWeights(table, instance, sequences));
            return isValid(validate(plan));
        };
        ListRule rule = drawnRule(table, dice);
        RuleScheduler scheduler(table);
        Sequences sequences;
        for (const Safety safety : {Safety::FirstEnds, Safety::AllEnd}) {
            if (safety == Safety::AllEnd && table.directions > 1)
                continue;
            rule.safety = safety;
            ASSERT_TRUE(scheduler.build(rule, sequences)) << "seed " << seed;
            EXPECT_TRUE(write(sequences)) << "seed " << seed;
            for (int rank = 0; rank < table.ranks(); ++rank)
                EXPECT_TRUE(keepsInFlight(rule, rank, sequences[rank])) << "seed " << seed << ", rank " << rank;
        }
    }
}

TEST(RuleScheduler, LeavesTheFirstMicrobatchItsRoomOnLaterChunks) {
    // A loop of two chunks a rank, with room for one microbatch and a chunk of another: rank 0 runs F of chunk 0 twice,
    // and a third would take the room of the first microbatch's chunk 1.
    Plan plan;
    plan.schedule = {.placement = looped(2, 4), .microbatches = 4};
    plan.costs = uniform(4, {}, 2);
    plan.memory = uniformMemory(4, 2, {.forward = 2, .backwardInput = -1, .backwardWeight = -1}, 6);
    const OpTable table = tableOf(instanceOf(plan), FreeWeights::Kept);
    Sequences sequences;
    ASSERT_TRUE(RuleScheduler(table).build(plainRule(table), sequences));
    const Code first = codeOf(0, OpKind::F);
    EXPECT_EQ(std::vector(sequences[0].begin(), sequences[0].begin() + 3),
              (std::vector{first, first, codeOf(1, OpKind::F)}));
}

TEST(RuleScheduler, LetsAWReachBeyondItsGapByQuarters) {
    // rank 0: F F . . . B | gap of one | B     W takes two units, and so reaches half of itself beyond the gap.
    Plan plan = linearPlan(2, 2, "");
    plan.schedule.order.clear();
    plan.costs.transfer.every = kTimeUnit;
    for (StageCosts& stage : plan.costs.stages[0])
        stage.backwardWeight = 2 * kTimeUnit;
    const Code f = codeOf(0, OpKind::F);
    const Code b = codeOf(0, OpKind::B);
    const Code w = codeOf(0, OpKind::W);
    const OpTable table = tableOf(instanceOf(plan), FreeWeights::Kept);
    ListRule rule = plainRule(table);
    Sequences sequences;
    rule.ranks[0].overrun = 1;
    ASSERT_TRUE(RuleScheduler(table).build(rule, sequences));
    EXPECT_EQ(sequences[0], (Sequence{f, f, b, b, w, w}));
    rule.ranks[0].overrun = 2;
    ASSERT_TRUE(RuleScheduler(table).build(rule, sequences));
    EXPECT_EQ(sequences[0], (Sequence{f, f, b, w, b, w}));
}

TEST(OnLine, FallsFromTheFirstStageToTheLast) {
    EXPECT_EQ(onLine(4, 1, 0, 4), 4);
    EXPECT_EQ(onLine(4, 1, 1, 4), 3);
    EXPECT_EQ(onLine(4, 1, 3, 4), 1);
    EXPECT_EQ(onLine(3, 2, 1, 3), 3); // 2.5
    EXPECT_EQ(onLine(2, 0, 2, 3), 1);
    EXPECT_EQ(onLine(5, 1, 0, 1), 5);
}
