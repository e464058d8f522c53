// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/same_problem.h"

#include "core/edit/edits.h"
#include "core/generate/catalogue.h"
#include "core/lesson/goal_check.h"
#include "tests/core/io/documents.h"
#include "tests/core/lesson/lessons.h"
#include "tests/support/repository.h"
#include "tests/support/rows.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

using namespace lanewright;
using test::kTwoByTwo;
using test::lessonOf;
using test::op;
using test::rows;
using test::started;

namespace {

std::vector<std::pair<std::string, Lesson>> allLessons() {
    std::vector<std::pair<std::string, Lesson>> all;
    for (const auto& entry : std::filesystem::directory_iterator(test::inRepository("resources/lessons"))) {
        const std::string name = entry.path().filename().string();
        if (!name.ends_with(".lwlesson"))
            continue;
        const Result<Lesson> lesson = lessonFromJson(test::document("resources/lessons/" + name));
        EXPECT_TRUE(lesson) << name;
        if (lesson)
            all.emplace_back(name, *lesson);
    }
    std::ranges::sort(all, {}, &std::pair<std::string, Lesson>::first);
    return all;
}

Plan madeBy(const char* generator, int ranks, int microbatches) {
    Plan problem{.schedule = {.placement = linear(ranks), .microbatches = microbatches}};
    problem.costs = test::unitCosts(ranks);
    problem.memory = test::unitMemory(ranks, ranks);
    const Result<Plan> made = generate(generator, problem);
    EXPECT_TRUE(made) << generator;
    return made ? *made : problem;
}

/// Why the answer is refused; empty where it is not.
std::string whyRefused(const Lesson& lesson, const Plan& answer) {
    const Result<Attempt> attempt = answerTo(lesson, {answer});
    return attempt ? std::string{} : attempt.error().message.text();
}

/// Two ranks and two microbatches, moves alone, from GPipe.
Lesson movesOnly(const std::string& more = "") {
    return lessonOf(kTwoByTwo + R"(, "goals": {"valid": true}, "start": {"generator": "gpipe"}, "allowed": ["move"])" +
                    more);
}

} // namespace

TEST(SameProblem, EveryForeignAnswerToEveryLessonIsRefused) {
    const std::vector<std::pair<int, int>> shapes = {{2, 13}, {3, 35}, {5, 7}};
    for (const auto& [name, lesson] : allLessons())
        for (const char* generator : {"gpipe", "1f1b", "zb-h1", "zb-auto"})
            for (const auto& [ranks, microbatches] : shapes)
                EXPECT_NE(whyRefused(lesson, madeBy(generator, ranks, microbatches)).find("no answer to the lesson"),
                          std::string::npos)
                    << name << " " << generator << " " << ranks << " x " << microbatches;
}

TEST(SameProblem, TheSolutionWithOtherCostsIsRefusedAndTheSolutionIsNot) {
    for (const auto& [name, lesson] : allLessons()) {
        const Attempt solution = *solutionOf(lesson);
        const Result<Attempt> same = answerTo(lesson, solution);
        ASSERT_TRUE(same) << name << ": " << same.error().message;
        EXPECT_EQ(Checker(lesson).check(*same).points, 100) << name;
        EXPECT_EQ(same->optimizer, solution.optimizer) << name;
        Attempt cheap = solution;
        for (auto& list : cheap.plan.costs.stages)
            for (StageCosts& stage : list)
                stage.forward /= 10;
        const Result<Attempt> refused = answerTo(lesson, cheap);
        ASSERT_FALSE(refused) << name;
        EXPECT_NE(refused.error().message.text().find("F of stage 0 takes "), std::string::npos)
            << name << ": " << refused.error().message;
    }
}

TEST(SameProblem, TheStartOfEveryLessonIsAnAnswerThatEarnsNothing) {
    for (const auto& [name, lesson] : allLessons()) {
        const Result<Attempt> start = answerTo(lesson, *startOf(lesson));
        ASSERT_TRUE(start) << name << ": " << start.error().message;
        EXPECT_FALSE(Checker(lesson).check(*start).reached) << name;
    }
}

