// SPDX-License-Identifier: Apache-2.0
// A lesson as a script asks for it.
#include "core/lesson/answer_json.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/progress_json.h"
#include "core/lesson/setting.h"
#include "core/model/text.h"
#include "tests/core/api/asked_board.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

using namespace lanewright;
using namespace lanewright::test;
using nlohmann::json;

namespace {

/// Two ranks and two microbatches on an empty board, with a solution and two hints.
std::string lessonText(const std::string& members = R"("goals": {"complete": true, "valid": true})") {
    return R"({"format": "lanewright-lesson", "version": 1, "title": "First", "task": "Build it", "text": ["One"],
               "problem": {"microbatches": 2, "placement": {"ranks": 2}}, "hints": ["a", "b"],
               "solution": {"generator": "gpipe"}, "in": {"de": {"title": "Erste"}}, )" +
           members + "}";
}

AskedDocument begun(const std::string& text) {
    AskedDocument document(text);
    document.text(R"({"ask": "board"})");
    return document;
}

json lessonIn(const json& view) { return view.at("board").at("lesson"); }

/// Follows the coach until the goals are reached.
json solved(const AskedDocument& document) {
    json view = document.ask({{"ask", "help"}, {"level", "coach"}});
    for (int step = 0; step < 20 && !lessonIn(view).at("reached"); ++step)
        view = document.ask({{"ask", "follow"}});
    return view;
}

} // namespace

TEST(LessonBoard, SaysWhatThereIsToReach) {
    const AskedDocument document(lessonText());
    const json view = document.ask({{"ask", "board"}});
    const json lesson = lessonIn(view);
    EXPECT_EQ(lesson.at("title"), "First");
    EXPECT_EQ(lesson.at("task"), "Build it");
    EXPECT_EQ(lesson.at("goals")[0],
              json::parse(R"({"text": "all ops placed", "reached": false, "value": null, "progress": 0.0})"));
    EXPECT_EQ(lesson.at("hints"), json::array());
    EXPECT_EQ(lesson.at("hint_count"), 2);
    EXPECT_EQ(lesson.at("help"), "check");
    EXPECT_EQ(lesson.at("next"), nullptr);
    EXPECT_EQ(lesson.at("sentence"), "8 ops left in the tray.");
    EXPECT_EQ(lesson.at("more"), "");
    EXPECT_EQ(lesson.at("keys"), "") << "there is nothing to play yet";
    EXPECT_EQ(lesson.at("allowed"), json::array({"move", "place"}));
    EXPECT_EQ(view.at("board").at("tray").size(), 2);
    EXPECT_EQ(document.held(), lessonText());
}

TEST(LessonBoard, LeadsToTheGoalByTheCoach) {
    const AskedDocument document = begun(lessonText());
    EXPECT_EQ(document.ask({{"ask", "follow"}}).at("refused"), "The coach knows no step from here.");
    const json coached = document.ask({{"ask", "help"}, {"level", "coach"}});
    EXPECT_EQ(lessonIn(coached).at("next").at("sentence"), "Place F0.0 at the end of rank 0");
    EXPECT_EQ(lessonIn(coached).at("ready"), json::array({"F0.0", "F0.1"}));
    const json view = solved(document);
    EXPECT_EQ(lessonIn(view).at("reached"), true);
    EXPECT_EQ(lessonIn(view).at("tone"), "good");
    EXPECT_EQ(lessonIn(view).at("sentence"), "All goals are reached: 100 of 100 points.");
    EXPECT_EQ(lessonIn(view).at("more"), "With 8 steps of the coach, in less than a minute. Go on to the next lesson.");
    EXPECT_EQ(view.at("board").at("undo"), "Place BW0.1 at the end of rank 0");
    EXPECT_EQ(lessonIn(document.ask({{"ask", "undo"}})).at("reached"), false);
}

