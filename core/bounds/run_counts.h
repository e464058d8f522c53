// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

/// What decision diagrams of the orders of one rank have in common.
namespace lanewright {

/// Series beyond which their orders have no diagram.
inline constexpr int kMostDiagramSeries = 16;
/// Per series how many of its ops have run.
using RunCounts = std::array<std::uint16_t, kMostDiagramSeries>;

struct HashOfCounts {
    std::size_t operator()(const RunCounts& counts) const {
        std::uint64_t hash = 0;
        for (const std::uint64_t word : std::bit_cast<std::array<std::uint64_t, sizeof counts / 8>>(counts)) {
            hash = (hash ^ word) * 0x9e3779b97f4a7c15U;
            hash ^= hash >> 32;
        }
        return hash;
    }
};

/// Whether, of nodes with the same counts and so with as many times each, the one is nowhere later than the other.
/// Looks at some times at once, since which is the first that is later can't be foreseen.
inline bool isNoLater(const Time* one, const Time* other, int size) {
    constexpr int kAtOnce = 8;
    Time later = 0; // negative once one of them is
    int each = 0;
    for (; each + kAtOnce <= size && later >= 0; each += kAtOnce)
        for (int next = each; next < each + kAtOnce; ++next)
            later |= other[next] - one[next];
    for (; each < size && later >= 0; ++each)
        later |= other[each] - one[each];
    return later >= 0;
}

} // namespace lanewright
