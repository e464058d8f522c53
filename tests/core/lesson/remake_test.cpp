// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/coach.h"
#include "core/lesson/judge.h"
#include "core/lesson/lesson_words.h"
#include "core/lesson/remake.h"
#include "core/lesson/rules.h"
#include "core/lesson/same_problem.h"
#include "tests/core/lesson/lessons.h"

#include <algorithm>

using namespace lanewright;
using test::lessonOf;
using test::started;

namespace {

/// GPipe on three ranks, from 1 to `most` microbatches.
Lesson slider(const std::string& goals, int most = 32) {
    return lessonOf(R"("title": "t", "task": "do", "problem": {"microbatches": 3, "placement": {"ranks": 3}},
        "start": {"generator": "gpipe"}, "allowed": ["microbatches"], "hints": ["h"],
        "microbatches": {"from": 1, "to": )" +
                    std::to_string(most) + R"(}, "goals": )" + goals);
}

Lesson chooser(const std::string& generators, const std::string& goals) {
    return lessonOf(R"("title": "t", "task": "do", "problem": {"microbatches": 4, "placement": {"ranks": 2}},
        "start": {"generator": "gpipe"}, "allowed": ["generator"], "hints": ["h"], "generators": )" +
                    generators + R"(, "goals": )" + goals);
}

std::vector<std::string> remarkCodes(const Lesson& lesson) {
    std::vector<std::string> codes;
    for (const LessonRemark& remark : judge(lesson, SolveOptions{.rounds = 1}))
        codes.push_back(remark.code);
    return codes;
}

using Codes = std::vector<std::string>;

} // namespace

TEST(Remake, TheBubbleIsThatOfTheFormulaForEveryNumberOfMicrobatches) {
    const Lesson lesson = slider(R"({"bubble_share": 0})");
    const Checker checker(lesson);
    const std::vector<OrderChoice> all = choicesOf(lesson);
    ASSERT_EQ(all.size(), 32u);
    for (const OrderChoice& choice : all) {
        const Result<Plan> plan = remade(lesson, choice);
        ASSERT_TRUE(plan) << plan.error().message;
        const double m = choice.microbatches;
        EXPECT_NEAR(*checker.check({*plan}).goals[0].value, 2 / (m + 2), 1e-12) << m;
    }
}

TEST(Remake, ALessonBecomesWhatItOffersAndNothingElse) {
    const Lesson lesson = slider(R"({"valid": true})", 8);
    const Plan start = started(lesson).plan;
    const Plan eight = *remade(lesson, {"gpipe", 8});
    EXPECT_TRUE(mayBecome(lesson, start, eight));
    EXPECT_TRUE(mayBecome(lesson, eight, start));
    EXPECT_EQ(choiceOf(lesson, eight), (OrderChoice{"gpipe", 8}));
    EXPECT_EQ(remade(lesson, {"gpipe", 9}).error().message.text(),
              "the number of microbatches goes from 1 to 8 in this lesson");
    EXPECT_EQ(remade(lesson, {"1f1b", 8}).error().message.text(), "this lesson does not let you choose the generator");
    Plan moved = eight;
    std::swap(moved.schedule.order[0][0], moved.schedule.order[0][1]);
    EXPECT_FALSE(choiceOf(lesson, moved));
    EXPECT_FALSE(mayBecome(lesson, start, moved));
    EXPECT_TRUE(answerTo(lesson, {eight}));
    EXPECT_FALSE(answerTo(lesson, {moved}));
}

TEST(Remake, AnotherGeneratorMayBringOtherOps) {
    const Lesson lesson = chooser(R"(["gpipe", "zb-h1"])", R"({"valid": true})");
    const Plan split = *remade(lesson, {"zb-h1", 4});
    EXPECT_TRUE(mayBecome(lesson, started(lesson).plan, split));
    EXPECT_TRUE(answerTo(lesson, {split}));
    EXPECT_EQ(remade(lesson, {"zbv", 4}).error().message.text(), "this lesson does not offer \"zbv\"");
    EXPECT_EQ(remade(lesson, {"zb-h1", 5}).error().message.text(),
              "this lesson does not let you change the number of ranks or microbatches");
}

