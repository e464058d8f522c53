// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cli/driver.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace lanewright::test {
namespace {

const std::string kLesson = R"({"format": "lanewright-lesson", "version": 1, "title": "t", "task": "d",
    "problem": {"microbatches": 2, "placement": {"ranks": 2}}, "goals": {"complete": true, "valid": true, "makespan": 9},
    "score": ["makespan"], "hints": ["h"], "solution": {"generator": "gpipe"}})";

/// An answer to it: `order` is the rows in JSON, `record` what stands beside the schedule.
std::string answerText(const std::string& order, const std::string& record = "") {
    return R"({"format": "lanewright-schedule", "version": 1, "microbatches": 2, "placement": {"ranks": 2}, "order": )" +
           order + record + "}";
}

const std::string kBest = R"([["F0.0", "F0.1", "BW0.0", "BW0.1"], ["F1.0", "BW1.0", "F1.1", "BW1.1"]])";
const std::string kSlow = R"([["F0.0", "BW0.0", "F0.1", "BW0.1"], ["F1.0", "BW1.0", "F1.1", "BW1.1"]])";

std::vector<std::string> linesOfText(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in{text};
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

/// A folder of what a class hands in.
std::string handIn(const Folder& folder) {
    const std::string path = folder.path("class");
    std::filesystem::create_directories(path + "/late");
    std::filesystem::create_directories(path + "/.hidden");
    const auto put = [&](const std::string& name, const std::string& text) {
        std::ofstream{path + "/" + name} << text;
    };
    put("ada.lwsched",
        answerText(kBest, R"(, "answer": {"by": "Ada", "hints": 1, "coach_steps": 2, "answer_shown": true,
        "seconds": 245})"));
    put("bob, \"b\".lwsched", answerText(kSlow));
    put("cyd\n\x01.lwsched", answerText(kBest, R"(, "answer": {"by": "=SUM(A1)\nCyd, the \"2nd\""})"));
    put("dan.lwsched",
        answerText(kBest).replace(answerText(kBest).find("\"microbatches\": 2"), 17, "\"microbatches\": 4"));
    put("eve.lwsched", "\x7f\x01 rubbish");
    put("fay.lwanswers", R"({"format": "lanewright-answers", "version": 1, "by": "Fay", "answers": [
        {"lesson": "another", "schedule": )" +
                             answerText(kSlow) + R"(}, {"lesson": "t", "hints": 3, "schedule": )" + answerText(kBest) +
                             "}]}");
    put("gil.lwanswers",
        R"({"format": "lanewright-answers", "version": 1, "by": "Gil", "answers": [{"lesson": "another", "schedule": )" +
            answerText(kSlow) + "}]}");
    put("hal.lwsched", "");
    put("late/ida.lwsched", answerText(R"([["F0.0"], []])"));
    put(".DS_Store", "x");
    put(".hidden/a.lwsched", answerText(kBest));
    return path;
}

TEST(LessonCommand, SaysThatALessonWorks) {
    const Folder folder;
    const Answer answer = cli({"validate", folder.write("a.lwlesson", kLesson)});
    EXPECT_EQ(answer.code, 0) << answer.errors;
    EXPECT_EQ(answer.output, "The lesson works.\n");
}

TEST(LessonCommand, SaysWhatIsWrongWithALesson) {
    const Folder folder;
    std::string wrong = kLesson;
    wrong.replace(wrong.find("\"makespan\": 9}"), 14, "\"makespan\": 8}");
    const std::string file = folder.write("a.lwlesson", wrong);
    const nlohmann::json object = jsonOf(cli({"validate", file, "--json"}), 1);
    EXPECT_FALSE(object["valid"]);
    ASSERT_EQ(object["findings"].size(), 2u);
    EXPECT_EQ(object["findings"][0]["code"], "solution");
    EXPECT_EQ(object["findings"][1]["code"], "unreachable");
    const Answer unread = cli({"validate", folder.write("b.lwlesson", R"({"format": "lanewright-lesson"})")});
    EXPECT_EQ(unread.code, 2);
    EXPECT_NE(unread.errors.find("b.lwlesson: the key \"version\" is missing"), std::string::npos) << unread.errors;
}

TEST(LessonCommand, RefusesAGoalThatNoOrderReaches) {
    const Folder folder;
    const std::string file =
        folder.write("a.lwlesson", R"({"format": "lanewright-lesson", "version": 1, "title": "t", "task": "d",
        "problem": {"microbatches": 2, "placement": {"ranks": 2}}, "goals": {"makespan": 5}, "hints": ["h"]})");
    const Answer refused = cli({"validate", file});
    EXPECT_EQ(refused.code, 1);
    EXPECT_NE(refused.output.find("no order that the lesson's rules lead to takes less than 7 units"),
              std::string::npos)
        << refused.output;
    const Answer solved = cli({"solve", file});
    EXPECT_EQ(solved.code, 1);
    EXPECT_NE(solved.output.find("can't be reached: it is below the bound"), std::string::npos) << solved.output;
    const nlohmann::json best = jsonOf(cli({"solve", file, "--json"}), 1);
    EXPECT_EQ(best["goal_reached"], false);
    EXPECT_EQ(best["lower_bound"], 7);
}

