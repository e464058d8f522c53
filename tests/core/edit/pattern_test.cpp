// SPDX-License-Identifier: Apache-2.0
#include "core/edit/pattern.h"

#include "core/edit/edits.h"
#include "core/model/text.h"
#include "core/simulate/simulate.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

namespace {

std::set<Op> ops(std::initializer_list<std::string_view> words) {
    std::set<Op> result;
    for (const std::string_view word : words)
        result.insert(op(word));
    return result;
}

Schedule oneRank(std::string_view row, int microbatches = 4) { return linearPlan(1, microbatches, row).schedule; }

} // namespace

TEST(ShiftBlocks, MovesEachInItsOwnRow) {
    const Schedule schedule = linearPlan(2, 2, "F0.0 F0.1 B0.0 W0.0\n F1.0 B1.0 W1.0 F1.1").schedule;
    EXPECT_EQ(shiftBlocks(schedule, ops({"B0.0", "F1.0"}), 1).order, rows("F0.0 F0.1 W0.0 B0.0\n B1.0 F1.0 W1.0 F1.1"));
    EXPECT_EQ(shiftBlocks(schedule, ops({"B0.0", "F1.0"}), -1).order,
              rows("F0.0 B0.0 F0.1 W0.0\n F1.0 B1.0 W1.0 F1.1"));
}

TEST(ShiftBlocks, GatherAtTheEndInTheirOrder) {
    const Schedule schedule = oneRank("F0.0 F0.1 F0.2 F0.3");
    EXPECT_EQ(shiftBlocks(schedule, ops({"F0.1", "F0.3"}), -5).order, rows("F0.1 F0.3 F0.0 F0.2"));
    EXPECT_EQ(shiftBlocks(schedule, ops({"F0.0", "F0.2"}), 5).order, rows("F0.1 F0.3 F0.0 F0.2"));
}

TEST(MoveBlocksBy, MovesAllByTheSameNumberOfPlaces) {
    const Plan plan = linearPlan(2, 2, "F0.0 F0.1 B0.0 W0.0\n F1.0 B1.0 W1.0 F1.1");
    const Result<Schedule> moved = moveBlocksBy(plan, ops({"F0.0", "F0.1", "B1.0"}), 2);
    ASSERT_TRUE(moved) << moved.error().message;
    EXPECT_EQ(moved->order, rows("B0.0 W0.0 F0.0 F0.1\n F1.0 W1.0 F1.1 B1.0"));
    Plan back = plan;
    back.schedule = *moved;
    EXPECT_EQ(*moveBlocksBy(back, ops({"F0.0", "F0.1", "B1.0"}), -2), plan.schedule);
    EXPECT_EQ(*moveBlocksBy(plan, ops({"F0.0"}), 0), plan.schedule);
}

TEST(MoveBlocksBy, SaysWhichBlockHasNoRoomForIt) {
    const Plan plan = linearPlan(2, 2, "F0.0 F0.1 B0.0 W0.0\n F1.0 B1.0 W1.0 F1.1");
    const auto refusal = [&plan](std::initializer_list<std::string_view> words, int places) -> std::string {
        const Result<Schedule> moved = moveBlocksBy(plan, ops(words), places);
        return moved ? "moved" : moved.error().message.text();
    };
    EXPECT_EQ(refusal({"B0.0", "B1.0"}, -2),
              "B1.0 has only 1 block before it on rank 1, so not all can move 2 places earlier");
    EXPECT_EQ(refusal({"F0.0", "F1.0"}, 4),
              "F0.0 has only 3 blocks behind it on rank 0, so not all can move 4 places later");
    EXPECT_EQ(refusal({"F0.0", "W1.0"}, -1), "F0.0 is the first block of rank 0 already");
    EXPECT_EQ(refusal({"F1.1"}, 1), "F1.1 is the last block of rank 1 already");
    EXPECT_EQ(refusal({"W1.1"}, 1), "none of the ops is in the order");
}

