// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/solve/effort.h"
#include "core/solve/incumbent.h"

#include <optional>
#include <vector>

/// Search that moves whole microbatches. Inside core/solve only.
namespace lanewright {

/// Keeps what ranks run, one block after the other, and looks for which microbatch takes which turn: those of a
/// direction change turns, and where microbatches may be dealt anew, those of different replicas change places.
///
/// A replica alone is annealed by exchanges and rotations of turns, or has all of its orders tried where they are few;
/// between replicas microbatches are exchanged, which is judged by the slower of the two. Starts are
/// the best schedule known and what sorting makes of it, so that the result is never worse than that.
///
/// Goes round after round as `Portfolio` does. Trials are timed as `MicrobatchTurns` does; what is offered is measured.
class MicrobatchSearch {
public:
    /// `deals`: microbatches may change replicas.
    MicrobatchSearch(const Plan& problem, Objective objective, bool deals, Incumbent& incumbent, std::uint64_t seed,
                     int threads);

    /// One round. `share` is the effort of each thread.
    void round(const Effort& share);
    /// How many rounds in a row have improved nothing, up to now.
    int calm() const { return m_calm; }
    /// True when nothing is left to try: all orders of microbatches were tried from the best order known.
    bool isExhausted() const;

private:
    const Plan& m_problem;
    Objective m_objective;
    bool m_deals;
    Incumbent& m_incumbent;
    std::vector<Random> m_randoms = {}; ///< per thread
    int m_calm = 0;
    std::optional<Schedule> m_allTried = {}; ///< all orders of its microbatches were tried, none is better
};

} // namespace lanewright
