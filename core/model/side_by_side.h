// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/model/pair_costs.h"

#include <cstddef>
#include <limits>
#include <vector>

namespace lanewright {

/// A segment with its place in time, half open.
struct PlacedSegment {
    Resource resource = Resource::Compute;
    Time start = 0;
    Time end = 0;

    friend bool operator==(const PlacedSegment&, const PlacedSegment&) = default;
};

/// The segments of two chains, those of no length left out, by start.
struct PlacedChains {
    std::vector<PlacedSegment> one = {};
    std::vector<PlacedSegment> other = {};
};

/// Two chains side by side in the least time (`leastEndOf` says how): the points at which one segment of each may
/// begin, each with the earliest time and the point before it on the way there.
class SideBySide {
public:
    SideBySide(const Chain& one, const Chain& other);

    Time end() const { return m_end; }
    /// Where a schedule that ends then has them.
    PlacedChains placed() const;

private:
    static constexpr Time kNever = std::numeric_limits<Time>::max();
    struct Corner {
        Time reached = kNever;
        std::size_t from = 0;
    };
    void leave(std::size_t at);

    Chain m_one;
    Chain m_other;
    std::vector<Time> m_oneLeft; ///< from each segment to the end
    std::vector<Time> m_otherLeft;
    std::size_t m_width;
    std::vector<Corner> m_corners; ///< row after row, a row for each segment of `m_one`
    Time m_end = kNever;
    std::size_t m_last = 0; ///< the corner behind which nothing waits any more
};

} // namespace lanewright
