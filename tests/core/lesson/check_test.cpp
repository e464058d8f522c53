// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/goal_check.h"

#include "core/edit/edits.h"
#include "core/generate/recognise/recognise.h"
#include "core/lesson/judge.h"
#include "core/model/text.h"
#include "tests/core/lesson/lessons.h"

#include <algorithm>

using namespace lanewright;
using test::kTwoByTwo;
using test::lessonOf;
using test::started;

namespace {

Attempt attemptAt(const Lesson& lesson, const char* rows) {
    Attempt attempt = started(lesson);
    attempt.plan.schedule.order = *rowsFromText(rows);
    return attempt;
}

const GoalState& stateOf(const Assessment& assessment, GoalKind kind) {
    return *std::ranges::find(assessment.goals, kind, [](const GoalState& state) { return state.goal.kind; });
}

std::vector<std::string> codesOf(const Lesson& lesson) {
    std::vector<std::string> codes;
    for (const LessonRemark& remark : judge(lesson))
        codes.push_back(remark.code);
    return codes;
}

constexpr const char* kGpipe = "F0.0 F0.1 BW0.0 BW0.1\nF1.0 F1.1 BW1.0 BW1.1";
constexpr const char* kOneByOne = "F0.0 BW0.0 F0.1 BW0.1\nF1.0 BW1.0 F1.1 BW1.1";

} // namespace

TEST(LessonCheck, NumbersOfHalfAnOrderReachNothing) {
    const Lesson lesson = lessonOf(kTwoByTwo + R"(, "goals": {"valid": true, "complete": true, "makespan": 9})");
    const Assessment assessment = Checker(lesson).check(attemptAt(lesson, "F0.0\nF1.0"));
    EXPECT_FALSE(assessment.reached);
    EXPECT_FALSE(stateOf(assessment, GoalKind::Complete).reached);
    EXPECT_FALSE(stateOf(assessment, GoalKind::Makespan).reached);
    EXPECT_FALSE(stateOf(assessment, GoalKind::Makespan).value);
    EXPECT_EQ(assessment.points, 0);
}

TEST(LessonCheck, ANumberIsReachedAtItsGoalAndNotAbove) {
    const Lesson nine = lessonOf(kTwoByTwo + R"(, "goals": {"makespan": 9})");
    const Lesson less = lessonOf(kTwoByTwo + R"(, "goals": {"makespan": 8.999999})");
    const Assessment assessment = Checker(nine).check(attemptAt(nine, kGpipe));
    EXPECT_TRUE(assessment.reached);
    EXPECT_EQ(assessment.goals[0].value, 9.0 * kTimeUnit);
    EXPECT_FALSE(Checker(less).check(attemptAt(less, kGpipe)).reached);
}

TEST(LessonCheck, TheBubbleIsThatOfTheIterationAndThePapersRateThatOfTheLongestSpan) {
    // ZB-H2 of 3 ranks and 6 microbatches: 18 units of work, a longest span of 18, an iteration of 20.
    const Lesson lesson = lessonOf(
        R"("title": "t", "task": "do", "problem": {"microbatches": 6, "placement": {"ranks": 3}}, "start": {"generator": "zb-h2"},
           "goals": {"bubble_share": 0.1, "bubble_rate": 0})");
    const Assessment assessment = Checker(lesson).check(started(lesson));
    EXPECT_TRUE(stateOf(assessment, GoalKind::BubbleShare).reached);
    EXPECT_DOUBLE_EQ(stateOf(assessment, GoalKind::BubbleShare).value.value(), 2.0 / 20);
    EXPECT_EQ(stateOf(assessment, GoalKind::BubbleRate).value, 0);
}

