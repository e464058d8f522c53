// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/solve/blocks/block_annealing.h"
#include "core/solve/effort.h"
#include "core/solve/incumbent.h"
#include "core/solve/starts.h"

#include <memory>
#include <vector>

/// A search that says all that a file can: R where it gains most, BW where that takes less, pairs made and parted, and
/// each microbatch by itself where they differ. Inside core/solve only.
namespace lanewright {

/// Goes round after round as `Portfolio` does, each thread from an order known, and offers what is found.
class BlockSearch {
public:
    /// Where rows of blocks may say more than sequences, and ops are few enough to move one by one.
    static bool isFor(const Frame& frame);
    BlockSearch(const Frame& frame, Incumbent& incumbent, std::uint64_t seed, int threads);

    /// Takes what others made as starts.
    void add(const std::vector<Start>& starts);
    /// One round. `share` is the effort of each thread.
    void round(const Effort& share);
    /// Rounds without any improvement, the last ones.
    int calm() const { return m_calm; }
    /// False where it turns out, once blocks are laid out, that they say no more than sequences.
    bool pays() const { return m_ground->instance.apart || blocksPay(m_ground->table); }
    bool makesPairs() const { return pairsPay(m_ground->table); }

private:
    /// The problem with one deal of its microbatches to directions.
    struct Ground {
        explicit Ground(Plan plan);

        Plan problem;
        Instance instance;
        BlockTable table;
    };
    struct Known {
        BlockRows rows = {};
        Cost cost = {};
    };
    struct Worker {
        Worker(const Ground& ground, Objective objective, std::uint64_t seed)
            : annealing(ground.table, objective, ground.table.hasGaps ? std::nullopt : mirrorOf(ground.instance)),
              random(seed) {}

        BlockAnnealing annealing;
        Random random;
        BlockRows found = {};
    };

    void lay(const Plan& problem);
    void keep(const Schedule& schedule);
    void keep(BlockRows rows);
    const Known& pick(int task, Random& random) const;
    BlockRows anneal(Worker& worker, int task, const Effort& effort) const;

    Objective m_objective;
    Incumbent& m_incumbent;
    std::uint64_t m_seed;
    int m_threads;
    std::unique_ptr<Ground> m_ground = {};
    std::vector<std::unique_ptr<Worker>> m_workers = {};
    std::vector<Known> m_known = {}; ///< the best first
    int m_rounds = 0;
    int m_calm = 0;
};

} // namespace lanewright
