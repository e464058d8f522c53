// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <memory>
#include <set>
#include <vector>

namespace lanewright::app {

class TimelineView;
class Tool;

/// Drags ops from the tray into the lane where they belong. On any other lane a drop does nothing, and the card says
/// where they live. `ops` all live on one rank and are not empty; they stay in their order.
std::unique_ptr<Tool> makePlaceTool(TimelineView& view, std::vector<Op> ops);

/// The schedule with the ops put in front of the block at `boundary` of the row of their rank, in their order.
Result<Schedule> placedAt(const Schedule& schedule, const std::vector<Op>& ops, int boundary);

} // namespace lanewright::app
