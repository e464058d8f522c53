// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lanewright {

/// A stretch of time laid over a stretch of pixels.
struct TimeScale {
    Time start = 0; ///< shown at `left`
    Time end = 1;   ///< shown at `left + width`; later than `start`
    double left = 0;
    double width = 1; ///< > 0

    double perTick() const { return width / static_cast<double>(end - start); }
    double x(Time time) const { return left + static_cast<double>(time - start) * perTick(); }
    double right() const { return left + width; }
    /// The pixels of a stretch of time, cut at both ends of the scale.
    std::pair<double, double> shown(Time from, Time to) const {
        return {std::max(x(from), left), std::min(x(to), right())};
    }
    /// The nearest tick to a pixel.
    Time time(double x) const;
    /// How long so many pixels last, at least one tick.
    Time length(double pixels) const;

    friend bool operator==(const TimeScale&, const TimeScale&) = default;
};

/// A mark of the ruler.
struct Tick {
    Time time = 0;
    bool major = false; ///< has a label and a grid line

    friend bool operator==(const Tick&, const Tick&) = default;
};

/// The marks for a scale. Steps are 1, 2 or 5 times a power of ten ticks, so they are round in every unit of time.
struct Ticks {
    Time step = 1; ///< between major marks
    std::vector<Tick> marks = {};
};

/// Major marks stand at least `apart` pixels from each other; minor ones are left out below 7 pixels. At most a few
/// hundred marks, whatever the scale.
Ticks ticksFor(const TimeScale& scale, double apart = 90);

/// The round step (1, 2, 5 × 10^k ticks) nearest above so many ticks: what a gesture snaps to.
Time roundStep(Time atLeast);

} // namespace lanewright
