// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/parts.h"

#include <cstdint>
#include <vector>

namespace lanewright::bounds {

/// All ops of one kind of one chunk. They run in order: microbatches are alike.
struct Series {
    int rank = 0;
    int chunk = 0;
    OpKind kind = OpKind::F;
    int count = 0;       ///< how many ops there are; W counts its parts
    int first = 0;       ///< number of its first op among all ops
    Time each = 0;       ///< that every op takes at least
    Time spare = 0;      ///< that all together take beyond that: parts of W need not be equal
    Bytes rise = 0;      ///< memory that an op takes when it starts
    Bytes drop = 0;      ///< memory that an op gives back when it ends, at most
    bool uneven = false; ///< some give back a byte less, or reversed take a byte more

    Bytes net() const { return rise - drop; }
    friend bool operator==(const Series&, const Series&) = default;
};

/// Ops of a series wait for those of another: the k-th of n for the ⌈k·m/n⌉-th of m, `delay` after its end.
struct Arc {
    int from = 0;
    Time delay = 0;
};

/// A problem as series of ops, in which time can be turned around: what happens after an op is what happens before it
/// in the reversed lines.
struct Lines {
    std::vector<Series> series = {};           ///< each after those it has arcs from
    std::vector<std::vector<Arc>> before = {}; ///< per series
    std::vector<std::vector<int>> onRank = {}; ///< per rank: its series
    std::vector<Bytes> limit = {};             ///< per rank, `Instance::kNoLimit` where there is none
    std::vector<Time> head = {};               ///< per rank: as in `Case`
    std::vector<Time> tail = {};
    int ops = 0;

    int size() const { return static_cast<int>(series.size()); }
    bool isLimited(int rank) const { return limit[rank] < Instance::kNoLimit; }
    /// The op (from 0) of `arc.from` for which the op `index` (from 0) of `to` waits.
    int partner(const Arc& arc, int to, int index) const {
        const std::int64_t from = series[arc.from].count;
        return static_cast<int>(((index + 1) * from + series[to].count - 1) / series[to].count) - 1;
    }
};

Lines linesOf(const Case& problem);

/// Series s becomes series `size() − 1 − s`, op x becomes op `ops − 1 − x`.
Lines reversed(const Lines& lines);

} // namespace lanewright::bounds
