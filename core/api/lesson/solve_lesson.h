// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/question.h"
#include "core/solve/solve.h"

#include <string>
#include <string_view>

namespace lanewright::api {

/// What is asked about a lesson.
struct LessonSolveQuestion {
    std::string file = {};
    SolveOptions solve = {};
    std::string output = {}; ///< where the best order goes; empty: nowhere
};

/// Searches for the best order that the rules of a lesson allow, beside the lesson's goal and solution. `text` is what
/// the lesson's file holds. `Exit::No` where there is no such order.
Reply solveLessonFile(const LessonSolveQuestion& question, std::string_view text, const Asker& asker);

} // namespace lanewright::api
