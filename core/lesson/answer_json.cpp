// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/answer_json.h"

#include "core/io/forms.h"
#include "core/io/optimizer_json.h"
#include "core/io/plan/plan_parts.h"
#include "core/io/schedule_json.h"

#include <array>

namespace lanewright {

namespace {

constexpr int kMostHelp = 1'000'000;
constexpr int kMostSeconds = 1'000'000'000;

/// What an answer says beside its schedule: the lesson, what helped, and in which mode it was made.
std::array<FileField<Answer>, 6> recordFields() {
    using Field = FileField<Answer>;
    const auto help = [](auto member) { return memberOf(&Answer::help, member); };
    return {Field("lesson", &Answer::lesson, form::text()),
            Field("hints", help(&HelpUsed::hints), form::integer(0, kMostHelp)),
            Field("coach_steps", help(&HelpUsed::coachSteps), form::integer(0, kMostHelp)),
            Field("answer_shown", help(&HelpUsed::answerShown), form::boolean()),
            Field("seconds", help(&HelpUsed::seconds), form::count(0, kMostSeconds)),
            Field("optimizer_mode", memberOf(&Answer::attempt, &Attempt::optimizer),
                  optimizerModeForm(form::Refused::Either))};
}

/// The key `answer` of a schedule.
const FileFields<Answer>& answerFields() {
    const auto [lesson, hints, coachSteps, answerShown, seconds, mode] = recordFields();
    static const FileFields<Answer> kFields = {
        lesson, {"by", &Answer::by, form::text()}, hints, coachSteps, answerShown, seconds, mode};
    return kFields;
}

/// The plan comes in the mode that it says itself, until the record says another.
void readPlan(const json::Node& node, Answer& answer, Frame&, Trouble& trouble) {
    answer.attempt.plan = planFromNode(node, trouble);
    answer.attempt.optimizer = answer.attempt.plan.optimizerMode;
}

/// One of several answers, which are all by one student.
const FileFields<Answer>& entryFields() {
    const auto [lesson, hints, coachSteps, answerShown, seconds, mode] = recordFields();
    static const FileFields<Answer> kFields = {
        lesson,
        hints,
        coachSteps,
        answerShown,
        seconds,
        mode,
        FileField<Answer>("schedule", "", nullptr, [](json::Writer& writer, const Answer& answer, const Frame&) {
            writePlan(writer, answer.attempt.plan);
        })};
    return kFields;
}

Answer entryFrom(const json::Node& entry, std::string_view by, Trouble& trouble) {
    Answer answer{.by = std::string{by}};
    Frame frame;
    if (!expect(entry, json::Kind::Object, trouble))
        return answer;
    const auto schedule = required(entry, "schedule", trouble);
    if (!trouble && expect(*schedule, json::Kind::Object, trouble))
        readPlan(*schedule, answer, frame, trouble);
    readMembers(entry, entryFields(), answer, frame, trouble);
    return answer;
}

/// What a schedule does not know, with this `answer` in place of one of before; without any, nothing.
std::string unknownWith(std::string_view unknown, const Answer* answer) {
    static const FileKeys kAnswer(1, {.key = "answer"});
    json::Writer writer;
    bool any = answer != nullptr;
    writer.beginObject(json::Layout::Line);
    if (const Result<json::Document> document = json::parse(unknown))
        for (const json::Node node : unknownMembers(document->root(), kAnswer)) {
            writer.key(node.key()).copy(node);
            any = true;
        }
    if (answer)
        writeObject(writer.key("answer"), answerFields(), *answer, {}, json::Layout::Line);
    writer.endObject();
    return any ? writer.take() : std::string{};
}

Answer answerFromNode(const json::Node& root, Trouble& trouble) {
    Answer answer;
    Frame frame;
    readPlan(root, answer, frame, trouble);
    if (const auto record = trouble ? std::nullopt : root.find("answer");
        record && expect(*record, json::Kind::Object, trouble))
        readMembers(*record, answerFields(), answer, frame, trouble);
    answer.attempt.plan.unknown = unknownWith(answer.attempt.plan.unknown, nullptr);
    return answer;
}

std::vector<Answer> answersFromNode(const json::Node& root, Trouble& trouble) {
    std::vector<Answer> answers;
    checkHeader(root, "lanewright-answers", phrase("file", "this JSON holds no answers of a Lanewright classroom"),
                trouble);
    if (trouble)
        return answers;
    const std::string by = stringIn(root, "by", "", trouble);
    const auto list = required(root, "answers", trouble);
    if (!trouble && expect(*list, json::Kind::Array, trouble))
        for (const json::Node entry : list->children())
            if (!trouble)
                answers.push_back(entryFrom(entry, by, trouble));
    return answers;
}

} // namespace

Result<Answer> answerFromJson(std::string_view text) { return readText(text, answerFromNode); }

std::string answerToJson(const Answer& answer) {
    Plan plan = answer.attempt.plan;
    plan.unknown = unknownWith(plan.unknown, &answer);
    return planToJson(plan);
}

bool isAnswers(std::string_view text) { return isOfFormat(text, "lanewright-answers"); }

Result<std::vector<Answer>> answersFromJson(std::string_view text) { return readText(text, answersFromNode); }

std::string answersToJson(std::string_view by, const std::vector<Answer>& answers) {
    json::Writer writer;
    writer.object(json::Layout::Lines, [&] {
        writer.key("format").string("lanewright-answers");
        writer.key("version").number(1);
        writer.key("by").string(by);
        form::list(form::object(entryFields(), json::Layout::Lines), json::Layout::Lines)
            .write(writer.key("answers"), answers, {});
    });
    return writer.take() + "\n";
}

} // namespace lanewright
