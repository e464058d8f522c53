// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/lesson/coach.h"

namespace lanewright {

/// What a step of the coach is good for, in a sentence: the rank that keeps its limit by it, the makespan that falls,
/// the op that waits for it, or why the op starts when it starts. `step` is complete but for this. Empty for no step.
Message reasonOfStep(const Plan& before, const CoachStep& step);

} // namespace lanewright
