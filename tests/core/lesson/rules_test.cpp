// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/rules.h"

#include "core/edit/edits.h"
#include "core/edit/fold.h"
#include "core/generate/catalogue.h"
#include "core/model/text.h"
#include "tests/core/lesson/lessons.h"
#include "tests/support/rows.h"

#include <utility>

using namespace lanewright;
using test::kTwoByTwo;
using test::lessonOf;
using test::op;
using test::started;

namespace {

/// A lesson that allows one thing, and the plan of 1F1B with B and W apart.
struct Classroom {
    explicit Classroom(const std::string& allowed, const std::string& locked = "")
        : lesson(lessonOf(kTwoByTwo + R"(, "goals": {"valid": true}, "start": {"generator": "1f1b", "apart": true},
                                        "locked": [)" +
                          locked + R"(], "allowed": [)" + allowed + "]")),
          plan(started(lesson).plan) {}

    bool allows(const Schedule& next) const {
        Plan after = plan;
        after.schedule = next;
        return mayBecome(lesson, plan, after).ok();
    }
    std::string refusal(const Schedule& next) const {
        Plan after = plan;
        after.schedule = next;
        const Result<Done> done = mayBecome(lesson, plan, after);
        return done ? std::string{} : done.error().message.text();
    }

    Lesson lesson;
    Plan plan;
};

const std::vector<std::string> kAll = {"\"move\"", "\"place\"", "\"gap\"", "\"split\"", "\"pair\"", "\"stage\""};

} // namespace

TEST(LessonRules, EachEditNeedsItsOwnWord) {
    const Classroom any("");
    const Schedule& before = any.plan.schedule;
    Schedule paired = *removeOp(before, op("F0.1"));
    const Slot b = *slotOf(paired, op("B0.0"));
    paired.order[b.rank][b.position] = pairOf(op("F0.1"), op("B0.0"));
    const std::vector<Schedule> edits = {
        *moveBlock(before, {0, 0}, 2),
        *removeOp(before, op("W0.0")),
        *setGap(before, {0, 1}, 5),
        *fuseBackward(before, *slotOf(before, op("B1.0"))),
        paired,
        moveStage(any.plan, {.direction = 0, .stage = 1}, 0)->schedule,
    };
    for (std::size_t edit = 0; edit < edits.size(); ++edit)
        for (std::size_t word = 0; word < kAll.size(); ++word)
            EXPECT_EQ(Classroom(kAll[word]).allows(edits[edit]), word == edit) << kAll[word] << " " << edit;
}

TEST(LessonRules, CostsAndLimitsNeedTheirWord) {
    const Classroom closed("\"move\"");
    const Classroom open("\"costs\"");
    Plan cheaper = closed.plan;
    cheaper.costs.transfer.every = 5;
    EXPECT_FALSE(mayBecome(closed.lesson, closed.plan, cheaper));
    EXPECT_TRUE(mayBecome(open.lesson, open.plan, cheaper));
}

TEST(LessonRules, LockedOpsKeepTheirOrderAndOthersGoBetween) {
    const Classroom room("\"move\", \"place\"", "\"F*.*\", \"B*.*\"");
    const Schedule& before = room.plan.schedule;
    const Slot weight = *slotOf(before, op("W0.0"));
    EXPECT_TRUE(room.allows(*moveBlock(before, weight, static_cast<int>(before.order[0].size()))));
    EXPECT_TRUE(room.allows(*removeOp(before, op("W0.0"))));
    EXPECT_EQ(room.refusal(*moveBlock(before, {0, 0}, 2)), "F0.0 stays before F0.1: both are locked in this lesson");
    EXPECT_EQ(room.refusal(*removeOp(before, op("B1.1"))), "B1.1 is locked in this lesson: it stays where it is");
}

TEST(LessonRules, LockedOpsOfTheTrayArePlacedAnywhereAndThenStay) {
    Classroom room("\"move\", \"place\"", "\"rank 1\"");
    const Schedule whole = room.plan.schedule;
    room.plan.schedule = *removeOp(whole, op("W1.0"));
    EXPECT_EQ(room.refusal(whole), "");
    room.plan.schedule = whole;
    EXPECT_EQ(room.refusal(*removeOp(whole, op("W1.0"))), "W1.0 is locked in this lesson: it stays where it is");
}

