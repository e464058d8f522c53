// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cli/driver.h"

#include <gtest/gtest.h>

namespace lanewright::test {
namespace {

const std::string kLesson = R"({"format": "lanewright-lesson", "version": 1, "title": "t", "task": "d",
    "problem": {"microbatches": 2, "placement": {"ranks": 2}}, "goals": {"complete": true, "valid": true, "makespan": 9},
    "score": ["makespan"], "hints": ["h"], "solution": {"generator": "gpipe"}})";

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
    ASSERT_EQ(object["findings"].size(), 1u);
    EXPECT_EQ(object["findings"][0]["code"], "solution");
    const Answer unread = cli({"validate", folder.write("b.lwlesson", R"({"format": "lanewright-lesson"})")});
    EXPECT_EQ(unread.code, 2);
    EXPECT_NE(unread.errors.find("b.lwlesson: the key \"version\" is missing"), std::string::npos) << unread.errors;
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

TEST(LessonCommand, AnAnswerGoesWithALesson) {
    const Folder folder;
    const std::string plan = folder.schedule("a.lwsched", {"gpipe"});
    EXPECT_EQ(cli({"validate", plan, "--answer", plan}).code, 2);
}

} // namespace
} // namespace lanewright::test
