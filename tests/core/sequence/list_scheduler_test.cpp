// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/list_scheduler.h"

#include "core/check/validate.h"
#include "tests/support/random_plan.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

namespace {

/// The first op that is ready, a backward before a forward, a W where nothing else is.
int anyReady(const OpTable& table, const ListScheduler& scheduler, int rank, Time now) {
    for (const OpKind kind : {OpKind::B, OpKind::F})
        for (int place = 0; place < table.places(rank); ++place)
            if (scheduler.readyAt(rank, codeOf(place, kind)) <= now)
                return codeOf(place, kind);
    return scheduler.oldestWeight(rank, false);
}

Plan problemOfUnits(int ranks, int microbatches) {
    Plan plan = linearPlan(ranks, microbatches, "");
    plan.schedule.order.clear();
    return plan;
}

} // namespace

TEST(ListScheduler, RunsEveryOpOfAnyPlacementOnce) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Plan plan = randomPlan(seed, {.gaps = false, .pairs = false});
        plan.memory.limit.clear();
        const Instance instance = instanceOf(plan);
        const OpTable table = tableOf(instance, FreeWeights::Kept);
        ListScheduler scheduler(table);
        Sequences sequences;
        const auto take = [&](int rank, Time now) { return anyReady(table, scheduler, rank, now); };
        ASSERT_TRUE(scheduler.run({}, false, take, sequences)) << "seed " << seed;
        EXPECT_EQ(scheduler.placed(), table.ops());
        plan.schedule = scheduleOf(plan, sequences);
        EXPECT_TRUE(isValid(validate(plan))) << "seed " << seed;
    }
}

TEST(ListScheduler, FollowsTheClock) {
    // rank 0: F F . B W B W     rank 1: . F B F B W W; units of one, backwards first
    Plan plan = problemOfUnits(2, 2);
    plan.memory = uniformMemory(2, 2, {.forward = 3, .backwardInput = -1, .backwardWeight = -2});
    const OpTable table = tableOf(instanceOf(plan), FreeWeights::Kept);
    ListScheduler scheduler(table);
    Sequences sequences;
    ASSERT_TRUE(scheduler.run(
        {}, true, [&](int rank, Time now) { return anyReady(table, scheduler, rank, now); }, sequences));
    const Code f = codeOf(0, OpKind::F);
    const Code b = codeOf(0, OpKind::B);
    const Code w = codeOf(0, OpKind::W);
    EXPECT_EQ(sequences, (Sequences{{f, f, b, w, b, w}, {f, b, f, b, w, w}}));
    EXPECT_EQ(scheduler.at(0).idle, kTimeUnit);
    EXPECT_EQ(scheduler.at(1).first, kTimeUnit);
    EXPECT_EQ(scheduler.at(1).idle, 0);
    EXPECT_EQ(scheduler.at(1).held, 0);
    EXPECT_EQ(scheduler.at(1).waiting, 0);
    EXPECT_EQ(scheduler.at(1).waitingMemory, 0);
}

TEST(ListScheduler, GivesUpAsSoonAsARankCantWinAnyMore) {
    const Instance instance = instanceOf(problemOfUnits(2, 2));
    const OpTable table = tableOf(instance, FreeWeights::Kept);
    ListScheduler scheduler(table);
    const auto take = [&](int rank, Time now) { return anyReady(table, scheduler, rank, now); };
    Sequences sequences;
    // Each rank works six units; rank 0 waits one, rank 1 begins one later.
    EXPECT_TRUE(scheduler.run({.longestSpan = 7 * kTimeUnit, .makespan = 7 * kTimeUnit}, true, take, sequences));
    EXPECT_FALSE(scheduler.run({.longestSpan = 6 * kTimeUnit}, true, take, sequences));
    EXPECT_LT(sequences[0].size(), 6U);
    EXPECT_FALSE(scheduler.run({.makespan = 6 * kTimeUnit}, true, take, sequences));
}

TEST(ListScheduler, SaysSoWhereNobodyTakesWhatIsLeft) {
    const OpTable table = tableOf(instanceOf(problemOfUnits(1, 1)), FreeWeights::Kept);
    ListScheduler scheduler(table);
    Sequences sequences;
    const auto never = [](int, Time) { return ListScheduler::kNothing; };
    EXPECT_FALSE(scheduler.run({}, true, never, sequences));
}