TEST(Stamp, RepeatsAPatternForTheNextMicrobatches) {
    const Schedule schedule = oneRank("F0.0 F0.1 B0.0 W0.0 F0.2 F0.3 B0.1 B0.2 B0.3 W0.1 W0.2 W0.3");
    const Result<Stamped> once = stampPattern(schedule, ops({"F0.1", "B0.0", "W0.0"}));
    ASSERT_TRUE(once) << once.error().message;
    EXPECT_EQ(once->schedule.order, rows("F0.0 F0.1 B0.0 W0.0 F0.2 B0.1 W0.1 F0.3 B0.2 B0.3 W0.2 W0.3"));
    EXPECT_EQ(once->ops, ops({"F0.2", "B0.1", "W0.1"}));
    const Result<Stamped> twice = stampPattern(once->schedule, once->ops);
    ASSERT_TRUE(twice);
    EXPECT_EQ(twice->schedule.order, rows("F0.0 F0.1 B0.0 W0.0 F0.2 B0.1 W0.1 F0.3 B0.2 W0.2 B0.3 W0.3"));
    EXPECT_FALSE(stampPattern(twice->schedule, twice->ops)) << "there is no F0.4";
}

TEST(Stamp, StepsOverAsManyMicrobatchesAsThePatternHolds) {
    const Schedule schedule = oneRank("F0.0 F0.1 B0.0 B0.1 F0.2 B0.2 F0.3 B0.3");
    const Result<Stamped> stamped = stampPattern(schedule, ops({"F0.0", "F0.1", "B0.0", "B0.1"}));
    ASSERT_TRUE(stamped);
    EXPECT_EQ(stamped->schedule.order, rows("F0.0 F0.1 B0.0 B0.1 F0.2 F0.3 B0.2 B0.3"));
}

TEST(Stamp, TakesPairsGapsAndWhatLiesInTheTrayAlong) {
    Schedule schedule = oneRank("F0.0 F0.1+B0.0 B0.1");
    schedule.order[0][1].gap = 7;
    const Result<Stamped> stamped = stampPattern(schedule, ops({"F0.1", "B0.0"}));
    ASSERT_TRUE(stamped);
    EXPECT_EQ(toText(stamped->schedule.order[0][2]), "F0.2+B0.1");
    EXPECT_EQ(stamped->schedule.order[0][2].gap, 7);
    EXPECT_EQ(stamped->schedule.order[0].size(), 3U) << "B0.1 left where it stood";
}

TEST(Stamp, OfNothingIsRefused) { EXPECT_FALSE(stampPattern(oneRank("F0.0"), ops({"B0.0"}))); }

TEST(MoveToChange, GoesToTheNextPlaceWithAnotherMakespan) {
    const Plan plan = linearPlan(4, 8, zbH1Rows());
    const Time before = extentOf(simulate(plan.schedule, plan.costs)).length();
    const Slot slot = *slotOf(plan.schedule, op("W1.3"));
    for (const int by : {-1, 1}) {
        const Result<Schedule> next = moveToChange(plan, ops({"W1.3"}), by);
        if (!next)
            continue;
        const Timeline timeline = simulate(*next, plan.costs);
        EXPECT_TRUE(extentOf(timeline).length() != before || !reachesEnd(*next, timeline));
        const int position = slotOf(*next, op("W1.3"))->position;
        for (int place = slot.position + by; place != position; place += by) {
            const Schedule between = *moveBlock(plan.schedule, slot, by > 0 ? place + 1 : place);
            EXPECT_EQ(extentOf(simulate(between, plan.costs)).length(), before) << "it passed a change";
        }
    }
    EXPECT_TRUE(moveToChange(plan, ops({"W1.3"}), -1)) << "before its B nothing runs";
    EXPECT_FALSE(moveToChange(plan, {plan.schedule.order[1][23].op}, 1)) << "it is the last one";
}

TEST(MoveToChange, TakesAllBlocksAsManyPlaces) {
    const Plan plan = linearPlan(4, 8, zbH1Rows());
    const Time before = extentOf(simulate(plan.schedule, plan.costs)).length();
    const std::set<Op> both = ops({"W1.3", "W2.3"});
    const Result<Schedule> next = moveToChange(plan, both, -1);
    ASSERT_TRUE(next);
    const Timeline timeline = simulate(*next, plan.costs);
    EXPECT_TRUE(extentOf(timeline).length() != before || !reachesEnd(*next, timeline));
    const auto moved = [&](const char* name) {
        return slotOf(plan.schedule, op(name))->position - slotOf(*next, op(name))->position;
    };
    EXPECT_GT(moved("W1.3"), 0);
    EXPECT_EQ(moved("W1.3"), moved("W2.3"));
    EXPECT_FALSE(moveToChange(plan, {}, 1)) << "nothing moves";
}

