// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/coach.h"

#include "core/edit/edits.h"
#include "core/lesson/goal_check.h"
#include "core/model/text.h"
#include "tests/core/lesson/lessons.h"

using namespace lanewright;
using test::kTwoByTwo;
using test::lessonOf;
using test::started;

namespace {

/// Takes the coach's steps until there is none; says whether that reached the goals.
bool coachReaches(const Lesson& lesson, int mostSteps) {
    Attempt attempt = started(lesson);
    for (int step = 0; step < mostSteps; ++step) {
        CoachStep nextStep = nextStepFor(lesson, attempt);
        if (nextStep.kind == CoachStep::Kind::Nothing)
            break;
        attempt.plan = std::move(nextStep.next);
        if (nextStep.kind == CoachStep::Kind::Optimizer)
            attempt.optimizer = nextStep.mode;
    }
    return Checker(lesson).check(attempt).reached;
}

} // namespace

TEST(Coach, OnAnEmptyBoardOnlyTheFirstForwardsAreReady) {
    const Lesson lesson = lessonOf(kTwoByTwo + R"(, "goals": {"valid": true}, "solution": {"generator": "gpipe"})");
    Attempt attempt = started(lesson);
    const auto ready = [&] { return readyOps(attempt.plan, trayOf(lesson, attempt.plan)); };
    EXPECT_EQ(ready(), (std::vector<Op>{*opFromText("F0.0"), *opFromText("F0.1")}));
    attempt.plan.schedule.order = *rowsFromText("F0.0\nF1.0");
    EXPECT_EQ(ready(), (std::vector<Op>{*opFromText("F0.1"), *opFromText("BW1.0")}));
}

TEST(Coach, AnOpBehindAStallIsNotReady) {
    const Lesson lesson = lessonOf(kTwoByTwo + R"(, "goals": {"valid": true}, "solution": {"generator": "gpipe"})");
    Attempt attempt = started(lesson);
    attempt.plan.schedule.order = *rowsFromText("BW0.0 F0.0\nBW1.1");
    for (const Op& op : readyOps(attempt.plan, trayOf(lesson, attempt.plan)))
        EXPECT_NE(toText(op), "F1.0");
}

TEST(Coach, TheFirstStepComesWithItsReason) {
    const Lesson lesson = lessonOf(kTwoByTwo + R"(, "goals": {"valid": true}, "solution": {"generator": "gpipe"})");
    Attempt attempt = started(lesson);
    const CoachStep first = nextStepFor(lesson, attempt);
    EXPECT_EQ(first.kind, CoachStep::Kind::Place);
    EXPECT_EQ(toText(first.op), "F0.0");
    attempt.plan = first.next;
    const CoachStep second = nextStepFor(lesson, attempt);
    ASSERT_TRUE(second.why);
    EXPECT_EQ(second.why->start, kTimeUnit);
    EXPECT_FALSE(second.after) << "half an order has no makespan";
}

TEST(Coach, FollowsTheSolutionToItsEnd) {
    const std::string goals = R"(, "goals": {"valid": true, "complete": true, "makespan": 9}, )";
    EXPECT_TRUE(coachReaches(lessonOf(kTwoByTwo + goals + R"("solution": {"generator": "gpipe"})"), 20));
    EXPECT_TRUE(coachReaches(lessonOf(kTwoByTwo + goals + R"("allowed": ["move"], "solution": {"generator": "gpipe"},
        "start": {"order": [["F0.0", "BW0.0", "F0.1", "BW0.1"], ["F1.0", "BW1.0", "F1.1", "BW1.1"]]})"),
                             20));
}

TEST(Coach, SplitsAndFusesWhereTheSolutionDoes) {
    const std::string start = R"("title": "t", "task": "d", "allowed": ["split", "move"],
        "problem": {"microbatches": 3, "placement": {"ranks": 3}}, )";
    EXPECT_TRUE(coachReaches(lessonOf(start + R"("goals": {"makespan": 13}, "start": {"generator": "1f1b"},
                                      "solution": {"generator": "1f1b", "apart": true})"),
                             40));
    EXPECT_TRUE(coachReaches(lessonOf(start + R"("goals": {"recognised": "1f1b"},
                                      "start": {"generator": "1f1b", "apart": true}, "solution": {"generator": "1f1b"})"),
                             40));
}

