// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/diagram.h"
#include "core/bounds/machine.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <vector>

/// An edge of a decision diagram of orders. Inside core/bounds only.
namespace lanewright::bounds {

inline constexpr Time kNoEnd = std::numeric_limits<Time>::max();
inline constexpr int kMostRanks = 1 + RankDiagram::kMostBeside;

/// The times of a node by what they are of.
template <typename Entry>
struct RankDiagram::NodeTimes {
    Entry* times;
    int ranks = 1;

    Entry& at(int place) const { return times[place]; }
    Entry& free(int side) const { return at(side); }
    /// When the rank would be free without the W that it can have run by then; only where there are several.
    Entry& freeOfWeights(int side) const { return at(ranks + side); }
    /// When the op of the slot, which waits, can start.
    Entry& waiting(int slot) const { return at(ownTimes(ranks) + slot); }
};

/// How the times of the nodes that follow come from those of the nodes of a state when an op runs: the same for all
/// nodes of the state.
struct RankDiagram::Step {
    /// One time of the node that follows.
    struct Slot {
        int from = -1;     ///< which time of the node before it takes over; −1: none
        Time head = 0;     ///< it is not earlier
        Time lag = kNever; ///< nor than so long after the end of the op that runs
        Time length = 0;   ///< the op that it is the time of takes so long
        Time latest = 0;   ///< when that op must start
        Time weights = 0;  ///< W that must run before it

        /// When what it waits for is there. `end`: of the op that runs.
        Time arrival(NodeTimes<const Time> before, Time end) const {
            Time time = head;
            if (from >= 0)
                time = std::max(time, before.at(from));
            if (lag > kNever)
                time = std::max(time, end + lag);
            return time;
        }
    };
    /// Where the slots of a series end, and the first of its ops that has no time yet.
    struct Rest {
        int side = 0;
        int slots = 0;
        Time head = kNever;
        Time latest = kNoEnd; ///< whatever has no time yet comes no sooner than those that have
    };

    int op = 0;
    int side = 0; ///< which of the ranks runs it
    int ranks = 1;
    int waits = -1;                           ///< which time of the node before says when the op can start; −1: none
    Time head = 0;                            ///< the op starts no earlier
    Time length = 0;                          ///< that the op takes
    std::array<Time, kMostRanks> latest = {}; ///< per rank: start of what it runs next
    WeightTime::Span weights = {};            ///< on the rank that runs it, before it
    Time latestFree = kNoEnd;                 ///< when that rank must be free, less its W till then
    std::array<Time, kMostRanks> most = {};   ///< per rank: W that can have run then
    std::vector<Slot> slots = {};
    std::vector<Rest> rests = {};

    using TimesBefore = NodeTimes<const Time>;
    using TimesAfter = NodeTimes<Time>;

    /// Writes the times of the node that follows. Gives when the op starts; nothing when something is late.
    std::optional<Time> run(TimesBefore before, TimesAfter after) const {
        const Time start = startOf(before);
        if (start > latest[side] || !freeAfter(before, start, after) || !waitingAfter(before, after))
            return {};
        return start;
    }

private:
    bool hasWeights() const { return ranks > 1; }

    Time startOf(TimesBefore before) const {
        const Time ready = std::max({before.free(side), head, waits < 0 ? kNever : before.at(waits)});
        return hasWeights() ? std::max(ready, before.freeOfWeights(side) + weights.least) : ready;
    }

    /// Writes when the ranks are free. False when that is late for what they run next.
    bool freeAfter(TimesBefore before, Time start, TimesAfter after) const {
        for (int other = 0; other < ranks; ++other) {
            after.free(other) = std::max(before.free(other), start);
            if (other != side && after.free(other) > latest[other])
                return false;
        }
        after.free(side) = start + length;
        return !hasWeights() || freeOfWeightsAfter(before, after);
    }

    bool freeOfWeightsAfter(TimesBefore before, TimesAfter after) const {
        for (int other = 0; other < ranks; ++other)
            after.freeOfWeights(other) = std::max(before.freeOfWeights(other), after.free(other) - most[other]);
        // W runs while the rank waits, as far as there is any.
        Time& own = after.freeOfWeights(side);
        own = std::max({own, before.freeOfWeights(side) + length, after.free(side) - weights.most});
        return own <= latestFree;
    }

    /// Writes when the ops that wait can start. False when one is late.
    bool waitingAfter(TimesBefore before, TimesAfter after) const {
        const Time end = after.free(side);
        int slot = 0;
        for (const Rest& rest : rests) {
            Time earliest = after.free(rest.side);
            for (; slot < rest.slots; ++slot) {
                const Slot& one = slots[slot];
                Time ready = std::max(earliest, one.arrival(before, end));
                if (hasWeights())
                    ready = std::max(ready, after.freeOfWeights(rest.side) + one.weights);
                if (ready > one.latest)
                    return false;
                after.waiting(slot) = ready;
                earliest = ready + one.length;
            }
            if (std::max(earliest, rest.head) > rest.latest)
                return false;
        }
        return true;
    }
};

} // namespace lanewright::bounds
