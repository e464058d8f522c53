// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/bounds/run_counts.h"
#include "core/solve/starts.h"

#include <cstdint>
#include <vector>

/// A good order of one rank's ops, by a decision diagram of restricted width: D. Bergman, A. A. Cire, W.-J. van Hoeve,
/// J. N. Hooker: Discrete Optimization with Decision Diagrams. INFORMS Journal on Computing 2016. Inside core/solve
/// only.
namespace lanewright {

/// One rank, and what the other ranks demand of its order: earliest starts, what must follow, and delays between ops.
/// Microbatches are equal.
struct RankAlone {
    /// An op that waits for another op of the rank, through ops of other ranks.
    struct Way {
        int series = 0; ///< the series of the op that waits
        int index = 0;
        Time delay = 0; ///< the least time from the end of the one to the start of the other
    };
    /// The ops of one code, which run in turn; a W stands for all its parts.
    struct Series {
        Code code = 0;
        int count = 0;
        Time length = 0;
        Bytes rise = 0;
        Bytes change = 0;
        int source = -1; ///< the series of this rank whose op of the same number must run before; −1: none
        Bytes held = 0;  ///< what a microbatch holds from the end of the op to its next op on the rank
        std::vector<Time> heads = {}; ///< per op: its earliest start
        std::vector<Time> tails = {}; ///< per op: the least time from its end to the end of all that follows
        /// Per op: the ops that wait for it, by series and index. An op that waits no longer than for the one before it
        /// in its series is left out. A W waits for its B alone, and no op waits for a W.
        std::vector<std::vector<Way>> ways = {};
        /// Per op, in bytes times ticks: what its microbatch holds during the op and from then to its next op on the
        /// rank.
        std::vector<double> areas = {};

        bool isWeight() const { return kindOf(code) == OpKind::W; }
    };

    static constexpr int kMostSeries = kMostDiagramSeries;

    std::vector<Series> series = {}; ///< at most `kMostSeries`
    Bytes limit = 0;
};

/// How many partial orders are kept. More of them: a better order, and longer to find.
struct Beam {
    int ofCounts = 4;   ///< among those that have run as many ops of each series
    int ofLayer = 1000; ///< among those that have run as many ops in all
    double noise = 0;   ///< the most ticks that are added to what a partial order promises, at random
};

/// An order: for each op its series in `RankAlone::series`. `end` is when all that follows the order would end.
struct RankOrder {
    std::vector<std::uint8_t> series = {};
    Time end = 0;
};

/// A good order, mostly the best. All orders are extended at once, op by op. Those that have run as many ops of each
/// series have the same ops left, so that only the few that promise the earliest end are kept. O(ops² · series ·
/// width). Empty where none of those kept can go on within the limit, or `allowance` is used up.
RankOrder orderAlone(const RankAlone& rank, const Beam& beam, Allowance& allowance, Random& random);

} // namespace lanewright