TEST(LessonCheck, EveryKindOfGoalIsMeasured) {
    const Lesson lesson = lessonOf(kTwoByTwo + R"(, "iterations": 2, "goals": {"complete": true, "valid": true,
        "makespan": 9, "longest_span": 9, "period": 9, "iteration_time": 9, "bubble_share": 0.34, "bubble_rate": 0.34, "idle_share": 0.34,
        "overhead": 0.5, "peak_memory": 2, "parameter_copies": 1, "recognised": "gpipe"})");
    const Assessment assessment = Checker(lesson).check(attemptAt(lesson, kGpipe));
    EXPECT_EQ(assessment.goals.size(), static_cast<std::size_t>(kGoalKinds));
    for (const GoalState& state : assessment.goals)
        EXPECT_TRUE(state.reached) << toText(state.goal.kind) << " " << state.value.value_or(-1);
    const Assessment slow = Checker(lesson).check(attemptAt(lesson, kOneByOne));
    EXPECT_FALSE(stateOf(slow, GoalKind::Makespan).reached);
    EXPECT_FALSE(stateOf(slow, GoalKind::Period).reached);
    EXPECT_FALSE(stateOf(slow, GoalKind::IterationTime).reached);
    EXPECT_FALSE(stateOf(slow, GoalKind::BubbleRate).reached);
    EXPECT_FALSE(stateOf(slow, GoalKind::Recognised).reached);
    EXPECT_TRUE(stateOf(slow, GoalKind::PeakMemory).reached);
}

