// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cli/output.h"

#include <string>
#include <string_view>

namespace lanewright::cli {

/// What is asked about a lesson.
struct LessonQuestion {
    std::string file = {};
    std::string answer = {}; ///< a student's schedule, to be held against the goals; empty: the lesson itself is judged
    bool postValidated = false; ///< the student chose the post-validated optimizer
    bool json = false;
};

/// Judges a lesson for its teacher, or a student's answer to it. `text` is what the lesson's file holds.
Exit validateLesson(const LessonQuestion& question, std::string_view text);

} // namespace lanewright::cli
