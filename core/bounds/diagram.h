// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/before.h"
#include "core/bounds/diagram_layer.h"
#include "core/bounds/run_counts.h"
#include "core/bounds/weight_time.h"

#include <cstdint>
#include <vector>

namespace lanewright::bounds {

/// All orders of the ops of one rank, with its memory, and with what its ops must wait for on other ranks as the length
/// of the way there and back: a decision diagram whose nodes are how many ops of each series have run, and when.
///
/// Other ranks may stand beside it: what two ranks can each do alone they often can't do together. Then ops come in the
/// order in which they start, so that each starts no sooner than the one before on any of the ranks; which asks that no
/// op start before one that it waits for. The W of those beside, which would multiply the nodes, are time alone
/// (`WeightTime`), and so can be those of the rank itself: a rank runs W while it would be idle otherwise, as much as
/// there is and as it has room for, and an op waits for as much as gives back its room or, in reversed lines, as its B
/// waits for.
///
/// A node is dropped where another with the same counts is never later. Where still more are left than the
/// diagram may be wide, two become one that is as early as either, so that it says no more than what holds (H. R.
/// Andersen, T. Hadzic, J. N. Hooker, P. Tiedemann: A Constraint Store Based on Multivalued Decision Diagrams. CP 2007;
/// A. A. Cire, W.-J. van Hoeve: Multivalued Decision Diagrams for Sequencing Problems. Operations Research 2013).
class RankDiagram {
public:
    /// At most this many ranks stand beside one.
    static constexpr int kMostBeside = 3;

    /// What is said of the W of the rank itself, where others stand beside it.
    enum class Weights {
        Time,  ///< how much has run
        Order, ///< which has run when, as of the rank alone
    };

    /// `lines` outlives it.
    RankDiagram(const Lines& lines, int rank, const std::vector<int>& beside = {}, Weights weights = Weights::Time);

    /// What a value leaves of the orders.
    struct Within {
        const Before& before;           ///< what must run before each op
        const std::vector<Time>& tails; ///< for the reversed lines: what follows the end of each op at least
        Time value = 0;
        int width = 1; ///< nodes with the same counts
    };

    /// Raises the heads of the ops to the earliest that any order within the value allows. False when there is
    /// no such order. Each edge is a look; when they are over nothing changes.
    ///
    /// Only where `isSmall`.
    bool raise(std::vector<Time>& heads, const Within& within, Looks& looks);

    static constexpr int kMostSeries = kMostDiagramSeries;
    bool isSmall() const { return m_size <= kMostSeries; }

private:
    using Counts = RunCounts;

    struct Edge {
        int parent = 0;
        int child = 0;
        int op = 0;
        Time start = 0;
    };
    template <typename Entry>
    struct NodeTimes;
    struct Step;
    struct Common;
    struct Growth;

    const Series& series(int number) const { return m_lines.series[m_series[static_cast<std::size_t>(number)]]; }
    int ranks() const { return static_cast<int>(m_ranks.size()); }
    void addLags(const Lines& lines, int number);
    Time lagOf(int to, int from) const { return m_lag[to * m_size + from]; }
    void setLag(int to, int from, Time time) { m_lag[to * m_size + from] = time; }
    /// How many ops of the series have a time in a node with these counts.
    int pending(const Counts& counts, int number) const;
    /// What all nodes with the counts have in common.
    void summarise(Common& common, const Counts& counts, const Within& within) const;
    bool mayRun(const Common& common, int number, const Before& before) const;
    void addSlots(Step& step, const Common& common, int runs, int number, int firstTime, const std::vector<Time>& heads,
                  const std::vector<Time>& latest) const;
    void prepare(Step& step, Common& common, int number, const std::vector<Time>& heads,
                 const std::vector<Time>& latest) const;
    bool prepareWeights(Step& step, Common& common, int number) const;
    bool grow(Growth& growth, DiagramLayer::SameCounts& state, int number) const;
    bool growLayer(Growth& growth) const;
    std::vector<Time> earliestOf(const Growth& growth) const;
    std::vector<Time> timesAtBegin(const std::vector<Time>& heads) const;
    /// How many times a node has before those of ops that wait: when each rank is free and, where there are several,
    /// when each would be without the W that it can have run by then.
    static constexpr int ownTimes(int ranks) { return ranks > 1 ? 2 * ranks : 1; }
    int ownTimes() const { return ownTimes(ranks()); }

    const Lines& m_lines;
    std::vector<int> m_ranks;       ///< the rank, then those beside it
    bool m_ordersWeights;           ///< those of the rank itself
    std::vector<int> m_series = {}; ///< those of the ranks, less the W that are time
    std::vector<int> m_side = {};   ///< per own series: which of `m_ranks` runs it
    int m_size = 0;
    std::vector<WeightTime> m_weights = {}; ///< per rank, where there are several
    /// `[to * size + from]`, of own series: how long after the end of the op of the same number, on the way through
    /// other ranks; `kNever` where there is none.
    std::vector<Time> m_lag = {};
};

} // namespace lanewright::bounds
