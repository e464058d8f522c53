// SPDX-License-Identifier: Apache-2.0
#include "engine/ranks/clock_sync.h"

#include <algorithm>
#include <cmath>

namespace lanewright::engine {

ClockOffset offsetFrom(std::span<const ClockSample> samples) {
    const auto trip = [](const ClockSample& sample) { return sample.heard - sample.asked; };
    const auto best = std::ranges::min_element(samples, {}, trip);
    if (best == samples.end())
        return {};
    const Time when = best->asked + trip(*best) / 2;
    return {.ahead = best->answered - when, .uncertainty = (trip(*best) + 1) / 2, .when = when};
}

ClockOffset betterOf(const ClockOffset& old, const ClockOffset& fresh) {
    constexpr Time kDriftIn = 10'000; // one ns of drift in so many
    if (old.when == 0)
        return fresh;
    const Time aged = old.uncertainty + (fresh.when - old.when) / kDriftIn;
    return fresh.uncertainty <= aged ? fresh : ClockOffset{old.ahead, aged, fresh.when};
}

Time gainOver(const ClockOffset& before, const ClockOffset& after, Time length) {
    if (after.when <= before.when)
        return 0;
    const double rate = static_cast<double>(after.ahead - before.ahead) / static_cast<double>(after.when - before.when);
    return std::llround(rate * static_cast<double>(length));
}

} // namespace lanewright::engine
