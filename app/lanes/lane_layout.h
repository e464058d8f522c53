// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/placed_lanes.h"

#include <vector>

/// In which order and how high lanes are shown. Knows neither widgets nor colours.
namespace lanewright::app {

/// In which order lanes are shown, and which of them stay at the top. A matter of the view, never of the plan.
struct LaneOrder {
    std::vector<int> ranks = {}; ///< from the top; empty: by number
    int pinned = 0;              ///< the first so many

    /// The order of so many lanes: of another number none of it holds.
    LaneOrder of(int lanes) const;
    /// Puts the rank among the pinned ones, last of them; or back, first behind them.
    LaneOrder toggled(int rank, int lanes) const;
    /// Moves the rank in front of the row; it is pinned where it comes to stand among those.
    LaneOrder moved(int rank, int row, int lanes) const;
    std::vector<int> rows() const; ///< per rank
    friend bool operator==(const LaneOrder&, const LaneOrder&) = default;
};

/// The rows and bars of the lanes, in whole pixels from the top of the viewport.
struct LaneGeometry {
    int lanes = 0;
    int top = 0;         ///< where the first lane begins: below the ruler
    int laneHeight = 92; ///< from one lane to the next
    int scroll = 0;      ///< pixels the lanes are moved up
    bool withBars = false;
    std::vector<int> rows = {}; ///< the row of each rank, from the top; empty: that of its number
    int pinned = 0;             ///< so many rows at the top do not move with `scroll`

    /// Ranks that do not exist stand below all others.
    int rowOf(int rank) const { return rank >= 0 && rank < static_cast<int>(rows.size()) ? rows[rank] : rank; }
    bool isPinned(int rank) const { return rowOf(rank) < pinned; }
    int laneTop(int rank) const { return top + rowOf(rank) * laneHeight - (isPinned(rank) ? 0 : scroll); }
    /// Where the lane is covered by those that are pinned, or by the ruler: nothing of it is drawn above.
    int ceilingOf(int rank) const { return isPinned(rank) ? top : top + pinned * laneHeight; }
    int padding() const;
    int blockTop(int rank) const { return laneTop(rank) + padding(); }
    int blockHeight() const;
    int barTop(int rank) const;
    int barHeight() const;
    /// The lane at a height; −1 above the first and below the last.
    int rankAt(double y) const;

    friend bool operator==(const LaneGeometry&, const LaneGeometry&) = default;
};

} // namespace lanewright::app
