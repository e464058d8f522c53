// SPDX-License-Identifier: Apache-2.0
#include "engine/run/device_executor.h"

#include "core/model/text.h"

#include "engine/device/failure.h"

#include <algorithm>

namespace lanewright::engine {

namespace {

Value activationOf(int stage, int microbatch) { return {ValueKind::Activation, stage, microbatch}; }
Value gradientOf(int stage, int microbatch) { return {ValueKind::Gradient, stage, microbatch}; }

} // namespace

DeviceExecutor::DeviceExecutor(const RunRequest& request, Device& device,
                               std::vector<std::unique_ptr<DeviceLane>>& lanes)
    : m_request(&request), m_device(&device), m_lanes(&lanes), m_order(deviceOrder(request)),
      m_rows(Sizes{request.model}.tokens), m_cols(request.model.width), m_source(device),
      m_pieces(m_order.pieces * m_rows * m_cols, &m_source) {
    for (const Turn& turn : m_order.turns) {
        TurnMarks& marks = m_marks.emplace_back();
        marks.start = device.makeEvent(true);
        marks.end = device.makeEvent(true);
        if (turn.ops.size() < 2)
            continue;
        marks.forwardStart = device.makeEvent(true);
        marks.forward = device.makeEvent(true);
        marks.backward = device.makeEvent(true);
    }
    for (const Handover& handover : m_order.handovers) {
        CopyMarks& marks = m_copies.emplace_back();
        if (handover.slot < 0)
            continue;
        marks.start = device.makeEvent(true);
        marks.end = device.makeEvent(true);
    }
    for (std::size_t rank = 0; rank < lanes.size(); ++rank)
        m_laneEnds.push_back(device.makeEvent(false));
}

Matrix DeviceExecutor::piece(int number) const {
    // The executor only passes the place on.
    float* const memory = const_cast<float*>(m_pieces.data()) + number * m_rows * m_cols;
    return {memory, NumberKind::Float, m_rows, m_cols, m_cols};
}

const Handover& DeviceExecutor::handoverOf(const Value& value) const {
    const Schedule& schedule = m_request->plan.schedule;
    return m_order.handovers[static_cast<std::size_t>(m_order.of(value, schedule.stages(), schedule.microbatches))];
}

Matrix DeviceExecutor::inputOf(const Value& value) const {
    const Handover& handover = handoverOf(value);
    return piece(handover.slot >= 0 ? handover.slot : handover.room);
}

Matrix DeviceExecutor::outputOf(const Value& value) const { return piece(handoverOf(value).room); }

void DeviceExecutor::enqueue() {
    for (const auto& lane : *m_lanes)
        for (const auto& stage : lane->stages)
            stage->beginGradients();
    for (std::size_t at = 0; at < m_order.turns.size(); ++at)
        run(m_order.turns[at], m_marks[at]);
    addTwins();
    whereabouts() = {};
}

void DeviceExecutor::run(const Turn& turn, TurnMarks& marks) {
    whereabouts() = {.rank = turn.rank, .op = turn.block.op};
    DeviceLane& lane = *(*m_lanes)[static_cast<std::size_t>(turn.rank)];
    const Stream stream = lane.memory.compute;
    awaitInputs(turn, stream);
    awaitRooms(turn, stream);
    m_device->record(marks.start, stream);
    m_device->enter(toText(turn.block, m_request->plan.costs.weightParts).c_str());
    runOps(turn, lane, marks);
    m_device->leave();
    m_device->record(marks.end, stream);
    sendCopies(turn, marks);
}

void DeviceExecutor::awaitInputs(const Turn& turn, Stream stream) {
    for (const int at : turn.needs) {
        const Handover& handover = m_order.handovers[static_cast<std::size_t>(at)];
        const Turn& producer = m_order.turns[static_cast<std::size_t>(handover.producer)];
        if (handover.slot >= 0)
            m_device->wait(stream, m_copies[static_cast<std::size_t>(at)].end);
        else if (producer.rank != turn.rank)
            m_device->wait(stream, m_marks[static_cast<std::size_t>(handover.producer)].end);
    }
}

void DeviceExecutor::awaitRooms(const Turn& turn, Stream stream) {
    for (const LastUse& use : turn.rooms)
        awaitUse(use, turn.rank, stream);
}

/// The stream, of a rank, waits until the last use of a piece of memory has ended. −1 stands for streams that see
/// nothing of any rank's order.
void DeviceExecutor::awaitUse(const LastUse& use, int rank, Stream stream) {
    if (use.handover < 0)
        return;
    const auto at = static_cast<std::size_t>(use.handover);
    const auto reader = static_cast<std::size_t>(m_order.handovers[at].reader);
    if (use.isCopy)
        m_device->wait(stream, m_copies[at].end);
    else if (m_order.turns[reader].rank != rank)
        m_device->wait(stream, m_marks[reader].end);
}

void DeviceExecutor::runOps(const Turn& turn, DeviceLane& lane, TurnMarks& marks) {
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
void DeviceExecutor::runPair(const Turn& turn, DeviceLane& lane, TurnMarks& marks) {
    LaneMemory& memory = lane.memory;
    m_device->wait(memory.overlap, marks.start);
    m_device->record(marks.forwardStart, memory.overlap);
    for (const Op& op : turn.ops) {
        const bool aside = op.kind == OpKind::F;
        const Stream stream = aside ? memory.overlap : memory.compute;
        m_device->enter(toText(op, m_request->plan.costs.weightParts).c_str());
        runOp(op, lane, stream);
        m_device->leave();
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

void DeviceExecutor::sendCopies(const Turn& turn, const TurnMarks& marks) {
    const Stream send = (*m_lanes)[static_cast<std::size_t>(turn.rank)]->send;
    for (std::size_t i = 0; i < turn.makes.size(); ++i) {
        const auto at = static_cast<std::size_t>(turn.makes[i]);
        const Handover& handover = m_order.handovers[at];
        if (handover.slot < 0)
            continue;
        m_device->wait(send, marks.end);
        awaitUse(turn.slots[i], -1, send);
        m_device->record(m_copies[at].start, send);
        const Matrix from = piece(handover.room);
        m_device->copy(send, piece(handover.slot).data, from.data, from.size() * bytesOf(from.kind));
        m_device->record(m_copies[at].end, send);
    }
}

/// The copies of a stage add their gradients in the order of the directions, so that all stay equal to the last bit.
void DeviceExecutor::addTwins() {
    const Placement& placement = m_request->plan.schedule.placement;
    const int directions = static_cast<int>(placement.directions.size());
    if (directions < 2)
        return;
    const auto markEnds = [&] {
        for (std::size_t rank = 0; rank < m_lanes->size(); ++rank)
            m_device->record(m_laneEnds[rank], (*m_lanes)[rank]->memory.compute);
    };
    const auto forEachTwin = [&](auto visit) {
        for (int stage = 0; stage < placement.stages(); ++stage)
            for (int direction = 1; direction < directions; ++direction)
                visit(stage, direction, static_cast<std::size_t>(placement.rankOf(0, stage)),
                      static_cast<std::size_t>(placement.rankOf(direction, stage)));
    };
    const auto gradientIn = [&](int direction, int stage, std::size_t rank) {
        DeviceStage& copy = (*m_lanes)[rank]->of(direction, stage);
        return Matrix{copy.gradient(), NumberKind::Float, 1, copy.layout().count(), copy.layout().count()};
    };
    markEnds();
    forEachTwin([&](int stage, int direction, std::size_t own, std::size_t twin) {
        const Stream stream = (*m_lanes)[own]->memory.compute;
        m_device->wait(stream, m_laneEnds[twin]);
        m_device->add(stream, gradientIn(0, stage, own), gradientIn(direction, stage, twin));
    });
    markEnds();
    forEachTwin([&](int stage, int direction, std::size_t own, std::size_t twin) {
        LaneMemory& memory = (*m_lanes)[twin]->memory;
        m_device->wait(memory.compute, m_laneEnds[own]);
        copyFloats(memory, memory.compute, gradientIn(direction, stage, twin), gradientIn(0, stage, own));
    });
}

} // namespace lanewright::engine
