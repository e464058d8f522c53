// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/model/plan.h"
#include "core/solve/effort.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

/// Search that moves whole microbatches. Inside core/solve only.
namespace lanewright {

/// Keeps what ranks run, one block after the other, and looks for which microbatch takes which turn: those of a
/// direction change turns, and where microbatches may be dealt anew, those of different replicas change places.
///
/// A turn is all blocks of one microbatch of the schedule at hand. What waits for what is said by turns, so it stays
/// whatever the microbatches in them: blocks are put in an order in which each comes after all that it waits for, once,
/// and a trial is one pass over those of the replicas that it changes, a few nanoseconds each. A replica alone is
/// simulated annealing over exchanges and rotations of turns, or all of its orders where they are few; between replicas
/// microbatches are exchanged, which is taken when the slower of the two becomes no slower. Starts are the schedule
/// itself, the turns of each replica sorted by work, and deals from long to short: in turn to and fro, and each to the
/// replica with the least work (R. L. Graham 1969), which never lets the result be worse than sorting.
///
/// Serial links count as latency here, and of circles through several ranks only a rank's own way: whoever calls
/// measures what comes out.
class MicrobatchSearch {
public:
    /// `deals`: microbatches may change replicas.
    MicrobatchSearch(const Plan& problem, Objective objective, bool deals);

    /// The best it finds from the schedule on, which is complete and runs to its end; none where that is the schedule
    /// itself.
    std::optional<Schedule> run(const Schedule& start, const Effort& effort, Random& random);
    /// True when the last run tried every way to hand its microbatches the turns.
    bool triedAll() const { return m_triedAll; }

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
    /// Ranks that microbatches share, with the steps on them, each after all that it waits for.
    struct Replica {
        std::vector<int> ranks = {};
        std::vector<std::vector<int>> turns = {}; ///< per direction that has any, in the order of their first F
        int firstStep = 0;
        int lastStep = 0; ///< excluded
        double value = 0;
        double energy = 0; ///< the value with a little of the ranks' spans

        std::pair<double, double> score() const { return {value, energy}; }
    };
    /// A turn and the microbatch that it gets.
    struct Holder {
        int turn = 0;
        int microbatch = 0;
    };

    bool lay(const Schedule& start);
    void findReplicas();
    bool sortSteps(Replica& replica);
    bool addStep(int rank, int position, std::vector<int>& stepOf);
    void sortTurns();
    void hand(const std::vector<Holder>& list);
    void measureStep(Step& step) const;
    bool keepsLimits(const Replica& replica) const;
    Time pass(const Replica& replica, int from);
    void judge(Replica& replica);
    void judgeAll();
    int worstReplica() const;
    Time workOf(int turn) const;
    void sortReplicas(bool longFirst);
    void dealToAndFro(const std::vector<int>& longFirst);
    void dealByLoad(const std::vector<int>& longFirst);
    void tryStart();
    void remember();
    void recall();
    void improve(Replica& replica, double heat, Random& random);
    void improveBetween(double heat, Random& random);
    bool hasFewTurns(const Replica& replica) const;
    bool tryAll(Replica& replica, Allowance& allowance);
    void settleWorst(const Effort& effort);
    void anneal(const Effort& effort, Random& random);
    bool accepts(double before, double after, double heat, Random& random) const;

    Plan m_plan; ///< its order is the start's, with microbatches where they are now
    Objective m_objective;
    bool m_deals;
    bool m_triedAll = false;
    bool m_watchesMemory = false; ///< limits could be passed by a microbatch in another's turn
    IterationEnd m_iterationEnd;
    std::vector<Row> m_rows; ///< the start's: microbatches are turns
    std::vector<int> m_directionOfTurn;
    std::vector<int> m_replicaOfRank;
    std::vector<int> m_holds;               ///< per turn: its microbatch
    std::vector<int> m_best;                ///< as `m_holds`
    std::pair<double, double> m_least = {}; ///< the score of the slowest replica with `m_best`
    std::vector<Step> m_steps;
    std::vector<std::vector<int>> m_stepsOf; ///< per turn
    std::vector<Replica> m_replicas;
    std::vector<Time> m_free;  ///< per rank, of the last pass
    std::vector<Time> m_first; ///< likewise: the start of its first step
    std::vector<Holder> m_undo;
};

} // namespace lanewright
