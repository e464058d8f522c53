// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/order_search.h"
#include "core/model/plan.h"

#include <cstdint>
#include <functional>

/// More memory must not give a worse order, so automatic methods try less than there is, too. Inside core/generate
/// only.
namespace lanewright {

/// No order of the problem is below this within `limits`, one per rank.
Fraction leastWithin(const Plan& problem, Objective objective, const std::vector<Bytes>& limits);

/// Calls `tryWithin` with the instance of the search under lower limits, from those just below its own to room for one
/// microbatch, for as long as a bound says that such limits could allow a better order than the best, and until it has
/// placed `budget` ops. `tryWithin` returns how many ops it placed.
void tryLowerLimits(const Plan& problem, Objective objective, const OrderSearch& search, std::int64_t budget,
                    const std::function<std::int64_t(const Instance&)>& tryWithin);

} // namespace lanewright
