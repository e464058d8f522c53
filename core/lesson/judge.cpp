// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/judge.h"

#include "core/base/joined_by.h"
#include "core/generate/catalogue.h"
#include "core/io/quoted_text.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/lesson_solve.h"
#include "core/lesson/lesson_words.h"
#include "core/lesson/made/goal_best.h"
#include "core/lesson/remake.h"
#include "core/lesson/rules.h"
#include "core/lesson/setting.h"
#include "core/simulate/amounts.h"

#include <algorithm>
#include <cmath>

namespace lanewright {

namespace {

LessonRemark unreachable(const Goal& goal, const Plan& problem, const std::string& why) {
    return {"unreachable", Severity::Error, textOf(goal, problem) + " can't be reached: " + why};
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
    if (!lesson.solution)
        return;
    const auto refuse = [&](const std::string& why) { remarks.push_back({"solution", Severity::Error, why}); };
    const Result<Attempt> solution = solutionOf(lesson);
    if (!solution)
        return refuse("the solution can't be made: " + solution.error().message.text());
    const Assessment assessment = checker.check(*solution);
    if (!assessment.reached)
        refuse("the solution does not reach: " + missedGoals(assessment, lesson.problem));
    const Result<Done> allowed = start ? followsRules(lesson, *start, *solution) : Done{};
    if (!allowed)
        refuse("no student could make the solution: " + allowed.error().message.text());
}

/// The goals that the start misses and that nothing which is allowed can change.
void judgeMeans(const Lesson& lesson, const Attempt& start, const Checker& checker,
                std::vector<LessonRemark>& remarks) {
    const bool lacksOps =
        !trayOf(lesson, start.plan).empty() && !lesson.allows(LessonEdit::Place) && !lesson.allows(LessonEdit::Halve);
    for (const GoalState& state : checker.check(start).goals) {
        if (state.reached)
            continue;
        std::string why;
        if (lesson.allowed.empty())
            why = "the start misses it, and \"allowed\" lets nobody do anything";
        else if (lacksOps && state.goal.kind != GoalKind::Valid)
            why = "ops of the start lie in the tray, and \"allowed\" has no \"place\"";
        else if (state.goal.kind == GoalKind::ParameterCopies && state.value && !lesson.allows(LessonEdit::Stage) &&
                 !lesson.allows(LessonEdit::Halve))
            why = "stages stay where they are, as \"allowed\" has neither \"stage\" nor \"halve\"";
        if (!why.empty())
            remarks.push_back(unreachable(state.goal, lesson.problem, why));
    }
}

/// The goals that an order reaches, and those that none can reach, as far as the best time of each kind says it.
class GoalJudge {
public:
    GoalJudge(const Lesson& lesson, const Attempt& start, const Checker& checker, const SolveOptions& search,
              std::vector<LessonRemark>& remarks)
        : m_lesson(lesson), m_start(start), m_checker(checker), m_search(search), m_remarks(remarks) {}

    void judge() {
        if (mayRemake(m_lesson)) {
            judgeChoices();
            return;
        }
        for (const Goal& goal : m_lesson.goals) {
            if (isTime(goal.kind))
                judgeTime(goal);
            else if (isShare(goal.kind))
                judgeShare(goal);
            else if (goal.kind == GoalKind::Recognised)
                judgeNames(goal);
            else if (goal.kind == GoalKind::PeakMemory)
                known(timeOf(m_lesson));
        }
        if (!m_limit.empty())
            m_remarks.push_back({"unreachable", Severity::Error, "the goals can't be reached: " + m_limit});
    }

    /// An order that was looked at reaches all goals.
    bool areReached() const { return m_areReached; }

private:
    /// None where the lesson has no best order, or none was found.
    std::optional<GoalBest> known(GoalKind number) {
        Result<GoalBest> best = bestOf(m_lesson, number, m_search);
        if (!best) {
            // Where it has a place, it is a rank whose limit can't be kept.
            m_limit = best.error().where.empty() ? m_limit : best.error().message.text();
            return {};
        }
        m_areReached = m_areReached || m_checker.check(best->attempt).reached;
        return *std::move(best);
    }

    void judgeTime(const Goal& goal) {
        const std::optional<GoalBest> best = known(goal.kind);
        if (!best || !best->bound)
            return;
        const auto most = static_cast<double>(goal.most);
        if (most < *best->bound)
            deny(goal, "no order that the lesson's rules lead to takes less than " + numberWords(goal, *best->bound));
        else if (best->isProved())
            judgeStep(goal, best->value < most, numberWords(goal, best->value));
    }

    void deny(const Goal& goal, const std::string& why) {
        m_remarks.push_back(unreachable(goal, m_lesson.problem, why));
    }
    void warn(const Goal& goal, const std::string& words) {
        m_remarks.push_back({"step", Severity::Warning, textOf(goal, m_lesson.problem) + words});
    }

