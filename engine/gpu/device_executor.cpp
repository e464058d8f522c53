// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/device_executor.h"

#include "core/base/mapped.h"
#include "core/model/sample_tokens.h"
#include "core/model/text.h"

#include "engine/device/whereabouts.h"

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

DeviceExecutor::DeviceExecutor(const RunRequest& request, Device& device, DeviceLanes& lanes, const EnqueueList& list,
                               int process, DeviceLinks* links, KernelLog& log)
    : m_request(&request), m_device(&device), m_lanes(&lanes), m_list(&list), m_links(links), m_log(&log),
      m_process(process), m_mostRows(Sizes{request.model}.tokens), m_cols(request.model.width), m_source(device),
      m_pieces(list.pieces[process] * m_mostRows * m_cols, &m_source), m_scratch(list.scratch.size()),
      m_marks(list.early > 0 ? 2 : 1, StepMarks(list.commands.size())) {
    m_rows = mapped(microbatchShapes(request.model, request.plan), &MicrobatchShape::tokens);
    for (StepMarks& marks : m_marks)
        for (std::size_t at = 0; at < list.commands.size(); ++at)
            if (list.commands[at].process == process)
                makeMarks(list.commands[at], marks[at]);
    for (const auto& lane : lanes) {
        const auto rank = static_cast<std::size_t>(lane->rank);
        if (list.scratch[rank] > 0)
            m_scratch[rank] = Buffer(kScratches * list.scratch[rank], &m_source);
    }
    for (std::size_t lane = 0; !list.reduceSteps.empty() && lane < lanes.size(); ++lane)
        m_begun.push_back(device.makeEvent(false));
}

void DeviceExecutor::makeMarks(const Command& command, CommandMarks& marks) {
    marks.start = m_device->makeEvent(true);
    marks.end = m_device->makeEvent(true);
    if (command.kind == CommandKind::Run && m_list->runs[command.run].ops.size() > 1) {
        marks.forwardStart = m_device->makeEvent(true);
        marks.forward = m_device->makeEvent(true);
        marks.backward = m_device->makeEvent(true);
    }
    if (command.kind == CommandKind::Send && command.reduceStep >= 0 &&
        m_list->reduceSteps[command.reduceStep].from == 0)
        m_firstLinks.insert(command.link);
}

Matrix DeviceExecutor::piece(int number, int microbatch) const {
    // The executor only passes the place on.
    float* const memory = const_cast<float*>(m_pieces.data()) + number * m_mostRows * m_cols;
    return {memory, NumberKind::Float, m_rows[microbatch], m_cols, m_cols};
}

const ValueBuffer& DeviceExecutor::bufferOf(const Value& value) const {
    const Schedule& schedule = m_request->plan.schedule;
    return m_list->buffers[m_list->of(value, schedule.stages(), schedule.microbatches)];
}

Matrix DeviceExecutor::inputOf(const Value& value) const {
    const ValueBuffer& buffer = bufferOf(value);
    return piece(buffer.slot >= 0 ? buffer.slot : buffer.room, value.microbatch);
}

Matrix DeviceExecutor::outputOf(const Value& value) const { return piece(bufferOf(value).room, value.microbatch); }

Matrix DeviceExecutor::pieceOf(const ReduceStep& reduceStep, int direction) {
    DeviceStage& copy =
        lane(m_request->plan.schedule.placement.rankOf(direction, reduceStep.stage)).of(direction, reduceStep.stage);
    return {copy.gradient().data + reduceStep.first, NumberKind::Float, 1, reduceStep.count, reduceStep.count};
}

Matrix DeviceExecutor::scratchOf(int rank, const ReduceStep& reduceStep) {
    const auto at = static_cast<std::size_t>(rank);
    return {m_scratch[at].data() + reduceStep.scratch * m_list->scratch[at], NumberKind::Float, 1, reduceStep.count,
            reduceStep.count};
}

Matrix DeviceExecutor::partOf(const Command& command) {
    const bool sends = command.kind == CommandKind::Send;
    if (command.buffer >= 0) {
        const ValueBuffer& buffer = m_list->buffers[command.buffer];
        return piece(sends ? buffer.room : buffer.slot, buffer.value.microbatch);
    }
    const ReduceStep& reduceStep = m_list->reduceSteps[command.reduceStep];
    if (!sends && reduceStep.scratch >= 0)
        return scratchOf(command.rank, reduceStep);
    return pieceOf(reduceStep, sends ? reduceStep.from : reduceStep.to);
}

Stream DeviceExecutor::streamOf(const Command& command) {
    switch (command.kind) {
    case CommandKind::Run: return lane(command.rank).memory.compute;
    case CommandKind::Copy: return lane(command.rank).send();
    case CommandKind::Send:
    case CommandKind::Receive: return m_links->stream(command.link);
    case CommandKind::Add:
    case CommandKind::Adopt: return lane(command.rank).receive();
    }
    return {};
}

