// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/solve/effort.h"
#include "core/solve/incumbent.h"
#include "core/solve/mirror.h"
#include "core/solve/pair_rows.h"
#include "core/solve/starts.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

/// A search that makes and parts overlapped pairs. Inside core/solve only.
namespace lanewright {

/// Simulated annealing on rows of blocks, as `Annealing` does on codes, with the moves that pairs add: an F and a
/// backward become a pair, a pair is parted, a pair changes one of its ops for another, a B in a pair takes its W in or
/// leaves it out. A class for the memory it reuses.
class PairAnnealing {
public:
    PairAnnealing(const Plan& problem, const Instance& instance, Objective objective)
        : m_timer(problem, instance, objective), m_mirror(mirrorOf(instance)) {}

    /// The best rows it saw, never worse than `start`, which are legal and do not stall; `from` is how hot it begins,
    /// in mean lengths of a block.
    PairRows run(const PairRows& start, double from, const Effort& effort, Random& random);
    /// As `run`, among the rows that are the same from both ends, but for that of a rank in the middle: half as many,
    /// and a change of one end is one of the other. Where the problem has no mirror, or `start` stalls once one end
    /// runs what the other does, as `run`.
    PairRows runMirrored(const PairRows& start, double from, const Effort& effort, Random& random);
    PairTimer::Cost costOf(const PairRows& rows) { return m_timer(rows); }
    bool isLegal(const PairRows& rows);

private:
    using Place = PairTimer::Place;

    Place anyPlace(Random& random) const;
    PairRows walk(PairRows start, double from, const Effort& effort, Random& random);
    bool change(Random& random);
    void takeBack();
    void reflect(int rank);
    int twinOf(int rank) const { return m_mirrored ? m_mirror->rank[static_cast<std::size_t>(rank)] : rank; }
    bool shift(PairRow& row, int from, Random& random) const;
    bool join(PairRow& row, int at, Random& random) const;
    bool part(PairRow& row, int at, Random& random) const;
    bool exchange(PairRow& row, int at, Random& random) const;
    bool toggleWeight(PairRow& row, int at, Random& random) const;

    PairTimer m_timer;
    PairRows m_rows = {};
    std::vector<Place> m_critical = {};
    std::optional<Mirror> m_mirror;
    bool m_mirrored = false; ///< what a rank runs, its twin runs
    int m_changed = 0;       ///< the rank whose row the last change changed
    PairRow m_before = {};
    PairRow m_twinBefore = {};
};

/// Goes round after round as `Portfolio` does, each thread from an order known, with pairs or without, and offers what
/// is found.
class PairSearch {
public:
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
        PairTimer::Cost cost = {};
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
