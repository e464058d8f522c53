// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/sequence_writer.h"

#include <vector>

/// Places the W of an order anew: the ranks keep the order of their F and B, and run W in the gaps. The rules for that
/// are those of the heuristic for zero-bubble schedules (Qi et al.: Zero Bubble Pipeline Parallelism. ICLR 2024,
/// section 3.1): a W runs where it fits, where memory is short, and in a shorter gap where its rank would become the
/// idlest; how far it may reach beyond a gap is our own addition.
namespace lanewright {

/// When a W runs in a gap that is shorter than the W.
struct FillRule {
    int overrun = 0;          ///< how far it may reach beyond the gap, in quarters of the W
    bool spareIdlest = false; ///< it also runs where its rank would otherwise have been idle longer than any other
    bool wholeWeights = true; ///< all parts of a W run at once

    friend bool operator==(const FillRule&, const FillRule&) = default;
};

/// A rank runs a W, the oldest first, where it waits for a value or lacks memory. Each rank runs until it waits for a
/// value that is not there yet, as in `Timer`, so that the end of every gap is known when the gap is filled. O(ops). A
/// class so that filling many orders allocates once. Keeps a reference to the table.
class WeightFiller {
public:
    explicit WeightFiller(const OpTable& table);

    /// Writes the F and B of `order`, with W in new places, into `sequences`. False when a limit can't be kept or ranks
    /// wait for each other.
    bool build(const Sequences& order, const FillRule& rule, Sequences& sequences);

private:
    bool advance(int rank, const Sequence& order);

    const OpTable& m_table;
    SequenceWriter m_writer;
    FillRule m_rule;
    std::vector<std::size_t> m_position; ///< per rank: how far its order is written
    std::vector<int> m_waitsFor;         ///< per rank: the cell with the value that it waits for, or −1
    std::vector<int> m_runnable;         ///< the ranks that can go on
};

} // namespace lanewright