TEST(Coach, SaysWhatAStepIsGoodFor) {
    const std::string start = R"("title": "t", "task": "d", "allowed": ["split", "move"],
        "problem": {"microbatches": 3, "placement": {"ranks": 3}}, "goals": {"makespan": 13},
        "start": {"generator": "1f1b"}, "solution": )";
    const Lesson lesson = lessonOf(start + R"({"generator": "1f1b", "apart": true})");
    const CoachStep split = nextStepFor(lesson, started(lesson));
    ASSERT_EQ(split.kind, CoachStep::Kind::Split);
    EXPECT_EQ(toText(split.op), "BW2.0");
    EXPECT_EQ(split.because, "BW1.0 on rank 1 waits for the gradient of BW2.0. Only B makes it, so it comes 1 unit "
                             "earlier once W is apart.");
    const Lesson wall = lessonOf(R"("title": "t", "task": "d", "allowed": ["move"], "goals": {"valid": true},
        "problem": {"microbatches": 2, "placement": {"ranks": 2}, "memory": {"forward": 1, "limit": 1}},
        "start": {"order": [["F0.0", "F0.1", "BW0.0", "BW0.1"], ["F1.0", "BW1.0", "F1.1", "BW1.1"]]},
        "solution": {"order": [["F0.0", "BW0.0", "F0.1", "BW0.1"], ["F1.0", "BW1.0", "F1.1", "BW1.1"]]})");
    EXPECT_EQ(nextStepFor(wall, started(wall)).because,
              "Rank 0 then holds 1 activation instead of 2 activations; its limit is 1 activation.");
}

TEST(Coach, EveryStepHasAReason) {
    for (const char* solution : {R"({"generator": "gpipe"})", R"({"generator": "zb-h1"})"}) {
        const Lesson lesson =
            lessonOf(kTwoByTwo + R"(, "goals": {"valid": true, "complete": true}, "solution": )" + solution);
        Attempt attempt = started(lesson);
        for (int step = 0; step < 20; ++step) {
            const CoachStep nextStep = nextStepFor(lesson, attempt);
            EXPECT_EQ(nextStep.because.empty(), nextStep.kind == CoachStep::Kind::Nothing) << toText(nextStep.op);
            if (nextStep.kind == CoachStep::Kind::Nothing)
                break;
            attempt.plan = nextStep.next;
        }
    }
}

TEST(Coach, WithoutASolutionLooksForItself) {
    EXPECT_TRUE(coachReaches(lessonOf(kTwoByTwo + R"(, "goals": {"valid": true, "complete": true})"), 20));
    EXPECT_TRUE(coachReaches(lessonOf(kTwoByTwo + R"(, "goals": {"makespan": 9},
        "start": {"order": [["F0.0", "BW0.0", "F0.1", "BW0.1"], ["F1.0", "BW1.0", "F1.1", "BW1.1"]]})"),
                             20));
}

TEST(Coach, AStepIsTakenWhoeverTakesIt) {
    const Lesson lesson = lessonOf(kTwoByTwo + R"(, "goals": {"complete": true}, "solution": {"generator": "gpipe"})");
    Attempt attempt = started(lesson);
    const CoachStep step = nextStepFor(lesson, attempt);
    EXPECT_FALSE(isTaken(step, attempt));
    Attempt other = attempt;
    other.plan.schedule = *insertOp(attempt.plan.schedule, {.kind = OpKind::F, .microbatch = 1}, 0);
    EXPECT_FALSE(isTaken(step, other)) << "another op";
    other.plan.schedule = *insertOp(other.plan.schedule, step.op, 1);
    EXPECT_TRUE(isTaken(step, other)) << "it stands at the end of its rank, behind what came between";
    attempt.plan = step.next;
    EXPECT_TRUE(isTaken(step, attempt));
    EXPECT_FALSE(isTaken(CoachStep{}, attempt));
}

TEST(Coach, KnowsWhenThereIsNothingLeft) {
    const Lesson lesson = lessonOf(kTwoByTwo + R"(, "goals": {"valid": true}, "start": {"generator": "gpipe"},
                                                  "solution": {"generator": "gpipe"})");
    EXPECT_EQ(nextStepFor(lesson, started(lesson)).kind, CoachStep::Kind::Nothing);
}