TEST(LessonBoard, LeavesToTheStudentWhereOpsStand) {
    const AskedDocument document = begun(lessonText());
    EXPECT_EQ(document.ask({{"ask", "apply"}, {"fill", true}}).at("refused"),
              "this lesson leaves it to you where ops stand");
    EXPECT_EQ(document.ask({{"ask", "apply"}, {"gap", "F0.0"}, {"time", "1"}}).at("refused"),
              "F0.0 is not in the order");
    document.ask({{"ask", "apply"}, {"insert", "BW0.0"}});
    const json view = document.ask({{"ask", "apply"}, {"insert", "F0.0"}});
    EXPECT_EQ(view.at("board").at("parked"), json::parse(R"([[0, ["BW0.0", "F0.0"]]])"));
    EXPECT_EQ(lessonIn(view).at("sentence"), "BW0.0 on rank 0 waits for F0.0, which stands behind it.");
    EXPECT_EQ(lessonIn(view).at("tone"), "warn");
    EXPECT_EQ(document.ask({{"ask", "propose"}, {"gap", "F0.0"}, {"time", "1"}}).at("refused"),
              "this lesson does not let you set gaps");
}

TEST(LessonBoard, GivesHintsOneByOneAndCountsThem) {
    const AskedDocument document = begun(lessonText());
    EXPECT_EQ(lessonIn(document.ask({{"ask", "hint"}})).at("hints"), json::array({"a"}));
    document.ask({{"ask", "time"}, {"seconds", 125}});
    const json view = document.ask({{"ask", "hint"}});
    EXPECT_EQ(lessonIn(view).at("hints"), json::array({"a", "b"}));
    EXPECT_EQ(lessonIn(view).at("used"), "With 2 hints, in 2 minutes");
    EXPECT_EQ(document.ask({{"ask", "hint"}}).at("refused"), "all hints are shown already");
    const json again = document.ask({{"ask", "restart"}});
    EXPECT_EQ(lessonIn(again).at("hints"), json::array());
    EXPECT_EQ(lessonIn(again).at("used"), "With 2 hints, in 2 minutes");
}

TEST(LessonBoard, ShowsTheTeachersSolutionAsABoardOfItsOwn) {
    const AskedDocument document = begun(lessonText());
    const json answer = document.ask({{"ask", "answer"}, {"shown", true}});
    EXPECT_EQ(answer.at("page").at("valid"), true);
    EXPECT_EQ(answer.at("board").at("lesson"), nullptr);
    const json view = document.ask({{"ask", "board"}});
    EXPECT_EQ(lessonIn(view).at("used"), "With the answer shown, in less than a minute");
    EXPECT_EQ(view.at("page").at("valid"), false);
}

TEST(LessonBoard, GoesOnWhereTheStudentWas) {
    const AskedDocument document = begun(lessonText());
    document.ask({{"ask", "hint"}});
    document.ask({{"ask", "time"}, {"seconds", 60}});
    const json left = solved(document);
    const std::string progress = document.text(R"({"ask": "progress"})");
    const AskedDocument another(lessonText());
    const json view = another.ask({{"ask", "board"}, {"progress", progress}});
    EXPECT_EQ(view.at("page"), left.at("page"));
    EXPECT_EQ(lessonIn(view), lessonIn(left));
    EXPECT_EQ(view.at("board").at("undo"), "Go on where I was");
    EXPECT_EQ(another.text(R"({"ask": "progress"})"), progress);
    // The board of another problem is left out, what helped is not.
    const AskedDocument other(lessonText(R"("goals": {"valid": true}, "allow": ["move"])"));
    Lesson wider = *lessonFromJson(lessonText());
    wider.problem.schedule.microbatches = 3;
    const AskedDocument third(lessonToJson(wider));
    const json began = third.ask({{"ask", "board"}, {"progress", progress}});
    EXPECT_EQ(began.at("board").at("undo"), nullptr);
    EXPECT_EQ(lessonIn(began).at("hints").size(), 1);
    EXPECT_FALSE(document.ask({{"ask", "board"}, {"progress", "{}"}}).at("error").at("sentence").empty());
}

TEST(LessonBoard, HandsInAnAnswerThatTheTeacherMarks) {
    const AskedDocument document = begun(lessonText());
    solved(document);
    const std::string first = document.text(R"({"ask": "answers", "by": "Ada"})");
    const Result<std::vector<Answer>> answers = answersFromJson(first);
    ASSERT_TRUE(answers) << first;
    ASSERT_EQ(answers->size(), 1u);
    EXPECT_EQ(answers->front().lesson, "First");
    EXPECT_EQ(answers->front().by, "Ada");
    EXPECT_EQ(answers->front().help.coachSteps, 8);
    const Lesson lesson = *lessonFromJson(lessonText());
    EXPECT_TRUE(Checker(lesson).check(answers->front().attempt).reached);
    const Result<std::vector<Answer>> both =
        answersFromJson(document.text(json{{"ask", "answers"}, {"by", "Ada"}, {"with", {first}}}.dump()));
    ASSERT_TRUE(both);
    EXPECT_EQ(both->size(), 2u);
    EXPECT_EQ(both->front(), answers->front());
}

