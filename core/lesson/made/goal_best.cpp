// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/made/goal_best.h"

#include "core/lesson/goal_check.h"
#include "core/lesson/lesson_solve.h"
#include "core/lesson/setting.h"
#include "core/simulate/iteration_time.h"
#include "core/simulate/memory.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace lanewright {

namespace {

/// The lesson with that number in place of its times.
Lesson askingFor(Lesson lesson, GoalKind time) {
    std::erase_if(lesson.goals, [](const Goal& goal) { return isTime(goal.kind); });
    lesson.goals.push_back({.kind = time});
    return lesson;
}

/// What an attempt has of a number.
std::optional<double> valueOf(const Lesson& lesson, GoalKind number, const Attempt& attempt) {
    Lesson asked = lesson;
    asked.goals = {{.kind = number}};
    return Checker(asked).check(attempt).goals.front().value;
}

/// No iteration of its own is shorter than what a rank works in it, step included.
Time leastIteration(const Plan& plan) {
    const std::vector<Time> steps = stepTimes(plan);
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    Time least = 0;
    for (std::size_t rank = 0; rank < timeline.lanes.size(); ++rank) {
        Time work = steps[rank];
        for (const Span& span : timeline.lanes[rank])
            work += span.length();
        least = std::max(least, work);
    }
    return least;
}

Result<GoalBest> bestTime(const Lesson& lesson, GoalKind time, const SolveOptions& options,
                          const std::stop_token& stop) {
    Result<LessonSolution> found = solveLesson(askingFor(lesson, time), options, stop);
    if (!found)
        return found.error();
    GoalBest best{.number = time, .value = found->value.value(), .bound = found->bound.value()};
    if (time == GoalKind::IterationTime && found->best.optimizer != OptimizerMode::Synchronous) {
        // A few iterations at once may follow each other faster than many do; but one alone takes what a rank works.
        const bool worksAlike = !lesson.allows(LessonEdit::Pair) && !lesson.allows(LessonEdit::Split);
        best.value = valueOf(lesson, time, found->best).value_or(best.value);
        best.bound = lesson.iterations == 1 && worksAlike
                         ? std::optional(static_cast<double>(leastIteration(found->best.plan)))
                         : std::nullopt;
    }
    best.attempt = std::move(found->best);
    return best;
}

Result<GoalBest> bestShare(const Lesson& lesson, GoalKind share, const SolveOptions& options,
                           const std::stop_token& stop) {
    const GoalKind time = *timeBehind(share);
    Result<LessonSolution> found = solveLesson(askingFor(lesson, time), options, stop);
    if (!found)
        return found.error();
    GoalBest best{.number = share, .value = valueOf(lesson, share, found->best).value_or(1)};
    // Blocks that become others may take another time, and a few iterations at once follow each other faster.
    const bool worksAlike = !lesson.allows(LessonEdit::Pair) && !lesson.allows(LessonEdit::Split);
    const bool isSynchronous = found->best.optimizer == OptimizerMode::Synchronous;
    if (found->optimal && worksAlike && (time != GoalKind::IterationTime || isSynchronous))
        best.bound = best.value;
    best.attempt = std::move(found->best);
    return best;
}

Bytes peakOf(const Plan& plan) {
    return std::ranges::max(peakMemory(plan.schedule, plan.memory, plan.costs.weightParts));
}

/// The same on an empty board, where whatever is placed may move: no order that the rules lead to is lost.
Lesson withoutStart(Lesson lesson) {
    lesson.start = {.optimizer = lesson.start.optimizer};
    lesson.locked.clear();
    for (const LessonEdit edit : {LessonEdit::Move, LessonEdit::Place})
        if (!lesson.allows(edit))
            lesson.allowed.push_back(edit);
    return lesson;
}

/// Asks for less than the last order held, as long as one is found that takes no longer than the lesson says.
Result<GoalBest> leastMemory(const Lesson& lesson, SolveOptions options, const std::stop_token& stop) {
    using Clock = std::chrono::steady_clock;
    const auto until = Clock::now() + std::chrono::duration<double>(options.timeLimit);
    const GoalKind time = timeOf(lesson);
    const auto said = std::ranges::find(lesson.goals, time, &Goal::kind);
    const std::optional<Fraction> longest =
        said == lesson.goals.end() ? std::nullopt : std::optional(Fraction{said->most, 1});
    Lesson asked = askingFor(lesson, time);
    std::erase_if(asked.goals, [](const Goal& goal) { return goal.kind == GoalKind::PeakMemory; });
    asked.goals.push_back({.kind = GoalKind::PeakMemory});
    const auto isNever = [&](const Result<LessonSolution>& less) {
        return less ? longest && *longest < less->bound : !less.error().where.empty();
    };
    GoalBest best{.number = GoalKind::PeakMemory};
    Result<Attempt> known = solutionOf(lesson);
    if (!known || !Checker(lesson).check(*known).reached) {
        Result<LessonSolution> first = solveLesson(lesson, options, stop);
        if (!first)
            return first.error();
        known = std::move(first->best);
    }
    while (true) {
        best.attempt = *std::move(known);
        const Bytes peak = peakOf(best.attempt.plan);
        best.value = static_cast<double>(peak);
        options.timeLimit = std::chrono::duration<double>(until - Clock::now()).count();
        if (stop.stop_requested() || options.timeLimit <= 0)
            return best;
        asked.goals.back().most = peak - 1;
        Result<LessonSolution> less = solveLesson(asked, options, stop);
        if (isNever(less) || (!less && isNever(solveLesson(withoutStart(asked), options, stop))))
            best.bound = best.value;
        if (!less || (longest && *longest < less->value))
            return best;
        known = std::move(less->best);
    }
}

} // namespace

std::optional<GoalKind> timeBehind(GoalKind share) {
    if (share == GoalKind::BubbleRate)
        return GoalKind::LongestSpan;
    if (share == GoalKind::BubbleShare)
        return GoalKind::IterationTime;
    return isShare(share) ? std::optional(GoalKind::Makespan) : std::nullopt;
}

Result<GoalBest> bestOf(const Lesson& lesson, GoalKind number, const SolveOptions& options,
                        const std::stop_token& stop) {
    if (isTime(number))
        return bestTime(lesson, number, options, stop);
    if (isShare(number))
        return bestShare(lesson, number, options, stop);
    if (number == GoalKind::PeakMemory)
        return leastMemory(lesson, options, stop);
    return Error{say(phrase("refusal", "nothing is searched for that makes this small: %1"), toText(number))};
}

bool isBelow(const GoalBest& best, const Goal& goal) {
    // Goals are in whole ticks, and shares in few digits.
    constexpr double kLeastShare = 2e-6;
    return isShare(goal.kind) ? best.value <= goal.share - kLeastShare
                              : best.value <= static_cast<double>(goal.most) - 1;
}

bool mayBeBetter(const Lesson& lesson, const std::vector<GoalBest>& known) {
    return std::ranges::any_of(lesson.goals, [&](const Goal& goal) {
        const auto best = std::ranges::find(known, goal.kind, &GoalBest::number);
        return isNumber(goal.kind) && goal.kind != GoalKind::ParameterCopies &&
               (best == known.end() || !best->isProved() || isBelow(*best, goal));
    });
}

} // namespace lanewright
