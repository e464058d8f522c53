// SPDX-License-Identifier: Apache-2.0
#include "core/api/lesson/validate_lesson.h"

#include "core/api/lesson/validate_answers.h"
#include "core/api/table.h"
#include "core/base/mapped.h"
#include "core/lesson/answer_json.h"
#include "core/lesson/judge.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/same_problem.h"
#include "core/open/open_file.h"
#include "core/simulate/number_text.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace lanewright::api {

namespace {

/// How long the best of each goal is looked for.
const SolveOptions kSearch{.timeLimit = 5, .exact = true};

/// The number as people read it: `27`, `4 units`, `11.1 %`.
std::string shown(GoalKind kind, double value, const Plan& plan) {
    if (isTime(kind))
        return roundedTimeText(static_cast<Time>(std::llround(value)), plan.timeUnit);
    if (isShare(kind))
        return sharePercent(value);
    if (kind == GoalKind::PeakMemory)
        return memoryText(static_cast<Bytes>(std::llround(value)), plan.memoryUnit);
    return std::to_string(std::llround(value));
}

/// A goal with its words, which name the unit of the problem.
struct WordedGoal {
    GoalState state = {};
    std::string words = {};
};

std::vector<WordedGoal> goalsOf(const Assessed& assessed) {
    return mapped(assessed.assessment->goals, [&](const GoalState& state) {
        return WordedGoal{state, textOf(state.goal, assessed.lesson->problem)};
    });
}

const Fields<WordedGoal>& goalFields() {
    static const Fields<WordedGoal> kFields = {
        {"goal", "the number that it is about", [](const WordedGoal& each) { return each.state.goal.kind; }},
        {"words", "for people", &WordedGoal::words},
        {"reached", "whether it is", [](const WordedGoal& each) { return each.state.reached; }},
        {"value", "of the number", [](json::Writer& writer, const WordedGoal& each, const Units& units) {
             writeNumber(writer, each.state.goal.kind, each.state.value, units);
         }}};
    return kFields;
}

/// A row of a score's number.
Field<ScoreLine> scored(std::string_view key, std::string_view words, auto member) {
    return {key, words, [member](json::Writer& writer, const ScoreLine& line, const Units& units) {
                writeNumber(writer, line.number, line.*member, units);
            }};
}

const Fields<ScoreLine>& scoreFields() {
    static const Fields<ScoreLine> kFields = {{"number", "that is scored", &ScoreLine::number},
                                              scored("start", "of the lesson", &ScoreLine::start),
                                              scored("now", "of the answer", &ScoreLine::now),
                                              scored("best", "that is known", &ScoreLine::best),
                                              {"share", "of the way from start to best", &ScoreLine::share}};
    return kFields;
}

bool isAssessed(const Assessed& assessed) { return assessed.assessment.has_value(); }

/// What helped, as sentences; empty where nothing did.
std::string helpText(const HelpUsed& help) {
    std::string all;
    const auto add = [&](std::optional<int> count, const char* one, const char* many) {
        if (count.value_or(0) > 0)
            all += (all.empty() ? "" : ", ") + std::to_string(*count) + (*count == 1 ? one : many);
    };
    add(help.hints, " hint", " hints");
    add(help.coachSteps, " step of the coach", " steps of the coach");
    if (help.answerShown.value_or(false))
        all += (all.empty() ? "" : ", ") + std::string{"the solution was shown"};
    const bool isKnown = help.hints && help.coachSteps && help.answerShown;
    return (all.empty() ? all : "Help used: " + all + ".\n") + (isKnown       ? ""
                                                                : all.empty() ? "It is not known what helped.\n"
                                                                              : "It is not known what else helped.\n");
}

std::string textOfAnswer(const Assessed& assessed) {
    const Plan& problem = assessed.lesson->problem;
    const Assessment& assessment = *assessed.assessment;
    Table goals({"goal", "reached", "value"}, "llr");
    for (const GoalState& state : assessment.goals)
        goals.add({textOf(state.goal, problem), state.reached ? "yes" : "no",
                   state.value ? shown(state.goal.kind, *state.value, problem) : ""});
    return goals.text() + "\n" + (assessment.reached ? "All goals are reached" : "Not all goals are reached") + "; " +
           std::to_string(assessment.points) + " of 100 points.\n" + helpText(assessed.given.help);
}

Reply assess(const LessonQuestion& question, const std::shared_ptr<const Lesson>& lesson, const Asker& asker) {
    static const Fields<Assessed> kFields =
        Fields<Assessed>{{"by", "who answered", [](const Assessed& each) { return each.given.by; }}} +
        assessmentFields() + helpFields();
    const Result<std::string> text = asker.bytes(question.answer);
    const Result<std::vector<Answer>> all = text ? answersFrom(question.answer, *text) : text.error();
    Result<std::vector<Answer>> answers = all ? onlyFor(*all, *lesson) : all;
    if (!answers)
        return refused(Exit::Usage, question.answer, answers.error());
    Assessed assessed{.lesson = lesson, .given = std::move(answers->front())};
    if (question.postValidated)
        assessed.given.attempt.optimizer = OptimizerMode::PostValidated;
    const Result<Attempt> attempt = answerTo(*lesson, assessed.given.attempt);
    if (!attempt)
        return refused(Exit::Usage, question.answer, attempt.error());
    assessed.assessment = Checker(*lesson).check(*attempt);
    const Exit exit = assessed.assessment->reached ? Exit::Done : Exit::No;
    const Units units = assessed.units();
    return answered(std::move(assessed), kFields, units, textOfAnswer, exit);
}

/// What a lesson's judge says of it.
struct Judged {
    std::vector<LessonRemark> findings = {};

