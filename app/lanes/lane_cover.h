// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/lane_layout.h"

#include <QRgb>

#include <span>
#include <vector>

namespace lanewright::app {

/// How much of each moment of a lane is covered, and in which colour: at a fine grid, and at grids of half as many
/// bins, and half again. So a lane of many blocks per pixel is drawn in a time that depends on its pixels alone.
class LaneCover {
public:
    /// `fills` is the colour of each block of the lane, opaque.
    LaneCover(const PlacedLane& lane, std::span<const QRgb> fills);

    /// True where columns of so many ticks hold several bins of the finest grid.
    bool suits(double ticksPerColumn) const { return ticksPerColumn >= kBinsPerColumn * m_bin; }
    /// Blends the lane into a row of pixels whose first column begins at `from`. Says of each where there was anything.
    std::vector<bool> pour(std::span<QRgb> row, double from, double ticksPerColumn) const;
    /// Positions of blocks so much longer than the others that they may be wide where the others are not.
    const std::vector<int>& longest() const { return m_longest; }

private:
    static constexpr int kBinsPerColumn = 3;

    double m_start = 0;
    double m_bin = 1; ///< ticks of a bin of the finest grid
    /// Premultiplied colours, the finest grid first.
    std::vector<std::vector<QRgb>> m_grids;
    std::vector<int> m_longest;
};

} // namespace lanewright::app
