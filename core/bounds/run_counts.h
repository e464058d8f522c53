// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <array>
#include <cstddef>
#include <cstdint>

/// What decision diagrams of the orders of one rank have in common.
namespace lanewright {

/// Series of a rank beyond which its orders have no diagram.
inline constexpr int kMostDiagramSeries = 12;
/// Per series how many of its ops have run.
using RunCounts = std::array<std::uint16_t, kMostDiagramSeries>;

struct HashOfCounts {
    std::size_t operator()(const RunCounts& counts) const {
        std::uint64_t hash = 0;
        for (const std::uint16_t count : counts)
            hash = (hash ^ count) * 0x9e3779b97f4a7c15U;
        return hash ^ (hash >> 32);
    }
};

/// Whether, of nodes with the same counts and so with as many times each, the one is nowhere later than the other.
inline bool isNoLater(const Time* one, const Time* other, int size) {
    for (int each = 0; each < size; ++each)
        if (one[each] > other[each])
            return false;
    return true;
}

} // namespace lanewright