TEST(LessonBoard, RefusesWhatIsNoneOfALesson) {
    const AskedDocument schedule(
        AskedDocument("").text(R"({"ask": "generate", "name": "1f1b", "ranks": 2, "microbatches": 3})"));
    schedule.text(R"({"ask": "board"})");
    for (const char* const request : {"hint", "follow", "restart", "answer", "progress", "answers"})
        EXPECT_EQ(schedule.ask({{"ask", request}}).at("error").at("sentence"),
                  "this board is of a schedule, not of a lesson")
            << request;
    const AskedDocument lesson = begun(lessonText());
    EXPECT_EQ(lesson.ask({{"ask", "optimizer"}, {"mode", "sync"}}).at("refused"),
              "this lesson does not let you choose the optimizer mode");
    EXPECT_FALSE(lesson.ask({{"ask", "help"}, {"level", "all"}}).at("error").empty());
    EXPECT_EQ(lesson.ask({{"ask", "help"}}).at("error").at("sentence"), "help needs the option level");
}

TEST(LessonBoard, MarksWhatIsNamedForIt) {
    const AskedDocument lesson(lessonText());
    const AskedDocument ada(
        AskedDocument("").text(R"({"ask": "generate", "name": "gpipe", "ranks": 2, "microbatches": 2})"));
    lesson.name("ada", ada);
    const json marks = lesson.ask({{"ask", "validate"}, {"answer", "ada"}});
    ASSERT_TRUE(marks.contains("points")) << marks;
    EXPECT_EQ(marks.at("reached"), true);
    EXPECT_EQ(marks.at("points"), 100);
    EXPECT_EQ(lesson.ask({{"ask", "validate"}, {"answer", "bob"}}).at("error").at("file"), "bob");
}

TEST(LessonBoard, ShowsIterationsInARow) {
    const AskedDocument one(lessonText());
    EXPECT_EQ(lessonIn(one.ask({{"ask", "board"}})).at("in_a_row"), nullptr);
    const AskedDocument lesson(
        lessonText(R"("goals": {"valid": true}, "allowed": ["place", "optimizer"], "iterations": 2)"));
    const json before = lessonIn(lesson.ask({{"ask", "board"}})).at("in_a_row");
    EXPECT_EQ(before.at("ranks"), json::array());
    EXPECT_EQ(before.at("sentence"), "2 iterations in a row appear here once all ops are placed and nothing stalls.");
    // GPipe of 2 ranks and 2 microbatches, where F takes 1 and BW 2: rank 0 works until 9, rank 1 from 1 to 7.
    const auto inUnits = [](const json& ranks) {
        std::vector<std::vector<double>> rows;
        for (const json& iteration : ranks)
            for (const json& rank : iteration)
                for (rows.emplace_back(); const json& time : rank)
                    rows.back().push_back(time.get<double>() / static_cast<double>(kTimeUnit));
        return rows;
    };
    const json together = lessonIn(solved(lesson)).at("in_a_row");
    EXPECT_EQ(together.at("sentence"), "2 iterations in a row, 9 each");
    EXPECT_EQ(inUnits(together.at("ranks")),
              (std::vector<std::vector<double>>{{0, 9, 9, 9}, {1, 7, 9, 9}, {9, 18, 18, 18}, {10, 16, 18, 18}}));
}

