// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <string>

/// Memory limits of methods whose order does not look at them. Inside core/generate only.
namespace lanewright {

/// The schedule, or words about the first rank whose activations pass its limit, the op where they do so, and the limit
/// that this method needs there. Any placement, pairs too.
Result<Schedule> withinLimits(const Plan& problem, Schedule schedule, const std::string& method);

} // namespace lanewright
