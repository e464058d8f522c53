// SPDX-License-Identifier: Apache-2.0
#include "engine/run/clock_sync.h"

#include <algorithm>

namespace lanewright::engine {

ClockOffset offsetFrom(std::span<const ClockSample> samples) {
    const auto trip = [](const ClockSample& sample) { return sample.heard - sample.asked; };
    const auto best = std::ranges::min_element(samples, {}, trip);
    if (best == samples.end())
        return {};
    return {.ahead = best->answered - (best->asked + trip(*best) / 2), .uncertainty = (trip(*best) + 1) / 2};
}

} // namespace lanewright::engine
