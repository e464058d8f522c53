// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fraction.h"
#include "core/model/objective.h"
#include "core/sequence/op_table.h"
#include "core/sequence/rank_cost.h"

#include <optional>
#include <vector>

/// What sequences cost: the fast twin of `simulate` and `measure`.
///
/// A rank runs its ops until one waits for a value; the op that makes the value lets it go on (as in `Replay`). So a
/// pass looks at each op once or twice, whatever the order. The period comes from passes in which one rank starts at 0
/// and nothing else delays the others: their ends are the longest ways from rank to rank, and the mean of the longest
/// circle of such ways is the period (see `Metrics::period`).
namespace lanewright {

/// The costs that generators make small. The sequences need not be legal.
struct OrderCost {
    Time longestSpan = 0;
    Time makespan = 0;
    Bytes peak = 0;       ///< what the rank holds that holds most
    Fraction period = {}; ///< known only where it is the objective

    friend bool operator==(const OrderCost&, const OrderCost&) = default;
};

/// Times sequences, every op as early as it can. A class so that timing many sequences allocates once. Keeps a
/// reference.
class Timer {
public:
    Timer(const OpTable& table, Objective objective);

    /// What legal sequences cost; ranks that wait for each other cost infinity. Once the cost is known to be above
    /// `limit` it may stop and return infinity.
    Cost operator()(const Sequences& sequences, double limit = Cost::kStalls);

    /// What sequences cost by the ops alone, without optimizer and period; none where they pass a limit, run a B before
    /// its F or a W before its B, or wait for each other.
    std::optional<OrderCost> measured(const Sequences& sequences);
    /// The period of sequences with that cost; once it is known to be at least `enough`, any value that is. A pass for
    /// each rank at most; the longest span, which is never below it, where those were too many.
    Fraction periodOf(const Sequences& sequences, const OrderCost& cost, const std::optional<Fraction>& enough);

private:
    bool pass(const Sequences& sequences, int from);
    void advance(const Sequences& sequences, int rank);
    double longestWay(const Sequences& sequences, double limit);
    std::vector<Time> waysFrom(const Sequences& sequences, int rank);
    bool isOnlySource(const Sequences& sequences, int rank) const;

    const OpTable& m_table;
    RankCost m_rankCost;
    std::vector<int> m_count;     ///< per cell
    std::vector<int> m_position;  ///< per rank
    std::vector<int> m_waits;     ///< per rank: the cell it waits for, or −1
    std::vector<Time> m_free;     ///< per rank
    std::vector<Time> m_first;    ///< per rank
    std::vector<Time> m_arrivals; ///< as the cells say
    std::vector<int> m_ready;
    std::vector<Time> m_spans; ///< with the steps that the objective counts
    std::vector<int> m_bySpan;
};

} // namespace lanewright
