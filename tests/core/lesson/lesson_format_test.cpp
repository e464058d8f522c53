// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/judge.h"
#include "tests/core/io/documents.h"
#include "tests/core/io/json_schema.h"
#include "tests/core/lesson/lessons.h"

using namespace lanewright;
using test::document;

namespace {

std::string violations(const std::string& text) {
    test::JsonSchema schema;
    schema.add("lwsched.schema.json", document("schedules/lwsched.schema.json"));
    schema.add("lwlesson.schema.json", document("resources/lessons/lwlesson.schema.json"));
    const Result<json::Document> value = json::parse(text);
    EXPECT_TRUE(value) << text;
    std::string all;
    if (value)
        for (const std::string& one : schema.violations("lwlesson.schema.json", value->root()))
            all += one + "\n";
    return all;
}

std::string page() { return document("resources/lessons/FORMAT.md"); }

} // namespace

TEST(LessonFormat, EverySampleOfThePageIsALessonThatKeepsToTheSchema) {
    const std::vector<std::string> samples = test::samples(page(), "json");
    ASSERT_EQ(samples.size(), 3u);
    for (const std::string& sample : samples) {
        const Result<Lesson> lesson = lessonFromJson(sample);
        ASSERT_TRUE(lesson) << lesson.error().where << ": " << lesson.error().message;
        EXPECT_EQ(violations(sample), "");
        for (const LessonRemark& remark : judge(*lesson, SolveOptions{.timeLimit = 60, .exact = true, .rounds = 1}))
            EXPECT_TRUE(remark.code == "hints" || remark.code == "words") << remark.code << ": " << remark.message;
    }
}

TEST(LessonFormat, ThePageAndTheSchemaNameEveryWord) {
    const std::string schema = document("resources/lessons/lwlesson.schema.json");
    const auto named = [&](std::string_view word) {
        EXPECT_NE(page().find("| `" + std::string{word} + "` |"), std::string::npos) << word;
        EXPECT_NE(schema.find("\"" + std::string{word} + "\""), std::string::npos) << word;
    };
    for (int kind = 0; kind < kGoalKinds; ++kind)
        named(toText(static_cast<GoalKind>(kind)));
    for (int edit = 0; edit < static_cast<int>(kAllEdits.size()); ++edit)
        named(toText(static_cast<LessonEdit>(edit)));
    for (const LessonLevel level : {LessonLevel::Easy, LessonLevel::Medium, LessonLevel::Hard})
        EXPECT_NE(page().find("`\"" + std::string{toText(level)} + "\"`"), std::string::npos) << toText(level);
    for (const HelpLevel level : {HelpLevel::Check, HelpLevel::Ready, HelpLevel::Coach})
        named(toText(level));
}

TEST(LessonFormat, ThePageNamesEveryKeyThatIsWritten) {
    const Lesson lesson = test::lessonOf(test::kTwoByTwo + R"(, "goals": {"valid": true}, "hints": ["h"], "text": "t",
        "level": "easy", "minutes": 5, "needs": ["s"],
        "start": {"order": [["F0.0"], []]}, "solution": {"generator": "gpipe"}, "in": {"de": {"title": "T", "task": "d", "text": "x", "hints": "i"}})");
    const std::string text = lessonToJson(lesson);
    EXPECT_EQ(violations(text), "");
    const Result<json::Document> written = json::parse(text);
    ASSERT_TRUE(written);
    int keys = 0;
    const auto check = [&](const json::Node& object) {
        for (const json::Node child : object.children()) {
            EXPECT_NE(page().find("| `" + std::string{child.key()} + "` |"), std::string::npos) << child.key();
            ++keys;
        }
    };
    check(written->root());
    check(*written->root().find("start"));
    check(*written->root().find("solution"));
    check(*written->root().find("in")->find("de"));
    EXPECT_GE(keys, 30);
}

TEST(LessonFormat, TheSchemaRefusesWhatTheReaderRefuses) {
    const std::string good = test::kTwoByTwo + R"(, "goals": {"valid": true})";
    EXPECT_EQ(violations(test::lessonText(good)), "");
    for (const char* wrong :
         {R"(, "start": {"tay": []})", R"(, "locked": ["W"])", R"(, "help": "much")", R"(, "level": "steep")",
          R"(, "minutes": 0)", R"(, "needs": "t")", R"(, "iterations": 0)", R"(, "score": ["valid"])",
          R"(, "score": {"makespan": "9"})", R"(, "a_step_on_the_way": 1)", R"(, "allowed": ["fly"])",
          R"(, "in": {"German": {}})", R"(, "in": {"de": {"hint": "h"}})", R"(, "in": {"de": {"text": 1}})"}) {
        EXPECT_FALSE(lessonFromJson(test::lessonText(good + wrong))) << wrong;
        EXPECT_NE(violations(test::lessonText(good + wrong)), "") << wrong;
    }
}