    bool valid() const {
        return std::ranges::find(findings, Severity::Error, &LessonRemark::severity) == findings.end();
    }
};

std::string textOfJudged(const Judged& judged) {
    Table table({"severity", "code", "finding"}, "lll");
    for (const LessonRemark& remark : judged.findings)
        table.add({std::string{toText(remark.severity)}, remark.code, remark.message});
    return (table.empty() ? "" : table.text() + "\n") +
           (judged.valid() ? "The lesson works.\n" : "The lesson does not work.\n");
}

const Fields<LessonRemark> kRemarkFields = {{"code", "which kind", &LessonRemark::code},
                                            {"severity", "error, warning or note", &LessonRemark::severity},
                                            {"message", "for people", &LessonRemark::message}};
const Fields<Judged> kJudgedFields = {{"valid", "the lesson works", &Judged::valid},
                                      {"findings", "of its judge", rowsOf<Judged>(&Judged::findings, kRemarkFields)}};

} // namespace

Result<std::vector<Answer>> answersFrom(const std::string& file, const std::string& text) {
    if (isAnswers(text))
        return answersFromJson(text);
    Result<Opened> opened = openBytes(file, text);
    if (!opened)
        return opened.error();
    if (Run* run = std::get_if<Run>(&*opened)) {
        const OptimizerMode mode = run->plan.optimizerMode;
        return std::vector{Answer{.attempt = {std::move(run->plan), mode}}};
    }
    if (isPytorchCsv(file, text))
        return std::vector{Answer{.attempt = {std::get<Plan>(*std::move(opened))}}};
    Result<Answer> answer = answerFromJson(text);
    return answer ? Result{std::vector{*std::move(answer)}} : answer.error();
}

bool isTo(const Answer& answer, const Lesson& lesson) {
    return answer.lesson.empty() || answer.lesson == lesson.title ||
           std::ranges::any_of(lesson.in, [&](const auto& each) { return each.second.title == answer.lesson; });
}

Result<std::vector<Answer>> onlyFor(std::vector<Answer> answers, const Lesson& lesson) {
    if (answers.empty())
        return Error{"holds no answer at all"};
    std::erase_if(answers, [&](const Answer& answer) { return !isTo(answer, lesson); });
    if (answers.empty())
        return Error{"holds no answer to this lesson"};
    return answers;
}

const Fields<Assessed>& assessmentFields() {
    static const Fields<Assessed> kFields = {
        Field<Assessed>{"reached", "all goals", [](const Assessed& each) { return each.assessment->reached; }}.when(
            isAssessed),
        Field<Assessed>{"points", "0 to 100", [](const Assessed& each) { return each.assessment->points; }}.when(
            isAssessed),
        Field<Assessed>{"goals", "of the lesson", rowsOf<Assessed>(goalsOf, goalFields())}.when(isAssessed),
        Field<Assessed>{"score", "what the points are made of",
                        rowsOf<Assessed>([](const Assessed& each) { return each.assessment->score; }, scoreFields())}
            .when(isAssessed)};
    return kFields;
}

const Fields<Assessed>& helpFields() {
    static const Fields<HelpUsed> kHelp = {{"hints", "that were read", &HelpUsed::hints},
                                           {"coach_steps", "that were taken", &HelpUsed::coachSteps},
                                           {"answer_shown", "whether the solution was", &HelpUsed::answerShown},
                                           {"seconds", "that it took", &HelpUsed::seconds}};
    static const Fields<Assessed> kFields =
        membersOf<Assessed>([](const Assessed& each) { return each.given.help; }, kHelp) +
        Fields<Assessed>{{"optimizer_mode", "that the answer is about",
                          [](const Assessed& each) { return keyOf(each.given.attempt.optimizer); }}};
    return kFields;
}

void writeNumber(json::Writer& writer, GoalKind kind, const std::optional<double>& value, const Units& units) {
    if (!value)
        return writer.null();
    const std::int64_t scale = isTime(kind)                   ? scaleOf(units.time)
                               : kind == GoalKind::PeakMemory ? scaleOf(units.memory)
                                                              : 1;
    writer.real(*value / static_cast<double>(scale));
}

Reply validateLesson(const LessonQuestion& question, std::string_view text, const Asker& asker) {
    Result<Lesson> read = lessonFromJson(text);
    if (!read)
        return refused(Exit::Usage, question.file, read.error());
    const auto lesson = std::make_shared<const Lesson>(*std::move(read));
    if (!question.answers.empty())
        return markAnswers(lesson, question.answers);
    if (!question.answer.empty())
        return assess(question, lesson, asker);
    Judged judged{.findings = judge(*lesson, kSearch)};
    const Exit exit = judged.valid() ? Exit::Done : Exit::No;
    return answered(std::move(judged), kJudgedFields, {}, textOfJudged, exit);
}

} // namespace lanewright::api