TEST(LessonCommand, MarksWhatAStudentHandsIn) {
    const Folder folder;
    const std::string lesson = folder.write("a.lwlesson", kLesson);
    const std::string good = folder.schedule("good.lwsched", {"gpipe", "-p", "2", "-m", "2"});
    const nlohmann::json marks = jsonOf(cli({"validate", lesson, "--answer", good, "--json"}));
    EXPECT_TRUE(marks["reached"]);
    EXPECT_EQ(marks["points"], 100);
    EXPECT_EQ(marks["goals"].size(), 3u);
    EXPECT_EQ(marks["score"][0]["now"], 9);
    const std::string half = folder.write("half.lwsched", R"({"format": "lanewright-schedule", "version": 1,
        "microbatches": 2, "placement": {"ranks": 2}, "order": [["F0.0"], []]})");
    const Answer answer = cli({"validate", lesson, "--answer", half});
    EXPECT_EQ(answer.code, 1);
    EXPECT_NE(answer.output.find("Not all goals are reached; 0 of 100 points."), std::string::npos) << answer.output;
    EXPECT_EQ(cli({"validate", lesson, "--answer", folder.path("none.lwsched")}).code, 2);
}

TEST(LessonCommand, RefusesAnAnswerToAnotherExercise) {
    const Folder folder;
    const std::string lesson = folder.write("a.lwlesson", kLesson);
    const Answer wide = cli({"validate", lesson, "--answer", folder.schedule("b.lwsched", {"gpipe", "-p", "3"})});
    EXPECT_EQ(wide.code, 2);
    EXPECT_NE(wide.errors.find("the number of ranks is 2 in the lesson, 3 in the answer"), std::string::npos)
        << wide.errors;
    EXPECT_EQ(wide.output, "");
    const std::string cheap = folder.schedule("c.lwsched", {"gpipe", "-p", "2", "-m", "2", "--tf", "0.1"});
    const Answer quick = cli({"validate", lesson, "--answer", cheap, "--json"});
    EXPECT_EQ(quick.code, 2);
    EXPECT_NE(quick.errors.find("F of stage 0 takes 1 unit in the lesson, 0.1 units in the answer"), std::string::npos)
        << quick.errors;
}

