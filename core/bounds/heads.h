// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/before.h"
#include "core/bounds/machine.h"

#include <vector>

namespace lanewright::bounds {

/// What is looked at when heads are found, from the little to the lot.
enum class Depth : std::uint8_t {
    Prefixes, ///< ops that wait for each other, and all that its rank must run before an op
    Memory,   ///< and the choice of what to run to make room for an op
};

/// The heads of the first start of a rank, or (−1) of all ranks; `kNever` where nothing ties an op to that.
std::vector<Time> headsFrom(const Lines& lines, int rank);

/// How long after a start each op can start at the earliest, whatever the order: after the ops that it waits for, after
/// all that must run before it on its rank, one after the other (J. Carlier: The One-Machine Sequencing Problem.
/// European Journal of Operational Research 1982), and after the cheapest set of ops that gives it room, which is
/// searched for.
class Heads {
public:
    /// `lines`, `before` and the heads, which are known, outlive it. Only ranks that are `stirred`, and those whose
    /// heads rise, are looked at. `effort` is how many ops may be put into sets or taken out while room is searched
    /// for.
    Heads(const Lines& lines, const Before& before, std::vector<Time>& heads, std::vector<char> stirred,
          std::int64_t effort);

    /// Raises the heads until nothing changes, for `passes` rounds at most. True when one is later.
    bool raise(Depth depth, int passes, Looks& looks);
    std::int64_t effortLeft() const { return m_effort; }

private:
    using Counts = std::vector<std::int32_t>;
    struct Search;

    bool passPaths(Looks& looks);
    bool passRank(int rank, Depth depth, Looks& looks);
    /// Makes the ops of the rank ready for the set.
    void enter(int rank);
    /// When the rank can be through with the first so many ops of each of its series.
    Time endOf(int rank, const std::int32_t* counts);
    bool raiseTo(int op, Time head);
    bool sweepPrefixes(int series, Looks& looks);
    bool sweepChoices(int series, Looks& looks);
    void search(Search& search, std::size_t depth, Looks& looks);
    int lacking(const Search& search) const;
    int mostOf(const Search& search, std::size_t depth) const;
    void choose(Search& search, const Counts& chosenBefore, int series, int count) const;

    const Lines& m_lines;
    const Before& m_before;
    std::vector<Time>& m_heads;
    std::vector<char> m_stirred; ///< per rank: heads, or what comes before its ops, have changed since it was looked at
    std::vector<Counts> m_chosen; ///< per op: what its rank best runs first to have room; empty: not looked for yet
    ReadySet m_set;
    std::vector<Time> m_ready; ///< per op of the rank entered last: its head at that time
    std::vector<int> m_places; ///< per op of the rank entered last: its place in the set
    Counts m_inSet;            ///< per series
    std::int64_t m_effort;     ///< that is left
};

} // namespace lanewright::bounds
