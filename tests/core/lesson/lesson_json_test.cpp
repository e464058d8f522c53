// SPDX-License-Identifier: Apache-2.0
#include "tests/core/lesson/lessons.h"

#include <string>
#include <vector>

using namespace lanewright;
using test::kTwoByTwo;
using test::lessonOf;
using test::lessonText;

namespace {

/// `place: sentence` of what is wrong.
std::string refusal(const std::string& members) {
    const Result<Lesson> lesson = lessonFromJson(lessonText(members));
    EXPECT_FALSE(lesson) << members;
    return lesson ? std::string{} : lesson.error().where.text() + ": " + lesson.error().message.text();
}

} // namespace

TEST(LessonJson, TheLeastThereCanBeIsAnEmptyBoardWithAGoal) {
    const Lesson lesson = lessonOf(kTwoByTwo + R"(, "goals": {"valid": true})");
    EXPECT_EQ(lesson.title, "t");
    EXPECT_EQ(lesson.task, "do");
    EXPECT_EQ(lesson.help, HelpLevel::Check);
    EXPECT_EQ(lesson.iterations, 1);
    EXPECT_FALSE(lesson.solution);
    EXPECT_TRUE(lesson.allows(LessonEdit::Move));
    EXPECT_TRUE(lesson.allows(LessonEdit::Place));
    EXPECT_FALSE(lesson.allows(LessonEdit::Split));
    EXPECT_EQ(test::started(lesson).plan.schedule.order, std::vector<Row>(2));
}

TEST(LessonJson, WhatIsWrittenReadsBackEqual) {
    const Lesson lesson = lessonOf(R"("title": "Everything", "task": "Do it.", "text": ["a", "b"], "hints": "h",
        "problem": {"title": "p", "microbatches": 2, "placement": {"ranks": 2}, "time_unit": "ms", "memory_unit": "MiB",
                    "costs": {"forward": 1.5, "transfer": 0.25, "optimizer": 1}, "memory": {"forward": 2, "limit": 8},
                    "later": 1},
        "start": {"order": [["F0.0", "B0.0"], []], "gaps": {"B0.0": 0.5}, "apart": true, "tray": ["F0.0", "rank 1"],
                  "optimizer": "postvalidated"},
        "allowed": ["move", "place", "gap", "split", "pair", "stage", "costs", "optimizer", "halve"],
        "locked": ["F*.*", "*1.0-1"],
        "goals": {"complete": true, "valid": true, "makespan": 12.5, "longest_span": 12, "period": 11,
                  "iteration_time": 13, "bubble_share": 0.25, "bubble_rate": 0.125, "idle_share": 0.5, "overhead": 0.25, "peak_memory": 4,
                  "parameter_copies": 1, "recognised": ["zb-h1", "1f1b"]},
        "a_step_on_the_way": true, "score": ["period", "iteration_time"], "help": "coach", "iterations": 3,
        "solution": {"generator": "zb-h1", "halved": false},
        "in": {"fr": {}, "de": {"title": "Alles", "task": "Tu es.", "text": "c", "hints": ["i"]}}, "colour": {"of": "chalk"})");
    const std::string text = lessonToJson(lesson);
    const Result<Lesson> again = lessonFromJson(text);
    ASSERT_TRUE(again) << again.error().where << ": " << again.error().message << "\n" << text;
    EXPECT_EQ(*again, lesson);
    EXPECT_EQ(lessonToJson(*again), text);
    EXPECT_NE(text.find("\"colour\": {\"of\": \"chalk\"}"), std::string::npos) << text;
    EXPECT_NE(text.find("\"later\": 1"), std::string::npos) << text;
    EXPECT_NE(text.find("\"makespan\": 12.5"), std::string::npos) << text;
    std::string best = text;
    best.replace(best.find("[\"period\", \"iteration_time\"]"), 28,
                 R"({"period": 1.5, "bubble_share": 0.1111111111111111})");
    ASSERT_TRUE(lessonFromJson(best)) << best;
    EXPECT_EQ(lessonToJson(*lessonFromJson(best)), best);
    EXPECT_EQ(again->in.at("de"), (LessonText{"Alles", "Tu es.", {"c"}, {"i"}}));
}

