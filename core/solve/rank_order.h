// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/bounds/run_counts.h"
#include "core/solve/starts.h"

#include <cstdint>
#include <vector>

/// The order of one rank's ops, where other ranks are never busy or keep an order. Inside core/solve only.
namespace lanewright {

/// A rank with what its ops must leave between them for what other ranks do. Of an instance whose microbatches are
/// equal.
struct RankAlone {
    /// An op of the rank waits for another one, through other ranks.
    struct Way {
        int series = 0; ///< that the op which waits is of
        int index = 0;
        Time delay = 0; ///< from the end of the one to the start of the other, at least
    };
    /// The ops of one code, which run in turn; a W stands for all its parts.
    struct Series {
        Code code = 0;
        int count = 0;
        Time length = 0;
        Bytes rise = 0;
        Bytes change = 0;
        int source = -1; ///< the own series whose op of the same number comes before it; −1: none
        Bytes held = 0;  ///< what a microbatch holds from the end of the op to its next op on the rank
        /// Per op: it starts no earlier, and so much follows its end.
        std::vector<Time> heads = {};
        std::vector<Time> tails = {};
        /// Per op, what waits for it, by series and index. Later ops of a series that wait no longer than for those
        /// before them are left out. A W waits for its B alone, and nothing for it.
        std::vector<std::vector<Way>> ways = {};
        /// Per op, bytes times ticks: what it and the way from it to the next own op of the microbatch hold.
        std::vector<double> areas = {};

        bool isWeight() const { return kindOf(code) == OpKind::W; }
    };

    static constexpr int kMostSeries = kMostDiagramSeries;

    std::vector<Series> series = {}; ///< at most `kMostSeries`
    Bytes limit = 0;
};

/// How many nodes a search for an order keeps.
struct Beam {
    int ofCounts = 4;   ///< with the same counts
    int ofLayer = 1000; ///< after the same number of ops
    double noise = 0;   ///< ticks by which what a node promises is off at most, at random
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
RankOrder orderAlone(const RankAlone& rank, const Beam& beam, Allowance& allowance, Random& random);

} // namespace lanewright
