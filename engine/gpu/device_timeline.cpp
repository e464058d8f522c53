// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/device_timeline.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lanewright::engine {

namespace {

/// The op of a block that makes or reads a value that crosses ranks.
const Op& opOf(const Turn& turn, const Value& value) {
    const bool isForward = value.kind == ValueKind::Activation;
    return (turn.ops.front().kind == OpKind::F) == isForward ? turn.ops.front() : turn.ops.back();
}

} // namespace

DeviceTimeline::DeviceTimeline(const RunRequest& request, const DeviceExecutor& executor, const DeviceLanes& lanes,
                               Device& device, DeviceClock& clock, std::function<void(SpansEvent&)> say)
    : m_executor(&executor), m_order(&executor.order()), m_device(&device), m_clock(&clock) {
    if (!request.spans)
        say = nullptr;
    for (const auto& lane : lanes)
        m_lines.push_back({.rank = lane->rank, .recorder = Recorder(lane->rank, false, say)});
    const auto isOwn = [&](int rank) { return std::ranges::find(m_lines, rank, &Line::rank) != m_lines.end(); };
    const auto rankOf = [&](int turn) { return m_order->turns[static_cast<std::size_t>(turn)].rank; };
    const auto add = [&](Pending& pending, int what, int entry) {
        pending.all.push_back(what);
        pending.inPrefix += entry < m_order->prefix ? 1 : 0;
    };
    for (int turn = 0; turn < static_cast<int>(m_order->turns.size()); ++turn)
        if (isOwn(rankOf(turn)))
            add(lineOf(rankOf(turn)).turns, turn, m_order->turns[static_cast<std::size_t>(turn)].entry);
    for (int at = 0; at < static_cast<int>(m_order->handovers.size()); ++at) {
        const Handover& handover = m_order->handovers[static_cast<std::size_t>(at)];
        if (handover.sent >= 0 && isOwn(rankOf(handover.producer)))
            add(lineOf(rankOf(handover.producer)).ways, at, handover.sent);
    }
}

DeviceTimeline::Line& DeviceTimeline::lineOf(int rank) { return *std::ranges::find(m_lines, rank, &Line::rank); }

void DeviceTimeline::beginStep(int step) {
    open(step);
    rewind(Look::Whole, true);
}

void DeviceTimeline::beginVoid(int step) {
    open(step);
    rewind(Look::Void, false);
}

void DeviceTimeline::beginAgain() { rewind(Look::Whole, true); }

void DeviceTimeline::beginQuietly(int step, bool isWhole) {
    m_step = step;
    rewind(Look::Quiet, isWhole);
}

void DeviceTimeline::open(int step) {
    m_step = step;
    for (Line& line : m_lines) {
        line.recorder.beginStep(step);
        line.isBegun = false;
        if (line.turns.all.empty())
            onBegin(step, std::numeric_limits<Time>::max());
    }
}

/// The prefix comes first of all.
void DeviceTimeline::rewind(Look look, bool isWhole) {
    m_look = look;
    m_turnsLeft = 0;
    m_waysLeft = 0;
    for (Line& line : m_lines) {
        for (Pending* const pending : {&line.turns, &line.ways}) {
            pending->next = 0;
            pending->count = isWhole ? pending->all.size() : pending->inPrefix;
        }
        m_turnsLeft += line.turns.count;
        m_waysLeft += line.ways.count;
    }
}

bool DeviceTimeline::look() {
    bool any = false;
    for (Line& line : m_lines) {
        any = lookAtTurns(line) || any;
        any = lookAtWays(line) || any;
    }
    return any;
}

bool DeviceTimeline::lookAtTurns(Line& line) {
    if (line.turns.isOver())
        return false;
    const int turn = line.turns.all[line.turns.next];
    if (!m_device->isDone(marksOf(m_order->turns[static_cast<std::size_t>(turn)].entry).end))
        return false;
    ++line.turns.next;
    --m_turnsLeft;
    if (m_look != Look::Quiet)
        sayTurn(line, turn);
    return true;
}

