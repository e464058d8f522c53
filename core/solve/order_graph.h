// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/op_links.h"
#include "core/sequence/rank_cost.h"
#include "core/solve/marked_ops.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/// An order as the graph of its ops, kept up to date while ops change places. Inside core/solve only.
namespace lanewright {

/// Knows of each op when it starts at the earliest (its head) and how long it takes from then to the end of all that
/// follows (its tail). Where an objective counts from when a rank began, that is taken off at the rank's end, so that a
/// way from the start to an end is as long as what the rank brings to the value. A change is proposed first, and
/// refused where it passes a limit or would let ranks wait for each other; then judged by the longest way through the
/// ops that it moves, which takes a look at those ops only; and if it is made, heads and tails are mended as far as
/// they change. (E. D. Taillard: Parallel Taboo Search Techniques for the Job Shop Scheduling Problem. ORSA Journal on
/// Computing 1994; E. Balas, A. Vazacopoulos: Guided Local Search with Shifting Bottleneck for Job Shop Scheduling.
/// Management Science 1998.)
class OrderGraph {
public:
    /// An op by its rank and where it stands.
    struct Place {
        int rank = 0;
        int position = 0;
    };

    /// Keeps a reference to the table.
    OrderGraph(const OpTable& table, Objective objective);

    /// Takes legal sequences. False where ranks wait for each other; then others must be loaded before anything else.
    bool load(const Sequences& sequences);
    /// Lets the ranks of what was just loaded begin so late that the span of each is within the value, as a period
    /// allows, where it matters when a rank began. They stay so until others are loaded.
    void beginWithin(Time value);
    const Sequences& sequences() const { return m_sequences; }
    int length(int rank) const { return static_cast<int>(m_sequences[rank].size()); }

    /// Would move the op as far from `from` towards `to` as it gets. False where it gets nowhere.
    bool proposeShift(int rank, int from, int to);
    /// Would let two ops change places. False where that can't be.
    bool proposeExchange(int rank, int first, int second);
    /// The longest way through one of the ops that would move as proposed. What happens on other ranks between two of
    /// them is taken to be as long ago and as far from the end as now, so that it can be off where that matters; of two
    /// neighbours it is exact.
    Time wayThrough();
    /// Does what was proposed.
    void make();
    /// Undoes all that was made since the last `keep`.
    void undo();
    void keep();

    const RankCost& rankCost() const { return m_rankCost; }
    /// The most of what ranks bring to the value.
    Time longest() const;
    /// What the order costs, where that is the most of what ranks bring (`RankCost::isMostOfRanks`). Elsewhere the span
    /// of a rank counts as its way, which makes it no less than it is.
    Cost cost() const;
    /// The longest way through the order, from its end to its start.
    void findCritical(std::vector<Place>& places) const;
    /// Where the `index`-th op with this code stands; −1 where there is none.
    int positionOf(int rank, Code code, int index) const;
    /// Which of the ops with its code stands there, from 0 on.
    int indexAt(int rank, int position) const;

    /// Grows with the ops looked at, in about what a `Timer` needs for one.
    std::int64_t effort() const { return m_effort; }

private:
    struct Op : OpLink {
        Time head = 0;
        Time tail = 0;
        Bytes change = 0; ///< in what the rank holds
        int position = 0;
    };
    /// What stood somewhere before it changed.
    struct Change {
        int rank = 0;
        int at = 0;
        std::size_t begin = 0; ///< where its ops begin in `m_pastOps`
    };

    void addOps();
    void setHeads();
    void setTails();
    void place(int rank, int at, const int* ops, int count);
    void mendHeads();
    void mendTails();
    int furthest(int rank, int from, int to) const;
    bool canExchange(int rank, int first, int second) const;
    bool leadsInto(int op, const Place& after, int last);
    bool comesFrom(int op, int first, const Place& before);
    Time arrival(const Op& op) const;
    Time onward(const Op& op) const;
    Time freeBefore(int rank, int position) const;
    Time tailFrom(int rank, int position) const;
    Time firstOf(int rank) const;
    bool takesBegin(int rank);

    const OpTable& m_table;
    RankCost m_rankCost;
    Sequences m_sequences;
    std::vector<Op> m_ops = {};
    std::vector<int> m_sorted = {};              ///< each op after those that it waits for, as loaded
    OpLinks m_links = {};                        ///< without its ops, which are in `m_ops`
    std::vector<std::vector<int>> m_order = {};  ///< per rank: its ops
    std::vector<std::vector<Bytes>> m_held = {}; ///< per rank: before each op, and after the last
    std::vector<Time> m_begins = {};             ///< per rank: it is free from then on
    std::vector<Time> m_after = {};              ///< per rank: the tail behind its last op
    Place m_proposed = {};                       ///< where what was proposed begins
    std::vector<int> m_proposal = {};            ///< its ops
    std::vector<Time> m_starts = {};
    std::vector<Change> m_past = {};
    std::vector<int> m_pastOps = {};
    MarkedOps m_marked = {};
    std::vector<int> m_seen = {}; ///< per rank: followed from there on, or up to there
    std::vector<int> m_open = {};
    std::int64_t m_effort = 0;
};

} // namespace lanewright
