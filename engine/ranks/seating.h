// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <vector>

namespace lanewright::engine {

/// Which process hosts which rank. A seat is a process with a device of its own, if it has one; it hosts one rank or
/// more, as lanes. Seats are counted from 0, and each hosts a rank at least.
struct Seating {
    std::vector<int> seatOf = {}; ///< by rank
    int seats = 1;

    int ranks() const { return static_cast<int>(seatOf.size()); }
    int of(int rank) const { return seatOf[static_cast<std::size_t>(rank)]; }
    /// Rising.
    std::vector<int> ranksOn(int seat) const;
    /// The rank that speaks for a seat: the lowest on it.
    int speakerOf(int seat) const;
    friend bool operator==(const Seating&, const Seating&) = default;
};

/// Every rank alone on a seat.
Seating eachAlone(int ranks);
/// Ranks in runs that follow each other, of sizes that differ by one at most. `seats` is no more than `ranks`.
Seating inRuns(int ranks, int seats);
/// As a run asks for it: `wished` holds the seat of each rank, or nothing for `inRuns`. Fails, in one sentence, where
/// there are more seats than ranks, or the wish is not for these seats.
Result<Seating> seatingFor(int ranks, int seats, const std::vector<int>& wished);

} // namespace lanewright::engine
