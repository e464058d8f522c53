// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <cstddef>
#include <vector>

/// One rank alone: when it can be through with a set of ops that become ready at given times.
namespace lanewright::bounds {

/// Where no way leads: far below any time.
constexpr Time kNever = -(Time{1} << 60);

/// A set of ops that changes op by op, and the earliest time at which one rank can have run all of it: it runs whatever
/// is ready (J. R. Jackson 1955). The ops are numbered by the time at which they are ready.
///
/// A tree over the numbers: a node knows the work in it and the end of it, were nothing before it in the way.
class ReadySet {
public:
    /// Empties the set, for up to `ops` ops.
    void reset(int ops);
    void add(int place, Time ready, Time length) { put(place, ready + length, length); }
    void remove(int place) { put(place, kNever, 0); }
    /// `kNever` of the empty set.
    Time end() const { return m_nodes[1].end; }

private:
    struct Node {
        Time work = 0;
        Time end = kNever;
    };

    void put(int place, Time end, Time work);

    std::size_t m_leaves = 1;
    std::vector<Node> m_nodes = std::vector<Node>(2);
};

/// An op between what must come before it and what must follow it.
struct Pressed {
    Time head = 0; ///< it starts no earlier
    Time length = 0;
    Time tail = 0; ///< that follows its end
};

/// The least time at which all tails can be through when one rank runs the ops and may interrupt them: whatever is
/// ready and has the longest tail (J. R. Jackson 1955; J. Carlier 1982). `ops` are sorted by head. `kNever` of none.
Time preemptiveEnd(const std::vector<Pressed>& ops);

} // namespace lanewright::bounds
