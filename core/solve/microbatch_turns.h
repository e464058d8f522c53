// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/objective.h"
#include "core/model/plan.h"
#include "core/simulate/iteration_time.h"

#include <array>
#include <compare>
#include <vector>

/// A schedule as turns that any microbatch can take, and what that costs. Inside core/solve only.
namespace lanewright {

/// A turn is all blocks of one microbatch of the schedule that was laid out. What waits for what is said by turns, so
/// it stays whatever the microbatches in them: blocks are put in an order in which each comes after all that it waits
/// for, once, and who hands a few turns other microbatches pays for the blocks of those turns and for a pass over the
/// blocks of the replicas that they are in, a few nanoseconds each.
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
    /// What a replica costs.
    struct Score {
        double value = 0;  ///< the objective's
        double energy = 0; ///< the value with a little of the ranks' spans

        friend auto operator<=>(const Score&, const Score&) = default;
    };
    /// Ranks that microbatches share, with the blocks on them.
    struct Replica {
        std::vector<int> ranks = {};
        std::vector<std::vector<int>> turns = {}; ///< per direction that has any, in the order of their first F
        int firstStep = 0;
        int lastStep = 0; ///< excluded
        Score score = {}; ///< as it was judged last

        int steps() const { return lastStep - firstStep; }
        /// All turns, direction by direction.
        std::vector<int> allTurns() const;
    };

    MicrobatchTurns(const Plan& problem, Objective objective);

    /// Takes the schedule in, each microbatch in its own turn, and judges nothing yet. False where it can't be laid
    /// out: ranks wait for each other, or an op is missing.
    bool lay(const Schedule& start);
    /// Gives turns other microbatches, all at once.
    void hand(const Deal& deal);

    /// Makes the score of the replica what it is with the microbatches that its turns hold now.
    void judge(int replica);
    void judgeAll();
    /// Says what a replica costs, without a look: of turns that hold again what they held when it was judged so.
    void setScore(int replica, const Score& score) { m_replicas[replica].score = score; }
    /// Whether each rank has room for what the turns hold now.
    bool keepsLimits(int replica) const;
    /// Whether all replicas do.
    bool keepLimits() const;
    /// The replica with the highest score.
    int worst() const;
    const Score& worstScore() const { return m_replicas[worst()].score; }

    /// The schedule that was laid out, with the microbatches where they are now.
    const Schedule& schedule() const { return m_plan.schedule; }
    const std::vector<Replica>& replicas() const { return m_replicas; }
    /// Per turn: its microbatch.
    const std::vector<int>& holds() const { return m_holds; }
    /// The work of the turn's microbatch on all stages.
    Time workOf(int turn) const;
    /// The mean length of a block, with the microbatches where they are now.
    double meanLength() const;
    int blocks() const { return static_cast<int>(m_steps.size()); }

private:
    /// A block, as far as its time goes. Needs are blocks of other ranks.
    struct Step {
        int rank = 0;
        int position = 0;
        Time gap = 0;
        Time length = 0;
        Time end = 0;
        std::array<int, 2> needs = {-1, -1}; ///< steps
        std::array<Time, 2> travels = {};
        bool first = false; ///< begins its rank
    };

    void findReplicas();
    bool sortSteps(Replica& replica);
    bool addStep(int rank, int position, std::vector<int>& stepOf);
    void sortTurns();
    void measureStep(Step& step) const;
    Time pass(const Replica& replica, int from);
    Time periodOf(const Replica& replica);
    bool addsSteps() const;

    Plan m_plan; ///< its order is the start's, with microbatches where they are now
    Objective m_objective;
    bool m_watchesMemory = false; ///< limits could be passed by a microbatch in another's turn
    IterationEnd m_iterationEnd;
    std::vector<Row> m_rows; ///< the start's: microbatches are turns
    std::vector<int> m_directionOfTurn;
    std::vector<int> m_replicaOfRank;
    std::vector<int> m_holds;                ///< per turn: its microbatch
    std::vector<Step> m_steps;               ///< replica by replica, each after all that it waits for
    std::vector<std::vector<int>> m_stepsOf; ///< per turn
    std::vector<Replica> m_replicas;
    std::vector<Time> m_free;  ///< per rank, of the last pass
    std::vector<Time> m_first; ///< likewise: the start of its first step
};

} // namespace lanewright
