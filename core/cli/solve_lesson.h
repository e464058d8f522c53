// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cli/output.h"
#include "core/solve/solve.h"

#include <string>
#include <string_view>

namespace lanewright::cli {

/// What is asked about a lesson.
struct LessonSolveQuestion {
    std::string file = {};
    SolveOptions solve = {};
    std::string output = {}; ///< where the best order goes; empty: nowhere
    bool json = false;
};

/// Searches for the best order that the rules of a lesson allow, and prints it beside the lesson's goal and solution.
/// `text` is what the lesson's file holds. `Exit::No` where there is no such order.
Exit solveLessonFile(const LessonSolveQuestion& question, std::string_view text);

} // namespace lanewright::cli
