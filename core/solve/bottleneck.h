// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/sequence/list_scheduler.h"
#include "core/solve/rank_order.h"

#include <vector>

/// Orders that begin with the rank that holds the others up (after J. Adams, E. Balas, D. Zawack: The Shifting
/// Bottleneck Procedure for Job Shop Scheduling. Management Science 1988). Inside core/solve only.
namespace lanewright {

/// That rank gets the order that would be best were it alone; what the others run follows from it by list scheduling,
/// that op first which must run soonest for the order to hold. Where memory is short this finds what moves of single
/// ops do not: on a rank that is full hardly any op can move alone.
class BottleneckSearch {
public:
    explicit BottleneckSearch(const Frame& frame);

    /// For equal microbatches and several chunks on a rank that has a limit.
    static bool isFor(const Frame& frame);

    /// The best sequences it made; they stall where none was complete.
    Draft run(const Effort& effort, Random& random);
    void findCycles() { m_timer.findCycles(true); }

private:
    /// One op waits for another.
    struct Arc {
        int to = 0;
        Time delay = 0; ///< from the end of the one to the start of the other
    };

    double leastOf(int rank) const;
    bool leavesRoom(int rank, Code code) const;
    int drawnRank(Random& random) const;
    void follow(int rank, const Sequence& order);
    bool schedule(int rank, const Sequence& order, Random& random);
    int choose(int rank, Time now, Time patience) const;
    int nodeOf(int cell, int index) const { return m_first[cell] + index; }

    const Frame& m_frame;
    const OpTable& m_table;
    Timer m_timer;
    ListScheduler m_scheduler;
    std::vector<int> m_ranks = {}; ///< the one that takes longest first
    std::vector<int> m_first = {}; ///< per cell: its first node
    /// Per node, an op by its cell and number: from its start to the end of all that follows.
    std::vector<Time> m_urgent = {};
    Sequences m_sequences = {};
};

} // namespace lanewright
