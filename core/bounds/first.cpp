// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/first.h"

#include <algorithm>
#include <string>

namespace lanewright::bounds {

namespace {

class WarmUps {
public:
    WarmUps(const Case& problem, const std::vector<Time>& busy, const std::vector<int>& room)
        : m_case(problem), m_instance(problem.instance), m_busy(busy), m_room(room) {}

    /// A chunk whose first B can't start in time when the objective has that value, or −1.
    int blocked(Time value) const {
        Time first = 0; // how long the chunk after needs from its first F to its first B
        for (int index = static_cast<int>(m_instance.chunks.size()) - 1; index >= 0; --index) {
            if (m_instance.microbatchesOf(index) == 0)
                continue;
            const Time spare = value - m_busy[m_instance.chunks[index].rank];
            first = leadOf(index, first);
            if (spare < 0 || !startsWithin(index, spare, first))
                return index;
        }
        return -1;
    }

    /// With this much on top of all that is busy nothing is blocked.
    Time longestLead() const {
        Time longest = 0;
        Time first = 0;
        for (int index = static_cast<int>(m_instance.chunks.size()) - 1; index >= 0; --index) {
            first = leadOf(index, first);
            longest = std::max(longest, first);
        }
        return longest;
    }

private:
    /// When the gradient for the first B can be there, given when the B of the chunk after starts.
    Time leadOf(int index, Time firstAfter) const {
        const Chunk& chunk = m_instance.chunks[index];
        const Time own = chunk.forward + m_case.recompute(index);
        const int after = m_instance.after(index);
        return after < 0 ? own
                         : std::max(own, chunk.forward + chunk.down + firstAfter + m_case.gradient(after) + chunk.up);
    }

    /// Moves `first` on to when the rank can start the B; false where it has to wait for longer than `spare`.
    bool startsWithin(int index, Time spare, Time& first) const {
        const Chunk& chunk = m_instance.chunks[index];
        const bool isAlone = m_instance.onRank[chunk.rank].size() == 1;
        if (!isAlone || chunk.recompute || chunk.forward == 0)
            return true; // other ops than whole F may fill the time
        const Time count = std::min<Time>(first / chunk.forward, m_room[index]);
        if (first - count * chunk.forward <= spare)
            return true;
        first = (count + 1) * chunk.forward;
        return count < m_room[index];
    }

    const Case& m_case;
    const Instance& m_instance;
    const std::vector<Time>& m_busy;
    const std::vector<int>& m_room;
};

} // namespace

std::optional<Bound> untilFirstBackward(const Case& problem, const std::vector<Time>& busy,
                                        const std::vector<int>& room) {
    const WarmUps warmUps(problem, busy, room);
    const Time most = *std::ranges::max_element(busy);
    Time low = most;
    Time high = most + warmUps.longestLead();
    while (low < high) {
        const Time middle = low + (high - low) / 2;
        if (warmUps.blocked(middle) < 0)
            high = middle;
        else
            low = middle + 1;
    }
    if (low == most)
        return {};
    const int chunk = warmUps.blocked(low - 1);
    const int rank = problem.instance.chunks[chunk].rank;
    return Bound{
        "first-backward",
        {low, 1},
        rank,
        sayCounted(countedPhrase("bound",
                                 "rank %1: before its first backward it has room for %2 forwards, so not every "
                                 "rank behind it can begin one more instead of waiting",
                                 "rank %1: before its first backward it has room for %2 forward, so not every "
                                 "rank behind it can begin one more instead of waiting"),
                   room[chunk], rank, room[chunk])};
}

} // namespace lanewright::bounds
