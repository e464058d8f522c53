// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/job/job_layout.h"

#include <algorithm>
#include <cmath>

namespace lanewright::app {

double JobLayout::cellWidth() const {
    return columns < 1 ? kLeastWidth
                       : std::clamp(static_cast<double>(room.width()) / columns, static_cast<double>(kLeastWidth),
                                    static_cast<double>(kMostWidth));
}

int JobLayout::cellHeight() const {
    return rows < 1 ? kLeastHeight : std::clamp(room.height() / rows, kLeastHeight, kMostHeight);
}

QRect JobLayout::rectOf(const JobCell& cell) const {
    const int left = static_cast<int>(std::floor(cell.column * cellWidth()));
    const int right = static_cast<int>(std::floor((cell.column + 1) * cellWidth()));
    return {left, cell.row * cellHeight(), right - left, cellHeight()};
}

std::optional<JobCell> JobLayout::cellAt(const QPoint& point) const {
    if (point.x() < 0 || point.y() < 0)
        return {};
    // Columns begin on whole pixels, so the division may be one off.
    JobCell cell{.row = point.y() / cellHeight(), .column = static_cast<int>(point.x() / cellWidth())};
    for (const int column : {cell.column, cell.column + 1, cell.column - 1}) {
        cell.column = column;
        if (cell.row < rows && column >= 0 && column < columns && rectOf(cell).contains(point))
            return cell;
    }
    return {};
}

JobCell JobLayout::moved(const JobCell& from, int down, int right) const {
    return {.row = std::clamp(from.row + down, 0, std::max(0, rows - 1)),
            .column = std::clamp(from.column + right, 0, std::max(0, columns - 1))};
}

} // namespace lanewright::app
