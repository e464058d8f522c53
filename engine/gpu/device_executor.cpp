// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/device_executor.h"

#include "core/model/text.h"

#include "engine/device/failure.h"

#include <algorithm>

namespace lanewright::engine {

namespace {

Value activationOf(int stage, int microbatch) { return {ValueKind::Activation, stage, microbatch}; }
Value gradientOf(int stage, int microbatch) { return {ValueKind::Gradient, stage, microbatch}; }

} // namespace

DeviceLane* findLane(const DeviceLanes& lanes, int rank) {
    const auto found = std::ranges::find(lanes, rank, [](const auto& lane) { return lane->rank; });
    return found == lanes.end() ? nullptr : found->get();
}

DeviceExecutor::DeviceExecutor(const RunRequest& request, Device& device, DeviceLanes& lanes, const DeviceOrder& order,
                               int seat, DeviceLinks* links, KernelLog& log)
    : m_request(&request), m_device(&device), m_lanes(&lanes), m_order(&order), m_links(links), m_log(&log),
      m_seat(seat), m_rows(Sizes{request.model}.tokens), m_cols(request.model.width), m_source(device),
      m_pieces(order.pieces[static_cast<std::size_t>(seat)] * m_rows * m_cols, &m_source),
      m_scratch(order.scratch.size()), m_marks(order.prefix > 0 ? 2 : 1, StepMarks(order.entries.size())) {
    for (StepMarks& marks : m_marks)
        for (std::size_t at = 0; at < order.entries.size(); ++at)
            if (order.entries[at].seat == seat)
                makeMarks(order.entries[at], marks[at]);
    for (const auto& lane : lanes) {
        const auto rank = static_cast<std::size_t>(lane->rank);
        if (order.scratch[rank] > 0)
            m_scratch[rank] = Buffer(kScratches * order.scratch[rank], &m_source);
    }
    for (std::size_t lane = 0; !order.hops.empty() && lane < lanes.size(); ++lane)
        m_begun.push_back(device.makeEvent(false));
}

void DeviceExecutor::makeMarks(const Entry& entry, EntryMarks& marks) {
    marks.start = m_device->makeEvent(true);
    marks.end = m_device->makeEvent(true);
    if (entry.kind == EntryKind::Run && m_order->turns[static_cast<std::size_t>(entry.turn)].ops.size() > 1) {
        marks.forwardStart = m_device->makeEvent(true);
        marks.forward = m_device->makeEvent(true);
        marks.backward = m_device->makeEvent(true);
    }
    if (entry.kind == EntryKind::Send && entry.hop >= 0 && m_order->hops[static_cast<std::size_t>(entry.hop)].from == 0)
        m_firstLinks.insert(entry.link);
}

Matrix DeviceExecutor::piece(int number) const {
    // The executor only passes the place on.
    float* const memory = const_cast<float*>(m_pieces.data()) + number * m_rows * m_cols;
    return {memory, NumberKind::Float, m_rows, m_cols, m_cols};
}

const Handover& DeviceExecutor::handoverOf(const Value& value) const {
    const Schedule& schedule = m_request->plan.schedule;
    return m_order->handovers[static_cast<std::size_t>(m_order->of(value, schedule.stages(), schedule.microbatches))];
}

Matrix DeviceExecutor::inputOf(const Value& value) const {
    const Handover& handover = handoverOf(value);
    return piece(handover.slot >= 0 ? handover.slot : handover.room);
}

Matrix DeviceExecutor::outputOf(const Value& value) const { return piece(handoverOf(value).room); }

Matrix DeviceExecutor::pieceOf(const Hop& hop, int direction) {
    DeviceStage& copy = lane(m_request->plan.schedule.placement.rankOf(direction, hop.stage)).of(direction, hop.stage);
    return {copy.gradient() + hop.first, NumberKind::Float, 1, hop.count, hop.count};
}

Matrix DeviceExecutor::scratchOf(int rank, const Hop& hop) {
    const auto at = static_cast<std::size_t>(rank);
    return {m_scratch[at].data() + hop.scratch * m_order->scratch[at], NumberKind::Float, 1, hop.count, hop.count};
}

Matrix DeviceExecutor::partOf(const Entry& entry) {
    const bool sends = entry.kind == EntryKind::Send;
    if (entry.handover >= 0) {
        const Handover& handover = m_order->handovers[static_cast<std::size_t>(entry.handover)];
        return piece(sends ? handover.room : handover.slot);
    }
    const Hop& hop = m_order->hops[static_cast<std::size_t>(entry.hop)];
    if (!sends && hop.scratch >= 0)
        return scratchOf(entry.rank, hop);
    return pieceOf(hop, sends ? hop.from : hop.to);
}

Stream DeviceExecutor::streamOf(const Entry& entry) {
    switch (entry.kind) {
    case EntryKind::Run: return lane(entry.rank).memory.compute;
    case EntryKind::Copy: return lane(entry.rank).send();
    case EntryKind::Send:
    case EntryKind::Receive: return m_links->stream(entry.link);
    case EntryKind::Add:
    case EntryKind::Adopt: return lane(entry.rank).receive();
    }
    return {};
}

void DeviceExecutor::enqueuePrefix(int step, bool overlaps) {
    m_log->begin(step);
    enqueue(step, 0, m_order->prefix, overlaps);
}

void DeviceExecutor::enqueueRest(int step) {
    begin();
    enqueue(step, m_order->prefix, static_cast<int>(m_order->entries.size()), false);
    end(step);
}

void DeviceExecutor::enqueue(int step, int from, int to, bool overlaps) {
    for (int at = from; at < to; ++at) {
        const Entry& entry = m_order->entries[static_cast<std::size_t>(at)];
        if (entry.seat != m_seat)
            continue;
        whereabouts() = {.rank = entry.rank, .op = {}};
        const Stream stream = streamOf(entry);
        for (const int before : entry.waits)
            m_device->wait(stream, marks(step, before).end);
        if (overlaps)
            for (const int before : entry.waitsBefore)
                m_device->wait(stream, marks(step - 1, before).end);
        EntryMarks& own = m_marks[setOf(step)][static_cast<std::size_t>(at)];
        m_device->record(own.start, stream);
        perform(entry, own, stream);
        m_device->record(own.end, stream);
    }
    whereabouts().op = {};
}

bool DeviceExecutor::hasRunPrefix(int step) const {
    bool hasRun = true;
    for (int at = 0; at < m_order->prefix && hasRun; ++at)
        if (m_order->entries[static_cast<std::size_t>(at)].seat == m_seat)
            hasRun = m_device->isDone(marks(step, at).end);
    return hasRun;
}

void DeviceExecutor::forgetPrefix() {
    for (int at = 0; at < m_order->prefix; ++at) {
        const Entry& entry = m_order->entries[static_cast<std::size_t>(at)];
        if (entry.seat != m_seat || entry.kind != EntryKind::Run)
            continue;
        const Op& op = m_order->turns[static_cast<std::size_t>(entry.turn)].block.op;
        lane(entry.rank).of(m_request->plan.schedule.direction(op.microbatch), op.stage).forget(op.microbatch);
    }
}

/// A copy without microbatches begins by clearing its gradients, and no block comes after that.
void DeviceExecutor::begin() {
    for (const auto& lane : *m_lanes)
        for (const auto& stage : lane->stages)
            stage->beginGradients();
    if (m_order->hops.empty())
        return;
    for (std::size_t lane = 0; lane < m_lanes->size(); ++lane) {
        m_device->record(m_begun[lane], (*m_lanes)[lane]->memory.compute);
        for (const auto& to : *m_lanes)
            m_device->wait(to->receive(), m_begun[lane]);
        for (const int link : m_firstLinks)
            m_device->wait(m_links->stream(link), m_begun[lane]);
    }
}

void DeviceExecutor::end(int step) {
    for (const auto& lane : *m_lanes)
        for (const int before : m_order->last[static_cast<std::size_t>(lane->rank)])
            m_device->wait(lane->memory.compute, marks(step, before).end);
}

void DeviceExecutor::perform(const Entry& entry, EntryMarks& marks, Stream stream) {
    switch (entry.kind) {
    case EntryKind::Run: {
        const Turn& turn = m_order->turns[static_cast<std::size_t>(entry.turn)];
        whereabouts().op = turn.block.op;
        m_log->enter(toText(turn.block, m_request->plan.costs.weightParts),
                     {.rank = entry.rank, .op = turn.block.op, .start = marks.start, .end = marks.end});
        runOps(turn, lane(entry.rank), marks);
        m_log->leave();
        return;
    }
    case EntryKind::Copy: copyValue(entry, stream); return;
    case EntryKind::Send: {
        const Matrix from = partOf(entry);
        m_links->send(entry.link, from.data, from.size() * bytesOf(from.kind));
        return;
    }
    case EntryKind::Receive: {
        const Matrix into = partOf(entry);
        m_links->receive(entry.link, into.data, into.size() * bytesOf(into.kind));
        return;
    }
    case EntryKind::Add:
    case EntryKind::Adopt: sumUp(entry, stream); return;
    }
}

void DeviceExecutor::copyValue(const Entry& entry, Stream stream) {
    const Handover& handover = m_order->handovers[static_cast<std::size_t>(entry.handover)];
    const Matrix from = piece(handover.room);
    m_device->copy(stream, piece(handover.slot).data, from.data, from.size() * bytesOf(from.kind));
}

void DeviceExecutor::sumUp(const Entry& entry, Stream stream) {
    const Hop& hop = m_order->hops[static_cast<std::size_t>(entry.hop)];
    const Matrix own = pieceOf(hop, hop.to);
    const Matrix other = hop.scratch >= 0 ? scratchOf(entry.rank, hop) : pieceOf(hop, hop.from);
    // Two numbers have one sum in either order.
    if (entry.kind == EntryKind::Add)
        m_device->add(stream, own, other);
    else
        m_device->copy(stream, own.data, other.data, own.size() * bytesOf(own.kind));
}

void DeviceExecutor::runOps(const Turn& turn, DeviceLane& lane, EntryMarks& marks) {
    const BufferPool& pool = lane.memory.pool;
    marks.live = pool.live();
    if (turn.ops.size() > 1) {
        runPair(turn, lane, marks);
        return;
    }
    runOp(turn.ops.front(), lane, lane.memory.compute);
    marks.live = std::max(marks.live, pool.live());
}

/// The forward goes its own way beside the backward; the block ends when both have.
void DeviceExecutor::runPair(const Turn& turn, DeviceLane& lane, EntryMarks& marks) {
    LaneMemory& memory = lane.memory;
    m_device->wait(memory.overlap, marks.start);
    m_device->record(marks.forwardStart, memory.overlap);
    for (const Op& op : turn.ops) {
        const bool aside = op.kind == OpKind::F;
        const Stream stream = aside ? memory.overlap : memory.compute;
        m_log->enter(toText(op, m_request->plan.costs.weightParts),
                     {.rank = lane.rank, .op = op, .start = marks.start, .end = marks.end});
        runOp(op, lane, stream);
        m_log->leave();
        m_device->record(aside ? marks.forward : marks.backward, stream);
        marks.live = std::max(marks.live, memory.pool.live());
    }
    m_device->wait(memory.compute, marks.forward);
}

void DeviceExecutor::runOp(const Op& op, DeviceLane& lane, Stream stream) {
    DeviceStage& stage = lane.of(m_request->plan.schedule.direction(op.microbatch), op.stage);
    const bool isFirst = stage.shape().isFirst();
    const bool isLast = stage.shape().isLast();
    const auto goBack = [&] {
        stage.backwardInput(op.microbatch, isLast ? Matrix{} : inputOf(gradientOf(op.stage + 1, op.microbatch)),
                            isFirst ? Matrix{} : outputOf(gradientOf(op.stage, op.microbatch)));
    };
    switch (op.kind) {
    case OpKind::F:
        stage.forward(op.microbatch, stream, isFirst ? Matrix{} : inputOf(activationOf(op.stage - 1, op.microbatch)),
                      isLast ? Matrix{} : outputOf(activationOf(op.stage, op.microbatch)));
        return;
    case OpKind::R: stage.recompute(op.microbatch); return;
    case OpKind::B: goBack(); return;
    case OpKind::W: stage.backwardWeight(op.microbatch, op.part); return;
    case OpKind::BW:
        goBack();
        stage.backwardWeights(op.microbatch);
        return;
    }
}

} // namespace lanewright::engine
