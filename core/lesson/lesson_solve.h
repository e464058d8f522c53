// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"
#include "core/solve/solve.h"

#include <stop_token>

namespace lanewright {

/// The best that the rules of a lesson let an order be, as far as it is known.
struct LessonSolution {
    GoalKind number = GoalKind::Makespan; ///< what was made small
    Attempt best = {};                    ///< keeps the rules and limits, and the goal `peak_memory`
    Fraction value = {};                  ///< what `best` reaches, in ticks
    Fraction bound = {};                  ///< no order that the rules lead to is below, in ticks
    bool optimal = false;                 ///< value == bound
    ProvedBy provedBy = ProvedBy::Nobody;

    friend bool operator==(const LessonSolution&, const LessonSolution&) = default;
};

/// Lessons are small; what has more ops would hold a thread for seconds and prove nothing.
constexpr int kMostSolvedOps = 4'096;

/// The time that a lesson is about: of its first goal that is one, else of its score, else the makespan.
GoalKind timeOf(const Lesson& lesson);

/// Makes that time as small as the rules allow: a backward stays in one unless `split` is allowed, locked ops keep
/// their order, without `move` all that is placed does, ops stay on their ranks, pairs and gaps come only of what is
/// allowed, and no rank holds more than its limit or the goal `peak_memory`. `options.objective` is not looked at.
///
/// Takes the best of the start, the solution and what a search finds that keeps the rules. The bound is that of the
/// problem, with BW as one op where it must stay one; where it is not met, small problems are searched to the end by z3
/// with the ops that keep their order. The bound holds always; where pairs are shorter than their parts, or the rules
/// hold some microbatches of a kind of op and not others, it may stay below the best.
///
/// Fails, in words, when the lesson lets a student change costs, placement or the number of ranks, when its start can't
/// be made, when its limits can't be kept, and when no order that keeps the rules was found.
Result<LessonSolution> solveLesson(const Lesson& lesson, const SolveOptions& options = {},
                                   const std::stop_token& stop = {});

} // namespace lanewright
