// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"

#include <map>

/// What waits on purpose still does, wherever a search moves it. Inside core/solve only.
namespace lanewright {

/// The gaps of an order, each by the op that its block begins with; a BW goes by its B.
using Gaps = std::map<Op, Time>;
Gaps gapsIn(const Schedule& schedule);
/// The longer gap of the block's ops.
Time gapOf(const Gaps& gaps, const Block& block);

/// The schedule with the gaps of the problem's own order, and no others.
Schedule keepGaps(const Plan& problem, Schedule schedule);

} // namespace lanewright
