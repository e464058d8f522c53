// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"

namespace lanewright {

/// Whether a lesson lets one plan become the other. Fails with a sentence that says what it does not allow.
///
/// Locked ops stay in the order, and those of a rank keep their order among themselves; ops that are not locked may
/// come and go between them.
Result<Done> mayBecome(const Lesson& lesson, const Plan& before, const Plan& after);

} // namespace lanewright
