// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/device_timeline.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lanewright::engine {

namespace {

/// The op of a block that makes or reads a value that crosses ranks.
const Op& opOf(const BlockRun& run, const Value& value) {
    const bool isForward = value.kind == ValueKind::Activation;
    return (run.ops.front().kind == OpKind::F) == isForward ? run.ops.front() : run.ops.back();
}

} // namespace

DeviceTimeline::DeviceTimeline(const RunRequest& request, const DeviceExecutor& executor, const DeviceLanes& lanes,
                               Device& device, DeviceClock& clock, std::function<void(SpansEvent&)> say)
    : m_executor(&executor), m_list(&executor.list()), m_device(&device), m_clock(&clock) {
    if (!request.spans)
        say = nullptr;
    for (const auto& lane : lanes)
        m_lines.push_back({.rank = lane->rank, .recorder = Recorder(lane->rank, false, say)});
    const auto isOwn = [&](int rank) { return std::ranges::find(m_lines, rank, &Line::rank) != m_lines.end(); };
    const auto rankOf = [&](int run) { return m_list->runs[run].rank; };
    const auto add = [&](Pending& pending, int what, int command) {
        pending.all.push_back(what);
        pending.early += command < m_list->early ? 1 : 0;
    };
    for (int run = 0; run < static_cast<int>(m_list->runs.size()); ++run)
        if (isOwn(rankOf(run)))
            add(lineOf(rankOf(run)).runs, run, m_list->runs[run].command);
    for (int at = 0; at < static_cast<int>(m_list->buffers.size()); ++at) {
        const ValueBuffer& buffer = m_list->buffers[at];
        if (buffer.sent >= 0 && isOwn(rankOf(buffer.producer)))
            add(lineOf(rankOf(buffer.producer)).transfers, at, buffer.sent);
    }
}

DeviceTimeline::Line& DeviceTimeline::lineOf(int rank) { return *std::ranges::find(m_lines, rank, &Line::rank); }

void DeviceTimeline::beginStep(int step) {
    open(step);
    rewind(Reading::Whole, true);
}

void DeviceTimeline::beginVoid(int step) {
    open(step);
    rewind(Reading::Void, false);
}

void DeviceTimeline::beginAgain() { rewind(Reading::Whole, true); }

void DeviceTimeline::beginQuietly(int step, bool isWhole) {
    m_step = step;
    rewind(Reading::Quiet, isWhole);
}

void DeviceTimeline::open(int step) {
    m_step = step;
    for (Line& line : m_lines) {
        line.recorder.beginStep(step);
        line.isBegun = false;
        if (line.runs.all.empty())
            onBegin(step, std::numeric_limits<Time>::max());
    }
}

/// The early part comes first of all.
void DeviceTimeline::rewind(Reading reading, bool isWhole) {
    m_reading = reading;
    m_runsLeft = 0;
    m_transfersLeft = 0;
    for (Line& line : m_lines) {
        for (Pending* const pending : {&line.runs, &line.transfers}) {
            pending->next = 0;
            pending->count = isWhole ? pending->all.size() : pending->early;
        }
        m_runsLeft += line.runs.count;
        m_transfersLeft += line.transfers.count;
    }
}

bool DeviceTimeline::poll() {
    bool any = false;
    for (Line& line : m_lines) {
        const auto runCommand = [this](int run) { return m_list->runs[run].command; };
        const auto sentBy = [this](int buffer) { return m_list->buffers[buffer].sent; };
        any = pollOne(line.runs, m_runsLeft, runCommand, [&](int run) { reportRun(line, run); }) || any;
        any = pollOne(line.transfers, m_transfersLeft, sentBy, [&](int at) { reportTransfer(line, at); }) || any;
    }
    return any;
}

bool DeviceTimeline::pollOne(Pending& pending, std::size_t& left, auto commandOf, auto report) {
    if (pending.isOver())
        return false;
    const int first = pending.all[pending.next];
    if (!m_device->isDone(marksOf(commandOf(first)).end))
        return false;
    ++pending.next;
    --left;
    if (m_reading != Reading::Quiet)
        report(first);
    return true;
}

void DeviceTimeline::reportRun(Line& line, int at) {
    const BlockRun& run = m_list->runs[at];
    const CommandMarks& marks = marksOf(run.command);
    const Span span{.op = run.block.op, .paired = run.block.paired, .start = when(marks.start), .end = when(marks.end)};
    if (!std::exchange(line.isBegun, true))
        onBegin(m_step, span.start);
    else
        reportWait(line, run, span);
    line.runs.end = span.end;
    if (m_reading == Reading::Void) {
        line.recorder.activity(
            {.kind = ActivityKind::Discarded, .rank = run.rank, .start = span.start, .end = span.end, .op = span.op});
        return;
    }
    line.recorder.span(span, {}, marks.live);
    if (span.paired)
        reportParts(line, run, marks);
}

/// The two ops of a pair, which go on beside each other.
void DeviceTimeline::reportParts(Line& line, const BlockRun& run, const CommandMarks& marks) {
    for (const Op& op : run.ops) {
        const bool aside = op.kind == OpKind::F;
        line.recorder.activity({.kind = ActivityKind::Part,
                                .rank = run.rank,
                                .start = when(aside ? marks.forwardStart : marks.start),
                                .end = when(aside ? marks.forward : marks.backward),
                                .op = op});
    }
}

/// A block starts when the one before it has ended and its values are there: what lies between is its waiting.
void DeviceTimeline::reportWait(Line& line, const BlockRun& run, const Span& span) {
    const Time since = line.runs.end;
    for (const int at : run.needs) {
        const ValueBuffer& buffer = m_list->buffers[at];
        const int from = m_list->runs[buffer.producer].rank;
        if (from != run.rank && span.start > since)
            line.recorder.activity({.kind = ActivityKind::Wait,
                                    .rank = run.rank,
                                    .start = since,
                                    .end = span.start,
                                    .op = opOf(run, buffer.value)});
    }
}

void DeviceTimeline::reportTransfer(Line& line, int at) {
    const ValueBuffer& buffer = m_list->buffers[at];
    const CommandMarks& marks = marksOf(buffer.sent);
    const BlockRun& producer = m_list->runs[buffer.producer];
    line.recorder.activity({.kind = ActivityKind::Transfer,
                            .rank = line.rank,
                            .start = when(marks.start),
                            .end = when(marks.end),
                            .op = opOf(producer, buffer.value),
                            .peer = m_list->runs[buffer.reader].rank});
}

int DeviceTimeline::earliest() const {
    int first = -1;
    for (const Line& line : m_lines)
        if (!line.runs.isOver() && (first < 0 || line.runs.all[line.runs.next] < first))
            first = line.runs.all[line.runs.next];
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
