// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/judge.h"

#include "core/generate/catalogue.h"
#include "core/io/quoted_text.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/rules.h"
#include "core/lesson/setting.h"
#include "core/simulate/amounts.h"

#include <algorithm>
#include <cmath>

namespace lanewright {

namespace {

std::string percent(double share) {
    const auto tenths = static_cast<std::int64_t>(std::llround(1000 * share));
    return std::to_string(tenths / 10) + (tenths % 10 != 0 ? "." + std::to_string(tenths % 10) : "") + " %";
}

std::string missedGoals(const Assessment& assessment, const Plan& problem) {
    std::string all;
    for (const GoalState& state : assessment.goals)
        if (!state.reached)
            all += (all.empty() ? "" : "; ") + textOf(state.goal, problem);
    return all;
}

/// A solution is reached step by step, and each step must be allowed; so the whole way is held against the rules.
Result<Done> followsRules(const Lesson& lesson, const Attempt& start, const Attempt& solution) {
    if (start.optimizer != solution.optimizer && !lesson.allows(LessonEdit::Optimizer))
        return Error{say(phrase("refusal", "this lesson does not let you choose the optimizer mode"))};
    return mayBecome(lesson, start.plan, solution.plan);
}

void judgeSolution(const Lesson& lesson, const Result<Attempt>& start, const Checker& checker,
                   std::vector<LessonRemark>& remarks) {
    if (!lesson.solution) {
        remarks.push_back({"unproved", Severity::Warning,
                           "the lesson has no solution, so nothing shows that its goals can be reached"});
        return;
    }
    const Result<Attempt> solution = solutionOf(lesson);
    if (!solution) {
        remarks.push_back(
            {"solution", Severity::Error, "the solution can't be made: " + solution.error().message.text()});
        return;
    }
    const Assessment assessment = checker.check(*solution);
    if (!assessment.reached)
        remarks.push_back(
            {"solution", Severity::Error, "the solution does not reach: " + missedGoals(assessment, lesson.problem)});
    if (!start)
        return;
    if (const Result<Done> allowed = followsRules(lesson, *start, *solution); !allowed)
        remarks.push_back(
            {"solution", Severity::Error, "no student could make the solution: " + allowed.error().message.text()});
}

void judgeTranslations(const Lesson& lesson, std::vector<LessonRemark>& remarks) {
    for (const auto& [language, words] : lesson.in) {
        std::string missing;
        const auto need = [&](const char* key, bool has, bool there) {
            if (has && !there)
                missing += (missing.empty() ? "" : ", ") + std::string{key};
        };
        need("title", true, !words.title.empty());
        need("task", true, !words.task.empty());
        need("text", !lesson.text.empty(), !words.text.empty());
        need("hints", !lesson.hints.empty(), !words.hints.empty());
        if (!missing.empty())
            remarks.push_back({"words", Severity::Warning, "not said in " + inQuotes(language) + ": " + missing});
    }
}

} // namespace

std::string textOf(const Goal& goal, const Plan& problem) {
    std::string name{toText(goal.kind)};
    std::ranges::replace(name, '_', ' ');
    if (isShare(goal.kind))
        return name + " at most " + percent(goal.share);
    if (isTime(goal.kind))
        return name + " at most " + inUnit(Time{goal.most}, problem.timeUnit).text();
    if (goal.kind == GoalKind::PeakMemory)
        return name + " at most " + inUnit(Bytes{goal.most}, problem.memoryUnit).text();
    if (goal.kind == GoalKind::ParameterCopies)
        return "each weight held at most " + std::to_string(goal.most) + (goal.most == 1 ? " time" : " times");
    if (goal.kind != GoalKind::Recognised)
        return name;
    std::string titles;
    for (const std::string& each : goal.names) {
        const Generator* generator = findGenerator(each);
        titles += (titles.empty() ? "" : " or ") + (generator ? std::string{generator->title} : each);
    }
    return "recognised as " + titles;
}

std::vector<LessonRemark> judge(const Lesson& lesson) {
    std::vector<LessonRemark> remarks;
    const Checker checker(lesson);
    const Result<Attempt> start = startOf(lesson);
    if (!start)
        remarks.push_back({"start", Severity::Error, "the start can't be made: " + start.error().message.text()});
    else if (checker.check(*start).reached)
        remarks.push_back({"solved", Severity::Error, "the start reaches all goals already"});
    judgeSolution(lesson, start, checker, remarks);
    for (const OpPattern& pattern : lesson.locked) {
        const auto inRow = [&](const Row& row) {
            return std::ranges::any_of(row, [&](const Block& block) {
                return matches(pattern, start->plan.schedule, block.op) ||
                       (block.paired && matches(pattern, start->plan.schedule, *block.paired));
            });
        };
        if (start && std::ranges::none_of(start->plan.schedule.order, inRow))
            remarks.push_back({"locked", Severity::Error, inQuotes(pattern.text) + " matches no op of the start"});
    }
    if (lesson.hints.empty())
        remarks.push_back({"hints", Severity::Warning, "there is no hint for those who are stuck"});
    judgeTranslations(lesson, remarks);
    std::ranges::stable_sort(remarks, {}, &LessonRemark::severity);
    return remarks;
}

} // namespace lanewright
