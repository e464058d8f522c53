// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/edit/place.h"
#include "core/model/plan.h"

#include <optional>
#include <vector>

namespace lanewright {

/// The order with the ops put into it along the clock: each rank, whenever it is free, runs what is ready, backwards
/// first, forwards where memory has room for them, weight gradients where nothing else can run. The blocks that are in
/// the order stay in it one after the other and go first when they are ready. Ops that can never run, because the order
/// stands in their way, come behind all others of their rank. O(ops · log ops).
///
/// `ops` are of the plan's shape, in the way of the microbatches, and not in its order. None when it was stopped.
std::optional<Schedule> filledAlongTheClock(const Plan& plan, const std::vector<Op>& ops, const PlaceCourse& course);

} // namespace lanewright
