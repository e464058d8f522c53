// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/replay.h"

#include "core/base/take_last.h"
#include "core/model/block_ops.h"

#include <algorithm>

namespace lanewright {

Replay::Replay(const Schedule& schedule, const Costs& costs)
    : m_schedule(&schedule), m_costs(&costs), m_dataflow(schedule, costs) {
    if (costs.links == Links::Serial)
        m_links = std::make_unique<SerialLinks>(schedule, m_dataflow, costs);
    else
        m_quick = std::make_unique<QuickPass>(schedule, costs);
}

bool Replay::maybeQuick(const Begin& begin) const {
    return m_quick && begin.firstBackward.empty() && begin.lengths.empty();
}

Timeline Replay::run(const Begin& begin) {
    Timeline timeline;
    run(begin, timeline);
    return timeline;
}

void Replay::run(const Begin& begin, Timeline& timeline) {
    if (maybeQuick(begin) && m_quick->run(begin.free, timeline))
        return;
    timeline.lanes.resize(m_schedule->ranks());
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
}

std::vector<Time> Replay::ends(const Begin& begin) {
    const int rows = static_cast<int>(m_schedule->order.size());
    std::vector<Time> ends;
    const bool quick = maybeQuick(begin) && m_quick->run(begin.free, ends);
    if (!quick) {
        runExactly(
            begin, [](int, const Block&, Time, Time) {}, [] {});
        ends = m_free;
    }
    ends.resize(m_schedule->ranks(), kNever);
    for (int rank = 0; rank < rows; ++rank) {
        const int blocks = static_cast<int>(m_schedule->order[rank].size());
        if (blocks == 0 || (!quick && m_position[rank] < blocks))
            ends[rank] = kNever;
    }
    return ends;
}

/// Nearly every order yields each value once and reaches its end; then who yields what needs no look. Else the pass is
/// done again with the first producer of each value known.
void Replay::runExactly(const Begin& begin, auto&& sink, auto&& forget) {
    const auto once = [&] {
        forget();
        return m_costs->links == Links::Serial ? pass<true>(begin, sink) : pass<false>(begin, sink);
    };
    if (once() == Outcome::Complete || !m_producers.empty())
        return;
    m_producers = producersOf(*m_schedule, m_dataflow);
    once();
}

void Replay::reset(const Begin& begin) {
    const int ranks = m_schedule->ranks();
    m_values.assign(m_dataflow.values(), ValueState{});
    m_position.assign(ranks, 0);
    m_nextWaiter.assign(ranks, -1);
    m_free = begin.free;
    m_free.resize(ranks, 0);
    m_doubled = false;
    m_ready.clear();
    for (int rank = static_cast<int>(m_schedule->order.size()) - 1; rank >= 0; --rank)
        m_ready.push_back(rank);
    if (m_links)
        m_links->reset();
    if (begin.firstBackward.empty() || !m_firstBackward.empty())
        return;
    for (const Row& row : m_schedule->order)
        m_firstBackward.push_back(static_cast<int>(std::ranges::find_if(row, holdsBackward<Block>) - row.begin()));
}

template <bool serial, typename Sink>
Replay::Outcome Replay::pass(const Begin& begin, Sink& sink) {
    reset(begin);
    while (!m_ready.empty()) {
        const int rank = takeLast(m_ready);
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
    const bool hasLengths = !begin.lengths.empty();
    Time free = m_free[rank];
    int position = m_position[rank];
    for (; position < blocks; ++position) {
        const Block& block = row[position];
        const DataflowEntry& entry = m_dataflow.of(block.op);
        Time start = free + block.gap;
        if (!gather<serial>(block.op, entry, rank, start))
            break;
        if (block.paired && !gather<serial>(*block.paired, m_dataflow.of(*block.paired), rank, start))
            break;
        if (position == held)
            start = std::max(start, begin.firstBackward[rank]);
        if (hasLengths)
            free = start + begin.lengths[rank][position];
        else if (block.paired)
            free = start + durationOf(*m_schedule, *m_costs, block);
        else
            free = start + m_dataflow.duration(block.op, entry);
        sink(rank, block, start, free);
        yield<serial>(block.op, entry, rank, position, free);
        if (block.paired)
            yield<serial>(*block.paired, m_dataflow.of(*block.paired), rank, position, free);
    }
    m_free[rank] = free;
    m_position[rank] = position;
}

/// Puts `start` off until all that the op needs has come. False, with the rank waiting, when something has not.
template <bool serial>
bool Replay::gather(const Op& op, const DataflowEntry& entry, int rank, Time& start) {
    for (int i = 0; i < entry.needCount; ++i) {
        const int value = entry.needs[i] + op.microbatch;
        ValueState& state = m_values[value];
        if (state.rank < 0) {
            m_nextWaiter[rank] = state.waiter;
            state.waiter = rank;
            return false;
        }
        start = std::max(start, arrivalOf<serial>(value, state, rank));
    }
    return true;
}

template <bool serial>
Time Replay::arrivalOf(int value, const ValueState& state, int rank) const {
    if (state.rank == rank)
        return state.end;
    if (!serial)
        return state.end + m_costs->travel(m_dataflow.valueAt(value), state.rank, rank);
    return m_links->arrivalAt(value, rank);
}

template <bool serial>
void Replay::yield(const Op& op, const DataflowEntry& entry, int rank, int position, Time end) {
    for (int i = 0; i < entry.yieldCount; ++i) {
        const int value = entry.yields[i] + op.microbatch;
        if (!m_producers.empty() && m_producers[value] != Slot{rank, position})
            continue;
        ValueState& state = m_values[value];
        if (state.rank >= 0) {
            m_doubled = m_producers.empty();
            continue;
        }
        state.end = end;
        state.rank = rank;
        for (int waiter = state.waiter; waiter >= 0; waiter = m_nextWaiter[waiter])
            m_ready.push_back(waiter);
        if (serial)
            m_links->send(value, rank, end);
    }
}

bool mayLookFromEach(const Schedule& schedule, std::size_t starts) {
    constexpr double kMostSteps = 4e8;
    const auto count = static_cast<double>(starts);
    return count * static_cast<double>(blockCount(schedule.order)) + count * count * count < kMostSteps;
}

} // namespace lanewright
