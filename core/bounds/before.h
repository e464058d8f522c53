// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/looks.h"
#include "core/bounds/series.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanewright::bounds {

/// What must have run before each op, in every order that keeps precedence and memory limits.
///
/// Counts per series say it all, because series run in order: `of(x)[s]` ops of series s end before op x starts. An op
/// takes over the counts of those right before it; and where what must run before it leaves it no room, more of what
/// gives memory back must, as much as is missing when everything else helps as it can (P. Laborie: Algorithms for
/// propagating resource constraints in AI planning and scheduling. Artificial Intelligence 2003). To a fixpoint, each
/// round O(ops · series).
class Before {
public:
    Before(const Lines& lines, Looks& looks);

    /// Lets at least `count` ops of the series, which runs on the op's rank, end before it. True when that is new;
    /// what follows of it comes with `close`.
    bool require(int op, int series, int count);
    /// Draws what follows of all that was required. False where an op would have to come before itself.
    bool close(Looks& looks);
    /// Puts `order` right again, which takes as long as some of `close` and makes it faster.
    void sort();

    /// Per rank: whether what comes before one of its ops has changed since this was asked last.
    std::vector<char> takeTouched();

    const std::int32_t* of(int op) const { return &m_counts[static_cast<std::size_t>(op) * m_series]; }
    int of(int op, int series) const { return of(op)[series]; }
    /// How many ops of `series` can have run before op `index` of series `other` starts: those that need not come after
    /// it. All of them where there is no such op.
    int atMost(int series, int other, int index) const;
    /// All ops, each after those that must run before it.
    const std::vector<int>& order() const { return m_order; }
    const std::vector<int>& seriesOf() const { return m_seriesOf; }

private:
    bool raise(int op, Looks& looks);
    void touch(int op);
    bool raiseForMemory(int op, Looks& looks);
    bool givesBack(int other, int own) const;
    Bytes heldWith(int op, const auto& countOf) const;
    bool fits(int op, int series, int count, const std::vector<int>& most) const;
    bool closeOnce(Looks& looks);

    std::int32_t* at(int op) { return &m_counts[static_cast<std::size_t>(op) * m_series]; }

    const Lines* m_lines; ///< never none
    std::size_t m_series;
    std::vector<std::int32_t> m_counts; ///< `[op][series]`
    std::vector<int> m_order;
    std::vector<int> m_seriesOf;          ///< per op
    std::vector<char> m_touched;          ///< per rank: `takeTouched`
    std::vector<std::int32_t> m_was = {}; ///< what was known of the op that is being looked at
    std::vector<int> m_most = {}; ///< room for `raiseForMemory`: per series, how many can have run before the op
};

} // namespace lanewright::bounds
