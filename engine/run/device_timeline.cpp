// SPDX-License-Identifier: Apache-2.0
#include "engine/run/device_timeline.h"

#include <limits>

namespace lanewright::engine {

DeviceTimeline::DeviceTimeline(const RunRequest& request, const DeviceExecutor& executor, Device& device,
                               DeviceClock& clock, StepLedger& ledger)
    : m_executor(&executor), m_device(&device), m_clock(&clock), m_ledger(&ledger) {
    const auto ranks = static_cast<std::size_t>(request.plan.schedule.ranks());
    m_turns.resize(ranks);
    m_copies.resize(ranks);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        std::function<void(SpansEvent&)> send;
        if (request.spans)
            send = [&ledger](SpansEvent& batch) { ledger.addSpans(batch); };
        m_recorders.emplace_back(static_cast<int>(rank), false, std::move(send));
    }
    const DeviceOrder& order = executor.order();
    for (std::size_t turn = 0; turn < order.turns.size(); ++turn)
        m_turns[static_cast<std::size_t>(order.turns[turn].rank)].all.push_back(turn);
    for (std::size_t at = 0; at < order.handovers.size(); ++at)
        if (order.handovers[at].slot >= 0) {
            const Turn& producer = order.turns[static_cast<std::size_t>(order.handovers[at].producer)];
            m_copies[static_cast<std::size_t>(producer.rank)].all.push_back(at);
        }
}

void DeviceTimeline::beginStep(int step) {
    m_step = step;
    m_turnsLeft = 0;
    m_copiesLeft = 0;
    for (std::size_t rank = 0; rank < m_turns.size(); ++rank) {
        m_recorders[rank].beginStep(step);
        m_turns[rank].next = 0;
        m_copies[rank].next = 0;
        m_turnsLeft += m_turns[rank].all.size();
        m_copiesLeft += m_copies[rank].all.size();
        if (m_turns[rank].all.empty())
            m_ledger->begin(step, std::numeric_limits<Time>::max());
    }
}

bool DeviceTimeline::look() {
    bool any = false;
    for (std::size_t rank = 0; rank < m_turns.size(); ++rank) {
        any = lookAtRank(rank) || any;
        any = lookAtCopies(rank) || any;
    }
    return any;
}

bool DeviceTimeline::lookAtRank(std::size_t rank) {
    Pending& turns = m_turns[rank];
    if (turns.next == turns.all.size() || !m_device->isDone(m_executor->marks(turns.all[turns.next]).end))
        return false;
    sayTurn(turns.all[turns.next++]);
    --m_turnsLeft;
    return true;
}

bool DeviceTimeline::lookAtCopies(std::size_t rank) {
    Pending& copies = m_copies[rank];
    if (copies.next == copies.all.size() || !m_device->isDone(m_executor->copyEnd(copies.all[copies.next])))
        return false;
    sayCopy(copies.all[copies.next++]);
    --m_copiesLeft;
    return true;
}

void DeviceTimeline::sayTurn(std::size_t at) {
    const Turn& turn = m_executor->order().turns[at];
    const TurnMarks& marks = m_executor->marks(at);
    const Span span{
        .op = turn.block.op, .paired = turn.block.paired, .start = when(marks.start), .end = when(marks.end)};
    Pending& turns = m_turns[static_cast<std::size_t>(turn.rank)];
    if (turns.next == 1)
        m_ledger->begin(m_step, span.start);
    else
        sayWait(turn, span);
    turns.end = span.end;
    recorderOf(turn.rank).span(span, {}, marks.live);
    if (span.paired)
        sayParts(turn, marks);
}

/// The two ops of a pair, which go on beside each other.
void DeviceTimeline::sayParts(const Turn& turn, const TurnMarks& marks) {
    for (const Op& op : turn.ops) {
        const bool aside = op.kind == OpKind::F;
        recorderOf(turn.rank).activity({.kind = ActivityKind::Part,
                                        .rank = turn.rank,
                                        .start = when(aside ? marks.forwardStart : marks.start),
                                        .end = when(aside ? marks.forward : marks.backward),
                                        .op = op});
    }
}

/// A block starts when the one before it has ended and its values are there: what lies between is its waiting.
void DeviceTimeline::sayWait(const Turn& turn, const Span& span) {
    const Time since = m_turns[static_cast<std::size_t>(turn.rank)].end;
    const DeviceOrder& order = m_executor->order();
    for (const int at : turn.needs) {
        const Handover& handover = order.handovers[static_cast<std::size_t>(at)];
        const int from = order.turns[static_cast<std::size_t>(handover.producer)].rank;
        if (from == turn.rank || span.start <= since)
            continue;
        const bool isForward = handover.value.kind == ValueKind::Activation;
        const Op& op = (turn.ops.front().kind == OpKind::F) == isForward ? turn.ops.front() : turn.ops.back();
        recorderOf(turn.rank).activity(
            {.kind = ActivityKind::Wait, .rank = turn.rank, .start = since, .end = span.start, .op = op});
    }
}

void DeviceTimeline::sayCopy(std::size_t at) {
    const DeviceOrder& order = m_executor->order();
    const Handover& handover = order.handovers[at];
    const Turn& producer = order.turns[static_cast<std::size_t>(handover.producer)];
    const Turn& reader = order.turns[static_cast<std::size_t>(handover.reader)];
    const bool isForward = handover.value.kind == ValueKind::Activation;
    const Op& op = (producer.ops.front().kind == OpKind::F) == isForward ? producer.ops.front() : producer.ops.back();
    recorderOf(producer.rank)
        .activity({.kind = ActivityKind::Transfer,
                   .rank = producer.rank,
                   .start = when(m_executor->copyStart(at)),
                   .end = when(m_executor->copyEnd(at)),
                   .op = op,
                   .peer = reader.rank});
}

const Turn* DeviceTimeline::earliest() const {
    const Turn* first = nullptr;
    for (const Pending& turns : m_turns)
        if (turns.next < turns.all.size()) {
            const Turn* const turn = &m_executor->order().turns[turns.all[turns.next]];
            if (first == nullptr || turn < first)
                first = turn;
        }
    return first;
}

void DeviceTimeline::optimizer(int rank, Event start, Event end) {
    recorderOf(rank).activity(
        {.kind = ActivityKind::Optimizer, .rank = rank, .start = when(start), .end = when(end), .op = {}});
}

void DeviceTimeline::flush(bool all) {
    for (Recorder& recorder : m_recorders) {
        if (all)
            recorder.flush();
        else
            recorder.flushIfDue(false);
    }
}

} // namespace lanewright::engine
