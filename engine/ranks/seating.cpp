// SPDX-License-Identifier: Apache-2.0
#include "engine/ranks/seating.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace lanewright::engine {

std::vector<int> Seating::ranksOn(int seat) const {
    std::vector<int> found;
    for (int rank = 0; rank < ranks(); ++rank)
        if (of(rank) == seat)
            found.push_back(rank);
    return found;
}

int Seating::speakerOf(int seat) const { return static_cast<int>(std::ranges::find(seatOf, seat) - seatOf.begin()); }

Seating eachAlone(int ranks) {
    Seating seating{.seatOf = std::vector<int>(static_cast<std::size_t>(ranks)), .seats = ranks};
    std::iota(seating.seatOf.begin(), seating.seatOf.end(), 0);
    return seating;
}

Seating inRuns(int ranks, int seats) {
    Seating seating{.seats = seats};
    for (int rank = 0; rank < ranks; ++rank)
        seating.seatOf.push_back(static_cast<int>(static_cast<long long>(rank) * seats / ranks));
    return seating;
}

Result<Seating> seatingFor(int ranks, int seats, const std::vector<int>& wished) {
    if (seats > ranks)
        return Error{"there are " + std::to_string(seats) + " processes with a GPU each for " + std::to_string(ranks) +
                     " ranks; start no more than there are ranks"};
    if (wished.empty())
        return inRuns(ranks, seats);
    if (static_cast<int>(wished.size()) != ranks)
        return Error{"the list of seats has " + std::to_string(wished.size()) + " entries for " +
                     std::to_string(ranks) + " ranks"};
    for (const int seat : wished)
        if (seat < 0 || seat >= seats)
            return Error{"the list of seats names seat " + std::to_string(seat) + "; there are " +
                         std::to_string(seats) + ", counted from 0"};
    for (int seat = 0; seat < seats; ++seat)
        if (std::ranges::find(wished, seat) == wished.end())
            return Error{"the list of seats leaves seat " + std::to_string(seat) + " empty"};
    return Seating{wished, seats};
}

} // namespace lanewright::engine
