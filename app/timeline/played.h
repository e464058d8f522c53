// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <QString>

#include <vector>

namespace lanewright {

/// What a rank does at the time that is played, for its header.
struct PlayedLane {
    QString words = {};
    bool waits = false;

    friend bool operator==(const PlayedLane&, const PlayedLane&) = default;
};

/// A moment of playback, as the lanes show it: what is to come fades, what runs is lit.
struct Played {
    Time now = 0;
    QString label = {}; ///< of the cursor: `t = 14.5`
    std::vector<PlayedLane> lanes = {};

    friend bool operator==(const Played&, const Played&) = default;
};

} // namespace lanewright
