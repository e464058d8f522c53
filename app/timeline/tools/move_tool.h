// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/plan.h"

#include <memory>
#include <set>
#include <vector>

namespace lanewright::app {

class TimelineView;
class Tool;

/// Drags one or more blocks of a lane to another place in its order, or blocks of several lanes by as many places.
///
/// The mouse is held against the layout as it was when the drag began, never against the preview, which would slide
/// away under it. On another lane the drop asks to host the stage there.
///
/// `positions` are on `grabbed.rank`, ascending, and hold `grabbed.position`. `elsewhere` are ops of other lanes that
/// come along: each block by as many places in its own row as the grabbed one.
std::unique_ptr<Tool> makeMoveTool(TimelineView& view, Slot grabbed, std::vector<int> positions,
                                   const std::set<Op>& elsewhere);

} // namespace lanewright::app
