// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/analysis.h"
#include "core/model/plan.h"

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

namespace lanewright::app {

/// The plan that would be if the gesture ended now, with all that follows; drawn over the faded present one.
struct Proposal {
    Plan plan = {};
    std::shared_ptr<const Analysis> analysis = {};
    std::vector<Slot> touched = {}; ///< where the blocks that the gesture moves would stand
    std::uint64_t serial = 0;       ///< never twice the same, so that a drawing of it can be kept
};

/// What would follow from another plan. `ops` are those the gesture moves.
Proposal propose(Plan next, const std::set<Op>& ops);
/// The same from another order of a plan.
Proposal propose(const Plan& plan, Schedule next, const std::set<Op>& ops);

} // namespace lanewright::app
