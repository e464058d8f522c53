// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/before.h"
#include "core/bounds/run_counts.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace lanewright::bounds {

/// All orders of the ops of one rank, with its memory, and with what its ops must wait for on other ranks as the length
/// of the way there and back: a decision diagram whose nodes are how many ops of each series have run, and when.
///
/// A node is dropped where another with the same counts is never later. Where still more are left than the
/// diagram may be wide, two become one that is as early as either, so that it says no more than what holds (H. R.
/// Andersen, T. Hadzic, J. N. Hooker, P. Tiedemann: A Constraint Store Based on Multivalued Decision Diagrams. CP 2007;
/// A. A. Cire, W.-J. van Hoeve: Multivalued Decision Diagrams for Sequencing Problems. Operations Research 2013).
class RankDiagram {
public:
    /// `lines` outlives it.
    RankDiagram(const Lines& lines, int rank);

    /// What a value leaves of the orders.
    struct Within {
        const Before& before;           ///< what must run before each op
        const std::vector<Time>& tails; ///< for the reversed lines: what follows the end of each op at least
        Time value = 0;
        int width = 1; ///< nodes with the same counts
    };

    /// Raises the heads of the rank's ops to the earliest that any order within the value allows. False when there is
    /// no such order. Each edge looked at is taken from `effort`; without effort nothing changes.
    ///
    /// Only for ranks of at most `kMostSeries` series all of whose ops are tied to start and end.
    bool raise(std::vector<Time>& heads, const Within& within, std::int64_t& effort, const std::stop_token& stop);

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
    struct Layer;
    struct Step;

    const Series& series(int number) const { return m_lines.series[m_series[static_cast<std::size_t>(number)]]; }
    void addLags(const Lines& lines, int number);
    /// How many ops of the series have a time in a node with these counts.
    int pending(const Counts& counts, int number) const;
    void prepare(Step& step, const Counts& counts, const Counts& had, int number, const std::vector<Time>& heads,
                 const std::vector<Time>& latest) const;
    bool mayRun(const Counts& counts, Bytes held, int number, const Before& before) const;

    const Lines& m_lines;
    int m_rank;
    int m_size = 0;
    std::vector<int> m_series = {}; ///< those of the rank
    /// `[to * size + from]`, of own series: how long after the end of the op of the same number, on the way through
    /// other ranks; `kNever` where there is none.
    std::vector<Time> m_lag = {};
};

} // namespace lanewright::bounds
