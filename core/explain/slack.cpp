// SPDX-License-Identifier: Apache-2.0
#include "core/explain/slack.h"

#include "core/base/take_last.h"
#include "core/explain/causes.h"

#include <algorithm>
#include <span>

namespace lanewright {

namespace {

/// Walks blocks, and the ways of values over serial links, against the arrows: each is settled when all that wait for
/// it are. They are numbered, the blocks by rank and position, then the ways.
class Backwards {
public:
    Backwards(const Plan& plan, const Timeline& timeline) : m_causes(plan, timeline), m_ways(m_causes.deliveries()) {
        for (int rank = 0; rank < static_cast<int>(timeline.lanes.size()); ++rank) {
            m_firstOf.push_back(static_cast<int>(m_slots.size()));
            for (int position = 0; position < static_cast<int>(timeline.lanes[rank].size()); ++position)
                m_slots.push_back({rank, position});
        }
        m_latest.assign(m_slots.size() + m_ways.size(), extentOf(timeline).end);
        m_waiters.assign(m_latest.size(), 0);
    }

    std::vector<std::vector<Time>> slack() {
        for (int at = 0; at < count(); ++at)
            eachBefore(at, [this](int before, Time) { ++m_waiters[before]; });
        for (int at = 0; at < count(); ++at)
            if (m_waiters[at] == 0)
                m_settled.push_back(at);
        while (!m_settled.empty()) {
            const int at = takeLast(m_settled);
            settle(at);
        }
        std::vector<std::vector<Time>> result(m_firstOf.size());
        for (std::size_t at = 0; at < m_slots.size(); ++at)
            result[m_slots[at].rank].push_back(m_latest[at] - m_causes.spanAt(m_slots[at]).end);
        return result;
    }

private:
    int count() const { return static_cast<int>(m_latest.size()); }
    bool isBlock(int at) const { return at < static_cast<int>(m_slots.size()); }
    int numberOf(const Slot& slot) const { return m_firstOf[slot.rank] + slot.position; }
    int numberOfWay(int delivery) const { return static_cast<int>(m_slots.size()) + delivery; }
    const SerialLinks::Delivery& wayAt(int at) const { return m_ways[at - m_slots.size()]; }

    Time lengthOf(int at) const {
        return isBlock(at) ? m_causes.spanAt(m_slots[at]).length() : wayAt(at).arrives - wayAt(at).leaves;
    }

    /// Calls `take(before, lag)` for all that this one waits for: it starts no earlier than that one's end + lag.
    void eachBefore(int at, auto&& take) const {
        if (!isBlock(at))
            return eachBeforeWay(wayAt(at), take);
        const Slot& slot = m_slots[at];
        if (slot.position > 0)
            take(at - 1, m_causes.gapAt(slot));
        m_causes.eachInput(slot, [&](const Causes::Input& input) {
            if (input.delivery >= 0)
                take(numberOfWay(input.delivery), 0);
            else
                take(numberOf(input.from), input.arrives - m_causes.spanAt(input.from).end);
        });
    }

    void eachBeforeWay(const SerialLinks::Delivery& way, auto&& take) const {
        const Slot& from = m_causes.producerOf(way.value);
        if (from.rank < 0 || from.rank == way.rank)
            return;
        take(numberOf(from), 0);
        if (way.before >= 0)
            take(numberOfWay(way.before), 0);
    }

    void settle(int at) {
        const Time start = m_latest[at] - lengthOf(at);
        eachBefore(at, [&](int before, Time lag) {
            m_latest[before] = std::min(m_latest[before], start - lag);
            if (--m_waiters[before] == 0)
                m_settled.push_back(before);
        });
    }

    Causes m_causes;
    std::span<const SerialLinks::Delivery> m_ways;
    std::vector<Slot> m_slots;
    std::vector<int> m_firstOf; ///< per rank the number of its first block
    std::vector<Time> m_latest; ///< end of each block, or arrival of each value, that keeps the makespan
    std::vector<int> m_waiters; ///< what waits for it and is not settled
    std::vector<int> m_settled;
};

} // namespace

std::vector<std::vector<Time>> slackOf(const Plan& plan, const Timeline& timeline) {
    return Backwards(plan, timeline).slack();
}

} // namespace lanewright
