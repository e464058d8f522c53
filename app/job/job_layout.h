// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QRect>
#include <QSize>

#include <optional>

namespace lanewright::app {

/// A pipeline of a step by its place in the map: the row is the replica, the column the step.
struct JobCell {
    int row = 0;
    int column = 0;

    friend bool operator==(const JobCell&, const JobCell&) = default;
};

/// Where the cells of a map stand. Cells fill the width as long as each can be hit; what does not fit is scrolled to.
struct JobLayout {
    static constexpr int kLeastWidth = 7;
    static constexpr int kMostWidth = 64;
    static constexpr int kLeastHeight = 6;
    static constexpr int kMostHeight = 22;

    int rows = 0;
    int columns = 0;
    QSize room = {}; ///< for the cells that are seen

    double cellWidth() const;
    int cellHeight() const;
    /// The size of all cells together.
    QSize whole() const { return {static_cast<int>(std::ceil(columns * cellWidth())), rows * cellHeight()}; }
    /// With its gap; before scrolling.
    QRect rectOf(const JobCell& cell) const;
    /// None beside the map.
    std::optional<JobCell> cellAt(const QPoint& point) const;
    /// The cell so many rows down and columns to the right, within the map.
    JobCell moved(const JobCell& from, int down, int right) const;
};

} // namespace lanewright::app
