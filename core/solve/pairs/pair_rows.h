// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/instance.h"
#include "core/sequence/sequence.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

/// Orders with overlapped pairs, as the pair search writes them. Inside core/solve only.
///
/// As in `core/sequence` the k-th op of a kind and a chunk is that of its k-th microbatch. Microbatches are equal, no
/// stage recomputes, and all parts of a W stand together.
namespace lanewright {

/// An op of a rank by its code, or an F and the B, or BW, that runs with it.
struct PairBlock {
    static constexpr Code kNone = std::numeric_limits<Code>::max();

    Code op = 0;
    Code partner = kNone; ///< a B, where `op` is an F
    bool fused = false;   ///< the partner is a BW

    bool isPair() const { return partner != kNone; }
    friend bool operator==(const PairBlock&, const PairBlock&) = default;
};

using PairRow = std::vector<PairBlock>;
using PairRows = std::vector<PairRow>; ///< per rank

/// The order as rows, its BW as B and then W; none where one can't be said: an op is missing, or the problem is one of
/// those that this room leaves out.
std::optional<PairRows> pairRowsOf(const Plan& plan, const Instance& instance);
/// The rows as an order for `problem`.
Schedule scheduleOf(const Plan& problem, const Instance& instance, const PairRows& rows);

/// What a pair of two chunks takes; the sum where it has no time of its own.
Time pairLength(const Plan& problem, const Chunk& forward, const Chunk& backward, bool fused);
/// True where an F and a backward of a rank can run as a pair in less time than one after the other.
bool pairsPay(const Plan& problem);

} // namespace lanewright