bool DeviceTimeline::lookAtWays(Line& line) {
    if (line.ways.isOver())
        return false;
    const int at = line.ways.all[line.ways.next];
    if (!m_device->isDone(marksOf(m_order->handovers[static_cast<std::size_t>(at)].sent).end))
        return false;
    ++line.ways.next;
    --m_waysLeft;
    if (m_look != Look::Quiet)
        sayWay(line, at);
    return true;
}

void DeviceTimeline::sayTurn(Line& line, int at) {
    const Turn& turn = m_order->turns[static_cast<std::size_t>(at)];
    const EntryMarks& marks = marksOf(turn.entry);
    const Span span{
        .op = turn.block.op, .paired = turn.block.paired, .start = when(marks.start), .end = when(marks.end)};
    if (!std::exchange(line.isBegun, true))
        onBegin(m_step, span.start);
    else
        sayWait(line, turn, span);
    line.turns.end = span.end;
    if (m_look == Look::Void) {
        line.recorder.activity(
            {.kind = ActivityKind::Discarded, .rank = turn.rank, .start = span.start, .end = span.end, .op = span.op});
        return;
    }
    line.recorder.span(span, {}, marks.live);
    if (span.paired)
        sayParts(line, turn, marks);
}

/// The two ops of a pair, which go on beside each other.
void DeviceTimeline::sayParts(Line& line, const Turn& turn, const EntryMarks& marks) {
    for (const Op& op : turn.ops) {
        const bool aside = op.kind == OpKind::F;
        line.recorder.activity({.kind = ActivityKind::Part,
                                .rank = turn.rank,
                                .start = when(aside ? marks.forwardStart : marks.start),
                                .end = when(aside ? marks.forward : marks.backward),
                                .op = op});
    }
}

/// A block starts when the one before it has ended and its values are there: what lies between is its waiting.
void DeviceTimeline::sayWait(Line& line, const Turn& turn, const Span& span) {
    const Time since = line.turns.end;
    for (const int at : turn.needs) {
        const Handover& handover = m_order->handovers[static_cast<std::size_t>(at)];
        const int from = m_order->turns[static_cast<std::size_t>(handover.producer)].rank;
        if (from != turn.rank && span.start > since)
            line.recorder.activity({.kind = ActivityKind::Wait,
                                    .rank = turn.rank,
                                    .start = since,
                                    .end = span.start,
                                    .op = opOf(turn, handover.value)});
    }
}

void DeviceTimeline::sayWay(Line& line, int at) {
    const Handover& handover = m_order->handovers[static_cast<std::size_t>(at)];
    const EntryMarks& marks = marksOf(handover.sent);
    const Turn& producer = m_order->turns[static_cast<std::size_t>(handover.producer)];
    line.recorder.activity({.kind = ActivityKind::Transfer,
                            .rank = line.rank,
                            .start = when(marks.start),
                            .end = when(marks.end),
                            .op = opOf(producer, handover.value),
                            .peer = m_order->turns[static_cast<std::size_t>(handover.reader)].rank});
}

int DeviceTimeline::earliest() const {
    int first = -1;
    for (const Line& line : m_lines)
        if (!line.turns.isOver() && (first < 0 || line.turns.all[line.turns.next] < first))
            first = line.turns.all[line.turns.next];
    return first;
}

void DeviceTimeline::optimizer(int rank, Event start, Event end) {
    lineOf(rank).recorder.activity(
        {.kind = ActivityKind::Optimizer, .rank = rank, .start = when(start), .end = when(end), .op = {}});
}

void DeviceTimeline::flush(bool all) {
    for (Line& line : m_lines) {
        if (all)
            line.recorder.flush();
        else
            line.recorder.flushIfDue(false);
    }
}

} // namespace lanewright::engine
