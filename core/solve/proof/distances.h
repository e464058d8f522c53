// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fraction.h"

#include <cstddef>
#include <vector>

/// The least time between the starts of any two ops. Inside core/solve only.
namespace lanewright {

/// `to` starts at least `length` after `from` starts.
struct Arc {
    int from = 0;
    int to = 0;
    Time length = 0;

    friend bool operator==(const Arc&, const Arc&) = default;
};

/// The longest path between any two ops, kept up to date while arcs are added.
///
/// An arc can lengthen only paths through itself, so that one pass over all pairs of ops suffices.
class Distances {
public:
    Distances(int ops, const std::vector<Arc>& arcs);

    /// The least time from the start of `from` to the start of `to`; `kNoPath` or less where nothing ties them.
    Time operator()(int from, int to) const { return m_longest[at(from, to)]; }
    /// False when a circle of arcs is longer than 0, so that no starts fit. The distances mean nothing then.
    bool fit() const { return m_fit; }
    /// O(ops²) when the arc is longer than what was known, else O(1).
    void add(const Arc& arc);

private:
    std::size_t at(int from, int to) const { return static_cast<std::size_t>(from) * m_ops + to; }

    int m_ops = 0;
    bool m_fit = true;
    std::vector<Time> m_longest;
};

} // namespace lanewright
