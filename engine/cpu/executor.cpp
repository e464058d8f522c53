// SPDX-License-Identifier: Apache-2.0
#include "engine/cpu/executor.h"

#include "core/base/mapped.h"
#include "core/model/block_ops.h"
#include "core/model/sample_tokens.h"
#include "core/model/text.h"
#include "core/program/program.h"

#include "engine/device/failure.h"
#include "engine/device/whereabouts.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace lanewright::engine {

namespace {

/// By stage and microbatch: whether its backward is a BW.
std::vector<bool> fusedIn(const Schedule& schedule) {
    std::vector<bool> fused(static_cast<std::size_t>(schedule.stages()) * schedule.microbatches);
    forEachOp(schedule.order, [&](const Op& op) {
        if (op.kind == OpKind::BW)
            fused[static_cast<std::size_t>(op.stage) * schedule.microbatches + op.microbatch] = true;
    });
    return fused;
}

/// By microbatch: rows of the values between its stages.
std::vector<std::int64_t> rowsOf(const RunRequest& request) {
    return mapped(microbatchShapes(request.model, request.plan), &MicrobatchShape::tokens);
}

Value activationOf(const Op& op) { return {ValueKind::Activation, op.stage, op.microbatch}; }
Value gradientOf(const Op& op) { return {ValueKind::Gradient, op.stage, op.microbatch}; }

} // namespace

