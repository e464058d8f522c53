// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/sequence_writer.h"

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
/// Ranks run until they lack a value, as in `Timer`, so that the end of every gap is known when it is filled. O(ops). A
/// class so that filling many orders allocates once. Keeps a reference.
class WeightFiller {
public:
    explicit WeightFiller(const OpTable& table);

    /// Writes `order`, whose own W are left out, into `sequences`. False when a limit can't be kept or the order
    /// stalls.
    bool build(const Sequences& order, const FillRule& rule, Sequences& sequences);

private:
    bool advance(int rank, const Sequence& order);
    void fillGap(int rank, Time until);

    const OpTable& m_table;
    SequenceWriter m_writer;
    FillRule m_rule;
    std::vector<std::size_t> m_position; ///< per rank: in the order
    std::vector<int> m_waitsFor;         ///< per rank: the cell that yields what it lacks, or −1
    std::vector<int> m_runnable;
};

} // namespace lanewright
