// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <functional>
#include <stop_token>
#include <vector>

/// Puts ops that the order misses (the editor's tray) where they do best.
namespace lanewright {

/// So many ops are placed by trial; more are placed along the clock.
constexpr int kMostTried = 4000;

/// How a long placing goes on.
struct PlaceCourse {
    std::stop_token stop = {};
    std::function<void(int placed, int all)> progress = {}; ///< called now and then
};

/// Puts the ops at their best places: where most blocks run, then with least memory over the limit, then with the
/// smallest makespan, then where the op ends first itself; in long rows of large plans not every place is tried. They
/// are placed one after the other along the ways of the microbatches, so that what an op needs
/// is placed before it. Ops that have their place already are left where they are. More than `kMostTried` are placed
/// along the clock instead: each where its rank is free and all it needs is there.
///
/// Fails when an op is not of the plan's shape, or when it was stopped.
Result<Schedule> placeOps(const Plan& plan, const std::vector<Op>& ops, const PlaceCourse& course = {});

} // namespace lanewright
