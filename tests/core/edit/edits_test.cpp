// SPDX-License-Identifier: Apache-2.0
#include "core/edit/edits.h"

#include "core/check/validate.h"
#include "core/edit/edit_sentence.h"
#include "core/model/text.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace lanewright;
using namespace lanewright::test;

namespace {

Schedule small() {
    return {.placement = linear(2), .microbatches = 2, .order = *rowsFromText(R"(
        F0.0 F0.1 BW0.0 BW0.1
        F1.0 B1.0 W1.0 F1.1 B1.1 W1.1
    )")};
}

// Every op, sorted; BW counts as a B and a W.
std::vector<Op> opsOf(const Schedule& schedule) {
    std::vector<Op> ops;
    const auto add = [&](const Op& op) {
        for (const OpKind kind : {OpKind::B, OpKind::W})
            if (op.kind == OpKind::BW)
                ops.push_back({.kind = kind, .stage = op.stage, .microbatch = op.microbatch});
        if (op.kind != OpKind::BW)
            ops.push_back(op);
    };
    for (const Row& row : schedule.order)
        for (const Block& block : row) {
            add(block.op);
            if (block.paired)
                add(*block.paired);
        }
    std::ranges::sort(ops);
    return ops;
}

} // namespace

TEST(MoveBlock, StandsInFrontOfTheNamedPositionAndKeepsItsGap) {
    Schedule schedule = *setGap(small(), {0, 2}, 7);
    const auto earlier = moveBlock(schedule, {0, 2}, 0);
    ASSERT_TRUE(earlier);
    EXPECT_EQ(textOf(earlier->order[0]), "BW0.0 F0.0 F0.1 BW0.1");
    EXPECT_EQ(earlier->order[0][0].gap, 7);
    const auto last = moveBlock(schedule, {0, 0}, 4);
    ASSERT_TRUE(last);
    EXPECT_EQ(textOf(last->order[0]), "F0.1 BW0.0 BW0.1 F0.0");
    EXPECT_EQ(*moveBlock(schedule, {0, 1}, 1), schedule);
    EXPECT_EQ(*moveBlock(schedule, {0, 1}, 2), schedule);
}

TEST(MoveBlock, RefusesPlacesThatDoNotExist) {
    EXPECT_EQ(moveBlock(small(), {0, 4}, 0).error(),
              (Error{"there is no position 4 on rank 0, which has 4 blocks", "rank 0, position 4"}));
    EXPECT_EQ(moveBlock(small(), {2, 0}, 0).error().message, "there is no rank 2 in this order, which has 2 rows");
    EXPECT_FALSE(moveBlock(small(), {0, 0}, 5));
    EXPECT_FALSE(moveBlock(small(), {0, -1}, 0));
    EXPECT_FALSE(moveBlock(small(), {-1, 0}, 0));
}

TEST(MoveBlocks, KeepsTheOrderOfWhatMoves) {
    const auto moved = moveBlocks(small(), 1, {5, 0, 2}, 4);
    ASSERT_TRUE(moved);
    EXPECT_EQ(textOf(moved->order[1]), "B1.0 F1.1 F1.0 W1.0 W1.1 B1.1");
    EXPECT_EQ(*moveBlocks(small(), 1, {}, 3), small());
    EXPECT_FALSE(moveBlocks(small(), 1, {0, 6}, 0));
}

TEST(NudgeBlock, ThereAndBackChangesNothing) {
    const Schedule schedule = *setGap(small(), {1, 3}, 5);
    for (int position = 0; position + 1 < 6; ++position) {
        const auto there = nudgeBlock(schedule, {1, position}, 1);
        ASSERT_TRUE(there);
        EXPECT_NE(*there, schedule);
        EXPECT_EQ(*nudgeBlock(*there, {1, position + 1}, -1), schedule);
    }
}

TEST(NudgeBlock, StopsAtTheEndsOfTheRow) {
    EXPECT_EQ(nudgeBlock(small(), {0, 0}, -1).error().message, "F0.0 is the first block of rank 0 already");
    EXPECT_EQ(nudgeBlock(small(), {0, 3}, 1).error().message, "BW0.1 is the last block of rank 0 already");
    EXPECT_FALSE(nudgeBlock(small(), {0, 1}, 2));
}

TEST(SetGap, ZeroRemovesItAndNegativeIsRefused) {
    const Schedule schedule = *setGap(small(), {1, 1}, 9);
    EXPECT_EQ(schedule.order[1][1].gap, 9);
    EXPECT_EQ(*setGap(schedule, {1, 1}, 0), small());
    EXPECT_EQ(setGap(schedule, {1, 1}, -1).error().message, "a gap must not be negative");
    EXPECT_EQ(removeGaps(schedule), small());
}

TEST(RemoveOp, TakesOnlyItselfOutOfAPair) {
    const Schedule schedule{.placement = linear(1), .microbatches = 2, .order = *rowsFromText("F0.0 F0.1+BW0.0 BW0.1")};
    EXPECT_EQ(textOf(removeOp(schedule, op("F0.1"))->order[0]), "F0.0 BW0.0 BW0.1");
    EXPECT_EQ(textOf(removeOp(schedule, op("BW0.0"))->order[0]), "F0.0 F0.1 BW0.1");
    EXPECT_EQ(removeOp(schedule, op("W0.1")).error().message, "W0.1 is not in the order");
}

TEST(InsertOp, PutsBackWhatWasRemoved) {
    for (int position = 0; position < 6; ++position) {
        const Op taken = small().order[1][position].op;
        EXPECT_EQ(*insertOp(*removeOp(small(), taken), taken, position), small());
    }
}

TEST(InsertOp, StartsOnAnEmptyBoard) {
    const Schedule board{.placement = linear(2), .microbatches = 2};
    const auto first = insertOp(board, op("F1.0"), 0);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->order, (std::vector<Row>{{}, {{.op = op("F1.0")}}}));
}

