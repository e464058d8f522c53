// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/solve/blocks/block_graph.h"
#include "core/solve/blocks/block_moves.h"
#include "core/solve/blocks/mirror.h"
#include "core/solve/cooling.h"
#include "core/solve/effort.h"

#include <functional>
#include <optional>
#include <vector>

/// Simulated annealing on rows of blocks (`Cooling` has the source). Half of the changes begin on the critical path,
/// since only those can shorten it: P. J. M. van Laarhoven, E. H. L. Aarts, J. K. Lenstra: Job Shop Scheduling by
/// Simulated Annealing. Operations Research 1992. A change costs as many steps as it moves heads and tails. Inside
/// core/solve only.
namespace lanewright {

/// Changes a few blocks at a time and keeps a change that makes the order better, or worse by no more than the
/// temperature lets it. A class for the memory it reuses.
///
/// Most changes are those of `drawChange`. Some move the same op on several ranks, or several ops of one rank, since
/// what improves one often improves all. Where microbatches stand apart, some exchange whole microbatches on all ranks.
class BlockAnnealing {
public:
    /// Keeps a reference to the table.
    BlockAnnealing(const BlockTable& table, Objective objective, std::optional<Mirror> mirror = {})
        : m_graph(table, objective), m_mirror(std::move(mirror)) {}

    struct Found {
        BlockRows rows = {};
        Cost cost = {};
    };
    /// Gives the exact cost of rows that the graph takes for the best so far.
    using Judge = std::function<Cost(const BlockRows&, const Cost&)>;

    /// The best rows it found, never worse than `start`, which must be legal. The cost stalls where ranks wait for each
    /// other in `start`.
    Found run(const BlockRows& start, const Cooling& cooling, const Effort& effort, Random& random,
              const Judge& judge = {});
    /// Like `run`, but only for orders in which every rank runs what its twin runs (`Mirror`), so that one change
    /// counts for both. The same as `run` where the problem has no mirror, or ranks wait for each other once the twins
    /// run the same.
    Found runMirrored(const BlockRows& start, const Cooling& cooling, const Effort& effort, Random& random);
    Cost costOf(const BlockRows& rows) { return m_graph.load(rows); }
    const RankCost& rankCost() const { return m_graph.rankCost(); }
    bool isLegal(const BlockRows& rows) { return m_graph.isLegal(rows); }

private:
    using BlockPlace = BlockGraph::BlockPlace;

    Found walk(const BlockRows& start, const Cooling& cooling, const Effort& effort, Random& random,
               const Judge& judge);
    bool begin(const BlockRows& start);
    int exchangesOf10000() const;
    std::int64_t spent() const { return m_graph.effort() + m_reloaded; }
    bool change(double heat, Random& random);
    bool proposeOne(const std::optional<BlockPlace>& place, Time most, Random& random);
    bool changeRun(Time most, Random& random);
    bool changeMicrobatches(double heat, Random& random);
    std::vector<int> drawTurns(Random& random) const;
    bool propose() { return m_graph.propose(m_change.at, m_change.count, m_change.blocks, m_change.isChecked); }
    bool makeChange(Time most);
    bool reload();
    BlockRow reflected(int rank, BlockRow row) const;
    std::optional<BlockPlace> anyPlace(Random& random) const;
    std::optional<BlockPlace> criticalPlace(Random& random);

    BlockGraph m_graph;
    std::optional<Mirror> m_mirror;
    bool m_isMirrored = false; ///< ranks run what their twins run
    double m_unit = 0;         ///< the mean length of a block
    Cost m_current = {};
    Time m_longest = 0; ///< the longest path, which a change may lengthen by no more than the order may get worse
    BlockChange m_change = {};
    std::vector<BlockPlace> m_critical = {};
    int m_sinceCritical = 0;     ///< accepted changes since `m_critical` was found
    std::int64_t m_reloaded = 0; ///< how many ops were loaded anew
};

} // namespace lanewright