TEST(LessonJson, SaysInAnotherLanguageWhatIsThereAndTheRestAsEver) {
    const Lesson lesson = lessonOf(kTwoByTwo + R"(, "goals": {"valid": true}, "text": ["a", "b"], "hints": ["g", "h"],
        "in": {"de": {"task": "tu", "text": [], "hints": ["i", "j"]}})");
    EXPECT_EQ(textIn(lesson, "de"), (LessonText{"t", "tu", {"a", "b"}, {"i", "j"}}));
    EXPECT_EQ(textIn(lesson, "fr"), (LessonText{"t", "do", {"a", "b"}, {"g", "h"}}));
    const Lesson german = inLanguage(lesson, "de");
    EXPECT_EQ(german.title, "t");
    EXPECT_EQ(german.task, "tu");
    EXPECT_EQ(german.hints, (std::vector<std::string>{"i", "j"}));
    EXPECT_EQ(german.problem, lesson.problem);
    EXPECT_EQ(inLanguage(lesson, "en"), lesson);
}

TEST(LessonJson, WrongWordsOfAnotherLanguageGetOneSentenceWithTheirPlace) {
    const std::string good = kTwoByTwo + R"(, "goals": {"valid": true}, "hints": ["g", "h"], )";
    EXPECT_EQ(refusal(good + R"("in": "de")"), "in: must be an object in { }, not a text in quotes");
    EXPECT_EQ(refusal(good + R"("in": {"de": "t"})"), "in.de: must be an object in { }, not a text in quotes");
    EXPECT_EQ(refusal(good + R"("in": {"German": {}})"),
              "in.German: \"German\" is no language: write two or three small letters, such as \"de\"");
    EXPECT_EQ(refusal(good + R"("in": {"de": {"goals": {}}})"),
              "in.de.goals: there is no such key here; there are title, task, text, learnt and hints");
    EXPECT_EQ(refusal(good + R"("in": {"de": {"hints": "g"}})"),
              "in.de.hints: the lesson has 2 hints, so there must be as many here, not 1");
    EXPECT_EQ(refusal(good + R"("in": {"de": {"text": ["a", 1]}})").substr(0, 14), "in.de.text[1]:");
    EXPECT_EQ(refusal(good + R"("in": {"de": {"title": ["a"]}})").substr(0, 12), "in.de.title:");
}

