// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/solve/blocks/block_graph.h"
#include "core/solve/blocks/block_moves.h"
#include "core/solve/blocks/mirror.h"
#include "core/solve/effort.h"

#include <functional>
#include <optional>
#include <vector>

/// Simulated annealing on rows of blocks. Inside core/solve only. After Kirkpatrick, Gelatt, Vecchi: Optimization by
/// Simulated Annealing. Science 1983; moving ops of the critical path: van Laarhoven, Aarts, Lenstra: Job Shop
/// Scheduling by Simulated Annealing. Operations Research 1992.
namespace lanewright {

/// How hot it is, in mean lengths of a block: a step uphill of that much is taken one time in e.
struct Cooling {
    double from = 0.3;
    double to = 0.004;
};

/// Changes rows a little at a time and keeps what is not much worse, ever less so. A class for the memory it reuses.
///
/// A change is one of `drawChange`, half of the time at a block on the longest way through the schedule. Some shift the
/// same op on several ranks in a row, or several ops of one rank, since what suits one often suits all. Where
/// microbatches stand apart some give whole ones each other's turns on all ranks.
class BlockAnnealing {
public:
    /// Keeps a reference to the table.
    BlockAnnealing(const BlockTable& table, Objective objective, std::optional<Mirror> mirror = {})
        : m_graph(table, objective), m_mirror(std::move(mirror)) {}

    struct Found {
        BlockRows rows = {};
        Cost cost = {};
    };
    /// Told of rows that cost less than any before, says what they cost exactly.
    using Judge = std::function<Cost(const BlockRows&, const Cost&)>;

    /// The best rows it saw, never worse than `start`, which are legal; the cost stalls where ranks wait for each other
    /// in those.
    Found run(const BlockRows& start, const Cooling& cooling, const Effort& effort, Random& random,
              const Judge& judge = {});
    /// As `run`, among the rows that are the same from both ends, but for that of a rank in the middle: half as many,
    /// and a change of one end is one of the other. Where the problem has no mirror, or `start` stalls once one end
    /// runs what the other does, as `run`.
    Found runMirrored(const BlockRows& start, const Cooling& cooling, const Effort& effort, Random& random);
    Cost costOf(const BlockRows& rows) { return m_graph.load(rows); }
    const RankCost& rankCost() const { return m_graph.rankCost(); }
    bool isLegal(const BlockRows& rows) { return m_graph.isLegal(rows); }

private:
    using Place = BlockGraph::Place;

    Found walk(const BlockRows& start, const Cooling& cooling, const Effort& effort, Random& random,
               const Judge& judge);
    bool change(double heat, Random& random);
    bool changeRun(Time most, Random& random);
    bool changeMicrobatches(double heat, Random& random);
    std::vector<int> drawTurns(Random& random) const;
    bool proposeChange();
    bool makeChange(Time most);
    bool reload();
    BlockRow reflected(int rank, BlockRow row) const;
    std::optional<Place> anyPlace(Random& random) const;
    std::optional<Place> criticalPlace(Random& random);

    BlockGraph m_graph;
    std::optional<Mirror> m_mirror;
    bool m_isMirrored = false; ///< what a rank runs, its twin runs
    double m_unit = 0;         ///< the mean length of a block
    Cost m_current = {};
    Time m_longest = 0; ///< the longest way now: where a way takes so much more, an order is taken to as well
    BlockChange m_change = {};
    std::vector<Place> m_critical = {};
    int m_sinceCritical = 0;     ///< accepted changes since they were found
    std::int64_t m_reloaded = 0; ///< effort of loading rows
};

} // namespace lanewright
