// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <cstddef>
#include <vector>

namespace lanewright {

/// The clock of list scheduling: when each rank is free, and when it is to be asked what it starts.
///
/// A rank is asked when it becomes free and when something comes for it while it is free; between those times nothing
/// changes that it could choose among. Of ranks that are asked at one time the lowest comes first, whatever the order
/// in which they were woken, so that what is scheduled depends on nothing but the rule. O(log ranks) for each wake. A
/// class so that many schedules allocate once.
class RankClock {
public:
    /// All ranks are free from 0 on, and asked then.
    void reset(int ranks);

    Time freeAt(int rank) const { return m_free[rank]; }

    /// Asks the rank at `time`; where it is busy then, no sooner than it is free, which `occupy` sees to.
    void wake(int rank, Time time);
    /// The rank is busy until `until`, and asked then.
    void occupy(int rank, Time until) {
        m_free[rank] = until;
        wake(rank, until);
    }

    /// Calls `ask(rank, now)` along the clock, each time for a rank that is free, until it returns false or nobody is
    /// to be asked any more. True when all were asked.
    bool run(const auto& ask) {
        while (!m_wakes.empty()) {
            const auto [now, rank] = nextWake();
            if (m_free[rank] <= now && !ask(rank, now))
                return false;
        }
        return true;
    }

private:
    struct Wake {
        Time time = 0;
        int rank = 0;
    };
    /// An object, so that the heap calls it inline, and without a branch, since no processor can predict which of two
    /// wakes is first.
    static constexpr auto kLater = [](const Wake& a, const Wake& b) {
        return ((a.time > b.time) | ((a.time == b.time) & (a.rank > b.rank))) != 0;
    };

    Wake nextWake();

    std::vector<Time> m_free;  ///< per rank
    std::vector<Wake> m_wakes; ///< a heap, the earliest on top
};

} // namespace lanewright
