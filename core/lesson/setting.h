// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"

#include <vector>

namespace lanewright {

/// What the student begins with. Fails in words when the generator can't make it or the order does not fit the shape.
Result<Attempt> startOf(const Lesson& lesson);

/// The teacher's solution. Fails as `startOf` does, and when the lesson has none.
Result<Attempt> solutionOf(const Lesson& lesson);

/// The ops that an order of the lesson misses, by rank, microbatch and kind. Where neither B, W nor BW of a microbatch
/// stands, what comes back is BW where the lesson's solution (or its start, before the tray was filled) has it so.
std::vector<Op> trayOf(const Lesson& lesson, const Plan& plan);

} // namespace lanewright
