// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/before.h"
#include "core/bounds/machine.h"

#include <vector>

namespace lanewright::bounds {

/// What is looked at when heads are found, from the little to the lot.
enum class Depth : std::uint8_t {
    Paths,    ///< ops that wait for each other, also for memory
    Prefixes, ///< and that a rank runs all that must come before an op, one after the other
    Memory,   ///< and the choice of what to run to make room for an op
};

/// How long after a start each op can start at the earliest, whatever the order.
class Heads {
public:
    /// From the first start of a rank, or (−1) of all ranks. `lines` and `before` outlive it. `effort` is how many ops
    /// may be put into sets or taken out while room for ops is searched for.
    Heads(const Lines& lines, const Before& before, int rank, std::int64_t effort);

    /// The same with heads that are known. Only ranks that are `stirred`, and those whose heads rise, are looked at.
    Heads(const Lines& lines, const Before& before, std::vector<Time> heads, std::vector<char> stirred,
          std::int64_t effort);

    /// Raises the heads until nothing changes, for `passes` rounds at most.
    void raise(Depth depth, int passes, Looks& looks);
    /// Per op; `kNever` where nothing ties it to the start.
    const std::vector<Time>& get() const { return m_heads; }
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
    void searchLast(Search& search);

    const Lines& m_lines;
    const Before& m_before;
    std::vector<Time> m_heads;
    std::vector<char> m_stirred; ///< per rank: heads, or what comes before its ops, have changed since it was looked at
    std::vector<Counts> m_chosen; ///< per op: what its rank best runs first to have room; empty: not looked for yet
    ReadySet m_set;
    std::vector<Time> m_ready;    ///< per op of the rank entered last: its head at that time
    std::vector<int> m_places;    ///< per op of the rank entered last: its place in the set
    Counts m_inSet;               ///< per series
    Depth m_depth = Depth::Paths; ///< that all ranks were looked at with
    std::int64_t m_effort;        ///< that is left
};

} // namespace lanewright::bounds