TEST(SameProblem, TheFirstDifferenceIsNamed) {
    const Lesson lesson = movesOnly();
    const Plan good = madeBy("gpipe", 2, 2);
    EXPECT_EQ(whyRefused(lesson, good), "");
    const auto expect = [&](const Plan& answer, const char* words) {
        EXPECT_EQ(whyRefused(lesson, answer), std::string{"this is no answer to the lesson: "} + words);
    };
    expect(madeBy("gpipe", 3, 2), "the number of ranks is 2 in the lesson, 3 in the answer");
    expect(madeBy("gpipe", 2, 4), "the number of microbatches is 2 in the lesson, 4 in the answer");
    Plan answer = good;
    answer.schedule.placement.directions[0] = {1, 0};
    expect(answer, "stage 0 is on rank 0 in the lesson, on rank 1 in the answer");
    answer = good;
    answer.costs.transfer.every = kTimeUnit;
    expect(answer, "the way from rank 0 to rank 1 takes 0 units in the lesson, 1 unit in the answer");
    answer = good;
    answer.memory.limit.assign(2, Bytes{0});
    expect(answer, "rank 0 may hold any amount in the lesson, 0 activations in the answer");
    answer = good;
    answer.memory.receiveBuffers = ReceiveBuffers::OnReceive;
    expect(answer, "ranks keep buffers for messages in another way in the answer than in the lesson");
    answer = good;
    answer.memory.sendBuffers = SendBuffers::UntilEnd;
    expect(answer, "ranks keep buffers for messages in another way in the answer than in the lesson");
    answer = good;
    std::vector<int> lengths(answer.schedule.microbatches, 7);
    lengths.back() = 9;
    setMicrobatches(answer, MicrobatchCosts::ofLengths(lengths, {}));
    expect(answer, "microbatches differ in another way in the answer than in the lesson");
    answer = good;
    answer.memory.stages[0][1].fixed = 3;
    EXPECT_NE(whyRefused(lesson, answer).find("the weights of stage 1 hold"), std::string::npos);
    answer = good;
    answer.schedule.order.clear();
    EXPECT_EQ(whyRefused(lesson, answer), "this is a problem without an order; there is nothing to judge");
}

TEST(SameProblem, NamesUnitsAndTitlesOfTheFileDoNotMatter) {
    Plan answer = madeBy("gpipe", 2, 2);
    answer.title = "mine";
    answer.timeUnit = TimeUnit::Ns;
    answer.unknown = R"({"chalk": 1})";
    const Result<Attempt> attempt = answerTo(movesOnly(), {answer});
    ASSERT_TRUE(attempt);
    EXPECT_EQ(attempt->plan.timeUnit, TimeUnit::Unit) << "numbers are shown in the lesson's own unit";
}

TEST(SameProblem, TheOrderKeepsToWhatTheLessonAllows) {
    const std::string locked = R"(, "locked": ["F*.*"])";
    EXPECT_EQ(whyRefused(movesOnly(), madeBy("zb-h1", 2, 2)),
              "this is no answer to the lesson: it has no B0.0, and does not let you split or fuse a backward");
    Plan other = madeBy("gpipe", 2, 2);
    other.schedule.order = rows("F0.1 F0.0 BW0.0 BW0.1\nF1.0 F1.1 BW1.0 BW1.1");
    EXPECT_EQ(whyRefused(movesOnly(), other), "");
    EXPECT_EQ(whyRefused(movesOnly(locked), other), "F0.0 stays before F0.1: both are locked in this lesson");
    Plan gapped = other;
    gapped.schedule = *setGap(other.schedule, {0, 1}, kTimeUnit);
    EXPECT_EQ(whyRefused(movesOnly(), gapped), "this lesson does not let you set gaps");
    Plan less = other;
    less.schedule = *removeOp(other.schedule, op("F0.1"));
    EXPECT_EQ(whyRefused(movesOnly(), less), "this lesson does not let you take ops out or put ops in");
    const Result<Attempt> stepped = answerTo(movesOnly(), {other, OptimizerMode::PostValidated});
    ASSERT_FALSE(stepped);
    EXPECT_EQ(stepped.error().message, "this lesson does not let you choose the optimizer mode");
}

TEST(SameProblem, WhatTheLessonLetsAStudentChangeMayDiffer) {
    const Lesson lesson = lessonOf(kTwoByTwo + R"(, "goals": {"valid": true}, "start": {"generator": "gpipe"},
        "allowed": ["move", "costs", "split", "stage", "optimizer"])");
    Plan answer = madeBy("zb-h1", 2, 2);
    answer.costs.stages[0][0].forward *= 2;
    const Result<Attempt> attempt = answerTo(lesson, {answer, OptimizerMode::PostValidated});
    ASSERT_TRUE(attempt) << attempt.error().message;
    EXPECT_EQ(attempt->plan.costs, answer.costs);
    const Result<Plan> moved = moveStage(madeBy("gpipe", 2, 2), {.direction = 0, .stage = 1}, 0);
    ASSERT_TRUE(moved);
    EXPECT_EQ(whyRefused(lesson, *moved), "");
}
