// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/solve/partial_order.h"

#include <vector>

/// Orders that are made rank by rank, that first which holds the others up (after J. Adams, E. Balas, D. Zawack: The
/// Shifting Bottleneck Procedure for Job Shop Scheduling. Management Science 1988). Inside core/solve only.
namespace lanewright {

/// The first rank gets the order that would be best were it alone, each further one its best among those that have one,
/// and after each the others look at theirs again. Where memory is short this finds what moves of single ops do not: on
/// a rank that is full hardly any op can move alone.
class BottleneckSearch {
public:
    explicit BottleneckSearch(const Frame& frame);

    /// For equal microbatches and several chunks on each rank, where memory is short.
    static bool isFor(const Frame& frame);

    /// The best sequences it made; they stall where none was complete, which the next run then goes on with.
    Draft run(const Effort& effort, Random& random);
    void findCycles() { m_timer.findCycles(true); }

private:
    /// A rank is to get its best order among those that have one.
    struct Task {
        int rank = 0;
        bool isFirst = false; ///< it has none yet
    };

    int drawnRank(Random& random) const;
    void plan(Random& random);
    bool orderOne(const Task& task, Allowance& allowance, Random& random);
    Sequence orderAmong(int rank, Allowance& allowance, Random& random);

    const Frame& m_frame;
    const OpTable& m_table;
    Timer m_timer;
    PartialOrder m_order;
    std::vector<int> m_ranks = {};  ///< the one that takes longest first
    std::vector<Task> m_tasks = {}; ///< what is left until all ranks have an order, the next one last
};

} // namespace lanewright
