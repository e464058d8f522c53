// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/solve/blocks/block_table.h"
#include "core/solve/rank_order.h"

#include <utility>
#include <vector>

/// The longest paths through all ops, where some ranks have an order and the others run every op as soon as its inputs
/// are there. Inside core/solve only.
namespace lanewright {

/// From the orders of some ranks, this finds for each op of the others its earliest start, the time that must follow
/// it, and the least delays between two ops of one rank. A class for the memory it reuses; keeps a reference to the
/// frame.
class PartialOrder {
public:
    explicit PartialOrder(const SearchFrame& frame);

    /// Gives the rank an order, or takes it away.
    void set(int rank, Sequence sequence) { m_sequences[rank] = std::move(sequence); }
    void free(int rank) { m_sequences[rank].clear(); }
    void freeAll();
    bool isFree(int rank) const { return m_sequences[rank].empty(); }
    const Sequences& sequences() const { return m_sequences; }

    /// Finds all starts and what follows each op. False where ranks with orders wait for each other.
    bool settle();
    /// The longest path through all ops, as of the last `settle`.
    Time longest() const;
    /// What the ops of the rank and the ways between them hold, bytes times ticks, where the microbatches are alike.
    double areaOf(int rank);
    /// A rank without an order among those that have one, as of the last `settle`.
    RankAlone among(int rank);

private:
    void visitAfter(int op, const auto& visit) const;
    int firstOf(int rank, Code code) const {
        return m_blocks.first[m_blocks.cellOf(rank, placeOf(code), kindOf(code))];
    }
    RankAlone seriesOf(int rank) const;
    int addSeries(int rank, Code code, int source, Bytes holds, RankAlone& alone) const;
    void reachFrom(int op);
    void findWays(int rank, int series, int index, RankAlone& alone);

    const SearchFrame& m_frame;
    const OpTable& m_table;
    Sequences m_sequences;
    BlockTable m_blocks;
    std::vector<int> m_follower = {}; ///< per op: what waits for it alone: its W (first part), on the last stage its B
    std::vector<int> m_next = {};     ///< per op: the next one in its rank's order
    std::vector<int> m_missing = {};
    std::vector<int> m_sorted = {}; ///< each op after those that it waits for
    std::vector<int> m_places = {}; ///< per op: its place in `m_sorted`
    std::vector<Time> m_heads = {};
    std::vector<Time> m_tails = {};
    std::vector<Time> m_since = {}; ///< per op: the least time since the end of the op that `reachFrom` began with
};

} // namespace lanewright