TEST(LessonCommand, MarksAFolderALineForEachAnswer) {
    const Folder folder;
    const std::string lesson = folder.write("a.lwlesson", kLesson);
    const std::string path = handIn(folder);
    const Answer csv = cli({"validate", lesson, "--answers", path, "--csv"});
    EXPECT_EQ(csv.code, 1) << csv.errors;
    EXPECT_EQ(csv.errors, "");
    const std::vector<std::string> lines = linesOfText(csv.output);
    ASSERT_EQ(lines.size(), 10u) << csv.output;
    EXPECT_EQ(lines[0], "file,name,complete,valid,makespan,points,hints,coach_steps,answer_shown,seconds,refused");
    EXPECT_EQ(lines[1], "ada.lwsched,Ada,yes,yes,yes,100,1,2,yes,245,");
    EXPECT_EQ(lines[2], "\"bob, \"\"b\"\".lwsched\",\"bob, \"\"b\"\"\",yes,yes,no,0,,,,,");
    EXPECT_EQ(lines[3], "cyd  .lwsched,\"'=SUM(A1) Cyd, the \"\"2nd\"\"\",yes,yes,yes,100,,,,,");
    EXPECT_EQ(lines[4], "dan.lwsched,dan,,,,,,,,,\"this is no answer to the lesson: the number of microbatches is 2 in "
                        "the lesson, 4 in the answer\"");
    EXPECT_TRUE(lines[5].starts_with("eve.lwsched,eve,,,,,,,,,")) << lines[5];
    EXPECT_EQ(lines[6], "fay.lwanswers,Fay,yes,yes,yes,100,3,,,,");
    EXPECT_EQ(lines[7], "gil.lwanswers,Gil,,,,,,,,,holds no answer to this lesson");
    EXPECT_EQ(lines[8], "hal.lwsched,hal,,,,,,,,,the file is empty");
    EXPECT_EQ(lines[9], "late/ida.lwsched,ida,no,no,no,0,,,,,");
}

TEST(LessonCommand, SaysTheSameOfAFolderToPeopleAndMachines) {
    const Folder folder;
    const std::string lesson = folder.write("a.lwlesson", kLesson);
    const std::string path = handIn(folder);
    const Answer text = cli({"validate", lesson, "--answers", path});
    EXPECT_EQ(text.code, 1);
    EXPECT_NE(text.output.find("3 of 5 answers reach all goals.\n4 more are no answers.\n"), std::string::npos)
        << text.output;
    EXPECT_NE(text.output.find("4:05"), std::string::npos) << text.output;
    const nlohmann::json object = jsonOf(cli({"validate", lesson, "--answers", path, "--json"}), 1);
    EXPECT_EQ(object["lesson"], "t");
    EXPECT_EQ(object["reached"], 3);
    ASSERT_EQ(object["answers"].size(), 9u);
    EXPECT_EQ(object["answers"][0]["by"], "Ada");
    EXPECT_EQ(object["answers"][0]["coach_steps"], 2);
    EXPECT_TRUE(object["answers"][0]["refused"].is_null());
    EXPECT_EQ(object["answers"][2]["file"], "cyd\n\x01.lwsched");
    EXPECT_FALSE(object["answers"][3]["refused"].is_null());
    EXPECT_FALSE(object["answers"][3].contains("points"));
    // Of Bob's schedule nobody knows how it was made.
    EXPECT_TRUE(object["answers"][1]["hints"].is_null());
    EXPECT_TRUE(object["answers"][1]["answer_shown"].is_null());
    EXPECT_NE(text.output.find("  –  "), std::string::npos) << text.output;
}

TEST(LessonCommand, AFolderWhereAllReachAllGoalsIsDone) {
    const Folder folder;
    const std::string lesson = folder.write("a.lwlesson", kLesson);
    const std::string path = folder.path("class");
    std::filesystem::create_directory(path);
    const Answer empty = cli({"validate", lesson, "--answers", path});
    EXPECT_EQ(empty.code, 1);
    EXPECT_EQ(empty.output, "The folder holds no answers.\n");
    for (int student = 10; student < 40; ++student)
        std::ofstream{path + "/" + std::to_string(student) + ".lwsched"} << answerText(kBest);
    const Answer all = cli({"validate", lesson, "--answers", path});
    EXPECT_EQ(all.code, 0) << all.output;
    EXPECT_NE(all.output.find("30 of 30 answers reach all goals."), std::string::npos) << all.output;
}

TEST(LessonCommand, AFolderThatCantBeReadIsWrongUsage) {
    const Folder folder;
    const std::string lesson = folder.write("a.lwlesson", kLesson);
    const Answer none = cli({"validate", lesson, "--answers", folder.path("none")});
    EXPECT_EQ(none.code, 2);
    EXPECT_NE(none.errors.find("there is no such folder"), std::string::npos) << none.errors;
    const Answer file = cli({"validate", lesson, "--answers", lesson});
    EXPECT_EQ(file.code, 2);
    EXPECT_NE(file.errors.find("is a file and no folder"), std::string::npos) << file.errors;
    EXPECT_EQ(cli({"validate", lesson, "--csv"}).code, 2);
    EXPECT_EQ(cli({"validate", lesson, "--answers", folder.path(""), "--csv", "--json"}).code, 2);
    EXPECT_EQ(cli({"validate", lesson, "--answers", folder.path(""), "--answer", lesson}).code, 2);
}

