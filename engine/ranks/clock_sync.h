// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <span>

namespace lanewright::engine {

/// One exchange with another host: asked at `asked`, answered there at `answered`, heard at `heard`. The own clock
/// gives the first and the last, the other's the middle one.
struct ClockSample {
    Time asked = 0;
    Time answered = 0;
    Time heard = 0;
};

/// How far another clock is ahead of the own one, and by how much that may be wrong.
struct ClockOffset {
    Time ahead = 0;
    Time uncertainty = 0;
    Time when = 0; ///< on the own clock

    friend bool operator==(const ClockOffset&, const ClockOffset&) = default;
};

/// The offset by the exchange that was shortest there and back: the answer was given half way, give or take half of it.
ClockOffset offsetFrom(std::span<const ClockSample> samples);

/// The better of two comparisons as seen from the later one: clocks drift apart by at most 0.1 ms per second, so an old
/// comparison that was good may tell more than a new one that was disturbed.
ClockOffset betterOf(const ClockOffset& old, const ClockOffset& fresh);

/// By how much the other clock ran faster than the own one over `length`, on the straight line through two comparisons.
Time gainOver(const ClockOffset& before, const ClockOffset& after, Time length);

} // namespace lanewright::engine
