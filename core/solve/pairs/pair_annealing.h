// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/solve/effort.h"
#include "core/solve/pairs/mirror.h"
#include "core/solve/pairs/pair_graph.h"

#include <optional>
#include <vector>

/// Simulated annealing that makes and parts overlapped pairs. Inside core/solve only.
namespace lanewright {

/// As `Annealing` does on codes, on rows of blocks, with the changes of `changeRow`. A class for the memory it reuses.
class PairAnnealing {
public:
    PairAnnealing(const Plan& problem, const Instance& instance, Objective objective)
        : m_graph(problem, instance, objective), m_mirror(mirrorOf(instance)) {}

    /// The best rows it saw, never worse than `start`, which are legal and do not stall; `from` is how hot it begins,
    /// in mean lengths of a block.
    PairRows run(const PairRows& start, double from, const Effort& effort, Random& random);
    /// As `run`, among the rows that are the same from both ends, but for that of a rank in the middle: half as many,
    /// and a change of one end is one of the other. Where the problem has no mirror, or `start` stalls once one end
    /// runs what the other does, as `run`.
    PairRows runMirrored(const PairRows& start, double from, const Effort& effort, Random& random);
    PairGraph::Cost costOf(const PairRows& rows) { return m_graph.load(rows); }
    bool isLegal(const PairRows& rows);

private:
    using Place = PairGraph::Place;

    PairRows walk(const PairRows& start, double from, const Effort& effort, Random& random);
    bool change(Time most, Random& random);
    bool makeTwin(int rank, Time most);
    PairRow reflected(int rank, PairRow row) const;
    Place anyPlace(Random& random) const;

    PairGraph m_graph;
    std::vector<Place> m_critical = {};
    std::optional<Mirror> m_mirror;
    bool m_mirrored = false; ///< what a rank runs, its twin runs
    PairRow m_row = {};      ///< what the last change would have its rank run
};

} // namespace lanewright