TEST(LessonJson, WrongInputGetsOneSentenceWithItsPlace) {
    EXPECT_EQ(refusal(kTwoByTwo), ": the key \"goals\" is missing");
    EXPECT_EQ(refusal(R"("title": "t", "problem": {}, "goals": {})"), ": the key \"task\" is missing");
    EXPECT_EQ(refusal(kTwoByTwo + R"(, "goals": {})"), "goals: a lesson needs a goal, such as \"valid\": true");
    EXPECT_EQ(refusal(kTwoByTwo + R"(, "goals": {"valid": false})").substr(0, 25), "goals.valid: must be true");
    EXPECT_EQ(refusal(kTwoByTwo + R"(, "goals": {"makespan": -1})").substr(0, 15), "goals.makespan:");
    EXPECT_EQ(refusal(kTwoByTwo + R"(, "goals": {"bubble_rate": 11.1})"),
              "goals.bubble_rate: must be from 0 to 1, not 11.1");
    EXPECT_EQ(refusal(kTwoByTwo + R"(, "goals": {"idle_share": 2})"), "goals.idle_share: must be from 0 to 1, not 2");
    EXPECT_EQ(lessonOf(kTwoByTwo + R"(, "goals": {"overhead": 1.5})").goals.front().share, 1.5);
    EXPECT_EQ(refusal(kTwoByTwo + R"(, "goals": {"speed": 1})").substr(0, 29), "goals.speed: must be one of c");
    EXPECT_EQ(refusal(kTwoByTwo + R"(, "goals": {"recognised": "zb-h9"})").substr(0, 39),
              "goals.recognised: there is no generator");
    const std::string good = kTwoByTwo + R"(, "goals": {"valid": true}, )";
    EXPECT_EQ(refusal(good + R"("start": {"order": [["F0.0"]]})").substr(0, 12), "start.order:");
    EXPECT_EQ(refusal(good + R"("start": {"order": [["F2.0"], []]})"),
              "start.order[0][0]: F2.0: there is no stage 2; the last is 1");
    EXPECT_EQ(refusal(good + R"("start": {"generator": "gpipe", "order": [[], []]})"),
              "start: give the order or a generator that makes it, not both");
    EXPECT_EQ(refusal(good + R"("start": {"tay": ["W*.*"]})").substr(0, 31), "start.tay: there is no such key");
    EXPECT_EQ(refusal(good + R"("start": {"tray": ["W"]})").substr(0, 31), "start.tray[0]: \"W\" names no ops");
    EXPECT_EQ(refusal(good + R"("locked": ["F0.5-2"])").substr(0, 32), "locked[0]: \"F0.5-2\" names no ops");
    EXPECT_EQ(refusal(good + R"("score": ["valid"])"), "score[0]: \"valid\" is no number that a score could measure");
    EXPECT_EQ(refusal(good + R"("score": {"valid": true})"),
              "score.valid: \"valid\" is no number that a score could measure");
    EXPECT_EQ(refusal(good + R"("score": {"bubble_rate": 2})"), "score.bubble_rate: must be from 0 to 1, not 2");
    EXPECT_EQ(refusal(good + R"("score": "makespan")"), "score: must be a list in [ ], not a text in quotes");
    EXPECT_EQ(refusal(good + R"("score": ["speed"])"), "score[0]: must be one of makespan, longest_span, period, "
                                                       "iteration_time, bubble_share, bubble_rate, idle_share, "
                                                       "overhead, peak_memory, parameter_copies, not \"speed\"");
    EXPECT_EQ(refusal(good + R"("help": "much")"), "help: must be one of check, ready, coach, not \"much\"");
    EXPECT_EQ(refusal(good + R"("iterations": 0)").substr(0, 11), "iterations:");
    EXPECT_EQ(refusal(R"("title": "t", "task": "d", "goals": {"valid": true},
                         "problem": {"microbatches": 2, "placement": {"ranks": 2}, "order": [[], []]})"),
              "problem.order: an order has its place in start or solution, not in the problem");
    EXPECT_EQ(refusal(R"("title": "t", "task": "d", "goals": {"valid": true},
                         "problem": {"microbatches": 2, "placement": {"ranks": 2}, "costs": {"forward": "fast"}})"),
              "problem.costs.forward: must be a number, not a text in quotes");
}

TEST(LessonJson, OtherFilesAreToldApart) {
    EXPECT_TRUE(isLesson(lessonText(R"("title": "lanewright-lesson")")));
    EXPECT_FALSE(isLesson(R"({"format": "lanewright-schedule", "title": "lanewright-lesson"})"));
    EXPECT_FALSE(isLesson("lanewright-lesson"));
    EXPECT_FALSE(isLesson(R"(["lanewright-lesson"])"));
    EXPECT_TRUE(isLessonFile("a.lwlesson", R"({"version": 1})"));
    EXPECT_FALSE(isLessonFile("a.lwsched", R"({"version": 1})"));
    const Result<Lesson> schedule = lessonFromJson(R"({"format": "lanewright-schedule", "version": 1})");
    ASSERT_FALSE(schedule);
    EXPECT_EQ(schedule.error().message,
              "this JSON is no Lanewright lesson: it must say \"format\": \"lanewright-lesson\"");
    EXPECT_FALSE(openLesson("/no/such/file.lwlesson"));
}

TEST(LessonJson, NoTextOfAnyLengthIsWorseThanRefused) {
    const std::string whole = lessonText(kTwoByTwo + R"(, "goals": {"makespan": 9, "recognised": ["gpipe"]},
        "start": {"order": [["F0.0", "BW0.0"], ["F1.0"]], "gaps": {"F1.0": 1}, "tray": ["F*.0-1"]}, "locked": ["rank 1"])");
    ASSERT_TRUE(lessonFromJson(whole));
    for (std::size_t length = 0; length < whole.size(); ++length)
        EXPECT_FALSE(lessonFromJson(whole.substr(0, length)));
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (const char letter : {'\0', '"', '9', '{', '\xff'}) {
            std::string changed = whole;
            changed[at] = letter;
            const Result<Lesson> lesson = lessonFromJson(changed);
            if (lesson)
                startOf(*lesson);
            else
                EXPECT_FALSE(lesson.error().message.empty());
        }
}