TEST(LessonBoard, SpeaksTheLanguageOfItsDictionary) {
    const AskedDocument document(lessonText());
    std::ifstream file(inRepository("resources/words/de.json"));
    const AskedDocument words({std::istreambuf_iterator<char>(file), {}});
    document.name("words", words);
    const json view = document.ask({{"ask", "board"}, {"language", "de"}});
    EXPECT_EQ(lessonIn(view).at("title"), "Erste");
    EXPECT_EQ(lessonIn(view).at("task"), "Build it");
    EXPECT_EQ(lessonIn(view).at("goals")[0].at("text"), "alle Ops gesetzt");
    EXPECT_EQ(lessonIn(view).at("sentence"), "Noch 8 Ops in der Ablage.");
    const json placed = document.ask({{"ask", "apply"}, {"insert", "F0.0"}});
    EXPECT_EQ(placed.at("board").at("undo"), "F0.0 setzen");
    // Handed in under the title of the file.
    EXPECT_EQ(answersFromJson(document.text(R"({"ask": "answers"})"))->front().lesson, "First");
    document.name("words", AskedDocument("{"));
    EXPECT_FALSE(document.ask({{"ask", "board"}, {"language", "de"}}).at("error").at("sentence").empty());
}

TEST(LessonBoard, MakesTheOrderAnewWhereTheLessonLetsIt) {
    std::ifstream file(inRepository("resources/lessons/18-number-of-microbatches.lwlesson"));
    const AskedDocument document = begun({std::istreambuf_iterator<char>(file), {}});
    json view = document.ask({{"ask", "apply"}, {"microbatches", 17}, {"merge", 1}});
    EXPECT_EQ(lessonIn(view).at("remake").at("microbatches"), 17);
    EXPECT_EQ(lessonIn(view).at("goals")[1].at("reached"), false);
    view = document.ask({{"ask", "apply"}, {"microbatches", 18}, {"merge", 1}});
    EXPECT_EQ(view.at("board").at("undo"), "Take 18 microbatches");
    EXPECT_EQ(lessonIn(view).at("reached"), true);
    EXPECT_EQ(document.ask({{"ask", "apply"}, {"microbatches", 33}}).at("refused"),
              "the number of microbatches goes from 1 to 32 in this lesson");
    EXPECT_EQ(document.ask({{"ask", "apply"}, {"generator", "1f1b"}}).at("refused"),
              "this lesson does not let you choose the generator");
    // The slide is one step.
    view = document.ask({{"ask", "undo"}});
    EXPECT_EQ(lessonIn(view).at("remake").at("microbatches"), 3);
    EXPECT_EQ(lessonIn(view).at("remake").at("from"), 1);
    EXPECT_EQ(lessonIn(view).at("remake").at("to"), 32);
    EXPECT_EQ(lessonIn(begun(lessonText()).ask({{"ask", "board"}})).at("remake"), nullptr);
}

TEST(LessonBoard, GoesOnWithAnOrderThatWasMadeAnew) {
    std::ifstream file(inRepository("resources/lessons/19-when-zero-bubble-does-not-pay.lwlesson"));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const AskedDocument document = begun(text);
    const json view = document.ask({{"ask", "apply"}, {"generator", "1f1b"}});
    EXPECT_EQ(lessonIn(view).at("remake").at("generator"), "1f1b");
    EXPECT_EQ(lessonIn(view).at("reached"), true);
    const std::string progress = document.text(R"({"ask": "progress"})");
    const AskedDocument again(text);
    const json resumed = again.ask({{"ask", "board"}, {"progress", progress}});
    EXPECT_EQ(lessonIn(resumed).at("remake").at("generator"), "1f1b");
    EXPECT_EQ(lessonIn(resumed).at("reached"), true);
}

TEST(LessonBoard, SolvesEachOwnLessonByTheCoach) {
    int lessons = 0;
    for (const auto& file : std::filesystem::directory_iterator(inRepository("resources/lessons"))) {
        if (file.path().extension() != ".lwlesson")
            continue;
        ++lessons;
        std::ifstream bytes(file.path());
        const AskedDocument document = begun({std::istreambuf_iterator<char>(bytes), {}});
        json view = document.ask({{"ask", "help"}, {"level", "coach"}});
        for (int step = 0; step < 300 && !lessonIn(view).at("reached"); ++step) {
            view = document.ask({{"ask", "follow"}});
            ASSERT_FALSE(view.contains("refused")) << file.path() << view;
        }
        EXPECT_EQ(lessonIn(view).at("reached"), true) << file.path();
        const std::string progress = document.text(R"({"ask": "progress"})");
        const Result<LessonProgress> kept = progressFromJson(progress);
        ASSERT_TRUE(kept) << file.path();
        EXPECT_EQ(progressToJson(*kept), progress) << file.path();
    }
    EXPECT_GE(lessons, 10);
}