void DeviceExecutor::enqueueEarly(int step, bool overlaps) {
    m_log->begin(step);
    enqueue(step, 0, m_list->early, overlaps);
}

void DeviceExecutor::enqueueRest(int step) {
    begin();
    enqueue(step, m_list->early, static_cast<int>(m_list->commands.size()), false);
    end(step);
}

void DeviceExecutor::enqueue(int step, int from, int to, bool overlaps) {
    for (int at = from; at < to; ++at) {
        const Command& command = m_list->commands[at];
        if (command.process != m_process)
            continue;
        whereabouts() = {.rank = command.rank, .op = {}};
        const Stream stream = streamOf(command);
        for (const int before : command.waits)
            m_device->wait(stream, marks(step, before).end);
        if (overlaps)
            for (const int before : command.waitsBefore)
                m_device->wait(stream, marks(step - 1, before).end);
        CommandMarks& own = m_marks[setOf(step)][at];
        m_device->record(own.start, stream);
        perform(command, own, stream);
        m_device->record(own.end, stream);
    }
    whereabouts().op = {};
}

bool DeviceExecutor::hasRunEarly(int step) const {
    bool hasRun = true;
    for (int at = 0; at < m_list->early && hasRun; ++at)
        if (m_list->commands[at].process == m_process)
            hasRun = m_device->isDone(marks(step, at).end);
    return hasRun;
}

void DeviceExecutor::forgetEarly() {
    for (int at = 0; at < m_list->early; ++at) {
        const Command& command = m_list->commands[at];
        if (command.process != m_process || command.kind != CommandKind::Run)
            continue;
        const Op& op = m_list->runs[command.run].block.op;
        lane(command.rank).of(m_request->plan.schedule.direction(op.microbatch), op.stage).forget(op.microbatch);
    }
}

/// A copy without microbatches begins by clearing its gradients, and no block comes after that.
void DeviceExecutor::begin() {
    for (const auto& lane : *m_lanes)
        for (const auto& stage : lane->stages)
            stage->beginGradients();
    if (m_list->reduceSteps.empty())
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
        for (const int before : m_list->last[lane->rank])
            m_device->wait(lane->memory.compute, marks(step, before).end);
}

void DeviceExecutor::perform(const Command& command, CommandMarks& marks, Stream stream) {
    switch (command.kind) {
    case CommandKind::Run: {
        const BlockRun& run = m_list->runs[command.run];
        whereabouts().op = run.block.op;
        m_log->enter(toText(run.block, m_request->plan.costs.weightParts),
                     {.rank = command.rank, .op = run.block.op, .start = marks.start, .end = marks.end});
        runOps(run, lane(command.rank), marks);
        m_log->leave();
        return;
    }
    case CommandKind::Copy: copyValue(command, stream); return;
    case CommandKind::Send: {
        const Matrix from = partOf(command);
        m_links->send(command.link, from.data, from.size() * bytesOf(from.kind));
        return;
    }
    case CommandKind::Receive: {
        const Matrix into = partOf(command);
        m_links->receive(command.link, into.data, into.size() * bytesOf(into.kind));
        return;
    }
    case CommandKind::Add:
    case CommandKind::Adopt: sumUp(command, stream); return;
    }
}

void DeviceExecutor::copyValue(const Command& command, Stream stream) {
    const ValueBuffer& buffer = m_list->buffers[command.buffer];
    const Matrix from = piece(buffer.room, buffer.value.microbatch);
    m_device->copy(stream, piece(buffer.slot, buffer.value.microbatch).data, from.data,
                   from.size() * bytesOf(from.kind));
}

void DeviceExecutor::sumUp(const Command& command, Stream stream) {
    const ReduceStep& reduceStep = m_list->reduceSteps[command.reduceStep];
    const Matrix own = pieceOf(reduceStep, reduceStep.to);
    const Matrix other =
        reduceStep.scratch >= 0 ? scratchOf(command.rank, reduceStep) : pieceOf(reduceStep, reduceStep.from);
    // Two numbers have one sum in either order.
    if (command.kind == CommandKind::Add)
        m_device->add(stream, own, other);
    else
        m_device->copy(stream, own.data, other.data, own.size() * bytesOf(own.kind));
}

void DeviceExecutor::runOps(const BlockRun& run, DeviceLane& lane, CommandMarks& marks) {
    const BufferPool& pool = lane.memory.pool;
    marks.live = pool.live();
    if (run.ops.size() > 1)
        return runPair(run, lane, marks);
    runOp(run.ops.front(), lane, lane.memory.compute);
    marks.live = std::max(marks.live, pool.live());
}

/// The forward goes its own way beside the backward; the block ends when both have.
void DeviceExecutor::runPair(const BlockRun& run, DeviceLane& lane, CommandMarks& marks) {
    LaneMemory& memory = lane.memory;
    m_device->wait(memory.overlap, marks.start);
    m_device->record(marks.forwardStart, memory.overlap);
    for (const Op& op : run.ops) {
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
