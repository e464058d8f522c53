// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/plan.h"

#include <QString>

#include <memory>

namespace lanewright::app {

class TimelineView;
class Tool;

/// Drags the left edge of a block to the right: an explicit gap before it. Snaps to round times; Ctrl lets go of them.
std::unique_ptr<Tool> makeGapTool(TimelineView& view, Slot slot);

/// `Set the gap before B1.3 to 0.5 ms`, or `Remove the gap before B1.3`.
QString gapSentence(const Plan& plan, Slot slot, Time gap);

} // namespace lanewright::app
