// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/goal_check.h"

#include "core/generate/recognise/recognise.h"
#include "core/lesson/setting.h"
#include "core/simulate/iterations.h"
#include "core/simulate/memory.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <cmath>

namespace lanewright {

namespace {

/// All numbers of an attempt; none where it is not a whole order that reaches its end.
struct Numbers {
    bool whole = false; ///< no op is missing and nothing stalls
    bool valid = false;
    bool complete = false;
    Metrics metrics = {};
    std::optional<Fraction> iterationTime = {};
};

double limitOf(const Goal& goal) { return isShare(goal.kind) ? goal.share : static_cast<double>(goal.most); }

/// Whether there is nothing to gain: the start is as good as the best already.
bool isToKeep(const ScoreLine& line) { return line.start && *line.start <= line.best; }

/// How far a number came down from `start` to `best`, which is below it, 0 to 1.
double wayDown(double start, double now, double best) { return std::clamp((start - now) / (start - best), 0.0, 1.0); }

/// How much ranks hold above a limit, all of them together: it falls with every rank that comes down.
double excess(const std::vector<Bytes>& peaks, double limit) {
    double sum = 0;
    for (const Bytes peak : peaks)
        sum += std::max(0.0, static_cast<double>(peak) - limit);
    return sum;
}

/// The way of a number of the start, which is whole and above `best`.
double shareOfWay(GoalKind kind, double start, double now, double best, const std::vector<Bytes>& before,
                  const std::vector<Bytes>& peaks) {
    return kind == GoalKind::PeakMemory ? wayDown(excess(before, best), excess(peaks, best), 0)
                                        : wayDown(start, now, best);
}

/// Fills in the shares. A number that is only to be kept is worth what was made of the others, or without any of the
/// goals, and nothing once it is lost.
void fillShares(std::vector<ScoreLine>& lines, double goals, const std::vector<Bytes>& before,
                const std::vector<Bytes>& peaks) {
    double sum = 0;
    int ways = 0;
    for (ScoreLine& line : lines)
        if (!isToKeep(line)) {
            if (line.now && (line.start || *line.now <= line.best))
                line.share = *line.now <= line.best
                                 ? 1
                                 : shareOfWay(line.number, *line.start, *line.now, line.best, before, peaks);
            sum += line.share;
            ++ways;
        }
    const double made = ways > 0 ? sum / ways : goals;
    for (ScoreLine& line : lines)
        if (isToKeep(line))
            line.share = line.now && *line.now <= line.best ? made : 0;
}

Numbers numbersOf(const Attempt& attempt, int iterations) {
    Numbers numbers;
    const Plan& plan = attempt.plan;
    if (plan.isProblem())
        return numbers;
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    const std::vector<Finding> findings = validate(plan, timeline);
    numbers.valid = isValid(findings);
    numbers.complete = std::ranges::find(findings, "incomplete", &Finding::code) == findings.end();
    numbers.whole = numbers.complete && reachesEnd(plan.schedule, timeline);
    if (!numbers.whole)
        return numbers;
    numbers.metrics = measure(plan, timeline);
    numbers.metrics.optimizerMode = attempt.optimizer;
    numbers.iterationTime = simulateIterations(plan, iterations, attempt.optimizer).iterationTime;
    return numbers;
}

std::optional<double> numberOf(GoalKind kind, const Numbers& numbers) {
    if (!numbers.whole)
        return {};
    const Metrics& metrics = numbers.metrics;
    switch (kind) {
    case GoalKind::Makespan: return static_cast<double>(metrics.makespan);
    case GoalKind::LongestSpan: return static_cast<double>(metrics.longestSpan);
    case GoalKind::Period: return metrics.period ? std::optional(metrics.period->value()) : std::nullopt;
    case GoalKind::IterationTime:
        return numbers.iterationTime ? std::optional(numbers.iterationTime->value()) : std::nullopt;
    case GoalKind::BubbleShare: return metrics.bubbleShare();
    case GoalKind::BubbleRate: return metrics.bubbleRate;
    case GoalKind::IdleShare: return metrics.idleShare;
    case GoalKind::Overhead: return metrics.overhead;
    case GoalKind::PeakMemory: return static_cast<double>(std::ranges::max(metrics.peakMemory));
    case GoalKind::ParameterCopies: return static_cast<double>(std::ranges::max(metrics.parameterCopies));
    case GoalKind::Complete:
    case GoalKind::Valid:
    case GoalKind::Recognised: return {};
    }
    return {};
}

GoalState stateOf(const Goal& goal, const Attempt& attempt, const Numbers& numbers) {
    GoalState state{.goal = goal, .value = numberOf(goal.kind, numbers)};
    switch (goal.kind) {
    case GoalKind::Complete: state.reached = numbers.complete; break;
    case GoalKind::Valid: state.reached = numbers.valid; break;
    case GoalKind::Period: state.reached = state.value && *numbers.metrics.period <= Fraction{goal.most, 1}; break;
    case GoalKind::IterationTime:
        state.reached = state.value && *numbers.iterationTime <= Fraction{goal.most, 1};
        break;
    case GoalKind::Recognised:
        state.reached = numbers.whole && std::ranges::any_of(goal.names, [&](const std::string& name) {
                            return isOrderOf(attempt.plan, name);
                        });
        break;
    // A share is a quotient of whole numbers; the goal of one is written with few digits.
    case GoalKind::BubbleShare:
    case GoalKind::BubbleRate:
    case GoalKind::IdleShare:
    case GoalKind::Overhead: state.reached = state.value && *state.value <= goal.share + 1e-9; break;
    case GoalKind::Makespan:
    case GoalKind::LongestSpan:
    case GoalKind::PeakMemory:
    case GoalKind::ParameterCopies: state.reached = state.value && *state.value <= limitOf(goal); break;
    }
    return state;
}

/// The number of a goal of that kind.
std::optional<double> limitIn(const std::vector<Goal>& goals, GoalKind kind) {
    const auto goal = std::ranges::find(goals, kind, &Goal::kind);
    return goal == goals.end() ? std::nullopt : std::optional(limitOf(*goal));
}

/// How near an order is to one that has a name: 0 where it is not like one of these.
double likeness(const Goal& goal, const Plan& plan) {
    const Recognition found = recognise(plan);
    std::size_t blocks = 0;
    for (const Row& row : plan.schedule.order)
        blocks += row.size();
    const bool isLike = std::ranges::find(goal.names, found.name) != goal.names.end() && blocks > 0;
    return isLike ? std::max(0.0, 1 - static_cast<double>(found.moved) / static_cast<double>(blocks)) : 0;
}

} // namespace

Checker::Checker(const Lesson& lesson) : m_lesson(lesson) {
    const auto allOf = [&](const Result<Attempt>& attempt) {
        std::vector<std::optional<double>> all(kGoalKinds);
        if (!attempt)
            return all;
        const Numbers numbers = numbersOf(*attempt, lesson.iterations);
        for (int kind = 0; kind < kGoalKinds; ++kind)
            all[kind] = numberOf(static_cast<GoalKind>(kind), numbers);
        return all;
    };
    const Result<Attempt> start = startOf(lesson);
    m_start = allOf(start);
    m_solution = allOf(solutionOf(lesson));
    const Numbers numbers = start ? numbersOf(*start, lesson.iterations) : Numbers{};
    m_peaks = numbers.metrics.peakMemory;
    m_missing = start ? trayOf(lesson, start->plan).size() : 0;
    for (const Goal& goal : m_lesson.goals)
        m_given.push_back(start && stateOf(goal, *start, numbers).reached);
}

/// What the lesson says of the solution, or the solution itself.
std::optional<double> Checker::teachers(GoalKind kind) const {
    const std::optional<double> said = limitIn(m_lesson.best, kind);
    return said ? said : m_solution[static_cast<std::size_t>(kind)];
}

std::optional<double> Checker::bestOf(GoalKind kind) const {
    for (const std::optional<double>& best : {teachers(kind), limitIn(m_lesson.goals, kind)})
        if (best)
            return best;
    return m_start[static_cast<std::size_t>(kind)];
}

double Checker::shareOfGoals(const std::vector<GoalState>& goals) const {
    int open = 0;
    double made = 0;
    for (std::size_t goal = 0; goal < goals.size(); ++goal)
        if (!m_given[goal]) {
            ++open;
            made += goals[goal].progress;
        }
    return open > 0 ? made / open : 0;
}

std::optional<Assessment::Beaten> Checker::beatenBy(const Assessment& assessment) const {
    std::optional<Assessment::Beaten> first;
    bool isWorse = false;
    const auto look = [&](GoalKind kind, const std::optional<double>& now) {
        const std::optional<double> teacher = teachers(kind);
        if (!now || !teacher)
            return;
        constexpr double kSame = 1e-9; // shares are quotients
        isWorse = isWorse || *now > *teacher + kSame;
        if (!first && *now < *teacher - kSame)
            first = {kind, *now, *teacher};
    };
    for (const GoalState& goal : assessment.goals)
        look(goal.goal.kind, goal.value);
    for (const ScoreLine& line : assessment.score)
        look(line.number, line.now);
    return assessment.reached && !isWorse ? first : std::nullopt;
}

double Checker::progressOf(const GoalState& goal, const Attempt& attempt, const std::vector<Bytes>& peaks) const {
    constexpr double kMost = 0.99; // all of it is for those who are there
    if (goal.reached)
        return 1;
    const GoalKind kind = goal.goal.kind;
    double progress = 0;
    if (kind == GoalKind::Complete && m_missing > 0) {
        const std::size_t missing = trayOf(m_lesson, attempt.plan).size();
        progress = wayDown(static_cast<double>(m_missing), static_cast<double>(missing), 0);
    } else if (kind == GoalKind::Recognised && !peaks.empty()) {
        progress = likeness(goal.goal, attempt.plan);
    } else if (const std::optional<double> start = m_start[static_cast<std::size_t>(kind)];
               start && goal.value && *start > limitOf(goal.goal)) {
        progress = shareOfWay(kind, *start, *goal.value, limitOf(goal.goal), m_peaks, peaks);
    }
    return std::min(progress, kMost);
}

Assessment Checker::check(const Attempt& attempt) const {
    const Numbers numbers = numbersOf(attempt, m_lesson.iterations);
    Assessment assessment;
    assessment.goals.reserve(m_lesson.goals.size());
    for (const Goal& goal : m_lesson.goals)
        assessment.goals.push_back(stateOf(goal, attempt, numbers));
    const std::vector<Bytes>& peaks = numbers.metrics.peakMemory;
    for (GoalState& goal : assessment.goals)
        goal.progress = progressOf(goal, attempt, peaks);
    assessment.reached = std::ranges::all_of(assessment.goals, &GoalState::reached);
    for (const GoalKind kind : m_lesson.score)
        if (const std::optional<double> best = bestOf(kind))
            assessment.score.push_back(
                {kind, m_start[static_cast<std::size_t>(kind)], numberOf(kind, numbers), *best, /*share=*/0});
    const double goals = shareOfGoals(assessment.goals);
    fillShares(assessment.score, goals, m_peaks, peaks);
    double share = assessment.score.empty() ? goals : 0;
    for (const ScoreLine& line : assessment.score)
        share += line.share / static_cast<double>(assessment.score.size());
    // Not everything is everything: 100 is for those who have it all.
    assessment.points = static_cast<int>(std::floor(100 * share + 1e-9));
    assessment.beaten = beatenBy(assessment);
    return assessment;
}

} // namespace lanewright
