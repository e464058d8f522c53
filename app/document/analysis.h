// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/check/validate.h"
#include "core/model/plan.h"
#include "core/model/timeline.h"
#include "core/picture/placed_lanes.h"
#include "core/pytorch/kept_buffers.h"
#include "core/simulate/memory.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <optional>
#include <vector>

namespace lanewright::app {

/// All that follows from a plan. Computed as a whole from the plan, never changed.
struct Analysis {
    Timeline timeline = {};
    std::vector<Finding> findings = {};
    bool valid = false;
    Metrics metrics = {}; ///< as far as they hold: nothing of an iteration, where the order is not whole
    std::vector<MemoryCurve> memory = {};
    KeptBuffers buffers = {};
    std::vector<Stall> stalls = {};
    PlacedLanes lanes = {};            ///< where the blocks stand; a problem has empty lanes
    std::vector<Slot> broken = {};     ///< blocks with a finding of severity error, by rank and position
    bool hasGaps = false;              ///< a block has an explicit gap before it
    bool hasPairs = false;             ///< a block is an overlapped pair
    std::optional<Time> shortest = {}; ///< the least planned duration of a block; none: there is no block
};

/// A problem (no order) has an analysis without spans.
Analysis analyse(const Plan& plan);

} // namespace lanewright::app
