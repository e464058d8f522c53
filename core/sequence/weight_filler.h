// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/op_table.h"

#include <vector>

namespace lanewright {

/// When a W that outlasts its gap goes in.
struct FillRule {
    int overrun = 0;          ///< quarters of a W: how far it may reach beyond its gap
    bool spareIdlest = false; ///< also where the gap would make its rank the idlest of all so far
    bool wholeWeights = true; ///< all parts of a W at once, where it has parts

    friend bool operator==(const FillRule&, const FillRule&) = default;
};

/// Puts the W of an order anew: keeps the F and B of each rank in their order, and runs its W, the oldest first, where
/// it waits for a value or lacks memory.
///
/// Ranks run until they lack a value, as in `Timer`, so that the end of every gap is known when it is filled; a list
/// scheduler knows only what has started. O(ops). A class so that filling many orders allocates once. Keeps a
/// reference.
class WeightFiller {
public:
    explicit WeightFiller(const OpTable& table);

    /// Writes `order`, whose own W are left out, into `sequences`. False when a limit can't be kept or the order
    /// stalls.
    bool build(const Sequences& order, const FillRule& rule, Sequences& sequences);

private:
    struct Rank {
        std::size_t position = 0;
        Sequence waiting = {}; ///< parts of W, in the order of the B
        std::size_t nextWeight = 0;
        int waitsFor = -1; ///< the cell that yields what it lacks, or −1
        Time free = 0;
        Time idle = 0;
        bool started = false;
        Bytes held = 0;
    };

    bool advance(int rank, const Sequence& order, Sequence& sequence);
    bool runNext(int rank, Code code, Time there, Sequence& sequence);
    void fillGap(int rank, Time until, Sequence& sequence);
    void runWeight(int rank, Sequence& sequence);
    Time nextLength(int rank) const;

    const OpTable& m_table;
    FillRule m_rule;
    std::vector<Rank> m_ranks;
    std::vector<int> m_count; ///< per cell
    std::vector<Time> m_arrivals;
    std::vector<int> m_runnable;
    Time m_mostIdle = 0;
};

} // namespace lanewright