    /// Whether the lesson says rightly that better answers than its goal may exist, where the best is known.
    void judgeStep(const Goal& goal, bool isLoose, const std::string& best) {
        if (!isAlone(goal))
            return;
        const bool isOnly =
            std::ranges::count_if(m_lesson.goals, [](const Goal& each) { return isNumber(each.kind); }) == 1;
        if (isLoose && !m_lesson.step)
            warn(goal, " is a step on the way, the best is " + best +
                           ": say so with \"a_step_on_the_way\": true, or ask for the best");
        else if (!isLoose && m_lesson.step && isOnly)
            warn(goal, " is the best there is: leave \"a_step_on_the_way\" out");
    }

    /// Whether the best of the goal says that a better answer to all goals exists: no other goal stands against it
    /// that the search did not keep.
    bool isAlone(const Goal& goal) const {
        return std::ranges::all_of(m_lesson.goals, [&](const Goal& other) {
            return other.kind == goal.kind || other.kind == GoalKind::Complete || other.kind == GoalKind::Valid ||
                   other.kind == GoalKind::PeakMemory;
        });
    }

    void judgeShare(const Goal& goal) {
        const std::optional<GoalBest> best = known(goal.kind);
        if (!best || !best->isProved())
            return;
        const std::string words = sharePercent(best->value);
        const Assessment reached = m_checker.check(best->attempt);
        if (std::ranges::find(reached.goals, goal, &GoalState::goal)->reached)
            judgeStep(goal, words != sharePercent(goal.share), words);
        else
            deny(goal, "no order that the lesson's rules lead to has less than " + words);
    }

    /// Where a student chooses how the order is made, and edits nothing, all that may be chosen is looked at.
    void judgeChoices() {
        if (!std::ranges::all_of(m_lesson.allowed, [](LessonEdit edit) {
                return edit == LessonEdit::Microbatches || edit == LessonEdit::Generator;
            }))
            return;
        std::vector<Assessment> all;
        for (const OrderChoice& choice : choicesOf(m_lesson))
            if (Result<Plan> plan = remade(m_lesson, choice))
                all.push_back(m_checker.check({*std::move(plan), m_start.optimizer}));
        m_areReached = std::ranges::any_of(all, &Assessment::reached);
        for (std::size_t at = 0; at < m_lesson.goals.size(); ++at)
            judgeChoices(at, all);
    }

    void judgeChoices(std::size_t at, const std::vector<Assessment>& all) {
        const Goal& goal = m_lesson.goals[at];
        const auto reachesRest = [&](const Assessment& each) {
            return std::ranges::all_of(each.goals,
                                       [&](const GoalState& state) { return state.reached || state.goal == goal; });
        };
        std::optional<double> best;
        bool isReached = false;
        for (const Assessment& each : all) {
            const GoalState& state = each.goals[at];
            if (!reachesRest(each))
                continue;
            isReached = isReached || state.reached;
            if (state.value)
                best = std::min(best.value_or(*state.value), *state.value);
        }
        if (!isReached)
            return deny(goal, "nothing that a student may choose reaches it with the other goals");
        const std::string words = numberWords(goal, *best);
        if (isNumber(goal.kind))
            judgeStep(goal, words != numberWords(goal, isShare(goal.kind) ? goal.share : goal.most), words);
    }

    std::string numberWords(const Goal& goal, double value) const {
        if (isShare(goal.kind))
            return sharePercent(value);
        if (isTime(goal.kind))
            return inUnit(static_cast<Time>(std::llround(value)), m_lesson.problem.timeUnit).text();
        return goal.kind == GoalKind::PeakMemory
                   ? inUnit(static_cast<Bytes>(std::llround(value)), m_lesson.problem.memoryUnit).text()
                   : std::to_string(std::llround(value));
    }

    /// Where blocks may move and none is locked, what keeps an order from being made is what it is made of. Costs and
    /// limits that a method implies are no part of it.
    Result<Done> mayBeMade(const Schedule& order, OptimizerMode mode) const {
        if (!m_lesson.locked.empty() || !m_lesson.allows(LessonEdit::Move))
            return Done{};
        Attempt attempt{m_start.plan, mode};
        attempt.plan.schedule = order;
        return followsRules(m_lesson, m_start, attempt);
    }

