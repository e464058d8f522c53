// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson_words.h"

#include "tests/core/lesson/lessons.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;

TEST(LessonWords, SayGoalsInTheUnitsOfTheProblem) {
    Plan problem = test::smallPlan();
    EXPECT_EQ(goalText({.kind = GoalKind::Makespan, .most = test::unit(27)}, problem).text(), "makespan at most 27");
    EXPECT_EQ(goalText({.kind = GoalKind::PeakMemory, .most = kMemoryUnit}, problem).text(),
              "peak memory at most 1 activation");
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

TEST(LessonWords, SayWhatWasLearntAndWhereNobodyCanDoBetter) {
    const Lesson lesson = test::lessonOf(test::kTwoByTwo + R"(, "goals": {"makespan": 9}, "score": ["makespan"],
        "learnt": "B goes first.", "allowed": ["split", "move"], "solution": {"generator": "gpipe"},
        "start": {"order": [["F0.0", "BW0.0", "F0.1", "BW0.1"], ["F1.0", "BW1.0", "F1.1", "BW1.1"]]})");
    LessonWork work;
    Plan board = **work.begin(lesson);
    board.schedule.order = *rowsFromText("F0.0 F0.1 B0.0 W0.0 B0.1 W0.1\nF1.0 B1.0 F1.1 B1.1 W1.0 W1.1");
    work.show(std::make_shared<const Plan>(board));
    const LessonSpeech speech = speechOf(work, false);
    const auto say = [](const Message& message) { return message.text(); };
    const std::string sentence = spoken(speech.sentence, say);
    EXPECT_EQ(
        sentence.substr(0, sentence.find('(')),
        "All goals are reached: 100 of 100 points. That is better than the teacher's: makespan is 7 instead of 9. "
        "Nobody can do better ");
    EXPECT_EQ(spoken(speech.more, say).substr(0, 30), "B goes first. Without help, in");
}

TEST(LessonWords, SayWhatHelped) {
    EXPECT_EQ(usedText({}).text(), "Without help, in less than a minute");
    EXPECT_EQ(usedText({.hints = 1, .coachSteps = 2, .answerShown = true, .seconds = 60}).text(),
              "With 1 hint, 2 steps of the coach and the answer shown, in 1 minute");
    EXPECT_EQ(usedText(HelpUsed::unknown()).text(), "It is not known what helped");
}
