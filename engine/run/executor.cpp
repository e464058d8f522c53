// SPDX-License-Identifier: Apache-2.0
#include "engine/run/executor.h"

#include "core/model/text.h"

#include "engine/run/fault.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace lanewright::engine {

namespace {

/// The ops of a block in the order in which they are computed: of an overlapped pair the forward comes first.
class OpsOf {
public:
    explicit OpsOf(const Block& block)
        : m_ops{block.op, block.paired.value_or(block.op)}, m_count(block.paired ? 2 : 1) {
        if (block.paired && block.op.kind != OpKind::F)
            std::swap(m_ops[0], m_ops[1]);
    }
    const Op* begin() const { return m_ops.data(); }
    const Op* end() const { return m_ops.data() + m_count; }

private:
    std::array<Op, 2> m_ops;
    int m_count;
};

/// By stage and microbatch: whether its backward is a BW.
std::vector<bool> fusedIn(const Schedule& schedule) {
    std::vector<bool> fused(static_cast<std::size_t>(schedule.stages()) * schedule.microbatches);
    for (const Row& row : schedule.order)
        for (const Block& block : row)
            for (const Op& op : OpsOf(block))
                if (op.kind == OpKind::BW)
                    fused[static_cast<std::size_t>(op.stage) * schedule.microbatches + op.microbatch] = true;
    return fused;
}

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

Value activationOf(const Op& op) { return {ValueKind::Activation, op.stage, op.microbatch}; }
Value gradientOf(const Op& op) { return {ValueKind::Gradient, op.stage, op.microbatch}; }

} // namespace

Executor::Executor(const RunRequest& request, int rank, Channel& channel, RankStages& stages, Waiter& waiter,
                   Recorder& recorder)
    : m_request(&request), m_program(&request.programs[static_cast<std::size_t>(rank)]), m_rank(rank),
      m_channel(&channel), m_stages(&stages), m_waiter(&waiter), m_recorder(&recorder),
      m_values(channel, request.plan.schedule.stages(), request.plan.schedule.microbatches, m_program->slots,
               std::max(m_program->rooms, fewestRooms(*m_program, request.plan)), Sizes{request.model}.tokens,
               request.model.width),
      m_fused(fusedIn(request.plan.schedule)), m_faultAt(faultAt(request, rank)),
      m_linkFree(static_cast<std::size_t>(channel.ranks())) {
    reserve();
    stages.memory().work.breathe = [&waiter] { waiter.glance(); };
}

/// Lets the channel make room for all transfers of the program, so that no step has to.
void Executor::reserve() {
    Traffic traffic;
    for (const Instruction& instruction : m_program->code) {
        traffic.transfers = std::max(traffic.transfers, instruction.transfer + 1);
        traffic.incoming += instruction.act == Act::Post ? 1 : 0;
        traffic.outgoing += instruction.act == Act::Send ? 1 : 0;
    }
    m_channel->reserve(traffic);
}

void Executor::run(int step, Time origin) {
    m_step = step;
    m_origin = origin;
    m_laneFree = 0;
    m_backwards = 0;
    std::ranges::fill(m_linkFree, 0);
    m_stages->beginStep(step);
    m_recorder->beginStep(step);
    for (m_at = 0; m_at < static_cast<int>(m_program->code.size()); ++m_at) {
        const Instruction& instruction = m_program->code[static_cast<std::size_t>(m_at)];
        onInstruction(m_at);
        switch (instruction.act) {
        case Act::Run: runBlock(instruction); break;
        case Act::Send: send(instruction); break;
        case Act::Post:
            m_values.post(instruction.value, instruction.peer, instruction.transfer, instruction.slot);
            break;
        }
        m_waiter->glance();
    }
    onInstruction(m_at);
    whereabouts().op.reset();
}

bool Executor::recomputes(const Op& op) const {
    return m_request->plan.costs.recomputes(m_request->plan.schedule.direction(op.microbatch), op.stage);
}

template <typename Visit>
void Executor::forEachInput(const Block& block, Visit visit) {
    for (const Op& op : OpsOf(block))
        for (const Value& value : needsOf(op, m_request->plan.schedule.stages(), recomputes(op)))
            if (crossesRanks(value.kind))
                visit(value, op);
}

void Executor::runBlock(const Instruction& instruction) {
    const Block& block = instruction.block;
    const bool paced = m_request->paced;
    const bool strikes = m_at == m_faultAt && m_step == m_request->fault->step;
    whereabouts().op = block.op;
    if (strikes)
        suffer(m_request->fault->kind);
    const Time arrival = gather(block);
    const Time virtualStart = std::max(m_laneFree + block.gap, arrival);
    const Time virtualEnd = virtualStart + instruction.length;
    if (paced)
        m_waiter->hold(m_origin + virtualStart);
    if (strikes && m_request->fault->kind == FaultKind::Nan)
        spoilInputs(block);
    const Time wallStart = sinceStart();
    const BufferPool& pool = m_stages->memory().pool;
    m_live = pool.live();
    for (const Op& op : OpsOf(block)) {
        whereabouts().op = op;
        compute(op);
        m_live = std::max(m_live, pool.live());
    }
    if (strikes && m_request->fault->kind == FaultKind::Nan)
        spoilResults(block.op);
    if (paced)
        m_waiter->hold(m_origin + virtualEnd);
    m_laneFree = virtualEnd;
    record(block, wallStart, virtualStart, virtualEnd);
    release(block);
}

