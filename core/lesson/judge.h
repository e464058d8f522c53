// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/validate.h"
#include "core/lesson/lesson.h"

#include <string>
#include <vector>

namespace lanewright {

/// Something a teacher should know of a lesson before a class sees it.
///
/// Codes: `start` (it can't be made), `solved` (the start reaches the goals already), `solution` (it can't be made,
/// does not reach the goals, or needs what is not allowed), `locked` (a pattern matches no op); warnings `unproved`
/// (without a solution nobody knows that the goals can be reached), `hints` (there is none), `words` (another language
/// lacks some of what the lesson says).
struct LessonRemark {
    std::string code = {};
    Severity severity = Severity::Error;
    std::string message = {}; ///< a sentence

    friend bool operator==(const LessonRemark&, const LessonRemark&) = default;
};

/// Everything there is to say about a lesson, errors first.
std::vector<LessonRemark> judge(const Lesson& lesson);

/// A goal in words: `makespan at most 27`, `recognised as ZB-H1`.
std::string textOf(const Goal& goal, const Plan& problem);

} // namespace lanewright
