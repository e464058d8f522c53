// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <cstddef>
#include <vector>

namespace lanewright {

/// What a schedule takes.
struct TimeAndMemory {
    Time time = 0;
    Bytes memory = 0;

    friend bool operator==(const TimeAndMemory&, const TimeAndMemory&) = default;
};

/// The places of those that no other beats: none is as good in both and better in one. By memory, then time; of equal
/// ones all.
std::vector<std::size_t> paretoFront(const std::vector<TimeAndMemory>& choices);

} // namespace lanewright