TEST(LessonCommand, AnAnswerSaysWhoMadeItAndWhatHelped) {
    const Folder folder;
    const std::string lesson = folder.write("a.lwlesson", kLesson);
    const std::string path = handIn(folder);
    const Answer ada = cli({"validate", lesson, "--answer", path + "/ada.lwsched"});
    EXPECT_EQ(ada.code, 0) << ada.errors;
    EXPECT_NE(ada.output.find("Help used: 1 hint, 2 steps of the coach, the solution was shown."), std::string::npos)
        << ada.output;
    EXPECT_EQ(jsonOf(cli({"validate", lesson, "--answer", path + "/fay.lwanswers", "--json"}))["by"], "Fay");
}

TEST(LessonCommand, SolveFindsTheBestUnderTheRulesOfALesson) {
    const Folder folder;
    const std::string lesson = folder.write("a.lwlesson", kLesson);
    const nlohmann::json best =
        jsonOf(cli({"solve", lesson, "--rounds", "1", "-o", folder.path("best.lwsched"), "--json"}));
    EXPECT_EQ(best["number"], "makespan");
    EXPECT_EQ(best["value"], 9) << "with B and W apart it would be 7";
    EXPECT_EQ(best["goal"], 9);
    EXPECT_EQ(best["solution"], 9);
    EXPECT_TRUE(best["optimal"]);
    EXPECT_EQ(cli({"validate", lesson, "--answer", folder.path("best.lwsched")}).code, 0);
    const Answer text = cli({"solve", lesson, "--rounds", "1"});
    EXPECT_NE(text.output.find("the best under the lesson's rules, proved by"), std::string::npos) << text.output;
    EXPECT_EQ(cli({"solve", lesson, "--objective", "period"}).code, 2);
    EXPECT_EQ(cli({"solve", folder.write("b.lwlesson", R"({"format": "lanewright-lesson"})")}).code, 2);
}

TEST(LessonCommand, AnAnswerGoesWithALesson) {
    const Folder folder;
    const std::string plan = folder.schedule("a.lwsched", {"gpipe"});
    EXPECT_EQ(cli({"validate", plan, "--answers", folder.path("")}).code, 2);
    EXPECT_EQ(cli({"validate", plan, "--answer", plan}).code, 2);
}

/// Answers of one pupil to lessons of the program and to the one of this file.
std::string courseAnswers(const std::string& by, const std::vector<std::pair<std::string, std::string>>& answers) {
    std::string text =
        R"({"format": "lanewright-answers", "version": 1, "by": )" + nlohmann::json(by).dump() + R"(, "answers": [)";
    for (const auto& [lesson, schedule] : answers)
        text += (text.back() == '[' ? "" : ", ") + std::string{R"({"lesson": )"} + nlohmann::json(lesson).dump() +
                R"(, "hints": 1, "schedule": )" + schedule + "}";
    return text + "]}";
}

std::string scheduleText(const Folder& folder, const Words& words) {
    return folder.read(std::filesystem::path{folder.schedule("made.lwsched", words)}.filename().string());
}

