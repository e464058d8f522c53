// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/objective.h"
#include "core/sequence/instance.h"
#include "core/sequence/sequence.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

/// Orders with overlapped pairs, as the pair search writes and times them. Inside core/solve only.
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

/// True where an F and a backward of a rank can run as a pair in less time than one after the other.
bool pairsPay(const Plan& problem);

/// What rows take. A class for the memory that it reuses.
class PairTimer {
public:
    /// A period is judged by the longest span of a rank with its first ops as late as its end allows: never below the
    /// period, and nearly always equal to it.
    PairTimer(const Plan& problem, const Instance& instance, Objective objective);

    /// True when the row runs each op once and in an order that a rank alone may run, within its limit.
    bool isLegal(int rank, const PairRow& row);

    struct Cost {
        Time value = kStalls; ///< the objective's
        Time ends = 0;        ///< the sum over all ranks: what tells orders of the same value apart

        static constexpr Time kStalls = std::numeric_limits<Time>::max() / 4;
        bool stalls() const { return value >= kStalls; }
    };
    /// Rows that are legal.
    Cost operator()(const PairRows& rows);

    struct Place {
        int rank = 0;
        int position = 0;
    };
    /// The blocks of a longest way through the rows that were timed last, the last one first.
    std::vector<Place> criticalPlaces(const PairRows& rows) const;

    Time lengthOf(int rank, const PairBlock& block) const;
    int places(int rank) const { return static_cast<int>(m_instance.onRank[static_cast<std::size_t>(rank)].size()); }
    const Instance& instance() const { return m_instance; }

private:
    bool arrives(int rank, const PairBlock& block, Time& start) const;
    void finish(int rank, int position, const PairBlock& block, Time end);
    Time leastSpan(const PairRows& rows);
    int chunkAt(int rank, Code code) const {
        return m_instance.onRank[static_cast<std::size_t>(rank)][static_cast<std::size_t>(placeOf(code))];
    }
    std::size_t cell(int chunk, int index) const {
        return static_cast<std::size_t>(chunk) * static_cast<std::size_t>(m_most) + static_cast<std::size_t>(index);
    }

    const Instance& m_instance;
    Objective m_objective;                    ///< makespan, period or longest span
    int m_most = 0;                           ///< microbatches of a direction
    std::vector<std::vector<Time>> m_pairs;   ///< per rank: `[(place of F * places + place of B) * 2 + fused]`
    std::vector<Time> m_forwardThere;         ///< per cell: when the F's input arrives; −1: not yet
    std::vector<Time> m_gradientThere;        ///< per cell: when the B's gradient arrives
    std::vector<Place> m_forwardBy;           ///< per cell: the block of the F
    std::vector<Place> m_gradientBy;          ///< per cell: the block of the B
    std::vector<int> m_forwards, m_backwards; ///< per chunk: how many have run
    std::vector<int> m_position;              ///< per rank: the block it waits at
    std::vector<Time> m_free;                 ///< per rank
    std::vector<std::vector<Time>> m_starts;  ///< per block
    std::vector<std::vector<Time>> m_latest;  ///< per block: its latest end
    std::vector<Place> m_turns;               ///< blocks in an order in which they can run
    std::vector<int> m_stack;
    std::vector<int> m_count;
};

} // namespace lanewright