TEST(OrderText, CarriesAnOrderToAnotherScheduleOfTheSameShape) {
    const Plan from = linearPlan(4, 8, zbH1Rows());
    Schedule to = from.schedule;
    for (Row& row : to.order)
        std::ranges::reverse(row);
    const Result<Stamped> pasted = orderFromText(to, orderToText(from.schedule, {}, 1), 1);
    ASSERT_TRUE(pasted) << pasted.error().message;
    EXPECT_EQ(pasted->schedule, from.schedule);
    EXPECT_EQ(pasted->ops.size(), 96U);
}

TEST(OrderText, CarriesAPartToWhereItsFirstBlockStands) {
    const Schedule from = oneRank("F0.0 F0.1 B0.1 B0.0 W0.0");
    const Schedule to = oneRank("F0.0 B0.0 F0.1 W0.0 B0.1");
    const std::string text = orderToText(from, ops({"B0.1", "B0.0"}), 1);
    const Result<Stamped> pasted = orderFromText(to, text, 1);
    ASSERT_TRUE(pasted);
    EXPECT_EQ(pasted->schedule.order, rows("F0.0 B0.1 B0.0 F0.1 W0.0"));
    EXPECT_EQ(pasted->ops, ops({"B0.0", "B0.1"}));
}

TEST(OrderText, BringsBackWhatWasCut) {
    const Schedule whole = oneRank("F0.0 F0.1 B0.1 B0.0");
    const std::string text = orderToText(whole, ops({"B0.1", "B0.0"}), 1);
    const Result<Stamped> pasted = orderFromText(removeOps(whole, ops({"B0.1", "B0.0"})), text, 1);
    ASSERT_TRUE(pasted);
    EXPECT_EQ(pasted->schedule, whole);
}

TEST(OrderText, RowsMayBeTyped) {
    const Schedule schedule = linearPlan(2, 2, "F0.0\n F1.0 F1.1").schedule;
    const Result<Stamped> one = orderFromText(schedule, "F0.1 F0.0 B0.0", 1);
    ASSERT_TRUE(one) << one.error().message.text();
    EXPECT_EQ(one->schedule.order, rows("F0.1 F0.0 B0.0\n F1.0 F1.1"));
    const Result<Stamped> both = orderFromText(schedule, "rank 1: F1.1 B1.1\nrank 0 F0.1\n", 1);
    ASSERT_TRUE(both) << both.error().message.text();
    EXPECT_EQ(both->schedule.order, rows("F0.0 F0.1\n F1.0 F1.1 B1.1"));
    const auto refusal = [&](std::string_view text) {
        const Result<Stamped> pasted = orderFromText(schedule, text, 1);
        return pasted ? "pasted" : pasted.error().where.text() + ": " + pasted.error().message.text();
    };
    EXPECT_EQ(refusal("rank 0: F0.0 F0.1\nF1.0 F1.7"), "line 2, block 2: F1.7 is not an op of this schedule");
    EXPECT_EQ(refusal("F0.0\nrank 5: F1.0"), "line 2: '5:' is no rank of the schedule");
}

TEST(OrderText, OfAnotherShapeOrOfNothingIsRefused) {
    const Schedule schedule = oneRank("F0.0 F0.1");
    EXPECT_FALSE(orderFromText(schedule, orderToText(oneRank("F0.0", 5), {}, 1), 1));
    EXPECT_FALSE(orderFromText(schedule, "some text", 1));
    EXPECT_FALSE(orderFromText(schedule, "", 1));
    const std::string head = orderToText(schedule, ops({"B0.0"}), 1);
    EXPECT_FALSE(orderFromText(schedule, head + "rank 0 F0.9\n", 1));
    EXPECT_FALSE(orderFromText(schedule, head + "rank 7 F0.0\n", 1));
    EXPECT_FALSE(orderFromText(schedule, head + "rank 0 F0.0 F0.0\n", 1));
    EXPECT_FALSE(orderFromText(schedule, head + "rank 0 X\n", 1));
}
