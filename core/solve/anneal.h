// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/sequence/timer.h"
#include "core/solve/effort.h"
#include "core/solve/order_graph.h"

#include <optional>
#include <vector>

/// Simulated annealing on sequences. Inside core/solve only. After Kirkpatrick, Gelatt, Vecchi: Optimization by
/// Simulated Annealing. Science 1983; moving ops of the critical path: van Laarhoven, Aarts, Lenstra: Job Shop
/// Scheduling by Simulated Annealing. Operations Research 1992.
namespace lanewright {

/// How hot it is, in mean lengths of an op: a step uphill of that much is taken one time in e.
struct Cooling {
    double from = 0.3;
    double to = 0.004;
};

/// Changes sequences a little at a time and keeps what is not much worse, ever less so. A class for the memory it
/// reuses.
///
/// A change moves an op by a few places or far, or lets two change places that are alike but of different chunks, which
/// keeps what the rank holds; half of the time an op on the longest way through the schedule. Some change the same op
/// on several ranks in a row, or several ops of one rank, since what suits one often suits all.
class Annealing {
public:
    Annealing(const OpTable& table, Objective objective);

    /// The best it saw; `start` is legal and does not stall. `start` itself where there are too many ops to move one by
    /// one.
    Draft run(const Draft& start, const Cooling& cooling, const Effort& effort, Random& random);

    void findCycles() { m_timer.findCycles(true); }

private:
    Cost change(const Cost& current, double heat, Random& random);
    bool changeRun(Random& random);
    Cost costWithin(double limit);
    bool propose(const OrderGraph::Place& place, Random& random);
    bool proposeExchange(const OrderGraph::Place& place, Random& random);
    std::optional<OrderGraph::Place> anyPlace(Random& random) const;
    std::optional<OrderGraph::Place> criticalPlace(Random& random);

    const OpTable& m_table;
    Timer m_timer;
    OrderGraph m_graph;
    double m_unit;      ///< the mean length of an op
    Time m_longest = 0; ///< the longest way now: where a way takes so much more, an order is taken to as well
    std::vector<OrderGraph::Place> m_critical = {};
    bool m_stale = true; ///< the critical places are those of sequences long changed
    int m_sinceCritical = 0;
};

} // namespace lanewright
