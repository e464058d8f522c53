// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"
#include "core/solve/solve.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace lanewright {

/// The best of one number that the rules of a lesson allow, as far as it is known. Numbers as in `GoalState`: ticks,
/// bytes or a share.
struct GoalBest {
    GoalKind number = GoalKind::Makespan;
    Attempt attempt = {}; ///< has the value
    double value = 0;
    std::optional<double> bound = {}; ///< no order that the rules lead to is below; none: not known

    bool isProved() const { return bound && value <= *bound; }
};

/// The time that a share is the smaller for, the shorter it is, where work is what it is; none: it is no share.
std::optional<GoalKind> timeBehind(GoalKind share);

/// Looks for it as `solveLesson` does, which keeps the goal `peak_memory`: of a time so, of a share by the time behind
/// it, of memory under the first time that the lesson asks for, as long as an order with less is found and
/// `options.timeLimit` lasts.
///
/// Fails as `solveLesson` does, and for what is no such number: whether all is placed, a name, copies of weights. An
/// error with a place says that limits can't be kept.
Result<GoalBest> bestOf(const Lesson& lesson, GoalKind number, const SolveOptions& options = {},
                        const std::stop_token& stop = {});

/// Whether it is less than the goal asks for.
bool isBelow(const GoalBest& best, const Goal& goal);

/// Whether a better answer to the lesson's goals may exist: what its `step` says.
bool mayBeBetter(const Lesson& lesson, const std::vector<GoalBest>& known);

} // namespace lanewright
