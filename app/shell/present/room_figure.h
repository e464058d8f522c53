// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/optimizer.h"
#include "core/picture/figure_layout.h"

#include <QSizeF>

#include <vector>

/// Plans as a room sees them, whose last row reads all that is written.
namespace lanewright::app {

struct RoomView {
    QSizeF size = {}; ///< in points
    int iterations = 1;
    OptimizerMode mode = OptimizerMode::Synchronous;
    bool showsMemory = false;
};

/// Points of the figure's type, and of the smallest that is in it: legend and ruler.
constexpr double kTypeInRoom = 14;
constexpr double kSmallestInRoom = 0.86 * kTypeInRoom;

/// Every order reaches its end, so that it has iterations.
bool reachEnds(const std::vector<FigurePanel>& panels);

/// The plans under each other in that room. What would be written smaller than the smallest type is left out, and
/// memory that has no room takes nothing else with it; `leftOut` says no more than that. The axis of several iterations
/// is that of the mode that takes longer, so that it stays when the mode changes. Fails as `layOut` does.
Result<LaidOut> layOutForRoom(const std::vector<FigurePanel>& panels, const RoomView& view);

} // namespace lanewright::app
