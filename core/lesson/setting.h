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

/// Whether a board without any backward offers BW: where the lesson's solution, or its start before the tray was
/// filled, has them so.
bool offersBackwardInOne(const Lesson& lesson);

/// The ops that an order of the lesson misses: `unplacedOps`, with BW where the lesson has it so.
std::vector<Op> trayOf(const Lesson& lesson, const Plan& plan);

} // namespace lanewright
