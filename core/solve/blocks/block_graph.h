// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/rank_cost.h"
#include "core/solve/blocks/block_table.h"
#include "core/solve/marked_ops.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

/// The graph of an order's blocks, with the longest paths to and from each block, kept up to date while rows change.
/// Inside core/solve only.
namespace lanewright {

/// A block's head is its earliest start; its tail is the longest path from its start to the end of all that follows.
/// Head plus tail is the longest path through the block, and the longest of all paths is the value of the order. Where
/// the objective counts from the rank's first op, a rank's last tail is shorter by the start of that op.
///
/// A change puts other blocks in the place of a few neighbours of one rank, in four steps. `propose` refuses what the
/// rank alone may not run. `wayThrough` estimates the new value by the longest path through the new blocks, from the
/// old heads and tails around them, so that most changes are refused at the cost of a few looks (Taillard 1994; Balas,
/// Vazacopoulos 1998). `make` updates the heads behind the change, which gives the exact value. `keep` updates the
/// tails before it. Both visit only blocks whose head or tail differs.
///
/// E. D. Taillard: Parallel Taboo Search Techniques for the Job Shop Scheduling Problem. ORSA Journal on Computing
/// 1994; E. Balas, A. Vazacopoulos: Guided Local Search with Shifting Bottleneck for Job Shop Scheduling. Management
/// Science 1998.
class BlockGraph {
public:
    /// A block by its rank and where it stands.
    struct BlockPlace {
        int rank = 0;
        int position = 0;
    };

    /// Keeps a reference to the table. The value of a period is the longest span of a rank whose first ops start as
    /// late as its end allows. That is never below the period, and nearly always equal to it.
    BlockGraph(const BlockTable& table, Objective objective);

    /// True when the rows run each op once and in an order that each rank alone may run, within its limit.
    bool isLegal(const BlockRows& rows);
    /// Takes rows that are legal. The cost stalls where ranks wait for each other; then other rows must be loaded
    /// before any other call.
    Cost load(const BlockRows& rows);
    const BlockRows& rows() const { return m_rows; }
    const BlockTable& table() const { return m_table; }
    int length(int rank) const { return static_cast<int>(m_rows[rank].size()); }
    /// Where the block of an op stands.
    int positionOf(int op) const { return m_nodes[m_nodes[op].block].position; }

    /// How far the block at `from` can move towards `to`: until the limit or the ops that must stay on one side of it
    /// stop it, or a block with an op of the same cell, since passing that is the same as moving it.
    int furthest(int rank, int from, int to) const;
    /// Proposes `blocks` in place of the `count` blocks from `at` on. They have the same ops; those of one cell are
    /// numbered anew by their order. False where the rank may not run them. `isChecked`: it may, and the ops keep their
    /// numbers, as those of a move do that `furthest` allows.
    bool propose(const BlockPlace& at, int count, const BlockRow& blocks, bool isChecked = false);
    /// The longest path through one of the proposed blocks, where the heads and tails of all other blocks stay as they
    /// are. Exact for two neighbours that change places; an estimate where other ranks run ops between the proposed
    /// ones.
    Time wayThrough();
    /// Makes the change that was proposed. False where the value is above `most` or ranks wait for each other: then the
    /// change must be undone.
    bool make(Time most);
    /// Undoes all changes made since the last `keep`.
    void undo();
    /// Makes the changes final, and judges what comes by them.
    void keep();

    const RankCost& rankCost() const { return m_rankCost; }
    /// The longest of all paths, which is the value.
    Time longest() const;
    /// What the rows cost, after a `make` that was true. For a period, ranks begin no earlier than they did in the rows
    /// that were loaded, so that the cost may be above what loading the rows gives.
    Cost cost() const;
    /// The blocks on the longest path, from its end to its start.
    void findCritical(std::vector<BlockPlace>& places) const;

    /// The mean length of all blocks.
    double meanLength() const;
    /// The work done so far, in the time that a `Timer` takes for one op.
    std::int64_t effort() const { return m_effort; }

private:
    static constexpr int kNone = OpBlock::kNone;

    /// What of an op depends on the order. All but `block` is known of a block's own op only.
    struct Node {
        int block = kNone; ///< the own op of the block that it is part of, which is `OpBlock::op`
        int partner = kNone;
        int position = 0;
        Time length = 0;
        Time gap = 0; ///< how long the block waits on purpose
        Time head = 0;
        Time tail = 0;
    };
    /// A change that is proposed or made.
    struct Change {
        int rank = 0;
        int at = 0;
        int count = 0;        ///< how many blocks go; once it is made, how many have come
        std::size_t past = 0; ///< once it is made: where the blocks that went begin in `m_past`
    };

    template <class Do>
    void forOps(const OpBlock& block, const Do& act) const;
    void number(OpBlock& block);
    bool mayPass(const OpBlock& first, const OpBlock& second) const;
    bool mayRun(const OpBlock& block, const Change& change, Bytes& held);
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
    Time firstOf(int rank) const;
    /// When a rank begins whose first block starts at `head`. Where iterations repeat, each repeats the gap ahead of
    /// it.
    Time beginOf(const Node& first, Time head) const { return head - (m_rankCost.isMostOfRanks() ? 0 : first.gap); }
    Time endOf(int rank) const { return freeBefore(rank, length(rank)); }
    Time broughtBy(int rank) const { return m_rankCost.of(rank, firstOf(rank), endOf(rank)); }
    bool takesBegin(int rank);

    const BlockTable& m_table;
    RankCost m_rankCost;
    std::vector<Node> m_nodes; ///< per op
    bool m_hasInstants;        ///< some blocks take no time: where those wait for each other, no head shows it
    BlockRows m_rows = {};
    std::vector<std::vector<Bytes>> m_held = {}; ///< per rank: memory held before each block, and after the last
    std::vector<int> m_sorted = {};              ///< all blocks, each after those that it waits for
    std::vector<char> m_isSorted = {};           ///< per op: whether it is in `m_sorted`
    std::vector<Time> m_begins = {};             ///< per rank: when its first block may start
    std::vector<Time> m_after = {};              ///< per rank: the tail behind its last block
    Time m_latest = 0;                           ///< the latest end of the rows that were loaded
    Change m_proposed = {};
    BlockRow m_blocks = {};                             ///< the proposed blocks
    std::vector<Time> m_starts = {};                    ///< when these start
    std::vector<Change> m_changes = {};                 ///< those made since the last `keep`
    BlockRow m_past = {};                               ///< the blocks that went by these changes
    std::vector<std::pair<int, Time>> m_pastHeads = {}; ///< the heads that these changes moved, as they were
    MarkedOps m_marked = {};                            ///< blocks whose head or tail is to be looked at
    int m_stamp = 0;
    std::vector<int> m_seen;                 ///< per op: the last proposal (`m_stamp`) that has it
    std::vector<std::pair<int, int>> m_next; ///< per cell: the last proposal that has ops of it, and the next number
    std::int64_t m_effort = 0;
};

} // namespace lanewright
