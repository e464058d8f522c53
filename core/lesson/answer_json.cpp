// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/answer_json.h"

#include "core/io/plan_parts.h"
#include "core/io/schedule_json.h"

#include <array>

namespace lanewright {

namespace {

constexpr std::array<std::string_view, 1> kAnswerKey = {"answer"};
constexpr int kMostHelp = 1'000'000;
constexpr int kMostSeconds = 1'000'000'000;

OptimizerMode modeFrom(const json::Node& node, Trouble& trouble) {
    const std::string key = stringFrom(node, trouble);
    const std::optional<OptimizerMode> mode = optimizerModeFromKey(key);
    if (!mode)
        trouble.add(say(phrase("file", "must be %1 or %2"), "\"sync\"", "\"postvalidated\""), node);
    return mode.value_or(OptimizerMode::Synchronous);
}

/// None where the key is missing.
std::optional<int> countIn(const json::Node& node, std::string_view key, int most, Trouble& trouble) {
    return node.find(key) ? std::optional(integerIn(node, key, 0, 0, most, trouble)) : std::nullopt;
}

/// All that an answer says beside its schedule.
void readRecord(const json::Node& node, Answer& answer, Trouble& trouble) {
    if (!expect(node, json::Kind::Object, trouble))
        return;
    answer.lesson = stringIn(node, "lesson", "", trouble);
    answer.help.hints = countIn(node, "hints", kMostHelp, trouble);
    answer.help.coachSteps = countIn(node, "coach_steps", kMostHelp, trouble);
    if (node.find("answer_shown"))
        answer.help.answerShown = boolIn(node, "answer_shown", false, trouble);
    answer.help.seconds = countIn(node, "seconds", kMostSeconds, trouble);
    if (const auto mode = node.find("optimizer_mode"))
        answer.attempt.optimizer = modeFrom(*mode, trouble);
}

void writeRecord(json::Writer& writer, const Answer& answer) {
    const HelpUsed& help = answer.help;
    if (help.hints)
        writer.key("hints").number(*help.hints);
    if (help.coachSteps)
        writer.key("coach_steps").number(*help.coachSteps);
    if (help.answerShown)
        writer.key("answer_shown").boolean(*help.answerShown);
    if (help.seconds)
        writer.key("seconds").number(*help.seconds);
    writer.key("optimizer_mode").string(keyOf(answer.attempt.optimizer));
}

/// Writes what a schedule does not know, an `answer` of before left out, into an open object. False: there is nothing.
bool copyOthers(json::Writer& writer, std::string_view unknown) {
    if (unknown.empty())
        return false;
    const Result<json::Document> document = json::parse(unknown);
    if (!document || !hasUnknown(document->root(), kAnswerKey))
        return false;
    copyUnknown(writer, document->root(), kAnswerKey);
    return true;
}

/// The keys that a schedule does not know, without `answer`.
std::string withoutAnswer(std::string_view unknown) {
    json::Writer writer;
    writer.beginObject(json::Layout::Line);
    const bool any = copyOthers(writer, unknown);
    writer.endObject();
    return any ? writer.take() : std::string{};
}

Answer answerFromNode(const json::Node& entry, std::string_view by, Trouble& trouble) {
    Answer answer{.by = std::string{by}};
    if (!expect(entry, json::Kind::Object, trouble))
        return answer;
    const auto schedule = required(entry, "schedule", trouble);
    if (trouble || !expect(*schedule, json::Kind::Object, trouble))
        return answer;
    answer.attempt.plan = planFromNode(*schedule, trouble);
    answer.attempt.optimizer = answer.attempt.plan.optimizerMode;
    if (!trouble)
        readRecord(entry, answer, trouble);
    return answer;
}

} // namespace

Result<Answer> answerFromJson(std::string_view text) {
    const Result<json::Document> document = json::parse(text);
    if (!document)
        return document.error();
    Trouble trouble;
    Answer answer;
    answer.attempt.plan = planFromNode(document->root(), trouble);
    if (trouble)
        return trouble.first();
    answer.attempt.optimizer = answer.attempt.plan.optimizerMode;
    if (const auto record = document->root().find("answer")) {
        readRecord(*record, answer, trouble);
        if (!trouble)
            answer.by = stringIn(*record, "by", "", trouble);
    }
    if (trouble)
        return trouble.first();
    answer.attempt.plan.unknown = withoutAnswer(answer.attempt.plan.unknown);
    return answer;
}

std::string answerToJson(const Answer& answer) {
    json::Writer unknown;
    unknown.beginObject(json::Layout::Line);
    copyOthers(unknown, answer.attempt.plan.unknown);
    unknown.key("answer").beginObject(json::Layout::Line);
    unknown.key("lesson").string(answer.lesson);
    unknown.key("by").string(answer.by);
    writeRecord(unknown, answer);
    unknown.endObject();
    unknown.endObject();
    Plan plan = answer.attempt.plan;
    plan.unknown = unknown.take();
    return planToJson(plan);
}

bool isAnswers(std::string_view text) {
    // A schedule may be large, and is not read twice for this.
    if (text.find("lanewright-answers") == std::string_view::npos)
        return false;
    const Result<json::Document> document = json::parse(text);
    return document && document->root().kind() == json::Kind::Object &&
           formatOf(document->root()) == "lanewright-answers";
}

Result<std::vector<Answer>> answersFromJson(std::string_view text) {
    const Result<json::Document> document = json::parse(text);
    if (!document)
        return document.error();
    Trouble trouble;
    checkHeader(document->root(), "lanewright-answers",
                phrase("file", "this JSON holds no answers of a Lanewright classroom"), trouble);
    if (trouble)
        return trouble.first();
    const std::string by = stringIn(document->root(), "by", "", trouble);
    const auto list = required(document->root(), "answers", trouble);
    std::vector<Answer> answers;
    if (!trouble && expect(*list, json::Kind::Array, trouble))
        for (const json::Node entry : list->children()) {
            answers.push_back(answerFromNode(entry, by, trouble));
            if (trouble)
                break;
        }
    if (trouble)
        return trouble.first();
    return answers;
}

std::string answersToJson(std::string_view by, const std::vector<Answer>& answers) {
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("format").string("lanewright-answers");
    writer.key("version").number(1);
    writer.key("by").string(by);
    writer.key("answers").beginArray(json::Layout::Lines);
    for (const Answer& answer : answers) {
        writer.beginObject(json::Layout::Lines);
        writer.key("lesson").string(answer.lesson);
        writeRecord(writer, answer);
        writer.key("schedule");
        writePlan(writer, answer.attempt.plan);
        writer.endObject();
    }
    writer.endArray();
    writer.endObject();
    return writer.take() + "\n";
}

} // namespace lanewright
