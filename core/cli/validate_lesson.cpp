// SPDX-License-Identifier: Apache-2.0
#include "core/cli/validate_lesson.h"

#include "core/cli/validate_answers.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/judge.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/same_problem.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace lanewright::cli {

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

/// In the unit of the file.
double inUnits(GoalKind kind, double value, const Plan& plan) {
    if (isTime(kind))
        return value / static_cast<double>(scaleOf(plan.timeUnit));
    if (kind == GoalKind::PeakMemory)
        return value / static_cast<double>(scaleOf(plan.memoryUnit));
    return value;
}

void writeNumber(json::Writer& writer, GoalKind kind, const std::optional<double>& value, const Plan& plan) {
    if (value)
        writer.real(inUnits(kind, *value, plan));
    else
        writer.null();
}

Exit printAssessmentJson(const Lesson& lesson, const Answer& given, const Assessment& assessment) {
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("by").string(given.by);
    writeAssessment(writer, lesson, assessment);
    writeHelp(writer, given);
    writer.endObject();
    return print(writer);
}

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

Exit printAssessment(const Lesson& lesson, const Answer& given, const Assessment& assessment) {
    Table goals({"goal", "reached", "value"}, "llr");
    for (const GoalState& state : assessment.goals)
        goals.add({textOf(state.goal, lesson.problem), state.reached ? "yes" : "no",
                   state.value ? shown(state.goal.kind, *state.value, lesson.problem) : ""});
    const std::string summary = (assessment.reached ? "All goals are reached" : "Not all goals are reached") +
                                std::string{"; "} + std::to_string(assessment.points) + " of 100 points.\n";
    return print(goals.text() + "\n" + summary + helpText(given.help));
}

Exit answer(const LessonQuestion& question, const Lesson& lesson) {
    const Result<std::vector<Answer>> all = answersIn(question.answer);
    Result<std::vector<Answer>> answers = all ? onlyFor(*all, lesson) : all;
    if (!answers)
        return failed(Exit::Usage, question.answer, answers.error());
    Answer given = std::move(answers->front());
    if (question.postValidated)
        given.attempt.optimizer = OptimizerMode::PostValidated;
    const Result<Attempt> attempt = answerTo(lesson, given.attempt);
    if (!attempt)
        return failed(Exit::Usage, question.answer, attempt.error());
    const Assessment assessment = Checker(lesson).check(*attempt);
    const Exit printed =
        question.json ? printAssessmentJson(lesson, given, assessment) : printAssessment(lesson, given, assessment);
    return printed == Exit::Done && !assessment.reached ? Exit::No : printed;
}

Exit printRemarks(const LessonQuestion& question, const std::vector<LessonRemark>& remarks, bool valid) {
    if (question.json) {
        json::Writer writer;
        writer.beginObject(json::Layout::Lines);
        writer.key("valid").boolean(valid);
        writer.key("findings").beginArray(json::Layout::Lines);
        for (const LessonRemark& remark : remarks) {
            writer.beginObject(json::Layout::Line);
            writer.key("code").string(remark.code);
            writer.key("severity").string(toText(remark.severity));
            writer.key("message").string(remark.message);
            writer.endObject();
        }
        writer.endArray();
        writer.endObject();
        return print(writer);
    }
    Table table({"severity", "code", "finding"}, "lll");
    for (const LessonRemark& remark : remarks)
        table.add({std::string{toText(remark.severity)}, remark.code, remark.message});
    return print((table.empty() ? "" : table.text() + "\n") +
                 (valid ? "The lesson works.\n" : "The lesson does not work.\n"));
}

} // namespace

void writeAssessment(json::Writer& writer, const Lesson& lesson, const Assessment& assessment) {
    writer.key("reached").boolean(assessment.reached);
    writer.key("points").number(assessment.points);
    writer.key("goals").beginArray(json::Layout::Lines);
    for (const GoalState& state : assessment.goals) {
        writer.beginObject(json::Layout::Line);
        writer.key("goal").string(toText(state.goal.kind));
        writer.key("words").string(textOf(state.goal, lesson.problem));
        writer.key("reached").boolean(state.reached);
        writer.key("value");
        writeNumber(writer, state.goal.kind, state.value, lesson.problem);
        writer.endObject();
    }
    writer.endArray();
    writer.key("score").beginArray(json::Layout::Lines);
    for (const ScoreLine& line : assessment.score) {
        writer.beginObject(json::Layout::Line);
        writer.key("number").string(toText(line.number));
        writer.key("start");
        writeNumber(writer, line.number, line.start, lesson.problem);
        writer.key("now");
        writeNumber(writer, line.number, line.now, lesson.problem);
        writer.key("best");
        writeNumber(writer, line.number, line.best, lesson.problem);
        writer.key("share").real(line.share);
        writer.endObject();
    }
    writer.endArray();
}

void writeHelp(json::Writer& writer, const Answer& answer) {
    const auto write = [&](std::string_view key, const auto& count) {
        writer.key(key);
        count ? writer.number(*count) : writer.null();
    };
    write("hints", answer.help.hints);
    write("coach_steps", answer.help.coachSteps);
    writer.key("answer_shown");
    answer.help.answerShown ? writer.boolean(*answer.help.answerShown) : writer.null();
    write("seconds", answer.help.seconds);
    writer.key("optimizer_mode").string(keyOf(answer.attempt.optimizer));
}

Exit validateLesson(const LessonQuestion& question, std::string_view text) {
    const Result<Lesson> lesson = lessonFromJson(text);
    if (!lesson)
        return failed(Exit::Usage, question.file, lesson.error());
    if (!question.answers.empty())
        return markAnswers(*lesson, question.answers,
                           question.csv    ? MarkFormat::Csv
                           : question.json ? MarkFormat::Json
                                           : MarkFormat::Text);
    if (!question.answer.empty())
        return answer(question, *lesson);
    const std::vector<LessonRemark> remarks = judge(*lesson, kSearch);
    const bool valid = std::ranges::find(remarks, Severity::Error, &LessonRemark::severity) == remarks.end();
    const Exit printed = printRemarks(question, remarks, valid);
    return printed == Exit::Done && !valid ? Exit::No : printed;
}

} // namespace lanewright::cli
