// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/rank_cost.h"
#include "core/solve/blocks/block_table.h"
#include "core/solve/marked_ops.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

/// An order as the graph of its blocks, kept up to date while rows change. Inside core/solve only.
namespace lanewright {

/// Knows of each block when it starts at the earliest (its head) and how long it takes from then to the end of all that
/// follows (its tail). Where an objective counts from when a rank began, that is taken off at the rank's end, so that a
/// way from the start to an end is as long as what the rank brings to the value. Other blocks for a stretch of a row
/// are proposed, which refuses what the rank alone may not run; judged by the longest way through one of them, which
/// takes a look at those only; then made, which mends heads, and kept, which mends tails. (E. D. Taillard: Parallel
/// Taboo Search Techniques for the Job Shop Scheduling Problem. ORSA Journal on Computing 1994; E. Balas, A.
/// Vazacopoulos: Guided Local Search with Shifting Bottleneck for Job Shop Scheduling. Management Science 1998.)
class BlockGraph {
public:
    /// A block by its rank and where it stands.
    struct Place {
        int rank = 0;
        int position = 0;
    };

    /// Keeps a reference to the table. A period is judged by the longest span of a rank with its first ops as late as
    /// its end allows: never below the period, and nearly always equal to it.
    BlockGraph(const BlockTable& table, Objective objective);

    /// True when the rows run each op once and in an order that each rank alone may run, within its limit.
    bool isLegal(const BlockRows& rows);
    /// Takes rows that are legal. The cost stalls where ranks wait for each other; then others must be loaded before
    /// anything else.
    Cost load(const BlockRows& rows);
    const BlockRows& rows() const { return m_rows; }
    const BlockTable& table() const { return m_table; }
    int length(int rank) const { return static_cast<int>(m_rows[rank].size()); }
    /// Where the block of an op stands.
    int positionOf(int op) const { return m_nodes[m_nodes[op].block].position; }

    /// As far from `from` towards `to` as limits and the rank's own ops let the block go, not past another with one of
    /// its codes: that would be the same as moving the other.
    int furthest(int rank, int from, int to) const;
    /// Blocks in place of as many as `count` from `at` on, with the same codes: equal ops are numbered in turn anew.
    /// False where the rank may not run them.
    bool propose(const Place& at, int count, const BlockRow& blocks);
    /// The same of blocks that keep their numbers and that the rank may run, as far as `furthest` says.
    void proposeChecked(const Place& at, int count, const BlockRow& blocks);
    /// The longest way through one of the blocks proposed. What happens on other ranks between two of them is taken to
    /// be as long ago and as far from the end as now, so that it can be off where that matters; of two neighbours it is
    /// exact.
    Time wayThrough();
    /// Does what was proposed. False where the value is above `most`, or ranks wait for each other, which shows by ends
    /// beyond it, or where blocks take no time by sorting them anew; then it must be undone.
    bool make(Time most);
    /// Undoes all that was made since the last `keep`.
    void undo();
    /// Keeps what was made: it can't be undone any more, and changes are judged by it.
    void keep();

    const RankCost& rankCost() const { return m_rankCost; }
    /// The most of what ranks bring to the value.
    Time longest() const;
    /// What the rows cost; after a `make` that was not false. Where a period is judged, ranks begin no earlier than in
    /// the rows that were loaded, so that it may be more than what loading them gives.
    Cost cost() const;
    /// The longest way through the blocks, from its end to its start.
    void findCritical(std::vector<Place>& places) const;

    /// The mean length of all blocks.
    double meanLength() const;
    /// Grows with the blocks looked at, in about what a `Timer` needs for an op.
    std::int64_t effort() const { return m_effort; }

private:
    static constexpr int kNone = OpBlock::kNone;

    /// What changes of an op with the order.
    struct Node {
        int block = kNone; ///< the op whose block it is part of
        // Those of its block, where it is its own:
        int partner = kNone;
        int position = 0;
        Time length = 0;
        Time gap = 0; ///< ahead of it
        Time head = 0;
        Time tail = 0;
    };
    /// Blocks of a rank in place of others.
    struct Change {
        int rank = 0;
        int at = 0;
        int count = 0;        ///< how many blocks are gone, or once it is made, have come
        std::size_t past = 0; ///< where those that are gone begin among all of them
    };

    template <class Do>
    void forOps(const OpBlock& block, const Do& act) const;
    void number(OpBlock& block);
    bool runs(const OpBlock& block, const Change& change, Bytes& held);
    bool sort();
    void setHeads();
    void setTails();
    void replace(const Change& change, const OpBlock* blocks, int count);
    void settle(int rank, int from, int end);
    void forget();
    bool mendHeads(Time most);
    void moveHead(int block, Time head);
    void moveTail(int block, Time tail);
    Time headOf(int block) const;
    Time tailOf(int block) const;
    Time arrival(int op, int partner) const;
    Time onward(int op, int partner) const;
    Time freeBefore(int rank, int position) const;
    Time tailFrom(int rank, int position) const;
    /// When the rank begins; where iterations follow each other its first gap is a part of what repeats.
    Time firstOf(int rank) const;
    bool countsFirstGap() const { return !m_rankCost.isMostOfRanks(); }
    Time endOf(int rank) const { return freeBefore(rank, length(rank)); }
    Time broughtBy(int rank) const { return m_rankCost.of(rank, firstOf(rank), endOf(rank)); }
    bool takesBegin(int rank);

    const BlockTable& m_table;
    RankCost m_rankCost;
    std::vector<Node> m_nodes; ///< per op
    bool m_hasInstants;        ///< some blocks take no time, so that a circle of them moves no head
    BlockRows m_rows = {};
    std::vector<std::vector<Bytes>> m_held = {}; ///< per rank: before each block, and after the last
    std::vector<int> m_sorted = {};              ///< each block after those that it waits for, as loaded
    std::vector<char> m_isSorted = {};           ///< per block: it is among them
    std::vector<Time> m_begins = {};             ///< per rank: it is free from then on
    std::vector<Time> m_after = {};              ///< per rank: the tail behind its last block
    Time m_latest = 0;                           ///< the latest end of what was loaded
    Change m_proposed = {};
    BlockRow m_blocks = {};          ///< those proposed
    std::vector<Time> m_starts = {}; ///< the same
    std::vector<Change> m_changes = {};
    BlockRow m_past = {};
    std::vector<std::pair<int, Time>> m_pastHeads = {};
    MarkedOps m_marked = {};
    int m_stamp = 0;
    std::vector<int> m_seen;                 ///< per op: the proposal that ran it
    std::vector<std::pair<int, int>> m_next; ///< per cell: the proposal that numbered it, and its next op
    std::int64_t m_effort = 0;
};

} // namespace lanewright