TEST(LessonCommand, MarksAClassThatAnswersAWholeCourse) {
    const Folder folder;
    const std::string own = folder.write("own.lwlesson", kLesson);
    const std::string gpipe = scheduleText(folder, {"gpipe", "-p", "3", "-m", "4"});
    const std::string title = "Fill and drain: GPipe";
    const std::string handed = folder.path("handed");
    std::filesystem::create_directories(handed);
    const auto put = [&](const std::string& name, const std::string& text) {
        std::ofstream{handed + "/" + name} << text;
    };
    put("ada.lwanswers", courseAnswers("Ada", {{title, gpipe}, {"t", answerText(kBest)}}));
    put("bob.lwanswers",
        courseAnswers("=SUM(A1)<b>", {{"t", answerText(kSlow)}, {"no such lesson", answerText(kBest)}}));
    put("cyd.lwanswers", "rubbish");
    const nlohmann::json marks = jsonOf(cli({"validate", "--course", handed, "--lessons", own, "--json"}), 1);
    EXPECT_EQ(marks["lessons"], nlohmann::json({"t", title}));
    ASSERT_EQ(marks["pupils"].size(), 3u);
    EXPECT_EQ(marks["pupils"][0]["by"], "Ada");
    EXPECT_EQ(marks["pupils"][0]["reached"], 2);
    EXPECT_EQ(marks["pupils"][0]["points"], 200);
    EXPECT_EQ(marks["pupils"][0]["answers"][1]["score"][0]["now"], 9);
    EXPECT_EQ(marks["pupils"][1]["reached"], 0);
    EXPECT_EQ(marks["pupils"][1]["answers"][1]["refused"], "no lesson of this title is known");
    EXPECT_FALSE(marks["pupils"][2]["refused"].is_null());
    const Answer csv = cli({"validate", handed, "--course", "--lessons", own, "--csv"});
    const std::vector<std::string> lines = linesOfText(csv.output);
    ASSERT_EQ(lines.size(), 8u) << csv.output;
    EXPECT_EQ(lines[0], "file,name,lesson,reached,points,hints,coach_steps,answer_shown,seconds,refused");
    EXPECT_EQ(lines[1], "ada.lwanswers,Ada," + title + ",yes,100,1,,,,");
    EXPECT_EQ(lines[3], "ada.lwanswers,Ada,all,2 of 2,200,,,,,");
    EXPECT_EQ(lines[4].find("bob.lwanswers,'=SUM(A1)<b>,t,no,"), 0u) << lines[4];
    EXPECT_EQ(lines[7].find("cyd.lwanswers,cyd,,,,,,,,"), 0u) << lines[7];
    const nlohmann::json& outcome = marks["outcomes"][0];
    EXPECT_EQ(outcome["lesson"], "t");
    EXPECT_EQ(outcome["answered"], 2);
    EXPECT_EQ(outcome["reached"], 1);
    EXPECT_EQ(outcome["stuck"], nlohmann::json({"=SUM(A1)<b>"}));
    EXPECT_EQ(outcome["with_hints"], 2);
    EXPECT_FALSE(outcome["missed"].is_null());
    const Answer table = cli({"validate", "--course", handed, "--lessons", own});
    EXPECT_NE(table.output.find("1 of 3 pupils reach all goals of 2 lessons."), std::string::npos) << table.output;
    EXPECT_EQ(cli({"validate", "--course", folder.path("none")}).code, 2);
    EXPECT_EQ(cli({"validate", "--course", handed, "--lessons", "no-such"}).code, 2);
    EXPECT_EQ(cli({"validate", handed, "--lessons", own}).code, 2);
}

TEST(LessonCommand, WritesThePageOfAClass) {
    const Folder folder;
    const std::string own = folder.write("own.lwlesson", kLesson);
    const std::string handed = folder.path("handed");
    std::filesystem::create_directories(handed);
    std::ofstream{handed + "/ada.lwanswers"} << courseAnswers("Ada", {{"t", answerText(kBest)}});
    std::ofstream{handed + "/bob.lwanswers"} << courseAnswers("<b>Bob & \"co\"</b>", {{"t", answerText(kSlow)}});
    std::ofstream{handed + "/cyd.lwanswers"} << "rubbish";
    const std::string page = folder.path("class.html");
    const nlohmann::json made =
        jsonOf(cli({"validate", "--course", handed, "--lessons", own, "-o", page, "--json"}), 1);
    EXPECT_EQ(made["output"], page);
    const std::string html = folder.read("class.html");
    EXPECT_NE(html.find("&lt;b&gt;Bob &amp; &quot;co&quot;&lt;/b&gt;"), std::string::npos);
    EXPECT_EQ(html.find("<b>Bob"), std::string::npos);
    EXPECT_NE(html.find("✓ 100"), std::string::npos);
    EXPECT_EQ(html.find("<script"), std::string::npos);
    EXPECT_NE(html.find("Who is stuck where"), std::string::npos);
    EXPECT_EQ(cli({"validate", "--course", handed, "--lessons", own, "-o", page, "--language", "de"}).code, 1);
    EXPECT_NE(folder.read("class.html").find("Wer wo festhängt"), std::string::npos);
    EXPECT_EQ(cli({"validate", "--course", handed, "-o", page, "--language", "tlh"}).code, 2);
    EXPECT_EQ(cli({"validate", own, "-o", page}).code, 2);
    EXPECT_EQ(cli({"validate", "--course", handed, "-o", folder.path("none/class.html")}).code, 2);
}

