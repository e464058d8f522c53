// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/solve/blocks/block_annealing.h"
#include "core/solve/effort.h"
#include "core/solve/incumbent.h"
#include "core/solve/starts.h"

#include <memory>
#include <vector>

/// A search for what sequences do not express: R by itself, BW and pairs where they take less time, and microbatches
/// that differ. It anneals rows of blocks (`BlockAnnealing`, whose sources it shares). Inside core/solve only.
namespace lanewright {

/// Runs rounds as `Portfolio` does. In each, every thread anneals an order that is known, and what the threads find is
/// offered in their order, so that counted rounds repeat exactly.
class BlockSearch {
public:
    /// True where rows of blocks may express more than sequences, and ops are few enough to move one by one.
    static bool isFor(const SearchFrame& frame);
    BlockSearch(const SearchFrame& frame, Incumbent& incumbent, std::uint64_t seed, int threads);

    /// Takes what others made as starts.
    void add(const std::vector<Start>& starts);
    /// One round. `share` is the effort of each thread.
    void round(const Effort& share);
    /// How many rounds in a row have improved nothing, up to now.
    int calm() const { return m_calm; }
    /// False where the blocks, once their times are known, express no more than sequences.
    bool pays() const { return m_laidOut->instance.apart || blocksPay(m_laidOut->table); }
    bool makesPairs() const { return pairsPay(m_laidOut->table); }

private:
    /// The problem with its blocks, for one deal of microbatches to directions.
    struct LaidOut {
        explicit LaidOut(Plan plan);

        Plan problem;
        Instance instance;
        BlockTable table;
    };
    struct Known {
        BlockRows rows = {};
        Cost cost = {};
    };
    struct Worker {
        Worker(const LaidOut& own, Objective objective, std::uint64_t seed)
            : annealing(own.table, objective, own.table.hasGaps ? std::nullopt : mirrorOf(own.instance)), random(seed) {
        }

        BlockAnnealing annealing;
        Random random;
        BlockRows found = {};
    };

    void layOut(const Plan& problem);
    void takeIncumbent();
    void keep(const Schedule& schedule);
    void keep(BlockRows rows);
    const Known& pick(int task, Random& random) const;
    BlockRows anneal(Worker& worker, int task, const Effort& effort) const;

    Objective m_objective;
    Incumbent& m_incumbent;
    std::uint64_t m_seed;
    int m_threads;
    std::unique_ptr<LaidOut> m_laidOut = {};
    std::vector<std::unique_ptr<Worker>> m_workers = {};
    std::vector<Known> m_known = {}; ///< the best first
    int m_rounds = 0;
    int m_calm = 0;
};

} // namespace lanewright