Executor::Executor(const RunRequest& request, int rank, Channel& channel, RankStages& stages, Waiter& waiter,
                   Recorder& recorder)
    : m_request(&request), m_program(&request.programs[rank]), m_rank(rank), m_channel(&channel), m_stages(&stages),
      m_waiter(&waiter), m_recorder(&recorder),
      m_values(channel, request.plan.schedule.stages(), m_program->slots,
               std::max(m_program->rooms, fewestRooms(*m_program, request.plan)), rowsOf(request), request.model.width),
      m_fused(fusedIn(request.plan.schedule)), m_linkFree(static_cast<std::size_t>(channel.ranks())) {
    reserve();
    stages.memory().work.breathe = [&waiter] { waiter.pollIfDue(); };
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

void Executor::restart(Time origin) {
    m_origin = origin;
    m_laneFree = 0;
    m_behind = 0;
}

void Executor::run(int step, std::uint64_t firstSample, const Footing& footing) {
    m_step = step;
    m_backwards = 0;
    m_notBefore = 0;
    std::ranges::fill(m_linkFree, 0);
    if (!m_request->paced)
        m_laneFree = 0;
    m_stages->beginStep(step, firstSample);
    m_recorder->beginStep(step);
    m_begun = false;
    m_open = footing.isOpen;
    m_recorder->hold(m_open);
    expect(footing.rolledBack ? 1 : 0);
    if (!m_open)
        m_stages->beginGradients();
    for (m_at = 0; m_at < static_cast<int>(m_program->code.size()); ++m_at) {
        perform(m_program->code[m_at]);
        m_waiter->pollIfDue();
    }
    onInstruction(m_at);
    if (!m_begun)
        onBegin(step, std::numeric_limits<Time>::max());
    whereabouts().op.reset();
    if (m_open)
        confirm();
}

void Executor::perform(const Instruction& instruction) {
    onInstruction(m_at);
    switch (instruction.act) {
    case Act::Run: runBlock(instruction); break;
    case Act::Send: send(instruction); break;
    case Act::Post: m_values.post(instruction.value, instruction.peer, instruction.transfer, instruction.slot); break;
    }
}

void Executor::expect(int attempt) {
    m_attempt = attempt;
    m_values.expect(attempt);
}

/// The step's first backward is due, so its forwards must be sound, and the last step's gradients are needed no more.
void Executor::confirm() {
    m_open = false;
    const Check check = [this] {
        const Aside aside;
        return settle(m_laneFree);
    }();
    m_recorder->hold(false);
    m_stages->beginGradients();
    m_notBefore = check.known;
    if (!check.rolledBack)
        return;
    m_laneFree = check.free;
    redo();
}

/// The forwards so far were made with wrong weights: forgets what they made and runs them once more. Every rank does,
/// so all values that they sent come again.
void Executor::redo() {
    expect(1);
    m_recorder->discard();
    const int until = m_at;
    const auto code = std::span(m_program->code).first(static_cast<std::size_t>(until));
    for (const Instruction& instruction : code)
        if (instruction.act == Act::Post)
            m_values.postAgain(instruction.value, instruction.peer, instruction.transfer);
        else if (instruction.act == Act::Run && instruction.block.op.kind == OpKind::F) {
            const Op& op = instruction.block.op;
            m_values.forget(activationOf(op));
            m_stages->of(op).forget(op.microbatch);
        }
    for (m_at = 0; m_at < until; ++m_at)
        if (code[m_at].act != Act::Post)
            perform(code[m_at]);
}

bool Executor::recomputes(const Op& op) const {
    return m_request->plan.costs.recomputes(m_request->plan.schedule.direction(op.microbatch), op.stage);
}

void Executor::forEachInput(const Block& block, auto visit) {
    for (const Op& op : opsIn(block))
        for (const Value& value : needsOf(op, m_request->plan.schedule.stages(), recomputes(op)))
            if (crossesRanks(value.kind))
                visit(value, op);
}

void Executor::runBlock(const Instruction& instruction) {
    const Block& block = instruction.block;
    const bool paced = m_request->paced;
    whereabouts().op = block.op;
    m_stages->beginBlock(block);
    const bool goesBack = holdsBackward(block);
    if (m_open && goesBack)
        confirm();
    const Time arrival = gather(block);
    const Time virtualStart = std::max({m_laneFree + block.gap, arrival, goesBack ? m_notBefore : 0});
    const Time virtualEnd = virtualStart + instruction.length;
    if (paced)
        m_waiter->hold(m_origin + virtualStart);
    const Time wallStart = sinceStart();
    if (!std::exchange(m_begun, true))
        onBegin(m_step, paced ? virtualStart - block.gap : wallStart);
    const Bytes live = computeOps(block);
    if (paced)
        m_waiter->hold(m_origin + virtualEnd);
    const Span wall{.op = block.op, .paired = block.paired, .start = wallStart, .end = sinceStart()};
    m_laneFree = virtualEnd;
    m_behind = paced ? std::max<Time>(0, wall.end - virtualEnd) : 0;
    m_recorder->span(wall, {.op = block.op, .paired = block.paired, .start = virtualStart, .end = virtualEnd}, live);
    release(block);
}

/// Runs the ops of a block. Returns the most activations held meanwhile.
Bytes Executor::computeOps(const Block& block) {
    const BufferPool& pool = m_stages->memory().pool;
    Bytes live = pool.live();
    for (const Op& op : opsIn(block)) {
        whereabouts().op = op;
        const Time since = block.paired ? sinceStart() : 0;
        compute(op);
        if (block.paired)
            m_recorder->activity(
                {.kind = ActivityKind::Part, .rank = m_rank, .start = since, .end = sinceStart(), .op = op});
        live = std::max(live, pool.live());
    }
    return live;
}

Time Executor::gather(const Block& block) {
    Time arrival = 0;
    forEachInput(block, [&](const Value& value, const Op& op) {
        if (!m_values.isHere(value))
            waitFor(value, op);
        // Whoever made this value knew that the last step had been rolled back; so will this rank in a moment.
        if (m_open && m_values.isForeign(value) && m_values.use(value).header().attempt > m_attempt)
            confirm();
        if (!m_values.isForeign(value))
            return;
        take(value);
        arrival = std::max(arrival, m_values.use(value).header().arrival);
    });
    return arrival;
}

void Executor::waitFor(const Value& value, const Op& op) {
    const Time start = sinceStart();
    // What an rolled back rank waits for may come only after it has run its own forwards again.
    m_waiter->until([&] { return m_values.isHere(value) || (m_open && isChecked()); },
                    [&] {
                        return say(phrase("engine", "%1 has waited for %2 from rank %3"),
                                   toText(op, m_request->plan.costs.weightParts), toText(value),
                                   m_values.peerOf(value));
                    });
    m_recorder->activity({.kind = ActivityKind::Wait, .rank = m_rank, .start = start, .end = sinceStart(), .op = op});
    if (m_values.isHere(value))
        return;
    confirm();
    whereabouts().op = op;
    if (!m_values.isHere(value))
        waitFor(value, op);
}

/// Checks that what came is what was sent for, and notes its way.
void Executor::take(const Value& value) {
    const TensorHeader& header = m_values.use(value).header();
    if (header.step != m_step)
        throw Failure(say(phrase("engine", "%1 came from step %2 instead of %3"), toText(value), header.step, m_step));
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
    const bool isFirst = op.stage == 0;
    const bool isLast = op.stage + 1 == m_request->plan.schedule.stages();
    const auto valueOf = [this](const Value& value) { return m_values.use(value).value(); };
    switch (op.kind) {
    case OpKind::F: {
        const Tensor input = isFirst ? Tensor{} : valueOf({ValueKind::Activation, op.stage - 1, op.microbatch});
        if (isLast)
            m_stages->run(op, input, {});
        else
            computeTo(activationOf(op), op, input);
        return;
    }
    case OpKind::B:
    case OpKind::BW: {
        const Tensor outputGradient = isLast ? Tensor{} : valueOf({ValueKind::Gradient, op.stage + 1, op.microbatch});
        if (isFirst)
            m_stages->run(op, outputGradient, {});
        else
            computeTo(gradientOf(op), op, outputGradient);
        return;
    }
    case OpKind::R:
    case OpKind::W: m_stages->run(op, {}, {}); return;
    }
}

/// Runs an op that makes a value for another stage.
void Executor::computeTo(const Value& result, const Op& op, const Tensor& input) {
    TensorMessagePtr output = roomFor(op, result);
    m_stages->run(op, input, output->value());
    m_values.put(result, std::move(output));
}

/// Room for what the op makes; where there is none, one of the values that were sent has to leave first.
TensorMessagePtr Executor::roomFor(const Op& op, const Value& result) {
    // Those who are to take speculative values, and what replaces them, may have to wait for this rank first.
    if (!m_values.hasRoom() && (m_open || m_attempt > 0))
        m_values.addRoom();
    if (!m_values.hasRoom())
        m_waiter->until([&] { return m_values.hasRoom(); },
                        [&] {
                            return say(phrase("engine", "%1 has waited for any of the values sent before to leave"),
                                       toText(op, m_request->plan.costs.weightParts));
                        });
    return m_values.blank(result);
}

void Executor::release(const Block& block) {
    forEachInput(block, [&](const Value& value, const Op&) { m_values.drop(value); });
    m_recorder->flushIfDue(true);
}

void Executor::send(const Instruction& instruction) {
    TensorMessagePtr message = m_values.release(instruction.value);
    // The values of a block enter the link when it ends: the last block's virtual end.
    Time departure = m_laneFree;
    if (m_request->plan.costs.links == Links::Serial) {
        Time& linkFree = m_linkFree[instruction.peer];
        departure = std::max(departure, linkFree);
        linkFree = departure + instruction.length;
    }
    message->header() = {.arrival = departure + instruction.length,
                         .sent = sinceStart(),
                         .transfer = instruction.transfer,
                         .step = m_step,
                         .attempt = m_attempt};
    m_channel->send(instruction.peer, std::move(message));
}

} // namespace lanewright::engine
