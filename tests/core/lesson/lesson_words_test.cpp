// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson_words.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;

TEST(LessonWords, SayGoalsInTheUnitsOfTheProblem) {
    Plan problem = test::smallPlan();
    EXPECT_EQ(goalText({.kind = GoalKind::Makespan, .most = test::unit(27)}, problem).text(), "makespan at most 27");
    EXPECT_EQ(goalText({.kind = GoalKind::PeakMemory, .most = kMemoryUnit}, problem).text(),
              "memory at most 1 activation");
    EXPECT_EQ(goalText({.kind = GoalKind::BubbleShare, .share = 0.1111}, problem).text(), "bubble at most 11.1 %");
    EXPECT_EQ(goalText({.kind = GoalKind::Recognised, .names = {"zb-h1", "1f1b"}}, problem).text(),
              "recognised as ZB-H1 / 1F1B");
    problem.timeUnit = TimeUnit::Ms;
    problem.memoryUnit = MemoryUnit::MiB;
    EXPECT_EQ(numberText(GoalKind::Makespan, 18'526'000, problem).text(), "18.53 ms");
    EXPECT_EQ(numberText(GoalKind::PeakMemory, 3 << 19, problem).text(), "1.5 MiB");
}

TEST(LessonWords, MakeSentencesInAnyLanguage) {
    EXPECT_EQ(asSentence("rank 0 keeps its limit"), "Rank 0 keeps its limit.");
    EXPECT_EQ(asSentence("über dem Limit"), "Über dem Limit.");
    EXPECT_EQ(asSentence("Is it?"), "Is it?");
    EXPECT_EQ(asSentence("and so on …"), "And so on …");
    EXPECT_EQ(asSentence(""), "");
    const auto twice = [](const Message& message) { return message.text() + message.text(); };
    EXPECT_EQ(spoken({Message("a"), Message(), Message("b.")}, twice), "Aa. B.b.");
}

TEST(LessonWords, SayWhatHelped) {
    EXPECT_EQ(usedText({}).text(), "Without help, in 0 minutes");
    EXPECT_EQ(usedText({.hints = 1, .coachSteps = 2, .answerShown = true, .seconds = 60}).text(),
              "With 1 hint, 2 steps of the coach and the answer shown, in 1 minute");
    EXPECT_EQ(usedText(HelpUsed::unknown()).text(), "It is not known what helped");
}
