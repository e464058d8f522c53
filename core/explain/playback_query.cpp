// SPDX-License-Identifier: Apache-2.0
#include "core/explain/playback_query.h"

#include "core/model/block_ops.h"
#include "core/model/dataflow.h"

#include <algorithm>

namespace lanewright {

std::vector<Time> eventsOf(const Timeline& timeline) {
    std::vector<Time> events;
    for (const Lane& lane : timeline.lanes)
        for (const Span& span : lane) {
            events.push_back(span.start);
            events.push_back(span.end);
        }
    std::ranges::sort(events);
    const auto repeated = std::ranges::unique(events);
    events.erase(repeated.begin(), repeated.end());
    return events;
}

PlaybackQuery::PlaybackQuery(const Plan& plan, const Timeline& timeline)
    : m_plan(&plan), m_timeline(&timeline), m_causes(plan, timeline) {
    forEachSlot(timeline.lanes, [this](const Slot& slot, const Span& span) {
        for (const Op& op : opsIn(span))
            m_slots.emplace_back(op, slot);
    });
    std::ranges::sort(m_slots);
}

std::optional<Slot> PlaybackQuery::slotOf(const Op& op) const {
    const auto found = std::ranges::lower_bound(m_slots, op, {}, &std::pair<Op, Slot>::first);
    return found != m_slots.end() && found->first == op ? std::optional(found->second) : std::nullopt;
}

Wait PlaybackQuery::waitBefore(const Slot& slot) const {
    const Span& span = m_causes.spanAt(slot);
    Wait wait{.rank = slot.rank, .start = m_causes.rankFree(slot), .end = span.start};
    wait.next = {.op = span.op, .paired = span.paired};
    const Causes::Cause cause = m_causes.causeOf(slot);
    wait.binding = cause.binding;
    if (cause.binding == Binding::Dependency) {
        wait.producer = cause.op;
        wait.producerRank = cause.blame.rank;
    }
    return wait;
}

RankState PlaybackQuery::of(int rank, Time time) const {
    const Lane& lane = m_timeline->lanes[rank];
    const auto next = std::ranges::upper_bound(lane, time, {}, &Span::end);
    RankState moment;
    if (next != lane.end()) {
        moment.block = Block{.op = next->op, .paired = next->paired};
        moment.doing = next->start <= time ? Doing::Runs : Doing::Waits;
        if (moment.doing == Doing::Waits)
            moment.wait = waitBefore({rank, static_cast<int>(next - lane.begin())});
        return moment;
    }
    const std::vector<Row>& order = m_plan->schedule.order;
    if (rank < static_cast<int>(order.size()) && lane.size() < order[rank].size()) {
        moment.doing = Doing::Stalls;
        moment.block = order[rank][lane.size()];
    }
    return moment;
}

std::optional<Time> PlaybackQuery::readyAt(const Op& op, int rank) const {
    const Schedule& schedule = m_plan->schedule;
    const bool recomputes = m_plan->costs.recomputes(schedule.direction(op.microbatch), op.stage);
    Time ready = 0;
    for (const Value& value : needsOf(op, schedule.stages(), recomputes)) {
        std::optional<Slot> maker = slotOf(producerOf(value, false, recomputes));
        if (!maker)
            maker = slotOf(producerOf(value, true, recomputes));
        if (!maker)
            return {};
        ready = std::max(ready, m_causes.spanAt(*maker).end + m_plan->costs.travel(value, maker->rank, rank));
    }
    return ready;
}

/// Whether the rank keeps to its limit when it holds what the op takes from that place on already, up to `until`.
bool PlaybackQuery::fitsMemory(const Op& op, const Slot& from, int until) const {
    const std::optional<Bytes> limit = m_plan->memory.limitOf(from.rank);
    const auto change = [&](const Op& each) {
        return m_plan->memory.change(each, m_plan->schedule.direction(each.microbatch), m_plan->costs.weightParts);
    };
    const Bytes more = change(op);
    if (!limit || more <= 0)
        return true;
    Bytes held = 0;
    const Lane& lane = m_timeline->lanes[from.rank];
    for (int position = 0; position < until; ++position) {
        if (position == from.position && held + more > *limit)
            return false;
        const Span& span = lane[position];
        const Bytes first = change(span.op);
        const Bytes second = span.paired ? change(*span.paired) : 0;
        const Bytes most = held + std::max<Bytes>(0, first) + std::max<Bytes>(0, second);
        if (position >= from.position && most + more > *limit)
            return false;
        held += first + second;
    }
    return true;
}

/// The wait before the block at `next` with the op to fill it; nothing where it can't.
std::optional<NextWait> PlaybackQuery::filledBy(const Op& op, const Slot& next, const Wait& wait) const {
    const Time length = durationOf(m_plan->schedule, m_plan->costs, {.op = op});
    const std::optional<Time> ready = readyAt(op, next.rank);
    if (!ready || *ready > wait.start || length > wait.length())
        return {};
    const std::optional<Slot> at = slotOf(op);
    const int end = static_cast<int>(m_timeline->lanes[next.rank].size());
    if (!fitsMemory(op, next, at ? at->position : end))
        return {};
    return NextWait{.wait = wait, .filler = op, .fillerReady = *ready, .fillerLength = length};
}

/// The block behind the first wait that begins at `from` or later.
std::optional<Slot> PlaybackQuery::firstAfterWait(Time from) const {
    std::optional<Slot> first;
    for (int rank = 0; rank < static_cast<int>(m_timeline->lanes.size()); ++rank) {
        const Lane& lane = m_timeline->lanes[rank];
        // The block before a wait ends no earlier than `from`.
        auto position = std::ranges::lower_bound(lane, from, {}, &Span::end) - lane.begin();
        for (++position; position < static_cast<std::ptrdiff_t>(lane.size()); ++position)
            if (lane[position - 1].end < lane[position].start) {
                if (!first || lane[position - 1].end < m_causes.rankFree(*first))
                    first = Slot{rank, static_cast<int>(position)};
                break;
            }
    }
    return first;
}

std::optional<NextWait> PlaybackQuery::nextWait(Time from, const std::vector<Op>& spare) const {
    const std::optional<Slot> next = firstAfterWait(from);
    if (!next)
        return {};
    const Wait wait = waitBefore(*next);
    for (const Op& op : spare)
        if (m_plan->schedule.rankOf(op) == next->rank)
            if (const std::optional<NextWait> filled = filledBy(op, *next, wait))
                return filled;
    const Lane& lane = m_timeline->lanes[next->rank];
    for (std::size_t later = static_cast<std::size_t>(next->position) + 1; later < lane.size(); ++later)
        if (!lane[later].paired)
            if (const std::optional<NextWait> filled = filledBy(lane[later].op, *next, wait))
                return filled;
    return NextWait{.wait = wait};
}

} // namespace lanewright