Time Executor::gather(const Block& block) {
    Time arrival = 0;
    forEachInput(block, [&](const Value& value, const Op& op) {
        if (!m_values.isHere(value))
            waitFor(value, op);
        if (!m_values.isForeign(value))
            return;
        take(value);
        arrival = std::max(arrival, m_values.use(value).header().arrival);
    });
    return arrival;
}

void Executor::waitFor(const Value& value, const Op& op) {
    const Time start = sinceStart();
    m_waiter->until([&] { return m_values.isHere(value); },
                    [&] {
                        return toText(op, m_request->plan.costs.weightParts) + " has waited for " + nameOf(value) +
                               " from rank " + std::to_string(m_values.peerOf(value));
                    });
    m_recorder->activity({.kind = ActivityKind::Wait, .rank = m_rank, .start = start, .end = sinceStart(), .op = op});
}

/// Checks that what came is what was sent for, and notes its way.
void Executor::take(const Value& value) {
    const MessageHeader& header = m_values.use(value).header();
    if (header.step != m_step)
        fail(nameOf(value) + " came from step " + std::to_string(header.step) + " instead of " +
             std::to_string(m_step));
    const int microbatches = m_request->plan.schedule.microbatches;
    const bool fused = m_fused[static_cast<std::size_t>(value.stage) * microbatches + value.microbatch];
    const Op producer = producerOf(value, fused);
    // Sender and receiver may sit on hosts whose clocks agree to some microseconds only.
    const Time noticed = header.noticed - m_origin;
    m_backwards = std::max(m_backwards, header.sent - noticed);
    m_recorder->activity({.kind = ActivityKind::Transfer,
                          .rank = m_values.peerOf(value),
                          .start = header.sent,
                          .end = std::max(header.sent, noticed),
                          .op = producer,
                          .peer = m_rank});
}

void Executor::compute(const Op& op) {
    Stage& stage = m_stages->of(m_request->plan.schedule.direction(op.microbatch), op.stage);
    switch (op.kind) {
    case OpKind::F: forward(op, stage); return;
    case OpKind::R: stage.recompute(op.microbatch); return;
    case OpKind::B: backward(op, stage); return;
    case OpKind::W: stage.backwardWeight(op.microbatch, op.part); return;
    case OpKind::BW:
        backward(op, stage);
        stage.backwardWeights(op.microbatch);
        return;
    }
}

/// Room for what the op makes; where there is none, one of the values that were sent has to leave first.
MessagePtr Executor::roomFor(const Op& op) {
    if (!m_values.hasRoom())
        m_waiter->until([&] { return m_values.hasRoom(); },
                        [&] {
                            return toText(op, m_request->plan.costs.weightParts) +
                                   " has waited for any of the values sent before to leave";
                        });
    return m_values.blank();
}

void Executor::forward(const Op& op, Stage& stage) {
    const Tensor input =
        stage.shape().isFirst() ? Tensor{} : m_values.use({ValueKind::Activation, op.stage - 1, op.microbatch}).value();
    if (stage.shape().isLast()) {
        stage.forward(op.microbatch, input, {});
        return;
    }
    MessagePtr output = roomFor(op);
    stage.forward(op.microbatch, input, output->value());
    m_values.put(activationOf(op), std::move(output));
}

void Executor::backward(const Op& op, Stage& stage) {
    const Tensor outputGradient =
        stage.shape().isLast() ? Tensor{} : m_values.use({ValueKind::Gradient, op.stage + 1, op.microbatch}).value();
    if (stage.shape().isFirst()) {
        stage.backwardInput(op.microbatch, outputGradient, {});
        return;
    }
    MessagePtr inputGradient = roomFor(op);
    stage.backwardInput(op.microbatch, outputGradient, inputGradient->value());
    m_values.put(gradientOf(op), std::move(inputGradient));
}

void Executor::spoilInputs(const Block& block) {
    forEachInput(block, [&](const Value& value, const Op&) { m_values.use(value).value().data[0] = kNone; });
}

void Executor::spoilResults(const Op& op) {
    for (const Value& value : yieldsOf(op, m_request->plan.schedule.stages(), recomputes(op)))
        if (crossesRanks(value.kind) && m_values.isHere(value))
            m_values.use(value).value().data[0] = kNone;
    m_stages->of(m_request->plan.schedule.direction(op.microbatch), op.stage).gradient().data[0] = kNone;
}

void Executor::release(const Block& block) {
    forEachInput(block, [&](const Value& value, const Op&) { m_values.drop(value); });
    m_recorder->flushIfDue(true);
}

void Executor::send(const Instruction& instruction) {
    MessagePtr message = m_values.release(instruction.value);
    // The values of a block enter the link when it ends: the last block's virtual end.
    Time departure = m_laneFree;
    if (m_request->plan.costs.links == Links::Serial) {
        Time& linkFree = m_linkFree[static_cast<std::size_t>(instruction.peer)];
        departure = std::max(departure, linkFree);
        linkFree = departure + instruction.length;
    }
    message->header() = {.arrival = departure + instruction.length,
                         .sent = sinceStart(),
                         .transfer = instruction.transfer,
                         .step = m_step};
    m_channel->send(instruction.peer, std::move(message));
}

void Executor::record(const Block& block, Time wallStart, Time virtualStart, Time virtualEnd) {
    const Span wall{.op = block.op, .paired = block.paired, .start = wallStart, .end = sinceStart()};
    m_recorder->span(wall, {.op = block.op, .paired = block.paired, .start = virtualStart, .end = virtualEnd}, m_live);
}

} // namespace lanewright::engine
