// SPDX-License-Identifier: Apache-2.0
#include "core/analyse/replay.h"

#include <algorithm>

namespace lanewright {

Replay::Replay(const Schedule& schedule, const Costs& costs)
    : m_schedule(&schedule), m_costs(&costs), m_recipes(schedule, costs) {
    std::int32_t blocks = 0;
    for (const Row& row : schedule.order) {
        m_rowStart.push_back(blocks);
        blocks += static_cast<std::int32_t>(row.size());
    }
    if (costs.links == Links::Serial)
        findDeliveries();
}

Timeline Replay::run(const Begin& begin) {
    Timeline timeline{.lanes = std::vector<Lane>(m_schedule->ranks())};
    const auto forget = [&] {
        for (int rank = 0; rank < static_cast<int>(m_schedule->order.size()); ++rank) {
            timeline.lanes[rank].clear();
            timeline.lanes[rank].reserve(m_schedule->order[rank].size());
        }
    };
    const auto keep = [&](int rank, const Block& block, Time start, Time end) {
        timeline.lanes[rank].push_back({block.op, block.paired, start, end});
    };
    runExactly(begin, keep, forget);
    return timeline;
}

std::vector<Time> Replay::ends(const Begin& begin) {
    runExactly(
        begin, [](int, const Block&, Time, Time) {}, [] {});
    std::vector<Time> ends(m_schedule->ranks(), kNever);
    for (int rank = 0; rank < static_cast<int>(m_schedule->order.size()); ++rank)
        if (const int blocks = static_cast<int>(m_schedule->order[rank].size()); blocks && m_position[rank] == blocks)
            ends[rank] = m_free[rank];
    return ends;
}

/// Nearly every order yields each value once and reaches its end; then who yields what needs no look. Else the pass is
/// done again with the first producer of each value known.
template <typename Sink>
void Replay::runExactly(const Begin& begin, Sink&& sink, auto&& forget) {
    const auto once = [&] {
        forget();
        return m_costs->links == Links::Serial ? pass<true>(begin, sink) : pass<false>(begin, sink);
    };
    if (once() == Outcome::Complete || !m_yielders.empty())
        return;
    m_yielders = yieldersOf(*m_schedule, m_recipes);
    once();
}

void Replay::reset(const Begin& begin) {
    const int ranks = m_schedule->ranks();
    m_values.assign(static_cast<std::size_t>(m_recipes.values()), Entry{});
    m_position.assign(ranks, 0);
    m_nextWaiter.assign(ranks, -1);
    m_free = begin.free;
    m_free.resize(ranks, 0);
    m_doubled = false;
    m_ready.clear();
    for (int rank = static_cast<int>(m_schedule->order.size()) - 1; rank >= 0; --rank)
        m_ready.push_back(rank);
    m_linkFree.assign(m_costs->links == Links::Serial ? ranks : 0, {});
    if (begin.firstBackward.empty() || !m_firstBackward.empty())
        return;
    for (const Row& row : m_schedule->order) {
        const auto backward = [](const Block& block) {
            return isBackward(block.op.kind) || (block.paired && isBackward(block.paired->kind));
        };
        m_firstBackward.push_back(static_cast<int>(std::ranges::find_if(row, backward) - row.begin()));
    }
}

template <bool serial, typename Sink>
Replay::Outcome Replay::pass(const Begin& begin, Sink& sink) {
    reset(begin);
    while (!m_ready.empty()) {
        const int rank = m_ready.back();
        m_ready.pop_back();
        advance<serial>(rank, begin, sink);
        if (m_doubled)
            return Outcome::Doubled;
    }
    for (int rank = 0; rank < static_cast<int>(m_schedule->order.size()); ++rank)
        if (m_position[rank] < static_cast<int>(m_schedule->order[rank].size()))
            return Outcome::Stalled;
    return Outcome::Complete;
}

template <bool serial, typename Sink>
void Replay::advance(int rank, const Begin& begin, Sink& sink) {
    const Row& row = m_schedule->order[rank];
    const int blocks = static_cast<int>(row.size());
    const int held = begin.firstBackward.empty() ? -1 : m_firstBackward[rank];
    Time free = m_free[rank];
    int position = m_position[rank];
    for (; position < blocks; ++position) {
        const Block& block = row[position];
        const Recipe& recipe = m_recipes.of(block.op);
        Time start = free + block.gap;
        if (!gather<serial>(block.op, recipe, rank, start))
            break;
        if (block.paired && !gather<serial>(*block.paired, m_recipes.of(*block.paired), rank, start))
            break;
        if (position == held)
            start = std::max(start, begin.firstBackward[rank]);
        const Time duration =
            block.paired ? durationOf(*m_schedule, *m_costs, block) : m_recipes.duration(block.op, recipe);
        free = start + duration;
        sink(rank, block, start, free);
        yield<serial>(block.op, recipe, rank, position, free);
        if (block.paired)
            yield<serial>(*block.paired, m_recipes.of(*block.paired), rank, position, free);
    }
    m_free[rank] = free;
    m_position[rank] = position;
}

/// Puts `start` off until all that the op needs has come. False, with the rank waiting, when something has not.
template <bool serial>
bool Replay::gather(const Op& op, const Recipe& recipe, int rank, Time& start) {
    for (int i = 0; i < recipe.needCount; ++i) {
        const int value = recipe.needs[i] + op.microbatch;
        Entry& entry = m_values[value];
        if (entry.rank < 0) {
            m_nextWaiter[rank] = entry.waiter;
            entry.waiter = rank;
            return false;
        }
        start = std::max(start, arrivalOf<serial>(value, entry, rank));
    }
    return true;
}

template <bool serial>
Time Replay::arrivalOf(int value, const Entry& entry, int rank) const {
    if (!serial || entry.rank == rank)
        return entry.end + m_costs->transfer.between(entry.rank, rank);
    const auto first = m_deliveries.begin() + m_deliveryOf[value];
    const auto last = m_deliveries.begin() + m_deliveryOf[value + 1];
    return std::lower_bound(first, last, rank, [](const Delivery& d, int to) { return d.rank < to; })->arrives;
}

template <bool serial>
void Replay::yield(const Op& op, const Recipe& recipe, int rank, int position, Time end) {
    for (int i = 0; i < recipe.yieldCount; ++i) {
        const int value = recipe.yields[i] + op.microbatch;
        if (!m_yielders.empty() && m_yielders[value] != m_rowStart[rank] + position)
            continue;
        Entry& entry = m_values[value];
        if (entry.rank >= 0) {
            m_doubled = m_yielders.empty();
            continue;
        }
        entry.end = end;
        entry.rank = rank;
        for (int waiter = entry.waiter; waiter >= 0; waiter = m_nextWaiter[waiter])
            m_ready.push_back(waiter);
        if (serial)
            deliver(value, rank, end);
    }
}

/// Serial links carry a value once to each rank where an op stands that needs it.
void Replay::findDeliveries() {
    std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
    const auto enter = [&](const Op& op, int rank) {
        const Recipe& recipe = m_recipes.of(op);
        for (int i = 0; i < recipe.needCount; ++i)
            pairs.emplace_back(recipe.needs[i] + op.microbatch, rank);
    };
    for (int rank = 0; rank < static_cast<int>(m_schedule->order.size()); ++rank)
        for (const Block& block : m_schedule->order[rank]) {
            enter(block.op, rank);
            if (block.paired)
                enter(*block.paired, rank);
        }
    std::ranges::sort(pairs);
    pairs.erase(std::ranges::unique(pairs).begin(), pairs.end());
    m_deliveryOf.assign(static_cast<std::size_t>(m_recipes.values()) + 1, 0);
    for (const auto& [value, rank] : pairs) {
        m_deliveries.push_back({rank, 0});
        ++m_deliveryOf[value + 1];
    }
    for (std::size_t value = 1; value < m_deliveryOf.size(); ++value)
        m_deliveryOf[value] += m_deliveryOf[value - 1];
}

void Replay::deliver(int value, int from, Time end) {
    for (int at = m_deliveryOf[value]; at < m_deliveryOf[value + 1]; ++at) {
        Delivery& delivery = m_deliveries[at];
        if (delivery.rank == from)
            continue;
        auto& links = m_linkFree[from];
        auto link = std::ranges::find(links, delivery.rank, &std::pair<int, Time>::first);
        if (link == links.end())
            link = links.insert(links.end(), {delivery.rank, kNever});
        link->second = std::max(link->second, end) + m_costs->transfer.between(from, delivery.rank);
        delivery.arrives = link->second;
    }
}

} // namespace lanewright
