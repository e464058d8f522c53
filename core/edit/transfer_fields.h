// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <cstdint>
#include <optional>
#include <vector>

/// Edits of what messages take: between two ranks, over a boundary between two stages, and of the ranks' hosts. What
/// they refuse, no file may hold either.
namespace lanewright {

/// The transfer time from one rank to another, which is no bound then; the other pairs stay as they are. Times that are
/// the same for all pairs, and no bounds, are one number again. Fails without a time, and where there is no such pair.
Result<Plan> setTransferBetween(const Plan& plan, int from, int to, std::optional<Time> time);

/// What a rank is busy with for each value that it sends, or receives. Fails without a time.
Result<Plan> setHostTime(const Plan& plan, Time HostTimes::*which, std::optional<Time> time);

/// What messages over a boundary take on top of their transfer (`Boundaries::time`), or how large they are
/// (`Boundaries::size`). Of boundaries that nobody says anything of it is 0; none says nothing, and where that leaves
/// nothing but 0 the list is empty. Bandwidths go with the sizes.
Result<Plan> setBoundary(const Plan& plan, std::vector<std::int64_t> Boundaries::*list, int boundary,
                         std::optional<std::int64_t> value);
/// Bytes a second from one rank to another. The first that is set is that of all pairs, and none for a pair of such
/// takes it from all: sizes take no time then.
Result<Plan> setBandwidthBetween(const Plan& plan, int from, int to, std::optional<std::int64_t> rate);

} // namespace lanewright
