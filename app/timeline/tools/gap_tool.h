// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/plan.h"

#include <memory>

namespace lanewright::app {

class TimelineView;
class Tool;

/// Drags the left edge of a block to the right: an explicit gap before it. Snaps to round times; Ctrl lets go of them.
std::unique_ptr<Tool> makeGapTool(TimelineView& view, Slot slot);

} // namespace lanewright::app
