// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cli/output.h"
#include "core/lesson/answer.h"
#include "core/lesson/goal_check.h"

#include <string>
#include <string_view>

namespace lanewright::cli {

/// What is asked about a lesson.
struct LessonQuestion {
    std::string file = {};
    std::string answer = {};    ///< a student's schedule, to be held against the goals
    std::string answers = {};   ///< a folder of them; both empty: the lesson itself is judged
    bool postValidated = false; ///< the student chose the post-validated optimizer, whatever the file says
    bool csv = false;           ///< for a folder
    bool json = false;
};

/// @name Members of an open object
/// @{
/// `reached`, `points`, `goals` and `score`.
void writeAssessment(json::Writer& writer, const Lesson& lesson, const Assessment& assessment);
/// `hints`, `coach_steps`, `answer_shown`, `seconds` and `optimizer_mode`.
void writeHelp(json::Writer& writer, const Answer& answer);
/// @}

/// Judges a lesson for its teacher, a student's answer to it, or a folder of answers. `text` is what the lesson's file
/// holds.
Exit validateLesson(const LessonQuestion& question, std::string_view text);

} // namespace lanewright::cli
