// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <vector>

/// Puts ops that the order misses (the editor's tray) where they do best.
namespace lanewright {

/// So many ops are placed by trial; an order that misses more is better generated or solved.
constexpr int kMostPlaced = 4000;

/// The place in its rank's row where the op does best: where most blocks run, then with least memory over the limit,
/// then with the smallest makespan, then where it ends first itself. In long rows of large plans not every place is
/// tried. Fails when the op is not of the plan's shape or has its place already.
Result<int> bestPlace(const Plan& plan, const Op& op);

/// Puts the ops at their best places, one after the other along the ways of the microbatches, so that what an op needs
/// is placed before it. Ops that have their place already are left where they are.
///
/// Fails when an op is not of the plan's shape, or when there are more than `kMostPlaced`.
Result<Schedule> placeOps(const Plan& plan, const std::vector<Op>& ops);

} // namespace lanewright