TEST(LessonRules, AnOpTwiceOrOnAnotherRankIsNoMove) {
    const Classroom room("\"move\"");
    Schedule twice = room.plan.schedule;
    twice.order[0].push_back({.op = op("F0.0")});
    EXPECT_EQ(room.refusal(twice), "this lesson does not let you take ops out or put ops in");
    Schedule elsewhere = *removeOp(room.plan.schedule, op("W1.0"));
    elsewhere.order[0].push_back({.op = op("W1.0")});
    EXPECT_EQ(room.refusal(elsewhere), "this lesson does not let you take ops out or put ops in");
    EXPECT_TRUE(Classroom("\"move\", \"place\"").allows(elsewhere));
}

TEST(LessonRules, SplittingLetsNoPairsAndNoGapsIn) {
    const Classroom room("\"split\", \"move\"");
    const Schedule fused = *fuseBackward(room.plan.schedule, *slotOf(room.plan.schedule, op("B1.0")));
    EXPECT_EQ(room.refusal(fused), "");
    EXPECT_EQ(room.refusal(*setGap(fused, {0, 1}, 5)), "this lesson does not let you set gaps");
    Schedule paired = *removeOp(fused, op("F0.1"));
    const Slot b = *slotOf(paired, op("B0.0"));
    paired.order[b.rank][b.position] = pairOf(op("F0.1"), op("B0.0"));
    EXPECT_EQ(room.refusal(paired), "this lesson does not let you make or undo overlapped pairs");
}

TEST(LessonRules, MovingAStageLetsNothingElseIn) {
    const Classroom room("\"stage\"", "\"F0.*\"");
    const Schedule moved = moveStage(room.plan, {.direction = 0, .stage = 1}, 0)->schedule;
    EXPECT_EQ(room.refusal(moved), "");
    EXPECT_EQ(room.refusal(*setGap(moved, {0, 1}, 5)), "this lesson does not let you set gaps");
    EXPECT_EQ(room.refusal(*fuseBackward(moved, *slotOf(moved, op("B1.0")))),
              "this lesson does not let you split or fuse a backward");
    EXPECT_EQ(room.refusal(*removeOp(moved, op("W1.0"))), "this lesson does not let you take ops out or put ops in");
    EXPECT_EQ(room.refusal(*removeOp(moved, op("F0.1"))), "F0.1 is locked in this lesson: it stays where it is");
    Schedule turned = moved;
    std::swap(turned.order[0][slotOf(moved, op("F0.0"))->position],
              turned.order[0][slotOf(moved, op("F0.1"))->position]);
    EXPECT_EQ(room.refusal(turned), "F0.0 stays before F0.1: both are locked in this lesson");
}

TEST(LessonRules, CuttingInHalfIsOneThing) {
    const std::string problem = R"("title": "t", "task": "d", "goals": {"valid": true},
        "problem": {"microbatches": 8, "placement": {"ranks": 4, "directions": [[0, 1, 2, 3], [3, 2, 1, 0]]}},
        "start": {"generator": "dualpipe"}, "allowed": )";
    const Lesson may = lessonOf(problem + R"(["halve"])");
    const Lesson mayNot = lessonOf(problem + R"(["move", "stage"])");
    const Plan plan = started(may).plan;
    const Result<Plan> half = cutInHalf(plan);
    ASSERT_TRUE(half);
    EXPECT_TRUE(mayBecome(may, plan, *half));
    EXPECT_FALSE(mayBecome(mayNot, plan, *half));
}

TEST(OpPattern, NamesOpsByKindNumbersAndLane) {
    const Plan plan = Classroom("").plan;
    const auto hits = [&](const char* pattern, const char* word) {
        return matches(*opPatternFromText(pattern), plan.schedule, op(word));
    };
    EXPECT_TRUE(hits("W*.*", "W1.0"));
    EXPECT_FALSE(hits("B*.*", "BW1.0"));
    EXPECT_TRUE(hits("BW*.*", "BW1.0"));
    EXPECT_TRUE(hits("*1.0", "B1.0"));
    EXPECT_FALSE(hits("*1.0", "B1.1"));
    EXPECT_TRUE(hits("F0.0-1", "F0.1"));
    EXPECT_FALSE(hits("F0.0-1", "F0.2"));
    EXPECT_TRUE(hits("rank 1", "W1.1"));
    EXPECT_FALSE(hits("rank 1", "W0.1"));
    for (const char* wrong : {"", "*", "W", "F.", "F0", "F0.", "Q0.0", "F0.3-1", "F-1.0", "rank", "rank x", "F0.0 "})
        EXPECT_FALSE(opPatternFromText(wrong)) << wrong;
}
