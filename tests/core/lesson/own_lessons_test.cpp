// SPDX-License-Identifier: Apache-2.0
#include "core/check/validate.h"
#include "core/lesson/coach.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/judge.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/setting.h"
#include "core/lesson/shelf.h"
#include "tests/core/io/documents.h"
#include "tests/core/io/json_schema.h"
#include "tests/support/repository.h"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <utility>

using namespace lanewright;
using test::document;

namespace {

std::vector<std::string> lessonFiles() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(test::inRepository("resources/lessons")))
        if (entry.path().extension() == ".lwlesson")
            names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

Lesson opened(const std::string& name) {
    const Result<Lesson> lesson = lessonFromJson(document("resources/lessons/" + name));
    EXPECT_TRUE(lesson) << name << ": " << lesson.error().where << ": " << lesson.error().message;
    return lesson ? *lesson : Lesson{};
}

} // namespace

TEST(OwnLessons, TheyAreNumberedFromNoughtOnAndTheProgramHoldsThemAll) {
    const std::vector<std::string> names = lessonFiles();
    EXPECT_EQ(names.size(), 21u);
    for (std::size_t number = 0; number < names.size(); ++number)
        EXPECT_EQ(names[number].substr(0, 3), (number < 10 ? "0" : "") + std::to_string(number) + "-");
    ASSERT_EQ(lessonShelf().size(), names.size());
    for (const ShelfLesson& own : lessonShelf()) {
        EXPECT_EQ(own.text, document("resources/lessons/" + names[static_cast<std::size_t>(own.number)]));
        EXPECT_EQ(shelfLesson(own.name), &own);
    }
}

TEST(OwnLessons, NoneHasAFaultAndEachHasThreeHints) {
    for (const std::string& name : lessonFiles()) {
        const Lesson lesson = opened(name);
        for (const LessonRemark& remark : judge(lesson, SolveOptions{.timeLimit = 60, .exact = true, .rounds = 1}))
            ADD_FAILURE() << name << ": " << remark.code << ": " << remark.message;
        EXPECT_EQ(lesson.hints.size(), 3u) << name;
        EXPECT_FALSE(lesson.text.empty()) << name;
        EXPECT_FALSE(lesson.learnt.empty()) << name;
    }
}

TEST(OwnLessons, EachSaysHowHardAndHowLongItIsAndNeedsOnlyWhatComesBefore) {
    std::vector<std::string> before;
    for (const std::string& name : lessonFiles()) {
        const Lesson lesson = opened(name);
        EXPECT_TRUE(lesson.level) << name;
        EXPECT_GE(lesson.minutes, 1) << name;
        EXPECT_EQ(lesson.needs.empty(), before.empty()) << name;
        for (const std::string& title : lesson.needs)
            EXPECT_NE(std::ranges::find(before, title), before.end()) << name << ": " << title;
        before.push_back(lesson.title);
    }
}

TEST(OwnLessons, EachSaysAllOfItInGerman) {
    for (const std::string& name : lessonFiles()) {
        const Lesson lesson = opened(name);
        ASSERT_TRUE(lesson.in.contains("de")) << name;
        // What it lacks is a remark of the test above.
        const LessonText& german = lesson.in.at("de");
        EXPECT_EQ(german.text.size(), lesson.text.size()) << name;
        EXPECT_NE(german.title, lesson.title) << name;
        EXPECT_NE(german.task, lesson.task) << name;
    }
}

TEST(OwnLessons, TheStartMissesTheGoalAndTheSolutionReachesIt) {
    for (const std::string& name : lessonFiles()) {
        const Lesson lesson = opened(name);
        const Checker checker(lesson);
        const Result<Attempt> start = startOf(lesson);
        const Result<Attempt> solution = solutionOf(lesson);
        ASSERT_TRUE(start) << name << ": " << start.error().message;
        ASSERT_TRUE(solution) << name << ": " << solution.error().message;
        EXPECT_FALSE(checker.check(*start).reached) << name;
        const Assessment best = checker.check(*solution);
        EXPECT_TRUE(best.reached) << name;
        EXPECT_EQ(best.points, 100) << name;
        EXPECT_EQ(checker.check(*start).points, 0) << name;
    }
}

TEST(OwnLessons, NonePaysForANumberThatItsSolutionMakesWorse) {
    for (const std::string& name : lessonFiles()) {
        const Lesson lesson = opened(name);
        const Attempt start = *startOf(lesson);
        // Who has to come below a limit first may take longer for it.
        if (!isValid(validate(start.plan)))
            continue;
        for (const ScoreLine& line : Checker(lesson).check(*solutionOf(lesson)).score)
            EXPECT_TRUE(!line.start || line.best <= *line.start) << name << ": " << toText(line.number);
    }
}

TEST(OwnLessons, ALessonAsksForSomethingThatTheOneBeforeDidNot) {
    std::optional<Lesson> before;
    for (const std::string& name : lessonFiles()) {
        Lesson lesson = opened(name);
        const auto isNew = [&](const Goal& goal) {
            return goal.kind != GoalKind::Complete && goal.kind != GoalKind::Valid &&
                   std::ranges::find(before->goals, goal) == before->goals.end();
        };
        if (before && before->problem == lesson.problem) {
            EXPECT_TRUE(std::ranges::any_of(lesson.goals, isNew)) << name;
        }
        before = std::move(lesson);
    }
}

