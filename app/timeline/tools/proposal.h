// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/tools/tool.h"

#include <set>

namespace lanewright {

/// What would follow from another plan. `ops` are those the gesture moves.
Proposal propose(Plan next, const std::set<Op>& ops);
/// The same from another order of a plan.
Proposal propose(const Plan& plan, Schedule next, const std::set<Op>& ops);

} // namespace lanewright
