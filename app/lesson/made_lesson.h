// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"

#include <cstdint>
#include <string>

/// A lesson of a schedule that somebody made.
namespace lanewright::app {

/// What its students begin with.
enum class LessonStart : std::uint8_t {
    Empty,    ///< an empty board, and all ops in the tray
    Shuffled, ///< the same blocks in an order that runs to its end, but takes longer
};

/// What a teacher says of it.
struct LessonRequest {
    std::string title = {};
    std::string task = {}; ///< in a sentence or two
    LessonStart start = LessonStart::Empty;
};

/// The schedule as the solution of a lesson: its shape, costs and limits as the problem, its makespan and the memory
/// of its fullest rank as the goals. Students may do what it takes to come there, and no more.
///
/// Fails where the schedule is not valid and complete, where it has no worse order to begin with, and where `judge`
/// finds an error in what came of it.
Result<Lesson> lessonOf(const Plan& plan, const LessonRequest& request);

} // namespace lanewright::app
