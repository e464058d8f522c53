// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/solve/incumbent.h"
#include "core/solve/microbatch_search.h"

#include <memory>
#include <optional>
#include <vector>

/// Whole microbatches moved, by all threads. Inside core/solve only.
namespace lanewright {

/// Goes round after round as `Portfolio` does, each thread from the best order known, and offers what is found.
class UnequalSearch {
public:
    UnequalSearch(const Plan& problem, Objective objective, bool deals, Incumbent& incumbent, std::uint64_t seed,
                  int threads);

    /// One round. `share` is the effort of each thread.
    void round(const Effort& share);
    /// Rounds without any improvement, the last ones.
    int calm() const { return m_calm; }
    /// True when nothing is left to try: all orders of microbatches were tried from the best order known.
    bool isExhausted() const;

private:
    struct Worker {
        MicrobatchSearch search;
        Random random;
        std::optional<Schedule> found = {};
    };

    void offer(Schedule schedule);

    const Plan& m_problem;
    Objective m_objective;
    Incumbent& m_incumbent;
    int m_calm = 0;
    std::optional<Schedule> m_allTried = {}; ///< all orders of its microbatches were tried, none is better
    std::vector<std::unique_ptr<Worker>> m_workers = {};
};

} // namespace lanewright
