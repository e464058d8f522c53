// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"
#include "core/sequence/rank_cost.h"
#include "core/simulate/dataflow_table.h"

#include <array>
#include <vector>

/// A schedule as turns that any microbatch can take, and what it costs with them. Inside core/solve only.
namespace lanewright {

/// A turn is all blocks of one microbatch of the schedule that was laid out. Which block waits for which depends on
/// turns alone, not on the microbatches in them. So blocks are sorted once, each after all that it waits for. To hand a
/// few turns other microbatches takes a look at the blocks of those turns and a pass over the blocks of their replicas,
/// a few nanoseconds each.
///
/// Serial links count as latency here, and of circles through several ranks only a rank's own way.
class MicrobatchTurns {
public:
    /// A turn and the microbatch that it gets.
    struct Holder {
        int turn = 0;
        int microbatch = 0;
    };
    /// Turns that get other microbatches.
    using Deal = std::vector<Holder>;
    /// Ranks that microbatches share, with the blocks on them.
    struct Replica {
        std::vector<int> ranks = {};
        std::vector<std::vector<int>> turns = {}; ///< per direction that has any, in the order of their first F
        int firstStep = 0;
        int lastStep = 0; ///< excluded
    };

    /// Takes the schedule in, which is complete and runs to its end, each microbatch in its own turn.
    MicrobatchTurns(const Plan& problem, const Schedule& start, Objective objective);

    /// Gives turns other microbatches, all at once.
    void hand(const Deal& deal);
    /// What the replica costs with the microbatches that its turns hold now.
    Cost judge(int replica);
    /// Whether each rank of the replica has room for what the turns hold now.
    bool keepsLimits(int replica) const;

    /// The schedule that was laid out, with the microbatches where they are now.
    const Schedule& schedule() const { return m_plan.schedule; }
    const std::vector<Replica>& replicas() const { return m_replicas; }
    /// Per turn: its microbatch.
    const std::vector<int>& holds() const { return m_holds; }
    /// How long the blocks of the turn take.
    Time workOf(int turn) const;
    /// The mean length of a block, with the microbatches where they are now.
    double meanLength() const;
    int blocks() const { return static_cast<int>(m_steps.size()); }

private:
    /// A block, as far as its time goes.
    struct TimedBlock {
        int rank = 0;
        int position = 0;
        Time gap = 0;
        Time length = 0;
        Time end = 0;
        std::array<int, 2> needs = {-1, -1}; ///< the steps on other ranks that its op and the paired one wait for
        std::array<Time, 2> travels = {};
    };

    void findReplicas();
    void sortSteps();
    bool addStep(int rank, const DataflowTable& dataflow, const std::vector<Slot>& producers);
    void measure(TimedBlock& step) const;
    void pass(const Replica& replica, int from);

    Plan m_plan; ///< its order is the start's, with microbatches where they are now
    RankCost m_rankCost;
    bool m_watchesMemory = false; ///< limits could be passed by a microbatch in another's turn
    std::vector<Row> m_rows;      ///< the start's: microbatches are turns
    std::vector<int> m_directionOfTurn;
    std::vector<int> m_holds;                ///< per turn: its microbatch
    std::vector<TimedBlock> m_steps;         ///< replica by replica, each after all that it waits for
    std::vector<std::vector<int>> m_stepsAt; ///< per rank and position
    std::vector<std::vector<int>> m_stepsOf; ///< per turn
    std::vector<Replica> m_replicas;
    std::vector<Time> m_free;  ///< per rank, of the last pass
    std::vector<Time> m_first; ///< likewise: the start of its first step
};

} // namespace lanewright
