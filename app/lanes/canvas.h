// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/lane_layout.h"
#include "core/picture/time_scale.h"

#include <QRectF>

#include <algorithm>

namespace lanewright::app {

/// Where things are drawn at the moment: time across, lanes down, in viewport pixels.
struct Canvas {
    TimeScale scale = {};
    LaneGeometry geometry = {};
    QRectF area = {}; ///< right of the headers, below the ruler

    QRectF rectOf(int rank, const PlacedBlock& block) const {
        const double x = scale.x(block.start);
        return {x, static_cast<double>(geometry.blockTop(rank)), scale.x(block.end) - x,
                static_cast<double>(geometry.blockHeight())};
    }
    /// The slot of the explicit gap before a block that starts behind one ending at `previousEnd`.
    QRectF gapRectOf(int rank, const PlacedBlock& block, Time previousEnd) const {
        const double x = scale.x(previousEnd);
        return {x, static_cast<double>(geometry.blockTop(rank)), scale.x(previousEnd + block.gap) - x,
                static_cast<double>(geometry.blockHeight())};
    }

    /// Where things of the lane may be drawn.
    QRectF areaOf(int rank) const {
        const double ceiling = std::max(area.top(), static_cast<double>(geometry.ceilingOf(rank)));
        return {area.left(), ceiling, area.width(), std::max(0.0, area.bottom() - ceiling)};
    }
    /// Whether any of the lane is visible.
    bool shows(int rank) const {
        const int top = geometry.laneTop(rank);
        return top + geometry.laneHeight > geometry.ceilingOf(rank) && top < area.bottom();
    }

    friend bool operator==(const Canvas&, const Canvas&) = default;
};

} // namespace lanewright::app
