// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson_solve.h"
#include "core/lesson/remake.h"

#include "core/check/validate.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/rules.h"
#include "core/lesson/same_problem.h"
#include "tests/core/io/documents.h"
#include "tests/core/lesson/lessons.h"
#include "tests/support/repository.h"
#include "tests/support/rows.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

using namespace lanewright;
using test::kTwoByTwo;
using test::lessonOf;
using test::unit;

namespace {

/// A round of search, and a proof that no busy machine cuts short.
constexpr double kProofSeconds = 3600;

LessonSolution solved(const Lesson& lesson, double proofSeconds = kProofSeconds) {
    const Result<LessonSolution> best = solveLesson(lesson, {.timeLimit = proofSeconds, .threads = 1, .rounds = 1});
    EXPECT_TRUE(best) << best.error().message;
    if (!best)
        return {};
    EXPECT_TRUE(answerTo(lesson, best->best)) << "the best keeps the rules";
    EXPECT_TRUE(isValid(validate(best->best.plan)));
    EXPECT_GE(best->value, best->bound);
    return *best;
}

Fraction units(Time count) { return {unit(count), 1}; }

std::map<std::string, Lesson> lessonsByFile() {
    std::map<std::string, Lesson> all;
    for (const auto& entry : std::filesystem::directory_iterator(test::inRepository("resources/lessons")))
        if (const std::string name = entry.path().filename().string(); name.ends_with(".lwlesson"))
            all[name] = *lessonFromJson(test::document("resources/lessons/" + name));
    return all;
}

bool changesMoreThanTheOrder(const Lesson& lesson) {
    return lesson.allows(LessonEdit::Stage) || lesson.allows(LessonEdit::Costs) || lesson.allows(LessonEdit::Halve);
}

} // namespace

TEST(LessonSolve, EveryGoalOfOurLessonsIsTheBestThereIsOrAStepOnTheWay) {
    for (const auto& [name, lesson] : lessonsByFile()) {
        SCOPED_TRACE(name);
        const GoalKind number = timeOf(lesson);
        const auto goal = std::ranges::find(lesson.goals, number, &Goal::kind);
        // Where a student chooses, `judge` looks at all that may be chosen.
        if (goal == lesson.goals.end() || mayRemake(lesson))
            continue;
        ASSERT_FALSE(changesMoreThanTheOrder(lesson)) << "a time is no goal where the problem itself may change";
        if (lesson.step) {
            EXPECT_LE(solved(lesson, 1).value, (Fraction{goal->most, 1}));
            continue;
        }
        const LessonSolution best = solved(lesson);
        EXPECT_EQ(best.value, (Fraction{goal->most, 1}));
        EXPECT_TRUE(best.optimal || !canProve()) << "the bound is " << best.bound.value();
    }
}

TEST(LessonSolve, TheMemoryWallStandsAt30AndNotAt36) {
    const Lesson lesson = lessonsByFile()["03-memory-wall.lwlesson"];
    Attempt attempt = *startOf(lesson);
    // Found by a reader of the lesson when it still said that 36 is the least.
    attempt.plan.schedule.order = test::rows(R"(
        F0.0 F0.1 F0.2 BW0.0 F0.3 BW0.1 F0.4 BW0.2 F0.5 BW0.3 BW0.4 BW0.5
        F1.0 F1.1 F1.2 BW1.0 BW1.1 F1.3 BW1.2 F1.4 F1.5 BW1.3 BW1.4 BW1.5
        F2.0 F2.1 BW2.0 F2.2 BW2.1 BW2.2 F2.3 F2.4 BW2.3 F2.5 BW2.4 BW2.5
        F3.0 BW3.0 F3.1 BW3.1 F3.2 BW3.2 F3.3 BW3.3 F3.4 BW3.4 F3.5 BW3.5
    )");
    ASSERT_TRUE(answerTo(lesson, attempt));
    EXPECT_TRUE(Checker(lesson).check(attempt).reached);
    EXPECT_EQ(solved(lesson).value, units(30));
}

TEST(LessonSolve, Lesson4SaysRightlyThat11IsTheLeast) {
    EXPECT_EQ(solved(lessonsByFile()["04-split-the-backward.lwlesson"]).value, units(11));
}