TEST(LessonCommand, TakesAFolderOfLessons) {
    const Folder folder;
    folder.write("one.lwlesson", kLesson);
    const std::string handed = folder.path("handed");
    std::filesystem::create_directories(handed);
    std::ofstream{handed + "/ada.lwanswers"} << courseAnswers("Ada", {{"t", answerText(kBest)}});
    const std::string lessons = std::filesystem::path{folder.path("one.lwlesson")}.parent_path().string();
    EXPECT_EQ(jsonOf(cli({"validate", "--course", handed, "--lessons", lessons, "--json"}))["lessons"],
              nlohmann::json({"t"}));
    EXPECT_EQ(cli({"validate", "--course", handed, "--lessons", handed}).code, 2);
}

TEST(LessonCommand, ListsTheLessonsOfTheProgram) {
    const nlohmann::json listed = jsonOf(cli({"list", "--lessons", "--json"}));
    ASSERT_EQ(listed["lessons"].size(), 21u);
    EXPECT_EQ(listed["lessons"][18]["name"], "number-of-microbatches");
    EXPECT_EQ(listed["lessons"][18]["level"], "easy");
    EXPECT_EQ(listed["lessons"][18]["minutes"], 5);
    EXPECT_EQ(listed["lessons"][18]["needs"], nlohmann::json({"Fill and drain: GPipe"}));
    EXPECT_NE(cli({"list", "--lessons"}).output.find("when-zero-bubble-does-not-pay"), std::string::npos);
}

TEST(LessonCommand, FindsALessonOfTheProgramByNameAndNumber) {
    const Folder folder;
    const std::string good = folder.schedule("good.lwsched", {"gpipe", "-p", "3", "-m", "4"});
    for (const char* lesson : {"1", "gpipe", "01-gpipe"})
        EXPECT_EQ(jsonOf(cli({"validate", lesson, "--answer", good, "--json"}))["points"], 100) << lesson;
    for (const std::string command : {"validate", "course"}) {
        const Answer none = command == "course" ? cli({command, folder.path("a.html"), "99"}) : cli({command, "99"});
        EXPECT_EQ(none.code, 2);
        EXPECT_NE(
            none.errors.find(
                "99: there is no file and no lesson of this name or number; lessons are 0-three-people, 1-gpipe, "),
            std::string::npos)
            << none.errors;
    }
    EXPECT_EQ(cli({"validate", folder.path("none.lwsched")}).errors.find("lesson"), std::string::npos);
}

TEST(LessonCommand, MakesAPageOfACourseForAnyBrowser) {
    const Folder folder;
    const std::string own = folder.write("own.lwlesson", kLesson);
    const std::string page = folder.path("course.html");
    if (cli({"course", page, "0"}).code == 4)
        GTEST_SKIP() << "this build has no board for browsers";
    const nlohmann::json made = jsonOf(cli({"course", page, "0", "zb-h1", own, "--name", "</script><b>", "--no-answers",
                                            "--no-hints", "--no-coach", "--language", "de", "--json"}));
    EXPECT_EQ(made["lessons"].size(), 3u);
    EXPECT_EQ(made["lessons"][2], "t");
    EXPECT_EQ(made["answers"], false);
    const std::string text = folder.read("course.html");
    EXPECT_EQ(text.find("</script><b>"), std::string::npos);
    EXPECT_EQ(text.find("\"solution\""), std::string::npos);
    constexpr std::string_view kHints = "\"hints\": [";
    for (std::size_t at = text.find(kHints); at != std::string::npos; at = text.find(kHints, at + 1))
        EXPECT_EQ(text[at + kHints.size()], ']') << text.substr(at, 80);
    EXPECT_NE(text.find("<html lang=\"de\">"), std::string::npos);
    EXPECT_NE(text.find("\"coach\": false"), std::string::npos);
    std::filesystem::create_directories(folder.path("handed"));
    folder.write("handed/ada.lwanswers", courseAnswers("Ada", {{"t", answerText(kBest)}}));
    const nlohmann::json marks =
        jsonOf(cli({"validate", "--course", folder.path("handed"), "--lessons", page, "--json"}), 1);
    EXPECT_EQ(marks["lessons"], made["lessons"]);
    EXPECT_EQ(marks["pupils"][0]["points"], 100);
    const Answer one = cli({"convert", own, folder.path("one.html")});
    EXPECT_EQ(one.code, 0) << one.errors;
    EXPECT_NE(folder.read("one.html").find("\"title\": \"t\""), std::string::npos);
}

