// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/answer_json.h"

#include "core/io/schedule_json.h"
#include "tests/core/io/documents.h"
#include "tests/core/io/json_schema.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace lanewright;
using test::document;

namespace {

Answer adas() {
    Plan plan = test::linearPlan(2, 1, "F0.0 BW0.0\nF1.0 BW1.0");
    plan.title = "Two, ranks";
    plan.unknown = R"({"colour": {"of": "chalk"}})";
    return {.lesson = "Two ranks",
            .by = "Ada \"L\", née B\n",
            .attempt = {plan, OptimizerMode::PostValidated},
            .help = {.hints = 2, .coachSteps = 3, .answerShown = true, .seconds = 3601}};
}

std::string scheduleText(const std::string& more) {
    return R"({"format": "lanewright-schedule", "version": 1, "microbatches": 1, "placement": {"ranks": 1},
        "order": [["F0.0", "BW0.0"]])" +
           more + "}";
}

std::string answersText(const std::string& members) {
    return R"({"format": "lanewright-answers", "version": 1, )" + members + "}";
}

/// `place: sentence` of what is wrong.
template <typename Value>
std::string refusal(const Result<Value>& read) {
    return read ? std::string{} : read.error().where.text() + ": " + read.error().message.text();
}

std::string answerViolations(const std::string& text) {
    test::JsonSchema schema;
    schema.add("lwsched.schema.json", document("schedules/lwsched.schema.json"));
    schema.add("lwanswers.schema.json", document("resources/lessons/lwanswers.schema.json"));
    const Result<json::Document> value = json::parse(text);
    std::string all;
    if (value)
        for (const std::string& one : schema.violations("lwanswers.schema.json", value->root()))
            all += one + "\n";
    return all;
}

} // namespace

TEST(AnswerJson, WhatIsWrittenReadsBackEqual) {
    const Answer answer = adas();
    const std::string text = answerToJson(answer);
    const Result<Answer> again = answerFromJson(text);
    ASSERT_TRUE(again) << refusal(again) << text;
    EXPECT_EQ(*again, answer);
    EXPECT_EQ(answerToJson(*again), text);
}

TEST(AnswerJson, ASchedulesReaderKeepsTheAnswerItDoesNotKnow) {
    const std::string text = answerToJson(adas());
    const Result<Plan> plan = planFromJson(text);
    ASSERT_TRUE(plan);
    EXPECT_EQ(planToJson(*plan), text);
}

TEST(AnswerJson, WhatIsNotRecordedIsNotKnown) {
    const Result<Answer> some = answerFromJson(scheduleText(R"(, "answer": {"by": "Ada", "hints": 1})"));
    ASSERT_TRUE(some) << refusal(some);
    HelpUsed hint = HelpUsed::unknown();
    hint.hints = 1;
    EXPECT_EQ(some->help, hint);
    const Result<Answer> again = answerFromJson(answerToJson(*some));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->help, hint) << "what is written on says no more than was known";
}

TEST(AnswerJson, APlainScheduleIsAnAnswerOfNobody) {
    const Result<Answer> plain = answerFromJson(scheduleText(""));
    ASSERT_TRUE(plain) << refusal(plain);
    EXPECT_EQ(plain->by, "");
    EXPECT_EQ(plain->help, HelpUsed::unknown());
    EXPECT_EQ(plain->attempt.optimizer, OptimizerMode::Synchronous);
    const Result<Answer> stepped = answerFromJson(scheduleText(R"(, "optimizer_mode": "postvalidated")"));
    ASSERT_TRUE(stepped);
    EXPECT_EQ(stepped->attempt.optimizer, OptimizerMode::PostValidated);
}

TEST(AnswerJson, WrongAnswersGetOneSentenceWithTheirPlace) {
    const auto wrong = [](const std::string& record) {
        return refusal(answerFromJson(scheduleText(R"(, "answer": )" + record)));
    };
    EXPECT_EQ(wrong("1"), "answer: must be an object in { }, not a number");
    EXPECT_EQ(wrong(R"({"hints": -1})").substr(0, 13), "answer.hints:");
    EXPECT_EQ(wrong(R"({"coach_steps": 0.5})").substr(0, 19), "answer.coach_steps:");
    EXPECT_EQ(wrong(R"({"answer_shown": 1})").substr(0, 20), "answer.answer_shown:");
    EXPECT_EQ(wrong(R"({"seconds": 1e12})").substr(0, 15), "answer.seconds:");
    EXPECT_EQ(wrong(R"({"by": null})").substr(0, 10), "answer.by:");
    EXPECT_EQ(wrong(R"({"optimizer_mode": "later"})"), "answer.optimizer_mode: must be \"sync\" or \"postvalidated\"");
    EXPECT_EQ(refusal(answerFromJson(scheduleText(R"(, "gaps": 1, "answer": {"hints": -1})"))).substr(0, 5), "gaps:");
}

TEST(AnswersJson, SeveralAnswersTravelAsOneFile) {
    std::vector<Answer> all = {adas(), adas()};
    all[1].lesson = "Another";
    all[1].attempt.optimizer = OptimizerMode::Synchronous;
    const std::string text = answersToJson(all[0].by, all);
    EXPECT_TRUE(isAnswers(text));
    EXPECT_EQ(answerViolations(text), "");
    const Result<std::vector<Answer>> again = answersFromJson(text);
    ASSERT_TRUE(again) << refusal(again);
    EXPECT_EQ(*again, all);
    EXPECT_EQ(answersToJson(all[0].by, *again), text);
    const Result<std::vector<Answer>> none = answersFromJson(answersToJson("", {}));
    ASSERT_TRUE(none);
    EXPECT_TRUE(none->empty());
}

