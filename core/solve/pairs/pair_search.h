// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/solve/effort.h"
#include "core/solve/incumbent.h"
#include "core/solve/pairs/pair_annealing.h"
#include "core/solve/starts.h"

#include <memory>
#include <vector>

/// A search that makes and parts overlapped pairs. Inside core/solve only.
namespace lanewright {

/// Goes round after round as `Portfolio` does, each thread from an order known, with pairs or without, and offers what
/// is found.
class PairSearch {
public:
    /// Where pairs can take less than their parts, and ops are few enough to move one by one.
    static bool isFor(const Frame& frame);
    PairSearch(const Frame& frame, Incumbent& incumbent, std::uint64_t seed, int threads);

    /// Takes what others made as starts.
    void add(const std::vector<Start>& starts);
    /// One round. `share` is the effort of each thread.
    void round(const Effort& share);
    /// Rounds without any improvement, the last ones.
    int calm() const { return m_calm; }

private:
    struct Known {
        PairRows rows = {};
        PairGraph::Cost cost = {};
    };
    struct Worker {
        Worker(const Frame& frame, std::uint64_t seed)
            : annealing(frame.problem, frame.instance, frame.objective), random(seed) {}

        PairAnnealing annealing;
        Random random;
        PairRows found = {};
    };

    void keep(PairRows rows);
    const Known& pick(int task, Random& random) const;
    PairRows anneal(Worker& worker, int task, const Effort& effort) const;

    const Frame& m_frame;
    Incumbent& m_incumbent;
    PairAnnealing m_judge;
    std::vector<Known> m_known = {}; ///< the best first
    std::vector<std::unique_ptr<Worker>> m_workers = {};
    int m_rounds = 0;
    int m_calm = 0;
};

} // namespace lanewright
