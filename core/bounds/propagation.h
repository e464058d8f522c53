// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/before.h"
#include "core/bounds/heads.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanewright::bounds {

/// What is known of all orders within a value: what must run before each op and after it, and how far each op is at
/// least from each start and from the end of the same number.
struct Known {
    /// What holds of all orders: nothing yet of heads and tails but the first starts of the ranks, or (−1) of all.
    Known(const Lines& lines, const Lines& back, const std::vector<int>& ranks, Looks& looks);
    /// What is known of one start alone.
    Known(const Known& whole, std::size_t start)
        : before(whole.before), after(whole.after), heads{whole.heads[start]}, tails{whole.tails[start]} {}

    Before before;
    Before after; ///< for the reversed lines
    std::vector<std::vector<Time>> heads;
    std::vector<std::vector<Time>> tails; ///< for the reversed lines

    /// What follows the end of the op at least. `end` is the number of its start.
    Time tail(std::size_t end, int op) const {
        return tails[end][tails[end].size() - 1 - static_cast<std::size_t>(op)];
    }
};

/// Draws what follows when an order takes no longer than a value (J. Carlier, E. Pinson: An Algorithm for Solving the
/// Job-Shop Problem. Management Science 1989). Where the time that is left lets only one of two ops of a rank go first,
/// that one must run before the other. This counts for paths, for the work before an op and for its room as anything
/// known does (`Before`, `Heads`), and what is later for that settles more pairs, until nothing is new or two things
/// contradict each other.
class Propagation {
public:
    /// `lines` and their reverse `back` outlive it.
    Propagation(const Lines& lines, const Lines& back) : m_lines(lines), m_back(back) {}

    /// Draws all that follows within the value. False when that is a contradiction, so that no order is within it. Each
    /// op looked at is a look; when they are over it leaves what it has.
    bool draw(Known& known, Time value, Depth depth, Looks& looks) const;
    /// Raises heads and tails, for `passes` rounds at most. True when one is later. Ops put into sets while room is
    /// searched for are taken from `room`, a part of it and `mostRoom` at most for each start and end.
    bool raise(Known& known, Depth depth, int passes, std::int64_t mostRoom, Looks& room, Looks& looks) const;
    /// Notes that `first` runs before `second`, on their rank. True when that is new; what follows of it comes with
    /// `draw`.
    bool precede(Known& known, int first, int second) const;
    /// The longest way from a start to its end on which `first` and then `second` run; `kNever` where there is none.
    Time wayThrough(const Known& known, int first, int second) const;

private:
    bool settle(Known& known, Time value) const;
    bool share(Known& known) const;
    bool fits(const Known& known, Time value) const;

    const Lines& m_lines;
    const Lines& m_back;
};

} // namespace lanewright::bounds
