// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/made/made_lesson.h"

#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/lesson/course.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/judge.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/made/goal_best.h"
#include "core/lesson/setting.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace lanewright {
namespace {

Plan planOf(const char* generator, int ranks, int microbatches) {
    const Result<Plan> problem = problemOf({.ranks = ranks, .microbatches = microbatches});
    EXPECT_TRUE(problem);
    Result<Plan> plan = generate(generator, *problem);
    EXPECT_TRUE(plan) << plan.error().message;
    return *std::move(plan);
}

LessonRequest wanted(const Plan& plan,
                     const std::vector<GoalKind>& kinds = {GoalKind::Makespan, GoalKind::PeakMemory}) {
    return {.words = {.title = "Mine", .task = "Build it."}, .goals = goalsReachedBy(plan, kinds)};
}

Lesson readBack(const Result<Lesson>& made) {
    EXPECT_TRUE(made) << made.error().message;
    const Result<Lesson> lesson = lessonFromJson(lessonToJson(made ? *made : Lesson{}));
    EXPECT_TRUE(lesson) << lesson.error().where << ": " << lesson.error().message;
    return lesson ? *lesson : Lesson{};
}

void expectALesson(const Plan& plan, const LessonRequest& request) {
    const Lesson lesson = readBack(makeLesson(plan, request));
    for (const LessonRemark& remark : judge(lesson))
        EXPECT_NE(remark.severity, Severity::Error) << remark.message;
    const Result<Attempt> solution = solutionOf(lesson);
    ASSERT_TRUE(solution);
    EXPECT_EQ(solution->plan.schedule, plan.schedule);
    EXPECT_TRUE(Checker(lesson).check(*solution).reached);
    const Result<Attempt> begun = startOf(lesson);
    ASSERT_TRUE(begun);
    EXPECT_FALSE(Checker(lesson).check(*begun).reached);
    EXPECT_EQ(trayOf(lesson, begun->plan).empty(), request.shuffled);
}

std::string refusalOf(const Plan& plan, const LessonRequest& request) {
    const Result<Lesson> made = makeLesson(plan, request);
    return made ? std::string{} : made.error().message.text();
}

TEST(MadeLesson, WorksForTheSchedulesOfManyGenerators) {
    for (const char* name : {"gpipe", "1f1b", "zb-h1", "dualpipe"}) {
        SCOPED_TRACE(name);
        const Plan plan = planOf(name, 4, 8);
        LessonRequest request = wanted(plan);
        expectALesson(plan, request);
        request.given = {"F*.*"};
        expectALesson(plan, request);
        request.shuffled = true;
        expectALesson(plan, request);
    }
}

TEST(MadeLesson, EachWishChangesTheFileThatIsWritten) {
    const Plan plan = planOf("zb-h1", 3, 4);
    const LessonRequest plain = wanted(plan);
    std::vector<LessonRequest> wishes(13, plain);
    wishes[0].words.text = {"Two", "paragraphs"};
    wishes[1].words.hints = {"first", "second"};
    wishes[2].words.learnt = "That.";
    wishes[3].in["de"] = {.title = "Meine", .task = "Bau ihn."};
    wishes[4].level = LessonLevel::Hard;
    wishes[5].minutes = 12;
    wishes[6].needs = {"Another"};
    wishes[7].shuffled = true;
    wishes[8].given = {"F*.*"};
    wishes[9].allowed = {LessonEdit::Gap, LessonEdit::Optimizer};
    wishes[10] = wanted(plan, {GoalKind::BubbleShare});
    wishes[11].score = {GoalKind::Makespan};
    wishes[12].help = HelpLevel::Coach;
    wishes.push_back(wishes[8]);
    wishes.back().locked = true;
    wishes.push_back(plain);
    wishes.back().iterations = 3;
    std::vector<std::string> files{lessonToJson(readBack(makeLesson(plan, plain)))};
    for (const LessonRequest& wish : wishes) {
        files.push_back(lessonToJson(readBack(makeLesson(plan, wish))));
        EXPECT_EQ(std::ranges::count(files, files.back()), 1) << files.back();
    }
}

TEST(MadeLesson, WhatIsGivenStandsAndStaysOnTheBoard) {
    const Plan plan = planOf("1f1b", 2, 3);
    LessonRequest request = wanted(plan);
    request.given = {"F*.*", "rank 1"};
    request.locked = true;
    const Lesson lesson = readBack(makeLesson(plan, request));
    const Result<Attempt> start = startOf(lesson);
    ASSERT_TRUE(start);
    EXPECT_EQ(start->plan.schedule.order[0].size(), 3u) << "the F of rank 0";
    EXPECT_EQ(start->plan.schedule.order[1], plan.schedule.order[1]);
    EXPECT_EQ(lesson.locked.size(), 2u);
    EXPECT_EQ(trayOf(lesson, start->plan).size(), 3u) << "the BW of rank 0";
}

TEST(MadeLesson, ACopyWithoutItsAnswerHoldsNoOrderAndKeepsItsTrayAndPoints) {
    const Plan plan = planOf("1f1b", 3, 4);
    const Lesson lesson = *makeLesson(plan, wanted(plan));
    const Lesson copy = readBack(withoutAnswer(lesson));
    EXPECT_FALSE(copy.solution);
    for (std::size_t rank = 0; rank < plan.schedule.order.size(); ++rank)
        EXPECT_TRUE(copy.start.order.empty() || copy.start.order[rank] != plan.schedule.order[rank]) << rank;
    const Result<Attempt> start = startOf(copy);
    ASSERT_TRUE(start);
    EXPECT_EQ(trayOf(copy, start->plan), trayOf(lesson, startOf(lesson)->plan));
    EXPECT_EQ(Checker(copy).check({plan, plan.optimizerMode}).points, 100);
}

TEST(MadeLesson, OtherOrdersOfThePlanStayOutOfIt) {
    Plan plan = planOf("1f1b", 2, 3);
    plan.variants = {variantOf(plan, "mine")};
    const std::string file = lessonToJson(withoutAnswer(*makeLesson(plan, wanted(plan))));
    EXPECT_EQ(file.find("variants"), std::string::npos);
}

TEST(MadeLesson, WithoutATaskTheGoalsAreTheTask) {
    const Plan plan = planOf("1f1b", 2, 2);
    LessonRequest request = wanted(plan);
    request.words.task.clear();
    EXPECT_EQ(makeLesson(plan, request)->task,
              "Build a schedule that reaches this: makespan at most 9; peak memory at most 2 activations.");
}

TEST(MadeLesson, AllNumbersOfTheScheduleAreReachedByIt) {
    const Plan plan = planOf("zb-h1", 3, 5);
    std::vector<GoalKind> kinds;
    std::ranges::copy_if(kAllGoals, std::back_inserter(kinds),
                         [](GoalKind kind) { return isNumber(kind) || kind == GoalKind::Recognised; });
    const LessonRequest request = wanted(plan, kinds);
    ASSERT_EQ(request.goals.size(), kinds.size());
    EXPECT_EQ(request.goals.back().names, std::vector<std::string>{"zb-h1"});
    expectALesson(plan, request);
}

TEST(MadeLesson, RefusesInASentenceWhatMakesNoLesson) {
    const Plan plan = planOf("1f1b", 2, 2);
    const LessonRequest good = wanted(plan);
    LessonRequest request = good;
    request.words.title.clear();
    EXPECT_EQ(refusalOf(plan, request), "A lesson needs a title.");
    request = good;
    request.goals.clear();
    EXPECT_EQ(refusalOf(plan, request), "A lesson needs a number to reach, such as the makespan.");
    request = good;
    request.given = {"F7.*"};
    EXPECT_EQ(refusalOf(plan, request), "No op of the schedule is \"F7.*\", so none can be given.");
    request.given = {"all"};
    EXPECT_NE(refusalOf(plan, request).find("F0.2-5"), std::string::npos) << refusalOf(plan, request);
    request.given = {"**.*"};
    EXPECT_EQ(refusalOf(plan, request), "Every op is given, so nothing is left to do.");
    request = good;
    request.words.hints = {"one"};
    request.in["de"].hints = {"eins", "zwei"};
    EXPECT_EQ(refusalOf(plan, request),
              "Hints: 1 in the lesson, 2 in its other language (de); give as many there, or none.");
    Plan broken = plan;
    broken.schedule.order[0].pop_back();
    const std::string incomplete = "Only a schedule that is complete and valid can be the answer of a lesson.";
    EXPECT_EQ(refusalOf(broken, good), incomplete);
    broken.schedule.order.clear();
    EXPECT_EQ(refusalOf(broken, good), incomplete) << "there is no order";
    const Plan single = planOf("gpipe", 1, 1);
    request = wanted(single);
    EXPECT_EQ(refusalOf(single, request), "");
    request.shuffled = true;
    EXPECT_EQ(refusalOf(single, request), "Shuffled, this schedule takes no longer; begin with an empty board.");
}

TEST(GoalBest, OfTimeMemoryAndShareIsProvedForASmallLesson) {
    const Plan plan = planOf("1f1b", 2, 3);
    const Lesson lesson =
        *makeLesson(plan, wanted(plan, {GoalKind::Makespan, GoalKind::PeakMemory, GoalKind::BubbleShare}));
    std::vector<GoalBest> known;
    for (const Goal& goal : lesson.goals) {
        if (!isNumber(goal.kind))
            continue;
        const Result<GoalBest> best = bestOf(lesson, goal.kind, {.timeLimit = 30, .exact = true, .threads = 1});
        ASSERT_TRUE(best) << best.error().message;
        EXPECT_TRUE(best->isProved()) << toText(goal.kind);
        EXPECT_TRUE(Checker(lesson).check(best->attempt).reached) << toText(goal.kind);
        known.push_back(*best);
    }
    ASSERT_EQ(known.size(), 3u);
    EXPECT_EQ(known[0].value, 12 * static_cast<double>(scaleOf(plan.timeUnit))) << "3 (1 + 2) + the way down and up";
    EXPECT_EQ(known[1].value, 2 * static_cast<double>(scaleOf(plan.memoryUnit))) << "rank 0 runs F0.1 while it waits";
    EXPECT_DOUBLE_EQ(known[2].value, 0.25);
    EXPECT_FALSE(mayBeBetter(lesson, known));
    known.pop_back();
    EXPECT_TRUE(mayBeBetter(lesson, known)) << "nothing is known of the bubble";
}

TEST(GoalBest, IsBelowAScheduleThatWastesTimeOrMemory) {
    Plan plan = planOf("gpipe", 2, 4);
    plan.schedule.order[0][4].gap = 5 * scaleOf(plan.timeUnit);
    const Lesson lesson = *makeLesson(plan, wanted(plan));
    const SolveOptions options{.timeLimit = 30, .exact = true, .threads = 1};
    const Result<GoalBest> time = bestOf(lesson, GoalKind::Makespan, options);
    const Result<GoalBest> memory = bestOf(lesson, GoalKind::PeakMemory, options);
    ASSERT_TRUE(time && memory);
    EXPECT_EQ(time->value, 15 * static_cast<double>(scaleOf(plan.timeUnit)));
    EXPECT_TRUE(time->isProved());
    EXPECT_EQ(memory->value, 2 * static_cast<double>(scaleOf(plan.memoryUnit))) << "17 leave no time for one at a time";
    EXPECT_TRUE(mayBeBetter(lesson, {*time, *memory}));
}

TEST(GoalBest, OfMemoryIsProvedWhereOpsAreGivenAndStay) {
    const Plan plan = planOf("zb-h1", 3, 4);
    LessonRequest request = wanted(plan);
    request.given = {"F*.*"};
    request.locked = true;
    const Lesson lesson = *makeLesson(plan, request);
    const Result<GoalBest> memory =
        bestOf(lesson, GoalKind::PeakMemory, {.timeLimit = 30, .exact = true, .threads = 1});
    ASSERT_TRUE(memory);
    EXPECT_EQ(memory->value, 3 * static_cast<double>(scaleOf(plan.memoryUnit)));
    EXPECT_TRUE(memory->isProved());
}

TEST(GoalBest, IsNotSaidOfWhatIsNoNumberToSearchFor) {
    const Plan plan = planOf("1f1b", 2, 2);
    const Lesson lesson = *makeLesson(plan, wanted(plan));
    EXPECT_FALSE(bestOf(lesson, GoalKind::ParameterCopies));
    EXPECT_FALSE(bestOf(lesson, GoalKind::Recognised));
}

} // namespace
} // namespace lanewright
