// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/parts.h"

#include <optional>
#include <vector>

namespace lanewright::bounds {

/// The least value of an objective with which every rank can pass the time until its first B; its rank is the one that
/// could not pass it with less. None where the ops and waits in `busy` take as long.
///
/// Until then a rank that hosts one stage has nothing but whole F to run. So when it starts its first B, counted from
/// its first F, it has run k of them and has waited for the rest, which is no longer than the value leaves it;
/// otherwise it has begun one more F, and its B, and with it the first B of every rank before it, comes that much
/// later. In the end a rank has no room for another F. A smaller value never lets a B start earlier, so that bisection
/// finds the least.
///
/// `busy`: per rank, what the value covers beside the waits before its first B. `room`: per chunk, how many F can run
/// before the first B frees memory, at least 1.
std::optional<Bound> untilFirstBackward(const Case& problem, const std::vector<Time>& busy,
                                        const std::vector<int>& room);

} // namespace lanewright::bounds
