// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/lane_layout.h"

#include <algorithm>
#include <cmath>

namespace lanewright::app {

/// How large the parts of the lanes are, in pixels, and in which order the lanes stand.
struct LaneSizes {
    static constexpr int kLaneHeader = 116;
    static constexpr int kRuler = 26;
    static constexpr int kLowestLane = 24;
    static constexpr int kDefaultLane = 92;
    static constexpr int kHighestLane = 240;

    int chosenLane = 0;   ///< the height that a person chose; 0: as the lanes fit
    double type = 1;      ///< how much larger than usual the type is
    LaneOrder order = {}; ///< from the top

    // So much grow header, ruler and lanes with the type: by so many pixels where it is twice as large.
    int header() const { return grown(kLaneHeader, 150); }
    int ruler() const { return grown(kRuler, 35); }
    /// The height of a lane, where so many stand in a viewport of that height. Two have the room of three.
    int lane(int lanes, int viewportHeight) const {
        if (chosenLane > 0)
            return chosenLane;
        const int highest = grown(kDefaultLane, 330);
        return std::clamp((viewportHeight - ruler()) / std::max(1, lanes), kLowestLane,
                          lanes <= 2 ? highest * 3 / 2 : highest);
    }
    void chooseLane(int pixels) { chosenLane = std::clamp(pixels, kLowestLane / 2, kHighestLane); }

private:
    int grown(int pixels, double growth) const { return pixels + static_cast<int>(std::lround((type - 1) * growth)); }
};

} // namespace lanewright::app