TEST(LessonCheck, AGoalBelowTheBoundIsRefusedAndOneAboveTheBestIsAStepOnTheWay) {
    const auto said = [](const std::string& goals, const std::string& more = "") {
        std::string all;
        for (const LessonRemark& remark :
             judge(lessonOf(kTwoByTwo + R"(, "hints": ["h"], "goals": {)" + goals + "}" + more),
                   SolveOptions{.timeLimit = 60, .exact = true, .rounds = 1}))
            all += remark.code + ": " + remark.message;
        return all;
    };
    EXPECT_EQ(said(R"("makespan": 5)"), "unreachable: makespan at most 5 units can't be reached: no order that the "
                                        "lesson's rules lead to takes less than 7 units");
    EXPECT_EQ(said(R"("makespan": 7)"), "") << "found, so it is shown";
    EXPECT_EQ(said(R"("makespan": 9)"), "step: makespan at most 9 units is a step on the way, the best is 7 units: say "
                                        "so with \"a_step_on_the_way\": true, or ask for the best");
    EXPECT_EQ(said(R"("makespan": 9)", R"(, "a_step_on_the_way": true)"), "");
    EXPECT_EQ(said(R"("makespan": 7)", R"(, "a_step_on_the_way": true)"),
              "step: makespan at most 7 units is the best there is: leave \"a_step_on_the_way\" out");
    for (const char* share : {"idle_share", "bubble_share", "bubble_rate", "overhead"}) {
        EXPECT_EQ(said("\"" + std::string(share) + R"(": 0.5)").substr(0, 6), "step: ") << share;
        EXPECT_EQ(said("\"" + std::string(share) + R"(": 0.5)", R"(, "a_step_on_the_way": true)"), "") << share;
    }
    EXPECT_EQ(said(R"("idle_share": 0.1)"), "unreachable: idle at most 10 % can't be reached: no order that the "
                                            "lesson's rules lead to has less than 14.3 %");
    EXPECT_EQ(said(R"("bubble_share": 0.1)"), "unreachable: bubble at most 10 % can't be reached: no order that the "
                                              "lesson's rules lead to has less than 14.3 %");
    EXPECT_EQ(said(R"("peak_memory": 0)").substr(0, 12), "unreachable:");
    EXPECT_EQ(said(R"("recognised": "zbv")"),
              "unreachable: recognised as ZBV can't be reached: it places the stages otherwise");
    EXPECT_EQ(said(R"("makespan": 7, "recognised": "1f1b")"),
              "unreachable: recognised as 1F1B can't be reached: its order misses makespan at most 7 units");
    EXPECT_EQ(said(R"("makespan": 9, "recognised": "1f1b")"), "") << "1F1B takes 9";
}

TEST(LessonJudge, WhatTheAllowedMeansCanNotReachIsRefused) {
    const auto said = [](const std::string& goals, const std::string& more,
                         const std::string& problem = R"("microbatches": 2, "placement": {"ranks": 2})") {
        std::string all;
        for (const LessonRemark& remark : judge(lessonOf(R"("title": "t", "task": "do", "hints": ["h"], "problem": {)" +
                                                         problem + R"(}, "goals": {)" + goals + "}, " + more),
                                                SolveOptions{.timeLimit = 60, .exact = true, .rounds = 1}))
            all += remark.code + ": " + remark.message;
        return all;
    };
    const std::string lacks = R"("start": {"generator": "gpipe", "tray": ["F0.0"]}, "allowed": )";
    EXPECT_EQ(said(R"("complete": true)", lacks + R"(["move"])"),
              "unreachable: all ops placed can't be reached: ops of the start lie in the tray, and \"allowed\" has no "
              "\"place\"");
    EXPECT_EQ(said(R"("makespan": 12)", lacks + R"(["move"])").substr(0, 31), "unreachable: makespan at most 1");
    EXPECT_EQ(said(R"("makespan": 12)", lacks + R"(["place"])").substr(0, 6), "step: ");
    EXPECT_EQ(
        said(R"("peak_memory": 1)", R"("start": {"generator": "gpipe"}, "allowed": [])"),
        "unreachable: peak memory at most 1 activation can't be reached: the start misses it, and \"allowed\" lets "
        "nobody do anything");
    EXPECT_EQ(said(R"("recognised": "zb-h1")", R"("start": {"generator": "gpipe"}, "allowed": ["move"])").substr(0, 51),
              "unreachable: recognised as ZB-H1 can't be reached: ");
    EXPECT_EQ(said(R"("parameter_copies": 1)", R"("start": {"generator": "dualpipe"}, "allowed": ["move"])",
                   R"("microbatches": 4, "placement": {"ranks": 2, "directions": [[0, 1], [1, 0]]})")
                  .substr(0, 66),
              "unreachable: each weight held at most 1 time can't be reached: sta");
    const std::string steps = R"("allowed": ["place", "move", "optimizer"])";
    const std::string costs =
        R"("microbatches": 2, "placement": {"ranks": 2}, "costs": {"forward": 1, "backward_input": 1, "backward_weight": 1, "optimizer": 1})";
    EXPECT_EQ(
        said(R"("iteration_time": 5)", steps, costs),
        "unreachable: time per iteration at most 5 units can't be reached: no order that the lesson's rules lead to "
        "takes less than 7 units");
}

TEST(LessonCheck, AnOrderWithMicrobatchesSwappedOnOneRankIsNotThatOfAGenerator) {
    const Lesson lesson = lessonOf(R"("title": "t", "task": "d", "goals": {"recognised": "1f1b"},
        "problem": {"microbatches": 4, "placement": {"ranks": 3}}, "start": {"generator": "gpipe"},
        "solution": {"generator": "1f1b"})");
    Attempt attempt = *solutionOf(lesson);
    EXPECT_TRUE(Checker(lesson).check(attempt).reached);
    for (Block& block : attempt.plan.schedule.order[2])
        if (block.op.microbatch < 2)
            block.op.microbatch = 1 - block.op.microbatch;
    EXPECT_FALSE(Checker(lesson).check(attempt).reached) << "makespan 22 instead of 18";
    attempt.plan.schedule.order = solutionOf(lesson)->plan.schedule.order;
    for (Row& row : attempt.plan.schedule.order)
        for (Block& block : row)
            block.op.microbatch = 3 - block.op.microbatch;
    EXPECT_TRUE(Checker(lesson).check(attempt).reached) << "renamed on all ranks it is the same order";
}

TEST(LessonCheck, TheOptimizerModeCountsForTheTimePerIteration) {
    const Lesson lesson = lessonOf(R"("title": "t", "task": "d", "iterations": 4, "goals": {"iteration_time": 18},
        "problem": {"microbatches": 6, "placement": {"ranks": 3}, "memory": {"limit": 5}},
        "start": {"generator": "zb-h2"}, "allowed": ["optimizer"],
        "solution": {"generator": "zb-h2", "optimizer": "postvalidated"})");
    Attempt attempt = started(lesson);
    EXPECT_FALSE(Checker(lesson).check(attempt).reached);
    attempt.optimizer = OptimizerMode::PostValidated;
    EXPECT_TRUE(Checker(lesson).check(attempt).reached);
    EXPECT_TRUE(judge(lesson).size() == 1 && judge(lesson)[0].code == "hints");
}

TEST(LessonCheck, TheScoreRunsFromTheStartToTheSolution) {
    const Lesson lesson = lessonOf(kTwoByTwo + R"(, "goals": {"valid": true}, "score": ["makespan", "peak_memory"],
        "start": {"order": [["F0.0", "BW0.0", "F0.1", "BW0.1"], ["F1.0", "BW1.0", "F1.1", "BW1.1"]]},
        "solution": {"generator": "gpipe"})");
    const Checker checker(lesson);
    const Assessment begin = checker.check(started(lesson));
    ASSERT_EQ(begin.score.size(), 2u);
    EXPECT_EQ(begin.score[0].share, 0);
    EXPECT_EQ(begin.score[0].start, 12.0 * kTimeUnit);
    EXPECT_EQ(begin.score[0].best, 9.0 * kTimeUnit);
    EXPECT_EQ(begin.score[1].share, 0) << "a smaller peak than the solution's was there from the start";
    EXPECT_EQ(begin.points, 0);
    const Assessment end = checker.check(attemptAt(lesson, kGpipe));
    EXPECT_EQ(end.score[1].share, 1) << "and is kept";
    EXPECT_EQ(end.points, 100);
    // The last F moved to the front on rank 0 alone: a part of the way.
    const Assessment between = checker.check(attemptAt(lesson, "F0.0 F0.1 BW0.0 BW0.1\nF1.0 BW1.0 F1.1 BW1.1"));
    EXPECT_EQ(between.score[0].now, 9.0 * kTimeUnit);
}

TEST(LessonCheck, WhatTheStartHadEarnsNothingAndCostsOnceItIsLost) {
    // The start's makespan is the best there is; its peak of 2 is to become 1, which takes 12.
    const Lesson lesson = lessonOf(kTwoByTwo + R"(, "goals": {"valid": true, "makespan": 12, "peak_memory": 1},
        "score": ["makespan", "peak_memory"], "start": {"generator": "gpipe"}, "solution": {"order": [
            ["F0.0", "BW0.0", "F0.1", "BW0.1"], ["F1.0", "BW1.0", "F1.1", "BW1.1"]]})");
    const Checker checker(lesson);
    EXPECT_EQ(checker.check(started(lesson)).points, 0);
    EXPECT_EQ(checker.check(attemptAt(lesson, kOneByOne)).points, 100);
    Attempt slow = attemptAt(lesson, kOneByOne);
    slow.plan.schedule.order[0][2].gap = 5 * kTimeUnit;
    const Assessment lost = checker.check(slow);
    EXPECT_EQ(lost.score[0].share, 0);
    EXPECT_EQ(lost.score[1].share, 1);
    EXPECT_EQ(lost.points, 50);
}

TEST(LessonCheck, EveryRankThatComesDownIsProgress) {
    const Lesson lesson = lessonOf(
        R"("title": "t", "task": "do", "problem": {"microbatches": 4, "placement": {"ranks": 3}}, "start": {"generator": "gpipe"},
           "goals": {"peak_memory": 3, "makespan": 18, "recognised": "1f1b"}, "solution": {"generator": "1f1b"})");
    const Checker checker(lesson);
    const std::string still = "F%.0 F%.1 F%.2 F%.3 BW%.0 BW%.1 BW%.2 BW%.3";
    const auto rowOf = [&](int rank) {
        std::string row = still;
        std::ranges::replace(row, '%', static_cast<char>('0' + rank));
        return row + '\n';
    };
    const Assessment one =
        checker.check(attemptAt(lesson, (rowOf(0) + rowOf(1) + "F2.0 BW2.0 F2.1 BW2.1 F2.2 BW2.2 F2.3 BW2.3").c_str()));
    EXPECT_DOUBLE_EQ(stateOf(one, GoalKind::PeakMemory).progress, 1.0 / 3);
    EXPECT_EQ(one.points, 33);
    const Assessment two = checker.check(attemptAt(
        lesson, (rowOf(0) + "F1.0 F1.1 BW1.0 F1.2 BW1.1 F1.3 BW1.2 BW1.3\nF2.0 BW2.0 F2.1 BW2.1 F2.2 BW2.2 F2.3 BW2.3")
                    .c_str()));
    EXPECT_EQ(two.points, 66);
    EXPECT_GT(stateOf(two, GoalKind::Recognised).progress, 0.5) << "like it already";
    EXPECT_LT(stateOf(two, GoalKind::Recognised).progress, 1);
    EXPECT_FALSE(two.beaten);
}

TEST(LessonCheck, OpsThatArePlacedAreProgress) {
    const Lesson lesson = lessonOf(kTwoByTwo + R"(, "goals": {"complete": true}, "score": [])");
    EXPECT_DOUBLE_EQ(Checker(lesson).check(attemptAt(lesson, "F0.0 F0.1\nF1.0")).goals[0].progress, 3.0 / 12);
}

TEST(LessonCheck, ABetterOrderThanTheTeachersIsNamed) {
    const Lesson lesson = lessonOf(kTwoByTwo + R"(, "goals": {"makespan": 9, "peak_memory": 2}, "score": ["makespan"],
        "start": {"order": [["F0.0", "BW0.0", "F0.1", "BW0.1"], ["F1.0", "BW1.0", "F1.1", "BW1.1"]]},
        "solution": {"generator": "gpipe"})");
    const Checker checker(lesson);
    EXPECT_FALSE(checker.check(attemptAt(lesson, kGpipe)).beaten);
    const Assessment best =
        checker.check(attemptAt(lesson, "F0.0 F0.1 B0.0 W0.0 B0.1 W0.1\nF1.0 B1.0 F1.1 B1.1 W1.0 W1.1"));
    ASSERT_TRUE(best.beaten) << best.goals[0].value.value_or(0);
    EXPECT_EQ(best.beaten->number, GoalKind::Makespan);
    EXPECT_EQ(best.beaten->teachers, 9.0 * kTimeUnit);
    EXPECT_LT(best.beaten->now, 9.0 * kTimeUnit);
}

TEST(LessonCheck, WithoutAScoreTheGoalsThatTheStartReachesEarnNothing) {
    const Lesson lesson = lessonOf(kTwoByTwo + R"(, "goals": {"valid": true, "complete": true, "makespan": 9},
        "score": [], "start": {"order": [["F0.0", "BW0.0", "F0.1", "BW0.1"], ["F1.0", "BW1.0", "F1.1", "BW1.1"]]})");
    EXPECT_EQ(Checker(lesson).check(started(lesson)).points, 0);
    EXPECT_EQ(Checker(lesson).check(attemptAt(lesson, kGpipe)).points, 100);
}

TEST(LessonCheck, WithoutASolutionTheScoreRunsToTheGoal) {
    const Lesson lesson = lessonOf(kTwoByTwo + R"(, "goals": {"makespan": 9}, "score": ["makespan"],
        "start": {"order": [["F0.0", "BW0.0", "F0.1", "BW0.1"], ["F1.0", "BW1.0", "F1.1", "BW1.1"]]})");
    const Assessment assessment = Checker(lesson).check(started(lesson));
    ASSERT_EQ(assessment.score.size(), 1u);
    EXPECT_EQ(assessment.score[0].best, 9.0 * kTimeUnit);
    EXPECT_EQ(assessment.points, 0);
}

TEST(LessonCheck, TheScoreRunsToWhatTheLessonSays) {
    const Lesson lesson = lessonOf(kTwoByTwo + R"(, "goals": {"valid": true}, "score": {"makespan": 9},
        "start": {"order": [["F0.0", "BW0.0", "F0.1", "BW0.1"], ["F1.0", "BW1.0", "F1.1", "BW1.1"]]})");
    EXPECT_EQ(Checker(lesson).check(started(lesson)).points, 0);
    EXPECT_EQ(Checker(lesson).check(attemptAt(lesson, kGpipe)).points, 100);
    EXPECT_EQ(Checker(lesson).check(attemptAt(lesson, kGpipe)).score[0].best, 9.0 * kTimeUnit);
}

TEST(LessonJudge, ALessonThatWorksHasNothingSaidOfIt) {
    EXPECT_TRUE(judge(lessonOf(kTwoByTwo + R"(, "goals": {"valid": true, "complete": true}, "hints": ["F first"],
                                              "solution": {"generator": "gpipe"})"))
                    .empty());
}

TEST(LessonJudge, ALanguageThatLacksWordsIsNamedWithThem) {
    const std::vector<LessonRemark> remarks =
        judge(lessonOf(kTwoByTwo + R"(, "goals": {"valid": true, "complete": true}, "text": "x", "hints": ["F first"],
            "solution": {"generator": "gpipe"}, "in": {"de": {"title": "T", "text": "y"}})"));
    ASSERT_EQ(remarks.size(), 1u);
    EXPECT_EQ(remarks[0], (LessonRemark{"words", Severity::Warning, "not said in \"de\": task, hints"}));
}

TEST(LessonJudge, EveryFaultOfALessonIsNamed) {
    const std::string goal = kTwoByTwo + R"(, "goals": {"valid": true, "complete": true}, "hints": ["h"], )";
    const std::string gpipe = R"("solution": {"generator": "gpipe"})";
    using Codes = std::vector<std::string>;
    EXPECT_EQ(codesOf(lessonOf(goal + R"("start": {"generator": "gpipe", "tray": ["W*.*"]}, )" + gpipe)),
              Codes{"start"});
    EXPECT_EQ(codesOf(lessonOf(goal + R"("start": {"generator": "1f1b"}, )" + gpipe)), Codes{"solved"});
    EXPECT_EQ(codesOf(lessonOf(goal + R"("solution": {"order": [["F0.0"], []]})")), Codes{"solution"});
    EXPECT_EQ(codesOf(lessonOf(goal + R"("allowed": ["move"], )" + gpipe)), (Codes{"solution", "unreachable"}));
    EXPECT_EQ(codesOf(lessonOf(goal + R"("locked": ["F0.0"], )" + gpipe)), Codes{"locked"});
    EXPECT_EQ(codesOf(lessonOf(kTwoByTwo + R"(, "goals": {"complete": true})")), (Codes{"unproved", "hints"}));
}

TEST(LessonCheck, RecognisesAnOrderByEachOfItsNames) {
    // At these sizes the automatic method on a V makes what the fixed form is.
    const Lesson lesson = lessonOf(R"("title": "t", "task": "do", "goals": {"recognised": "zbv"},
        "problem": {"microbatches": 4, "placement": {"ranks": 2, "directions": [[0, 1, 1, 0]]}},
        "start": {"generator": "zbv"}, "allowed": ["move"])");
    Attempt attempt = started(lesson);
    EXPECT_EQ(recognise(attempt.plan).name, "zbv-fixed");
    EXPECT_TRUE(Checker(lesson).check(attempt).reached);
    attempt.plan.schedule = *moveBlock(attempt.plan.schedule, {0, 22}, 19);
    EXPECT_FALSE(Checker(lesson).check(attempt).reached);
}

TEST(LessonTray, ABoardOffersTheBackwardAsTheSolutionHasIt) {
    const Lesson fused = lessonOf(kTwoByTwo + R"(, "goals": {"valid": true}, "solution": {"generator": "gpipe"})");
    const Lesson split = lessonOf(kTwoByTwo + R"(, "goals": {"valid": true}, "solution": {"generator": "zb-h1"})");
    EXPECT_EQ(trayOf(fused, started(fused).plan).size(), 8u);
    EXPECT_EQ(trayOf(split, started(split).plan).size(), 12u);
    EXPECT_TRUE(trayOf(fused, attemptAt(fused, kGpipe).plan).empty());
}