TEST(InsertOp, RefusesDuplicatesAndOpsOfOtherSchedules) {
    EXPECT_EQ(insertOp(small(), op("F1.1"), 0).error(), (Error{"F1.1 is in the order already", "rank 1, position 3"}));
    EXPECT_FALSE(insertOp(small(), op("F2.0"), 0));
    EXPECT_FALSE(insertOp(small(), op("F0.2"), 0));
    EXPECT_FALSE(insertOp(*removeOp(small(), op("F0.0")), op("F0.0"), 4));
}

TEST(SplitBackward, IsUndoneByFuseBackward) {
    const Schedule schedule = *setGap(small(), {0, 2}, 3);
    const auto split = splitBackward(schedule, {0, 2});
    ASSERT_TRUE(split);
    EXPECT_EQ(textOf(split->order[0]), "F0.0 F0.1 B0.0 W0.0 BW0.1");
    EXPECT_EQ(*fuseBackward(*split, {0, 2}), schedule);
    const auto parts = splitBackward(schedule, {0, 2}, 3);
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->order[0].size(), 7U);
    EXPECT_EQ(parts->order[0][5].op, (Op{OpKind::W, 2, 0, 0}));
    EXPECT_EQ(*fuseBackward(*parts, {0, 2}), schedule);
}

TEST(SplitBackward, SaysWhatTheBlockHoldsInstead) {
    EXPECT_EQ(splitBackward(small(), {0, 0}).error().message, "F0.0 holds no BW that could be split");
    EXPECT_EQ(fuseBackward(small(), {0, 2}).error().message, "BW0.0 holds no B that could be fused");
    EXPECT_FALSE(splitBackward(small(), {0, 2}, 0));
    const Schedule without = *removeOp(small(), op("W1.0"));
    EXPECT_EQ(fuseBackward(without, {1, 1}).error().message, "B1.0 can't be fused: its W is not in the order");
}

TEST(SplitBackward, KeepsAPairTogether) {
    const Schedule schedule{.placement = linear(1), .microbatches = 2, .order = *rowsFromText("F0.0 F0.1+BW0.0 BW0.1")};
    const auto split = splitBackward(schedule, {0, 1});
    ASSERT_TRUE(split);
    EXPECT_EQ(textOf(split->order[0]), "F0.0 F0.1+B0.0 W0.0 BW0.1");
    EXPECT_EQ(*fuseBackward(*split, {0, 1}), schedule);
}

TEST(Edits, RandomEditsNeverLoseOrInventAnOp) {
    std::mt19937 random(11);
    const auto upTo = [&](std::size_t most) { return static_cast<int>(random() % (most + 1)); };
    Schedule schedule = small();
    const std::vector<Op> all = opsOf(schedule);
    std::vector<Op> tray;
    for (int step = 0; step < 4000; ++step) {
        const int rank = upTo(1);
        const std::size_t size = schedule.order[rank].size();
        const Slot slot{rank, upTo(size)};
        Result<Schedule> next = schedule;
        switch (upTo(6)) {
        case 0: next = moveBlock(schedule, slot, upTo(size)); break;
        case 1: next = moveBlocks(schedule, rank, {upTo(size), upTo(size)}, upTo(size)); break;
        case 2: next = nudgeBlock(schedule, slot, upTo(1) ? 1 : -1); break;
        case 3: next = splitBackward(schedule, slot); break;
        case 4: next = fuseBackward(schedule, slot); break;
        case 5:
            if (slot.position < static_cast<int>(size) && tray.size() < 3) {
                const Op taken = schedule.order[rank][slot.position].op;
                next = removeOp(schedule, taken);
                tray.push_back(taken);
            }
            break;
        case 6:
            if (!tray.empty() && (next = insertOp(schedule, tray.back(), 0)))
                tray.pop_back();
            break;
        }
        if (next)
            schedule = *std::move(next);
        Schedule whole = schedule;
        whole.order[0].insert(whole.order[0].end(), tray.size(), {});
        for (std::size_t i = 0; i < tray.size(); ++i)
            whole.order[0][whole.order[0].size() - 1 - i].op = tray[i];
        ASSERT_EQ(opsOf(whole), all) << "step " << step;
    }
}

TEST(Outcome, BlamesAnEditOnlyForWhatItBrings) {
    const Finding full{.code = "memory", .rank = 1, .op = op("F1.5"), .message = Message("full")};
    Finding later = full;
    later.op = op("F1.6");
    const Finding wrong{.code = "precedence", .rank = 0, .op = op("B0.1"), .message = Message("wrong")};
    Finding other = wrong;
    other.op = op("B0.2");
    EXPECT_EQ(outcomeOf({later}, {}, 1, {full, wrong}).tone, Outcome::Tone::Plain) << "rank 1 was over its limit";
    EXPECT_EQ(outcomeOf({later}, {}, 1, {full, wrong}).sentence.text(), "nothing new is wrong");
    EXPECT_EQ(outcomeOf({later}, {}, 1).tone, Outcome::Tone::Bad);
    EXPECT_EQ(outcomeOf({full, other}, {}, 1, {full, wrong}).sentence.text(), "wrong");
    EXPECT_EQ(outcomeOf({}, {}, 1, {full}).sentence.text(), "valid");
}