TEST(LessonCommand, RefusesACourseThatCouldNotBeMarked) {
    const Folder folder;
    const std::string page = folder.path("course.html");
    const std::string own = folder.write("own.lwlesson", kLesson);
    EXPECT_NE(cli({"course", page, own, own}).errors.find("another lesson of the course has this title"),
              std::string::npos);
    EXPECT_EQ(cli({"course", page, "no-such-lesson"}).code, 2);
    EXPECT_EQ(cli({"course", page, folder.write("a.lwlesson", "{}")}).code, 2);
    EXPECT_EQ(cli({"convert", own, folder.path("a.csv")}).code, 2);
    EXPECT_FALSE(std::filesystem::exists(page));
}

TEST(LessonCommand, ALessonOfTheProgramIsTakenByNameAndNumberWhereverAFileIs) {
    const Folder folder;
    for (const char* word : {"zb-h1", "5", "05-zb-h1"}) {
        SCOPED_TRACE(word);
        EXPECT_EQ(jsonOf(cli({"solve", word, "--json"}))["value"], 27);
        EXPECT_EQ(cli({"validate", word}).output, "The lesson works.\n");
        const Answer page = cli({"convert", word, folder.path("a.html")});
        EXPECT_TRUE(page.code == 0 || page.code == 4) << page.errors;
    }
    for (const char* question : {"solve", "validate"}) {
        const Answer slip = cli({question, "zb-h3"});
        EXPECT_EQ(slip.code, 2);
        EXPECT_NE(slip.errors.find("no lesson of this name or number; the nearest is 5-zb-h1"), std::string::npos)
            << slip.errors;
        EXPECT_NE(cli({question, "no-such"}).errors.find("lessons are 0-three-people"), std::string::npos);
    }
    EXPECT_NE(cli({"convert", "zb-h3", folder.path("a.html")}).errors.find("is no lesson's"), std::string::npos);
}

TEST(LessonCommand, MakesALessonOfASchedule) {
    const Folder folder;
    const std::string schedule = folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "3"});
    const std::string lesson = folder.path("a.lwlesson");
    const nlohmann::json made = jsonOf(cli({"lesson",
                                            schedule,
                                            "-o",
                                            lesson,
                                            "--title",
                                            "Mine",
                                            "--hint",
                                            "one",
                                            "--hint",
                                            "two",
                                            "--level",
                                            "easy",
                                            "--given",
                                            "F*.*",
                                            "--locked",
                                            "--allow",
                                            "gap",
                                            "--goal",
                                            "makespan,bubble_share",
                                            "--json"}));
    EXPECT_EQ(made["lesson"], "Mine");
    EXPECT_EQ(made["goals"][0]["most"], 12);
    EXPECT_EQ(made["goals"][0]["best"], 12);
    EXPECT_EQ(made["goals"][0]["optimal"], true);
    EXPECT_EQ(made["goals"][1]["lower_bound"], 0.25);
    EXPECT_EQ(made["a_step_on_the_way"], false);
    const nlohmann::json file = nlohmann::json::parse(folder.read("a.lwlesson"));
    EXPECT_EQ(file["hints"], nlohmann::json({"one", "two"}));
    EXPECT_EQ(file["level"], "easy");
    EXPECT_EQ(file["locked"], nlohmann::json({"F*.*"}));
    EXPECT_EQ(file["allowed"], nlohmann::json({"place", "gap"}));
    EXPECT_EQ(cli({"validate", lesson}).output, "The lesson works.\n");
    EXPECT_EQ(cli({"validate", lesson, "--answer", schedule}).code, 0);
    const Answer copy = cli({"lesson", schedule, "--no-answer", "-o", "-"});
    EXPECT_EQ(copy.code, 0) << copy.errors;
    EXPECT_EQ(nlohmann::json::parse(copy.output).count("solution"), 0u);
    EXPECT_EQ(nlohmann::json::parse(copy.output)["title"], "1F1B, 2 ranks, 3 microbatches");
}