TEST(LessonSolve, ABackwardInOneTakesTheTimesOfItsTable) {
    // One rank: two forwards of 1, and backwards of 10 and 20, though B and W of the stage take 1 each.
    const LessonSolution whole = solved(lessonOf(R"("title": "t", "task": "d", "goals": {"makespan": 32},
        "problem": {"microbatches": 2, "placement": {"ranks": 1}, "microbatch": {"table": {"BW": [[10, 20]]}}},
        "start": {"generator": "gpipe"}, "allowed": ["move"])"));
    EXPECT_EQ(whole.value, units(32));
    EXPECT_EQ(whole.bound, units(32));
    EXPECT_TRUE(whole.optimal);
    const LessonSolution step = solved(lessonsByFile()["17-where-did-the-time-go.lwlesson"], 1);
    EXPECT_GE(step.bound, (Fraction{Time{6051} * scaleOf(TimeUnit::Ms), 1})) << "the work of rank 1";
}

TEST(LessonSolve, ABackwardStaysInOneUnlessItMayBeSplit) {
    const std::string start = R"(, "goals": {"makespan": 9}, "start": {"generator": "gpipe"}, "allowed": )";
    const LessonSolution whole = solved(lessonOf(kTwoByTwo + start + R"(["move"])"));
    EXPECT_EQ(whole.value, units(9));
    EXPECT_TRUE(whole.optimal);
    const LessonSolution split = solved(lessonOf(kTwoByTwo + start + R"(["move", "split"])"));
    EXPECT_EQ(split.value, units(7));
    EXPECT_TRUE(split.optimal);
}

TEST(LessonSolve, LockedOpsKeepTheirOrder) {
    // All ops of rank 1 stay: F B W F B W, so that rank 0 gets its second gradient at 6.
    const std::string start = R"(, "goals": {"makespan": 8}, "start": {"generator": "1f1b", "apart": true}, )";
    const LessonSolution kept = solved(lessonOf(kTwoByTwo + start + R"("locked": ["rank 1"])"));
    EXPECT_EQ(kept.value, units(8));
    const LessonSolution open = solved(lessonOf(kTwoByTwo + start + R"("locked": [])"));
    EXPECT_EQ(open.value, units(7));
    EXPECT_TRUE((kept.optimal && open.optimal) || !canProve());
}

TEST(LessonSolve, WithoutMoveOnlyTheTrayIsPlaced) {
    const Lesson lesson = lessonOf(kTwoByTwo + R"(, "goals": {"makespan": 8}, "allowed": ["place"],
        "start": {"generator": "1f1b", "apart": true, "tray": ["W0.*"]}, "solution": {"generator": "1f1b", "apart": true})");
    const LessonSolution best = solved(lesson);
    EXPECT_EQ(best.value, units(8));
    EXPECT_TRUE(best.optimal || !canProve());
}

TEST(LessonSolve, TheGoalOfMemoryIsALimit) {
    const std::string gpipe = R"(, "start": {"generator": "gpipe"}, "goals": {"makespan": 12, "peak_memory": )";
    EXPECT_EQ(solved(lessonOf(kTwoByTwo + gpipe + R"(1}, "allowed": ["move"])")).value, units(12));
    EXPECT_EQ(solved(lessonOf(kTwoByTwo + gpipe + R"(2}, "allowed": ["move"])")).value, units(9));
}

TEST(LessonSolve, SaysWhyThereIsNoBest) {
    const std::string start = R"(, "goals": {"makespan": 9}, "start": {"generator": "gpipe"}, "allowed": )";
    const Result<LessonSolution> costs = solveLesson(lessonOf(kTwoByTwo + start + R"(["costs"])"), {.rounds = 1});
    ASSERT_FALSE(costs);
    EXPECT_NE(costs.error().message.text().find("more than the order (costs)"), std::string::npos);
    const Result<LessonSolution> unmade =
        solveLesson(lessonOf(kTwoByTwo + R"(, "goals": {"valid": true}, "start": {"order": [["F0.0"], []],
            "tray": ["W*.*"]})"),
                    {.rounds = 1});
    EXPECT_FALSE(unmade);
}
