// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <string>

/// The limits that methods bring, and whether an order keeps those there are. Inside core/generate only.
namespace lanewright {

/// The problem with the most memory of each rank with so many microbatches in flight as its limit, of the largest where
/// they differ. Only one activation is ever made again before its B.
Plan withRoomFor(const Plan& problem, int microbatches);

/// The schedule, or words about the first rank whose activations pass its limit, the op where they do so, and the limit
/// that this method needs there. Any placement, pairs too.
Result<Schedule> withinLimits(const Plan& problem, Schedule schedule, const std::string& method);

} // namespace lanewright