TEST(LessonCommand, MarksAClassOnAMadeLessonAsOnItsCopyWithoutTheAnswer) {
    const Folder folder;
    const std::string best = folder.schedule("a.lwsched", {"1f1b", "-p", "3", "-m", "4"});
    folder.schedule("b.lwsched", {"gpipe", "-p", "3", "-m", "4"}); // as quick, with more memory
    const std::string lesson = folder.path("full.lwlesson");
    const std::string copy = folder.path("copy.lwlesson");
    EXPECT_EQ(cli({"lesson", best, "--title", "Mine", "-o", lesson}).code, 0);
    EXPECT_EQ(cli({"lesson", best, "--title", "Mine", "--no-answer", "-o", copy}).code, 0);
    std::filesystem::create_directories(folder.path("handed"));
    constexpr int kPupils = 30;
    for (int pupil = 0; pupil < kPupils; ++pupil) {
        const std::string name = "Pupil " + std::to_string(pupil);
        folder.write("handed/" + name + ".lwanswers",
                     courseAnswers(name, {{"Mine", folder.read(pupil % 3 == 0 ? "b.lwsched" : "a.lwsched")}}));
    }
    const auto marked = [&](const std::string& by) {
        return cli({"validate", "--course", folder.path("handed"), "--lessons", by, "--csv"}).output;
    };
    const std::string marks = marked(lesson);
    EXPECT_EQ(marks, marked(copy));
    int reached = 0;
    for (std::size_t at = marks.find(",yes,100,"); at != std::string::npos; at = marks.find(",yes,100,", at + 1))
        ++reached;
    EXPECT_EQ(reached, 20);
    const Answer page = cli({"validate", "--course", folder.path("handed"), "--lessons", copy, "-o",
                             folder.path("class.html"), "--language", "de"});
    EXPECT_EQ(page.code, 1) << page.errors;
    for (const char* words : {"Pupil 0", "Pupil 29", "Spitzenspeicher höchstens 3 Aktivierungen"})
        EXPECT_NE(folder.read("class.html").find(words), std::string::npos) << words;
}

TEST(LessonCommand, RefusesWhatMakesNoLesson) {
    const Folder folder;
    const std::string schedule = folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "3"});
    EXPECT_EQ(cli({"lesson", schedule, "--goal", "speed"}).code, 2);
    const Answer problem = cli({"lesson", folder.write("b.lwsched", R"({"format": "lanewright-schedule", "version": 1,
        "microbatches": 2, "placement": {"ranks": 2}})"),
                                "--title", "t"});
    EXPECT_EQ(problem.code, 1);
    EXPECT_NE(problem.errors.find("Only a schedule that is complete and valid"), std::string::npos) << problem.errors;
    EXPECT_EQ(cli({"lesson", schedule, "--allow", "microbatches"}).code, 2) << "there is no method to make it anew";
    EXPECT_EQ(cli({"lesson", schedule, "--locked"}).code, 2) << "nothing is given";
    const Answer nothing = cli({"lesson", schedule, "--given", "F9.*"});
    EXPECT_EQ(nothing.code, 1);
    EXPECT_NE(nothing.errors.find("No op of the schedule is \"F9.*\""), std::string::npos) << nothing.errors;
    const Answer optimal = cli({"lesson", schedule, "--goal", "complete"});
    EXPECT_NE(optimal.errors.find("A lesson needs a number to reach"), std::string::npos) << optimal.errors;
}

} // namespace
} // namespace lanewright::test