TEST(AnswersJson, WrongFilesGetOneSentenceWithTheirPlace) {
    const auto wrong = [](const std::string& members) { return refusal(answersFromJson(answersText(members))); };
    EXPECT_EQ(wrong(R"("by": "a")"), ": the key \"answers\" is missing");
    EXPECT_EQ(wrong(R"("answers": {})").substr(0, 8), "answers:");
    EXPECT_EQ(wrong(R"("answers": [1])").substr(0, 11), "answers[0]:");
    EXPECT_EQ(wrong(R"("answers": [{}])"), "answers[0]: the key \"schedule\" is missing");
    EXPECT_EQ(wrong(R"("answers": [{"schedule": )" + scheduleText("") + R"(}, {"schedule": {}}])"),
              "answers[1].schedule: this JSON is no Lanewright schedule: it must say \"format\": "
              "\"lanewright-schedule\"");
    EXPECT_EQ(wrong(R"("by": 1, "answers": [])").substr(0, 3), "by:");
    EXPECT_EQ(wrong(R"("answers": [{"hints": true, "schedule": )" + scheduleText("") + "}]").substr(0, 17),
              "answers[0].hints:");
    EXPECT_EQ(wrong(R"("answers": [{"schedule": )" + scheduleText(R"(, "costs": 1)") + "}]").substr(0, 26),
              "answers[0].schedule.costs:");
    EXPECT_FALSE(isAnswers(scheduleText(R"(, "title": "lanewright-answers")")));
    EXPECT_FALSE(isAnswers("lanewright-answers"));
    EXPECT_FALSE(answersFromJson(scheduleText("")));
    EXPECT_FALSE(answersFromJson(R"({"format": "lanewright-answers", "version": 2, "answers": []})"));
}

TEST(AnswersJson, NoTextOfAnyLengthIsWorseThanRefused) {
    const std::string whole =
        answersText(R"("by": "a", "answers": [{"lesson": "l", "hints": 1, "optimizer_mode": "sync", "schedule": )" +
                    scheduleText(R"(, "gaps": {"BW0.0": 1})") + "}]");
    ASSERT_TRUE(answersFromJson(whole));
    const std::string one = scheduleText(R"(, "answer": {"by": "a", "seconds": 1})");
    ASSERT_TRUE(answerFromJson(one));
    const auto look = [](const std::string& text) {
        const Result<std::vector<Answer>> all = answersFromJson(text);
        EXPECT_TRUE(all || !all.error().message.empty());
        const Result<Answer> single = answerFromJson(text);
        EXPECT_TRUE(single || !single.error().message.empty());
    };
    for (const std::string& text : {whole, one})
        for (std::size_t at = 0; at < text.size(); ++at) {
            look(text.substr(0, at));
            for (const char letter : {'\0', '"', '9', '{', '\xff'}) {
                std::string changed = text;
                changed[at] = letter;
                look(changed);
            }
        }
}

TEST(AnswersJson, ThePageNamesEveryKeyAndItsSamplesAreRead) {
    const std::string page = document("resources/lessons/FORMAT.md");
    const std::vector<std::string> samples = test::samples(page, "jsonc");
    ASSERT_EQ(samples.size(), 2u);
    const Result<Answer> answer = answerFromJson(scheduleText(", " + samples[0]));
    ASSERT_TRUE(answer) << refusal(answer);
    EXPECT_EQ(answer->by, "Ada");
    const Result<std::vector<Answer>> all = answersFromJson(samples[1]);
    ASSERT_TRUE(all) << refusal(all);
    EXPECT_EQ(answerViolations(samples[1]), "");
    ASSERT_EQ(all->size(), 1u);
    EXPECT_EQ((*all)[0].help, answer->help);
    for (const char* key : {"lesson", "by", "hints", "coach_steps", "answer_shown", "seconds", "optimizer_mode",
                            "format", "version", "answers", "schedule"})
        EXPECT_NE(page.find("| `" + std::string{key} + "` |"), std::string::npos) << key;
}

TEST(AnswersJson, TheSchemaRefusesWhatTheReaderRefuses) {
    for (const char* wrong : {R"("by": "a")", R"("answers": [{}])", R"("by": 1, "answers": [])", R"("answers": 1)"}) {
        EXPECT_FALSE(answersFromJson(answersText(wrong))) << wrong;
        EXPECT_NE(answerViolations(answersText(wrong)), "") << wrong;
    }
    const auto entry = [](const std::string& member) {
        return answersText(R"("answers": [{)" + member + R"(, "schedule": )" + scheduleText("") + "}]");
    };
    EXPECT_EQ(answerViolations(entry(R"("hints": 1)")), "");
    for (const char* wrong :
         {R"("hints": -1)", R"("seconds": 0.5)", R"("answer_shown": 1)", R"("optimizer_mode": "later")"}) {
        EXPECT_FALSE(answersFromJson(entry(wrong))) << wrong;
        EXPECT_NE(answerViolations(entry(wrong)), "") << wrong;
    }
}
