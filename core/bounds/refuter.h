// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/diagram.h"
#include "core/bounds/heads.h"
#include "core/bounds/propagation.h"
#include "core/bounds/rank_views.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lanewright::bounds {

/// Destructive bounds (R. Klein, A. Scholl: Computing Lower Bounds by Destructive Improvement. European Journal of
/// Operational Research 1999): a value is taken for granted, so that every op has a time by which it must have run, and
/// what follows of that is drawn until two things contradict each other.
///
/// What follows at once is that of `Propagation`. Where the order of two ops is not settled by that, each next such
/// pair is tried one way, and what contradicts is settled the other way (shaving: P. Martin, D. B. Shmoys 1996).
///
/// All orders of a rank are looked at by its diagram, and those of a rank that has little memory together with those of
/// each other (`RankViews`).
class Refuter {
public:
    /// What is looked at beside what follows at once.
    enum class At {
        Ranks,   ///< all orders of each rank by itself, then pairs of its ops, from all starts
        Together ///< all orders of each rank with a limit together with those of each other, from one start
    };

    /// `known` is of all orders. `lines` and their reverse `back` outlive it.
    Refuter(const Lines& lines, const Lines& back, const Known& known);

    /// True when no order has its ways from each start to its end all within `value`. When looks, at ops, are over it
    /// gives up, and goes on from there when it is asked again.
    ///
    /// What it learned of a value that it did not refute holds for smaller ones, and helps with them.
    bool refutes(Time value, At at, Looks& looks);
    /// Whether the last value that was not refuted may be refuted with more looks.
    bool wantsMore() const { return m_wantsMore; }
    /// Whether looks at ranks together, which are from one start, leave out others.
    bool hasSeveralStarts() const { return m_learned.front().known.heads.size() > 1; }
    /// Whether there is anything to look at by `At::Together`: several ranks, and a limit.
    bool looksTogether() const { return m_views.canLook(); }

private:
    /// What all orders have in common at the largest of the values.
    struct Learned {
        Time value = 0;
        Known known;
    };

    /// Tries pairs that leave at most `slack` of the value.
    struct PairTrials {
        Known& known;
        Time value = 0;
        Time slack = 0;
        Looks& looks;
    };

    bool exhaustTogether(Known& known, Time value, Looks& looks);
    std::vector<Time> timesOf(const Known& known, std::size_t start, std::size_t rank) const;
    bool exhaust(Known& known, Time value, Looks& looks);
    double timeToHold(const Known& known, int rank) const;
    std::vector<int> byTimeToHold(const Known& known) const;
    std::vector<Learned>& learnedBy(At at);
    std::size_t tightestStart() const;
    std::optional<int> openPairOf(const PairTrials& trials, int op, int other) const;
    Outcome tryPair(const PairTrials& trials, int op, int other) const;
    Outcome refutePairsBetween(const PairTrials& trials, int own, int other) const;
    Outcome refutePairsOf(const PairTrials& trials, int rank) const;
    bool refutePairs(Known& known, Time value, Looks& looks) const;

    const Lines& m_lines;
    Propagation m_propagation;
    RankViews m_views;
    std::vector<RankDiagram> m_diagrams;     ///< per rank
    std::vector<RankDiagram> m_backDiagrams; ///< per rank, of the reversed lines
    std::vector<Learned> m_learned;          ///< the smallest value last
    std::vector<Learned> m_together = {};    ///< the same of one start, by looks at several ranks
    bool m_wantsMore = false;
};

/// The greatest common part of all times of the lines, of which the length of each way is a multiple; 1 where parts of
/// W are not equal.
Time grainOf(const Lines& lines);

} // namespace lanewright::bounds