    /// What keeps the generator of that name from reaching the goals; nothing where it does, or could with another
    /// choice.
    std::optional<std::string> obstacleTo(const std::string& name) {
        const Result<Plan> made = generate(name, m_lesson.problem);
        if (!made)
            return made.error().message.text();
        if (made->schedule.placement != m_lesson.problem.schedule.placement)
            return "it places the stages otherwise";
        const Attempt attempt{*made, m_lesson.allows(LessonEdit::Optimizer) ? OptimizerMode::PostValidated
                                                                            : m_start.optimizer};
        const Assessment assessment = m_checker.check(attempt);
        m_areReached = m_areReached || (assessment.reached && followsRules(m_lesson, m_start, attempt));
        if (const Result<Done> may = mayBeMade(made->schedule, attempt.optimizer); !may)
            return may.error().message.text();
        const Generator* generator = findGenerator(name);
        if (assessment.reached || generator->followsCosts || generator->takesGroup)
            return {};
        return "its order misses " + missedGoals(assessment, m_lesson.problem);
    }

    /// A name can be reached where its generator makes an order on the lesson's own placement, and, where it makes but
    /// one, that reaches the other goals.
    void judgeNames(const Goal& goal) {
        if (m_lesson.allows(LessonEdit::Stage) || m_lesson.allows(LessonEdit::Costs) ||
            m_lesson.allows(LessonEdit::Halve))
            return;
        std::string why;
        for (const std::string& name : goal.names) {
            std::optional<std::string> obstacle = obstacleTo(name);
            if (!obstacle)
                return;
            why = *std::move(obstacle);
        }
        deny(goal, why);
    }

    const Lesson& m_lesson;
    const Attempt& m_start;
    const Checker& m_checker;
    const SolveOptions& m_search;
    std::vector<LessonRemark>& m_remarks;
    bool m_areReached = false;
    std::string m_limit = {}; ///< why a limit can't be kept
};

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
        need("learnt", !lesson.learnt.empty(), !words.learnt.empty());
        need("hints", !lesson.hints.empty(), !words.hints.empty());
        if (!missing.empty())
            remarks.push_back({"words", Severity::Warning, "not said in " + inQuotes(language) + ": " + missing});
    }
}

} // namespace

std::string sharePercent(double share) {
    const auto tenths = static_cast<std::int64_t>(std::llround(1000 * share));
    return std::to_string(tenths / 10) + (tenths % 10 != 0 ? "." + std::to_string(tenths % 10) : "") + " %";
}

std::string textOf(const Goal& goal, const Plan& problem) {
    std::string name = numberName(goal.kind);
    if (isShare(goal.kind))
        return name + " at most " + sharePercent(goal.share);
    if (isTime(goal.kind))
        return name + " at most " + inUnit(Time{goal.most}, problem.timeUnit).text();
    if (goal.kind == GoalKind::PeakMemory)
        return name + " at most " + inUnit(Bytes{goal.most}, problem.memoryUnit).text();
    if (goal.kind == GoalKind::ParameterCopies)
        return "each weight held at most " + std::to_string(goal.most) + (goal.most == 1 ? " time" : " times");
    if (goal.kind != GoalKind::Recognised)
        return name;
    return "recognised as " + joinedBy(" or ", goal.names, [](const std::string& each) {
               const Generator* generator = findGenerator(each);
               return generator ? std::string{generator->title} : each;
           });
}

std::vector<LessonRemark> judge(const Lesson& lesson, const std::optional<SolveOptions>& search) {
    std::vector<LessonRemark> remarks;
    const Checker checker(lesson);
    const Result<Attempt> start = startOf(lesson);
    if (!start)
        remarks.push_back({"start", Severity::Error, "the start can't be made: " + start.error().message.text()});
    else if (checker.check(*start).reached)
        remarks.push_back({"solved", Severity::Error, "the start reaches all goals already"});
    judgeSolution(lesson, start, checker, remarks);
    if (start)
        judgeMeans(lesson, *start, checker, remarks);
    bool areReached = false;
    const auto isRefused = [&] {
        return std::ranges::find(remarks, "unreachable", &LessonRemark::code) != remarks.end();
    };
    if (search && start && !isRefused()) {
        GoalJudge goals(lesson, *start, checker, *search, remarks);
        goals.judge();
        areReached = goals.areReached();
    }
    if (!lesson.solution && !areReached && !isRefused())
        remarks.push_back({"unproved", Severity::Warning,
                           "the lesson has no solution, so nothing shows that its goals can be reached"});
    for (const OpPattern& pattern : lesson.locked)
        if (start && !matchesAny(pattern, start->plan.schedule))
            remarks.push_back({"locked", Severity::Error, inQuotes(pattern.text) + " matches no op of the start"});
    if (lesson.hints.empty())
        remarks.push_back({"hints", Severity::Warning, "there is no hint for those who are stuck"});
    judgeTranslations(lesson, remarks);
    std::ranges::stable_sort(remarks, {}, &LessonRemark::severity);
    return remarks;
}

} // namespace lanewright
