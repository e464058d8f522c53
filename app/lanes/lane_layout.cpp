// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/lane_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lanewright::app {

int LaneGeometry::padding() const { return std::clamp(laneHeight * 13 / 100, 1, 13); }

int LaneGeometry::blockHeight() const {
    const int room = laneHeight - 2 * padding();
    return std::max(3, withBars ? room * 68 / 100 : room);
}

int LaneGeometry::barTop(int rank) const {
    const int room = laneHeight - 2 * padding();
    return blockTop(rank) + blockHeight() + std::max(1, room * 7 / 100);
}

int LaneGeometry::barHeight() const {
    const int room = laneHeight - 2 * padding();
    return std::max(2, room * 24 / 100);
}

int LaneGeometry::rankAt(double y) const {
    if (y < top || laneHeight <= 0)
        return -1;
    const bool amongPinned = y < top + pinned * laneHeight;
    const int row = static_cast<int>(std::floor((y - top + (amongPinned ? 0 : scroll)) / laneHeight));
    if (row < 0 || row >= lanes)
        return -1;
    return rows.empty() ? row : static_cast<int>(std::ranges::find(rows, row) - rows.begin());
}

LaneOrder LaneOrder::of(int lanes) const {
    LaneOrder order{.ranks = ranks, .pinned = std::min(pinned, lanes)};
    if (static_cast<int>(ranks.size()) == lanes)
        return order;
    order = {};
    order.ranks.resize(lanes);
    std::iota(order.ranks.begin(), order.ranks.end(), 0);
    return order;
}

LaneOrder LaneOrder::toggled(int rank, int lanes) const {
    LaneOrder order = of(lanes);
    const auto found = std::ranges::find(order.ranks, rank);
    if (found == order.ranks.end())
        return order;
    const bool isPinned = found - order.ranks.begin() < order.pinned;
    order.ranks.erase(found);
    order.pinned -= isPinned ? 1 : 0;
    order.ranks.insert(order.ranks.begin() + order.pinned, rank);
    order.pinned += isPinned ? 0 : 1;
    if (order.pinned == 0 && isPinned)
        std::ranges::sort(order.ranks);
    return order;
}

LaneOrder LaneOrder::moved(int rank, int row, int lanes) const {
    LaneOrder order = of(lanes);
    const auto found = std::ranges::find(order.ranks, rank);
    if (found == order.ranks.end())
        return order;
    const int from = static_cast<int>(found - order.ranks.begin());
    order.ranks.erase(found);
    const int to = std::clamp(row > from ? row - 1 : row, 0, lanes - 1);
    order.ranks.insert(order.ranks.begin() + to, rank);
    order.pinned +=
        (row < order.pinned && from >= order.pinned ? 1 : 0) - (from < order.pinned && to >= order.pinned ? 1 : 0);
    return order;
}

std::vector<int> LaneOrder::rows() const {
    std::vector<int> result(ranks.size());
    for (std::size_t row = 0; row < ranks.size(); ++row)
        result[ranks[row]] = static_cast<int>(row);
    return result;
}

} // namespace lanewright::app
