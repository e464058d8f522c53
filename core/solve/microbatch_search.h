// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/model/plan.h"
#include "core/solve/effort.h"
#include "core/solve/microbatch_turns.h"

#include <optional>
#include <vector>

/// Search that moves whole microbatches. Inside core/solve only.
namespace lanewright {

/// Keeps what ranks run, one block after the other, and looks for which microbatch takes which turn: those of a
/// direction change turns, and where microbatches may be dealt anew, those of different replicas change places.
///
/// A replica alone is annealed by exchanges and rotations of turns, or has all of its orders tried where they are few;
/// between replicas microbatches are exchanged, which is taken when the slower of the two becomes no slower. Starts are
/// the schedule itself and all that microbatch_deals.h makes, so that the result is never worse than sorting.
///
/// Trials are timed as `MicrobatchTurns` does: whoever calls measures what comes out.
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
    using Deal = MicrobatchTurns::Deal;
    using Score = MicrobatchTurns::Score;

    int replicas() const { return static_cast<int>(m_turns.replicas().size()); }
    bool dealsAnew() const { return m_deals && replicas() > 1; }
    void tryStarts();
    void tryStart(const Deal& deal);
    void remember();
    void recall();
    void improve(int replica, double heat, Random& random);
    void improveBetween(double heat, Random& random);
    bool hasFewTurns(int replica) const;
    bool tryAll(int replica, Allowance& allowance);
    void settleWorst(const Effort& effort);
    void anneal(const Effort& effort, Random& random);
    bool accepts(double before, double after, double heat, Random& random) const;

    MicrobatchTurns m_turns;
    bool m_deals;
    bool m_triedAll = false;
    std::vector<int> m_best; ///< per turn: its microbatch
    Score m_least = {};      ///< what the slowest replica costs with `m_best`
    Deal m_undo;
};

} // namespace lanewright
