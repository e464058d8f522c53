// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <map>
#include <stop_token>

namespace lanewright::app {

/// Numbers of a lesson that no student gets below, in ticks.
using LessonBounds = std::map<GoalKind, double>;

/// Lower bounds of the makespan, the longest span and the period under a lesson's rules: its costs and memory limits,
/// and with every BW whole where the lesson has it so and lets nobody split it. Empty where students may change what
/// the bounds are made of, or where the lesson can't begin.
///
/// May take seconds for a large problem; a stopped call returns what it has.
LessonBounds boundsWithin(const Lesson& lesson, const std::stop_token& stop);

} // namespace lanewright::app
