// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/objective.h"
#include "core/solve/marked_ops.h"
#include "core/solve/pairs/pair_rows.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

/// An order with overlapped pairs as the graph of its blocks, kept up to date while rows change. Inside core/solve
/// only.
namespace lanewright {

/// What `OrderGraph` is for ops: knows of each block when it starts at the earliest (its head) and how long it takes
/// from then to the end of all that follows (its tail). A changed row is proposed and judged by the longest way through
/// the blocks that are not as before, then made, which mends heads, and kept, which mends tails. A pair is a block of
/// its F, which has its B, or BW, as partner.
class PairGraph {
public:
    /// Keeps a reference to the instance. A period is judged by the longest span of a rank with its first ops as late
    /// as its end allows: never below the period, and nearly always equal to it.
    PairGraph(const Plan& problem, const Instance& instance, Objective objective);

    /// True when the row runs each op once and in an order that a rank alone may run, within its limit.
    bool isLegal(int rank, const PairRow& row);

    struct Cost {
        Time value = kStalls; ///< the objective's
        Time ends = 0;        ///< the sum over all ranks: what tells orders of the same value apart

        static constexpr Time kStalls = std::numeric_limits<Time>::max() / 4;
        bool stalls() const { return value >= kStalls; }
        friend auto operator<=>(const Cost&, const Cost&) = default;
    };
    /// Takes rows that are legal. It stalls where ranks wait for each other; then others must be loaded before anything
    /// else.
    Cost load(const PairRows& rows);
    const PairRows& rows() const { return m_rows; }

    /// Another row for a rank, with the same ops. The longest way through one of the blocks that are not as before;
    /// what happens on other ranks is taken to be as long ago and as far from the end as now. The least of all times
    /// where nothing but a block that is gone is different. None where the rank may not run it.
    std::optional<Time> propose(int rank, const PairRow& row);
    /// Does what was proposed. False where the value is above `most`, or ranks wait for each other, which shows by ends
    /// beyond it, or where blocks take no time by sorting them anew; then it must be undone.
    bool make(Time most);
    /// Undoes all that was made since the last `keep`.
    void undo();
    /// Keeps what was made: it can't be undone any more, and changes are judged by it.
    void keep();

    /// True where a period is judged, so that ranks begin later than they could.
    bool beginsLate() const { return m_objective == Objective::Period; }
    /// What the rows cost; after a `make` that was not false. Where a period is judged, ranks begin when they did in
    /// the rows that were loaded, so that it may be more than what loading them gives.
    Cost cost() const;
    struct Place {
        int rank = 0;
        int position = 0;
    };
    /// The longest way through the blocks, from its end to its start.
    void findCritical(std::vector<Place>& places) const;

    /// The mean length of all blocks.
    double meanLength() const;
    /// Grows with the blocks looked at, in about what a `Timer` needs for an op.
    std::int64_t effort() const { return m_effort; }

private:
    static constexpr int kNone = -1;

    struct Op {
        int rank = 0;
        int source = kNone;  ///< the op that it waits for on the way of its microbatch
        int waiting = kNone; ///< the op that waits for it
        Time travel = 0;     ///< from the source
        int block = kNone;   ///< the op whose block it is part of: its own but for the partner of a pair
        // Those of its block:
        int partner = kNone;
        int position = 0;
        Time length = 0;
        Time head = 0;
        Time tail = 0;
    };
    /// A block by its ops.
    struct Slot {
        int op = kNone;
        int partner = kNone;
    };
    /// Blocks of a rank in place of others.
    struct Change {
        int rank = 0;
        int at = 0;
        int count = 0;        ///< how many blocks are gone, or once it is made, have come
        std::size_t past = 0; ///< where those that are gone begin among all of them
    };

    void addOps();
    Time lengthOf(int rank, const PairBlock& block) const;
    bool runs(int rank, const PairBlock& block, int* ran, Bytes& held) const;
    Slot slotOf(int rank, const PairBlock& block, const int* ran) const;
    bool sort();
    void setHeads();
    void setTails();
    void replace(const Change& change, std::span<const PairBlock> blocks);
    void settle(int rank, int from, int end);
    void forget();
    bool mendHeads(Time most);
    void moveHead(int block, Time head);
    void moveTail(int block, Time tail);
    Time headOf(int block) const;
    Time tailOf(int block) const;
    Time arrival(const Slot& slot) const;
    Time onward(const Slot& slot) const;
    Time freeBefore(int rank, int position) const;
    Time tailFrom(int rank, int position) const;
    Time beganAt(int rank) const;
    Time endOf(int rank) const { return freeBefore(rank, length(rank)); }
    int length(int rank) const { return static_cast<int>(m_rows[rank].size()); }
    int places(int rank) const { return static_cast<int>(m_instance.onRank[rank].size()); }
    std::size_t codes(int rank) const { return m_instance.onRank[rank].size() * kKinds; }
    int* ranBefore(int rank, int position) { return &m_ran[rank][position * codes(rank)]; }

    const Instance& m_instance;
    Objective m_objective;                       ///< makespan, period or longest span
    int m_most = 0;                              ///< microbatches of a direction
    std::vector<std::vector<Time>> m_pairs = {}; ///< per rank: `[(place of F * places + place of B) * 2 + fused]`
    std::vector<int> m_first = {};               ///< per rank: its first op
    std::vector<Op> m_ops = {};
    bool m_hasInstants = false; ///< some blocks take no time, so that a circle of them moves no head
    PairRows m_rows = {};
    std::vector<std::vector<Slot>> m_slots = {}; ///< as `m_rows`
    /// Per rank: how many ops of each code, and how much it holds, before each block and after the last.
    std::vector<std::vector<int>> m_ran = {};
    std::vector<std::vector<Bytes>> m_held = {};
    std::vector<Slot> m_sorted = {};   ///< each block after those that it waits for, as loaded
    std::vector<bool> m_isSorted = {}; ///< by op whose block it is: it is among them
    std::vector<Time> m_begins = {};   ///< per rank: it is free from then on
    std::vector<Time> m_after = {};    ///< per rank: the tail behind its last block
    Time m_latest = 0;                 ///< the latest end of what was loaded
    Change m_proposed = {};
    std::vector<PairBlock> m_blocks = {}; ///< those proposed
    std::vector<Slot> m_proposal = {};    ///< the same
    std::vector<Time> m_starts = {};      ///< the same
    std::vector<Change> m_changes = {};
    std::vector<PairBlock> m_past = {};
    std::vector<std::pair<int, Time>> m_pastHeads = {};
    MarkedOps m_marked = {};
    std::vector<int> m_count = {}; ///< per code of a rank: how many have run
    std::int64_t m_effort = 0;
};

} // namespace lanewright