TEST(Remake, GoalsAreProvedByAllThatMayBeChosen) {
    EXPECT_EQ(remarkCodes(slider(R"({"bubble_share": 0.1, "peak_memory": 18})")), Codes{});
    EXPECT_EQ(remarkCodes(slider(R"({"bubble_share": 0.1, "peak_memory": 17})")),
              (Codes{"unreachable", "unreachable"}));
    EXPECT_EQ(remarkCodes(slider(R"({"bubble_share": 0.1})")), Codes{"step"});
    EXPECT_EQ(remarkCodes(slider(R"({"bubble_share": 0.01})")), (Codes{"unreachable"}));
    EXPECT_EQ(remarkCodes(chooser(R"(["gpipe", "zb-h1"])", R"({"makespan": 13})")), Codes{});
    EXPECT_EQ(remarkCodes(chooser(R"(["gpipe", "1f1b"])", R"({"makespan": 13})")), Codes{"unreachable"});
}

TEST(Remake, TheCoachNamesTheChoiceWithAndWithoutASolution) {
    Lesson lesson = slider(R"({"bubble_share": 0.1, "peak_memory": 18})");
    for (const bool isSolved : {false, true}) {
        if (isSolved)
            lesson.solution = OrderSource{.generator = "gpipe", .microbatches = 20};
        const CoachStep step = nextStepFor(lesson, started(lesson));
        ASSERT_EQ(step.kind, CoachStep::Kind::Remake);
        EXPECT_EQ(step.choice.microbatches, isSolved ? 20 : 18);
        EXPECT_EQ(nextStepText(step, started(lesson).plan).text(),
                  isSolved ? "Take 20 microbatches" : "Take 18 microbatches");
        EXPECT_FALSE(isTaken(step, started(lesson)));
        EXPECT_TRUE(isTaken(step, {step.next}));
        EXPECT_EQ(nextStepFor(lesson, {step.next}).kind, CoachStep::Kind::Nothing);
    }
    const CoachStep other = nextStepFor(chooser(R"(["gpipe", "zb-h1"])", R"({"makespan": 13})"),
                                        started(chooser(R"(["gpipe", "zb-h1"])", R"({"makespan": 13})")));
    EXPECT_EQ(other.choice.generator, "zb-h1");
}

TEST(Remake, MicrobatchesThatDifferStayAsManyAsTheyAre) {
    const Lesson lesson = lessonOf(R"("title": "t", "task": "do", "problem": {"microbatches": 2,
        "placement": {"ranks": 2}, "microbatch": {"work": [1, 2]}}, "start": {"generator": "gpipe"},
        "allowed": ["microbatches"], "microbatches": {"from": 1, "to": 4}, "goals": {"valid": true})");
    EXPECT_EQ(remade(lesson, {"gpipe", 3}).error().message.text(),
              "the microbatches of this problem differ, so their number stays");
}

TEST(Remake, WhatMayBeChosenIsSaidInTheFile) {
    const std::string lesson = test::kTwoByTwo + R"(, "goals": {"valid": true}, "start": {"generator": "gpipe"})";
    const auto wrong = [&](const std::string& more) {
        const Result<Lesson> read = lessonFromJson(test::lessonText(lesson + more));
        return read ? "" : read.error().message.text();
    };
    EXPECT_EQ(wrong(R"(, "allowed": ["microbatches"])"),
              R"(say with "microbatches": {"from": 1, "to": 32} from where to where the number of microbatches goes)");
    EXPECT_EQ(wrong(R"(, "allowed": ["generator"])"),
              R"(say with "generators": ["1f1b", "zb-h1"] which generators there are to choose from)");
    EXPECT_EQ(wrong(R"(, "allowed": ["microbatches"], "microbatches": {"from": 5, "to": 4})"),
              "goes from 5 to 4, the wrong way");
    EXPECT_NE(wrong(R"(, "generators": ["zb-h9"])"), "");
    EXPECT_EQ(wrong(R"(, "allowed": ["microbatches"], "microbatches": {"from": 1, "to": 4})"), "");
}
