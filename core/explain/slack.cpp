// SPDX-License-Identifier: Apache-2.0
#include "core/explain/slack.h"

#include "core/explain/causes.h"

#include <algorithm>

namespace lanewright {

namespace {

/// Walks the blocks against the arrows: a block is settled when all that wait for it are.
class Backwards {
public:
    Backwards(const Plan& plan, const Timeline& timeline) : m_timeline(timeline), m_causes(plan, timeline) {
        const Time end = extentOf(timeline).end;
        for (const Lane& lane : timeline.lanes) {
            m_latest.emplace_back(lane.size(), end);
            m_waiters.emplace_back(lane.size(), 0);
        }
    }

    std::vector<std::vector<Time>> slack() {
        everySlot([this](const Slot& slot) {
            eachBefore(slot, [this](const Slot& before, Time) { ++m_waiters[before.rank][before.position]; });
        });
        everySlot([this](const Slot& slot) {
            if (m_waiters[slot.rank][slot.position] == 0)
                m_settled.push_back(slot);
        });
        while (!m_settled.empty()) {
            const Slot slot = m_settled.back();
            m_settled.pop_back();
            settle(slot);
        }
        std::vector<std::vector<Time>> result = m_latest;
        everySlot([&](const Slot& slot) { result[slot.rank][slot.position] -= m_causes.spanAt(slot).end; });
        return result;
    }

private:
    template <typename Take>
    void everySlot(Take&& take) const {
        for (int rank = 0; rank < static_cast<int>(m_timeline.lanes.size()); ++rank)
            for (int position = 0; position < static_cast<int>(m_timeline.lanes[rank].size()); ++position)
                take(Slot{rank, position});
    }

    /// Calls `take(slot, lag)` for each block that this one waits for: it starts no earlier than that one's end + lag.
    template <typename Take>
    void eachBefore(const Slot& slot, Take&& take) const {
        if (slot.position > 0)
            take(Slot{slot.rank, slot.position - 1}, m_causes.gapAt(slot));
        m_causes.eachInput(slot, [&](const Causes::Input& input) {
            take(input.from, input.arrives - m_causes.spanAt(input.from).end);
        });
    }

    void settle(const Slot& slot) {
        const Time start = m_latest[slot.rank][slot.position] - m_causes.spanAt(slot).length();
        eachBefore(slot, [&](const Slot& before, Time lag) {
            Time& latest = m_latest[before.rank][before.position];
            latest = std::min(latest, start - lag);
            if (--m_waiters[before.rank][before.position] == 0)
                m_settled.push_back(before);
        });
    }

    const Timeline& m_timeline;
    Causes m_causes;
    std::vector<std::vector<Time>> m_latest; ///< end of each block that keeps the makespan
    std::vector<std::vector<int>> m_waiters; ///< blocks that wait for it and are not settled
    std::vector<Slot> m_settled;
};

} // namespace

std::vector<std::vector<Time>> slackOf(const Plan& plan, const Timeline& timeline) {
    return Backwards(plan, timeline).slack();
}

} // namespace lanewright