/// "from 35 to 33", "33 instead of 35", "to 33": the makespan that the start has and the one that is asked for.
TEST(OwnLessons, TheTimesThatATaskNamesAreThoseOfItsStartAndItsGoal) {
    const std::vector<std::pair<std::regex, bool>> kChanges = {
        {std::regex(R"((?:from|von) (\d+) (?:to|auf) (\d+))"), true},
        {std::regex(R"((\d+)(?: ms)? (?:instead of|statt bei) (\d+))"), false}};
    int changes = 0;
    for (const std::string& name : lessonFiles()) {
        const Lesson lesson = opened(name);
        const Assessment start = Checker(lesson).check(*startOf(lesson));
        const auto makespan =
            std::ranges::find(start.goals, GoalKind::Makespan, [](const GoalState& state) { return state.goal.kind; });
        const auto scale = static_cast<double>(scaleOf(lesson.problem.timeUnit));
        for (const std::string& task : {lesson.task, lesson.in.at("de").task})
            for (const auto& [pattern, startFirst] : kChanges) {
                std::smatch found;
                if (!std::regex_search(task, found, pattern))
                    continue;
                ++changes;
                ASSERT_NE(makespan, start.goals.end()) << name;
                const double from = scale * std::stod(found[startFirst ? 1 : 2]);
                const double to = scale * std::stod(found[startFirst ? 2 : 1]);
                EXPECT_NEAR(makespan->value.value_or(0), from, scale / 2) << name << ": " << task;
                EXPECT_NEAR(static_cast<double>(makespan->goal.most), to, scale / 2) << name << ": " << task;
                EXPECT_FALSE(makespan->reached) << name << ": the start is there already";
            }
    }
    EXPECT_EQ(changes, 16);
}

TEST(OwnLessons, WhatATaskNamesFirstTheStartHasNotReached) {
    for (const std::string& name : lessonFiles()) {
        const Lesson lesson = opened(name);
        const std::vector<GoalState> goals = Checker(lesson).check(*startOf(lesson)).goals;
        std::smatch found;
        if (!std::regex_search(lesson.task, found, std::regex(R"(\d+)")))
            continue;
        const std::int64_t number = std::stoll(found[0]);
        for (const GoalState& state : goals) {
            const bool isMemory = state.goal.kind == GoalKind::PeakMemory;
            const std::int64_t unit = isMemory ? scaleOf(lesson.problem.memoryUnit) : scaleOf(lesson.problem.timeUnit);
            if ((isMemory || isTime(state.goal.kind)) && state.goal.most == number * unit) {
                EXPECT_FALSE(state.reached) << name << ": " << lesson.task;
            }
        }
    }
}

TEST(OwnLessons, TheCoachLeadsFromTheStartToTheGoal) {
    for (const std::string& name : lessonFiles()) {
        const Lesson lesson = opened(name);
        const Checker checker(lesson);
        Attempt attempt = *startOf(lesson);
        int steps = 0;
        for (; steps < 60 && !checker.check(attempt).reached; ++steps) {
            CoachStep nextStep = nextStepFor(lesson, attempt);
            if (nextStep.kind == CoachStep::Kind::Nothing)
                break;
            attempt.plan = std::move(nextStep.next);
            if (nextStep.kind == CoachStep::Kind::Optimizer)
                attempt.optimizer = nextStep.mode;
        }
        EXPECT_TRUE(checker.check(attempt).reached) << name << " after " << steps << " steps";
    }
}

TEST(OwnLessons, TheCoachOfLesson4SplitsOnlyWhatSomebodyWaitsFor) {
    const Lesson lesson = opened("04-split-the-backward.lwlesson");
    Attempt attempt = *startOf(lesson);
    for (CoachStep nextStep = nextStepFor(lesson, attempt); nextStep.kind != CoachStep::Kind::Nothing;
         nextStep = nextStepFor(lesson, attempt)) {
        ASSERT_EQ(nextStep.kind, CoachStep::Kind::Split);
        EXPECT_NE(nextStep.op.stage, 0) << "its own first hint says that nobody waits for those";
        EXPECT_TRUE(nextStep.because.text().find(" waits for the gradient of ") != std::string::npos);
        attempt.plan = nextStep.next;
    }
    EXPECT_TRUE(Checker(lesson).check(attempt).reached);
}

TEST(OwnLessons, EachKeepsToTheSchema) {
    test::JsonSchema schema;
    schema.add("lwsched.schema.json", document("schedules/lwsched.schema.json"));
    schema.add("lwlesson.schema.json", document("resources/lessons/lwlesson.schema.json"));
    for (const std::string& name : lessonFiles()) {
        const Result<json::Document> value = json::parse(document("resources/lessons/" + name));
        ASSERT_TRUE(value) << name;
        for (const std::string& violation : schema.violations("lwlesson.schema.json", value->root()))
            ADD_FAILURE() << name << ": " << violation;
    }
}
