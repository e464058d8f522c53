// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/run_counts.h"
#include "core/solve/starts.h"

#include <cstdint>
#include <vector>

/// The order of one rank's ops as if no other rank were ever busy. Inside core/solve only.
namespace lanewright {

/// A rank by itself: between two of its ops a microbatch is away for as long as its ops on other ranks take.
struct RankAlone {
    /// The ops of one code, which run in turn; a W stands for all its parts.
    struct Series {
        Code code = 0;
        int count = 0;
        Time length = 0;
        Bytes rise = 0;
        Bytes change = 0;
        int source = -1;  ///< the own series whose op of the same number comes before it; −1: none
        Time away = 0;    ///< from the end of that to the start of this, at least
        Time head = 0;    ///< the first op starts no earlier
        Time spacing = 0; ///< and each next one no sooner than so long after the one before
        Time tail = 0;    ///< what follows the end of the op at least
        /// Bytes times ticks: what the op and the way from it to the next own op of the microbatch hold.
        double area = 0;
        Bytes held = 0; ///< what the microbatch holds on that way
    };

    static constexpr int kMostSeries = kMostDiagramSeries;

    std::vector<Series> series = {}; ///< at most `kMostSeries`
    Bytes limit = 0;
};

/// The rank with its ways drawn out by the share `stretch`, for what other ranks will do in between. Of an instance
/// whose microbatches are equal.
RankAlone aloneOf(const Frame& frame, int rank, double stretch);

/// How many nodes a search for an order keeps.
struct Beam {
    int ofCounts = 4;   ///< with the same counts
    int ofLayer = 1000; ///< after the same number of ops
};

/// An order, a number in `RankAlone::series` for each op, and when all that follows it would end.
struct RankOrder {
    std::vector<std::uint8_t> series = {};
    Time end = 0;
};

/// A good order, mostly the best: all orders are followed at a time, op by op, and of those that have run as many ops
/// of each series only the few that look best go on: a decision diagram of restricted width (D. Bergman, A. A. Cire,
/// W.-J. van Hoeve, J. N. Hooker: Discrete Optimization with Decision Diagrams. INFORMS Journal on Computing 2016).
/// Empty where the width lost all orders that keep the limit, or nothing of `allowance` is left.
RankOrder orderAlone(const RankAlone& rank, const Beam& beam, Allowance& allowance);

} // namespace lanewright
