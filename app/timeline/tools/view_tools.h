// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace lanewright::app {

class TimelineView;
class Tool;

/// A drag along the ruler zooms to the stretch it passes over.
std::unique_ptr<Tool> makeRangeTool(TimelineView& view);

/// Moves what is seen with the mouse.
std::unique_ptr<Tool> makePanTool(TimelineView& view);

/// A rectangle over the lanes selects the blocks it touches; with Ctrl or Shift it adds them.
std::unique_ptr<Tool> makeRubberBandTool(TimelineView& view);

/// Moves a lane to another row of the view by its header. The plan stays what it is.
std::unique_ptr<Tool> makeLaneTool(TimelineView& view, int rank);

} // namespace lanewright::app
