// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/solve/track.h"

#include <cstdint>
#include <vector>

/// Tapes made along the clock: whenever a rank is free it takes what its rule likes best. Any placement, any limit that
/// one microbatch fits in. Inside core/solve only.
namespace lanewright {

/// What one rank takes when it is free.
struct RankRule {
    std::vector<int> inFlight = {}; ///< per place: the most microbatches between F and B; at least 1
    int waiting = kAny;             ///< the most W that may wait; the next one goes at once
    Time overrun = 0;               ///< how far a W may reach beyond the gap it fills
    Time patience = 0;              ///< an F waits for a gradient that is known to come sooner than that
    bool backwardFirst = true;      ///< of an F and a B that are both there, the B
    bool deepFirst = true;          ///< of two F (or two B) of different chunks, the one farther on its way

    static constexpr int kAny = 1 << 28;
    friend bool operator==(const RankRule&, const RankRule&) = default;
};

using ListRule = std::vector<RankRule>; ///< per rank

/// Follows the clock in O(ops · (log ranks + chunks per rank)).
///
/// Memory never deadlocks it: microbatches have one order for all ranks, and a rank lets an F in only if, with those
/// behind it in that order still held, what is left of the first one always fits.
class ListWords {
public:
    explicit ListWords(const Track& track);

    /// Writes the tapes of the rule.
    void build(const ListRule& rule, Tapes& tapes);

    /// Keeps the order of F and B of `script` and places W anew. False when that order leaves no room.
    bool placeWeights(const ListRule& rule, const Tapes& script, Tapes& tapes);

private:
    struct Rank {
        Time free = 0;
        Bytes held = 0;
        int pending = 0;        ///< W that may run
        Bytes pendingBytes = 0; ///< what those free
        int next = 0;           ///< position in the script
    };
    struct Wake {
        Time time = 0;
        int rank = 0;
        friend auto operator<=>(const Wake&, const Wake&) = default;
    };
    /// The best that could be run now, and when the next thing is known to come.
    struct Choice {
        int forward = -1;  ///< a code, or −1
        int backward = -1; ///< a code, or −1
        Time gradient = 0; ///< when the next B can start, as far as known
        Time next = 0;     ///< when the next F or B can start that can't start now
    };

    void clear(Tapes& tapes);
    bool follow(Tapes& tapes);
    void wake(Time time, int rank);
    void serve(int rank, Time now, Tapes& tapes);
    Choice choose(int rank, Time now) const;
    Choice chooseScripted(int rank, Time now) const;
    void consider(int rank, Code code, Time now, Choice& choice) const;
    Time readyAt(int rank, Code code) const;
    bool isSafe(int rank, Code code) const;
    int take(int rank, Time now) const;
    int takeOr(int rank, int code) const;
    int weightOf(int rank) const;
    void run(int rank, Code code, Time now, Tapes& tapes);

    const Track& m_track;
    const ListRule* m_rule = nullptr;
    const Tapes* m_script = nullptr;
    std::vector<Rank> m_ranks;
    std::vector<int> m_count; ///< per cell
    std::vector<Time> m_arrivals;
    std::vector<Time> m_own; ///< per cell: when its latest op ended
    std::vector<Wake> m_wakes;
};

/// The rule that suits whoever has no idea yet.
ListRule plainRule(const Track& track);

} // namespace lanewright
