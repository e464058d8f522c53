// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <span>

namespace lanewright::engine {

/// One exchange with another host: asked at `asked`, answered there at `answered`, heard at `heard`. The first and the
/// last are of the own clock, the middle one of the other's.
struct ClockSample {
    Time asked = 0;
    Time answered = 0;
    Time heard = 0;
};

/// How far another clock is ahead of the own one, and by how much that may be wrong.
struct ClockOffset {
    Time ahead = 0;
    Time uncertainty = 0;

    friend bool operator==(const ClockOffset&, const ClockOffset&) = default;
};

/// From the exchange with the shortest way there and back: the answer was given half way, give or take half the way.
ClockOffset offsetFrom(std::span<const ClockSample> samples);

} // namespace lanewright::engine
