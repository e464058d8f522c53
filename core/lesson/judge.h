// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/validate.h"
#include "core/lesson/lesson.h"
#include "core/solve/solve.h"

#include <optional>
#include <string>
#include <vector>

namespace lanewright {

/// Something a teacher should know of a lesson before a class sees it.
///
/// Codes: `start` (it can't be made), `solved` (the start reaches the goals already), `solution` (it can't be made,
/// does not reach the goals, or needs what is not allowed), `unreachable` (no order that the rules lead to reaches the
/// goal), `locked` (a pattern matches no op); warnings `unproved` (without a solution nobody knows that the goals can
/// be reached), `step` (less than the goal is possible and the lesson does not call it a step on the way, or the other
/// way round), `hints` (there is none), `words` (another language lacks some of what the lesson says).
struct LessonRemark {
    std::string code = {};
    Severity severity = Severity::Error;
    std::string message = {}; ///< a sentence

    friend bool operator==(const LessonRemark&, const LessonRemark&) = default;
};

/// Everything there is to say about a lesson, errors first. `unreachable` and `step` are said only where `search` says
/// how long to look for the best of each goal that is a time, as `solveLesson` does.
std::vector<LessonRemark> judge(const Lesson& lesson, const std::optional<SolveOptions>& search = {});

/// `0 %`, `12.5 %`.
std::string sharePercent(double share);

/// A goal in words: `makespan at most 27`, `recognised as ZB-H1`.
std::string textOf(const Goal& goal, const Plan& problem);

} // namespace lanewright
