// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/device_process.h"

#include "core/base/mapped.h"
#include "core/model/sample_tokens.h"

#include "engine/device/clock.h"
#include "engine/device/failure.h"
#include "engine/device/whereabouts.h"
#include "engine/gpu/enqueue_hang.h"
#include "engine/gpu/enqueue_target.h"
#include "engine/gpu/lane_timing.h"
#include "engine/ranks/failed_elsewhere.h"
#include "engine/ranks/link_timing.h"
#include "engine/ranks/timeout.h"
#include "engine/run/stage_host.h"

#include <algorithm>
#include <cstring>

namespace lanewright::engine {

namespace {

/// Room for the tokens of a step: microbatches lie as far from each other as if all filled the context.
std::int64_t tokensOf(const RunRequest& request) {
    return std::int64_t{request.plan.schedule.microbatches} * Sizes{request.model}.tokens;
}

} // namespace

DeviceProcess::DeviceProcess(const RunRequest& request, const Corpus& corpus, const ProcessMap& processMap,
                             Channel& channel, const ProcessDevice& device, Reporter* reporter,
                             const StopFlags& stopFlags)
    : ProcessLoop(request, processMap, channel, reporter, stopFlags,
                  [this](const auto& positions, int from, const auto& complaint) {
                      return diagnoseEnqueueHang(m_list, m_processMap, positions, from, complaint,
                                                 timeoutFor(*m_request));
                  }),
      m_corpus(&corpus), m_place(device), m_device(device.device),
      m_log(*device.device, device.trace, request.steps - 1),
      m_wait(timeoutFor(request), reporter, stopFlags, processMap.lowestRankOn(channel.rank())),
      m_list(makeEnqueueList(request.plan, request.programs, enqueueTargetOf(request, processMap))),
      m_stages(request, m_lanes) {
    host(corpus, m_stages);
    listen();
}

void DeviceProcess::listen() {
    m_waiter.watch = [this] {
        m_wait.attend();
        checkPeers();
    };
    m_waiter.sign = [this](Time) { m_wait.attend(); };
    m_wait.poll = [this] { poll(); };
    m_wait.describe = [this] { return describe(); };
    if (m_processMap.processes > 1) {
        m_wait.reportTimeout = [this](const Message& what) { reportTimeout(what); };
        m_wait.reportRecovery = [this] { reportRecovery(); };
    }
}

void DeviceProcess::poll() {
    m_channel->progress();
    m_inbox.receive();
    constexpr Time kSeldom = 5'000'000;
    if (now() - m_lastPoll < kSeldom)
        return;
    m_lastPoll = now();
    if (m_links != nullptr)
        m_links->check();
    checkPeers();
}

Message DeviceProcess::describe() const {
    const int run = m_timeline == nullptr ? -1 : m_timeline->earliest();
    if (run < 0)
        return say(kNothingDone);
    const BlockRun& at = m_list.runs[run];
    whereabouts() = {.rank = at.rank, .op = at.block.op};
    return say(kBlockNotEnded);
}

Position DeviceProcess::position() const {
    const int step = m_timeline == nullptr ? m_step : m_timeline->step();
    return {.step = step, .instruction = m_timeline == nullptr ? -1 : m_timeline->earliest()};
}

void DeviceProcess::prepare() {
    if (const Result<Done> proved =
            proveEnqueueList(m_list, m_request->plan.schedule, enqueueTargetOf(*m_request, m_processMap));
        !proved)
        throw Failure{proved.error().message};
    Peer own = self();
    own.device = m_place.place;
    introduce(own);
    makeLanes();
    linkUp();
    m_executor =
        std::make_unique<DeviceExecutor>(*m_request, *m_device, m_lanes, m_list, process(), m_links.get(), m_log);
    m_clock = std::make_unique<DeviceClock>(*m_device, m_lanes.front()->receive());
    m_timeline = std::make_unique<DeviceTimeline>(*m_request, *m_executor, m_lanes, *m_device, *m_clock,
                                                  [this](SpansEvent& batch) { m_inbox.sendSpans(batch); });
    m_timeline->onBegin = [this](int step, Time at) {
        m_inbox.send(0, MessageKind::Begun, std::move(Packer().put(step).put(at)));
    };
    m_optimizer = std::make_unique<DeviceOptimizer>(*m_request, *m_device, m_lanes, m_log);
    m_products = std::make_unique<ProductChooser>(*m_request, *m_device, m_processMap, process(), m_place.timesProducts,
                                                  m_inbox);
    m_products->adoptKept();
    warmUp();
    // The device has not met all of the quickest yet.
    if (m_products->adoptQuickest(m_lanes.front()->memory.compute))
        warmUp();
}

void DeviceProcess::makeLanes() {
    const std::vector<int> ranks = m_processMap.ranksOn(process());
    const std::int64_t scratch = summed(ranks, [this](int rank) { return kScratches * m_list.scratch[rank]; });
    m_budget = budgetOf(*m_request, ranks, m_list.pieces[process()], m_device->workspaceBytes(), scratch);
    expectRoom(m_budget, m_device->left());
    for (const int rank : ranks) {
        whereabouts() = {.rank = rank, .op = {}};
        const int number = static_cast<int>(m_lanes.size());
        m_lanes.push_back(std::make_unique<DeviceLane>(*m_request, rank, *m_device, number));
        m_lanes.back()->memory.breathe = [this](Time waited) { m_wait.breathe(waited); };
        m_returns.push_back(std::make_unique<DeviceReturns>(*m_request, *m_lanes.back()));
    }
    whereabouts() = {.rank = m_lanes.front()->rank, .op = {}};
    for (Texts& texts : m_texts)
        texts.piece = std::make_unique<HostPiece>(*m_device, 2 * tokensOf(*m_request));
}

void DeviceProcess::linkUp() {
    if (m_processMap.processes < 2)
        return;
    Result<std::unique_ptr<DeviceLinks>> links =
        m_place.link({.process = process(),
                      .processes = m_processMap.processes,
                      .links = m_list.links,
                      .share = [this](std::span<std::byte> bytes) { share(bytes); },
                      .breathe = [this] { m_wait.breathe(0); }});
    if (!links)
        throw Failure{links.error().message};
    m_links = *std::move(links);
}

/// Gives all processes what process 0 holds.
void DeviceProcess::share(std::span<std::byte> bytes) {
    if (process() == 0)
        return m_inbox.sendAll(MessageKind::Key, Packer().putAll(bytes.data(), bytes.size()));
    const auto key = m_inbox.await<std::vector<std::byte>>(
        MessageKind::Key, 0, [] { return say(phrase("engine", "it has waited for the links between the GPUs")); });
    std::memcpy(bytes.data(), key.data(), std::min(bytes.size(), key.size()));
}

/// The tokens and targets of a step's microbatches, where copies reach them, unless they are there already.
const std::uint8_t* DeviceProcess::layTexts(int step) {
    const std::int64_t all = tokensOf(*m_request);
    const std::uint64_t firstSample = firstSampleOf(step);
    Texts& texts = m_texts[static_cast<std::size_t>(step) % m_texts.size()];
    auto* const tokens = texts.piece->as<std::uint8_t>();
    if (texts.firstSample == firstSample)
        return tokens;
    texts.firstSample = firstSample;
    Samples samples;
    const std::vector<MicrobatchShape> shapes = microbatchShapes(m_request->model, m_request->plan);
    std::uint64_t sample = firstSample;
    for (int microbatch = 0; microbatch < m_request->plan.schedule.microbatches; ++microbatch) {
        m_corpus->fill(samples, TextPart::Training, sample, shapes[microbatch]);
        sample += static_cast<std::uint64_t>(shapes[microbatch].samples);
        const std::int64_t at = Sizes{m_request->model}.tokens * microbatch;
        std::ranges::copy(samples.tokens, tokens + at);
        std::ranges::copy(samples.targets, tokens + all + at);
    }
    return tokens;
}

/// To the ranks of the first and last stages.
void DeviceProcess::loadTexts(int step) {
    const std::int64_t all = tokensOf(*m_request);
    const std::uint8_t* const tokens = layTexts(step);
    for (const auto& lane : m_lanes)
        for (const auto& stage : lane->stages) {
            if (stage->shape().isFirst())
                m_device->copy(lane->memory.compute, lane->memory.tokens, tokens, all);
            if (stage->shape().isLast())
                m_device->copy(lane->memory.compute, lane->memory.targets, tokens + all, all);
        }
}

/// A whole step whose results nobody uses: after it the pools hold all that a step asks for, the device has chosen how
/// it computes each product, and all links have carried something. The weights stay as they are.
void DeviceProcess::warmUp() {
    m_timeline->beginQuietly(0, true);
    beginEarly(0, false);
    m_executor->enqueueRest(0);
    enqueueReturns();
    follow();
    awaitReturns();
}

void DeviceProcess::restored(int updates) {
    m_optimizer->updates = updates;
    for (const auto& lane : m_lanes)
        for (const auto& stage : lane->stages)
            stage->state().refresh();
}

/// Losses and squares, to the host.
void DeviceProcess::enqueueReturns() {
    for (std::size_t at = 0; at < m_lanes.size(); ++at) {
        whereabouts() = {.rank = m_lanes[at]->rank, .op = {}};
        m_returns[at]->enqueue();
    }
}

void DeviceProcess::awaitReturns() {
    for (const auto& returns : m_returns)
        m_wait.until([&] { return m_device->isDone(returns->done()); });
}

void DeviceProcess::runStep(int step) {
    if (!m_isAhead)
        begin(step);
    if (poisons(*m_request, step)) {
        // Nothing may be on its way any more when the host reaches for the gradients.
        follow();
        enqueueReturns();
        awaitReturns();
        poisonGradients(*m_request, step, m_stages);
    }
    enqueueReturns();
    m_isAhead = m_request->optimizer.mode == OptimizerMode::PostValidated && !endsSeriesAfter(step);
    if (m_isAhead) {
        m_optimizer->step({});
        beginEarly(step + 1, true);
    } else if (step + 1 < m_request->steps) {
        layTexts(step + 1);
    }
    follow();
    awaitReturns();
    const StepDecision decision = agree(step);
    if (m_isAhead)
        return settle(step, decision);
    m_optimizer->step(decision);
    m_optimizer->say(*m_timeline, m_wait);
    report(step);
}

/// The first step of a series.
void DeviceProcess::begin(int step) {
    m_clock->align();
    m_timeline->beginStep(step);
    beginEarly(step, false);
    m_executor->enqueueRest(step);
}

/// `overlaps`: the step before may still go on.
void DeviceProcess::beginEarly(int step, bool overlaps) {
    for (const auto& lane : m_lanes)
        lane->memory.pool.resetPeak();
    loadTexts(step);
    m_executor->enqueueEarly(step, overlaps);
}

/// What was speculative stands or falls: the weights' step, and the early part of the next step.
void DeviceProcess::settle(int step, const StepDecision& decision) {
    m_clock->alignAhead();
    if (decision.rollsBack() || m_pauses)
        return dropEarly(step, decision);
    m_executor->enqueueRest(step + 1);
    m_optimizer->say(*m_timeline, m_wait);
    report(step);
    m_timeline->beginStep(step + 1);
}

/// The early part of the next step is void: lets it run out, steps the weights anew where they must be, and begins the
/// next step anew unless all are to meet first.
void DeviceProcess::dropEarly(int step, const StepDecision& decision) {
    m_optimizer->say(*m_timeline, m_wait);
    // Where all are to meet nobody can say yet when the next step will begin.
    m_isAhead = !m_pauses;
    if (m_isAhead) {
        report(step);
        m_timeline->beginVoid(step + 1);
    } else {
        m_timeline->beginQuietly(step + 1, false);
    }
    follow();
    m_wait.until([&] { return m_executor->hasRunEarly(step + 1); });
    m_executor->forgetEarly();
    if (decision.rollsBack()) {
        m_optimizer->rollBack();
        m_optimizer->step(decision);
        m_optimizer->say(*m_timeline, m_wait);
    }
    if (!m_isAhead)
        return report(step);
    m_executor->enqueueEarly(step + 1, false);
    m_executor->enqueueRest(step + 1);
    m_timeline->beginAgain();
}

/// Says the blocks that are followed while they are done, until all are.
void DeviceProcess::follow() {
    m_wait.until([&] {
        if (m_timeline->poll())
            m_wait.noteProgress();
        if (m_timeline->isEnding())
            m_wait.stayAwake();
        m_timeline->flush(false);
        return m_timeline->isWhole();
    });
}

NormReport DeviceProcess::ownNorm(int step) const {
    NormReport report{.step = step, .speculative = m_isAhead};
    for (const auto& returns : m_returns)
        merge(report.squares, returns->squares());
    return report;
}

/// What is to become of the step: process 0 hears the squares of all gradients, judges, and tells all.
StepDecision DeviceProcess::agree(int step) {
    m_inbox.send(0, MessageKind::Norm, packed(ownNorm(step)));
    const auto await = [&](MessageKind kind, int from) {
        return m_inbox.await(kind, from, [&] {
            return say(phrase("engine", "step %1 has waited for the norm of the gradients from rank %2"), step,
                       m_processMap.lowestRankOn(from));
        });
    };
    if (m_coordinator) {
        NormReport all{.step = step, .speculative = m_isAhead};
        for (int from = 0; from < m_processMap.processes; ++from)
            merge(all.squares, unpacked<NormReport>(await(MessageKind::Norm, from).body).squares);
        const StepDecision decision = decide(all, m_request->optimizer.clip);
        m_coordinator->decide(step, {.norm = decision.norm, .kind = decision.kind, .rolledBack = decision.rollsBack()});
        const Packer message = std::move(Packer().put(decision).put(pausesAfter(step)));
        m_inbox.sendAll(MessageKind::Decision, message);
        m_inbox.send(0, MessageKind::Decision, message);
    }
    const ControlMessage message = await(MessageKind::Decision, 0);
    Unpacker unpacker(message.body);
    const auto decision = unpacker.get<StepDecision>();
    m_pauses = unpacker.get<bool>();
    return decision;
}

void DeviceProcess::report(int step) {
    m_timeline->flush(true);
    for (const KernelLane& lane : m_timeline->kernels(m_log, step))
        m_inbox.send(0, MessageKind::Kernels, packed(KernelsEvent{.step = step, .lane = lane}));
    for (std::size_t at = 0; at < m_lanes.size(); ++at)
        m_inbox.send(0, MessageKind::StepEnd,
                     packed(StepReport{.rank = m_lanes[at]->rank,
                                       .step = step,
                                       .end = m_timeline->when(m_optimizer->end(at)),
                                       .peak = m_returns[at]->peak(),
                                       .losses = m_returns[at]->losses()}));
}

void DeviceProcess::timeLinks() {
    m_inbox.send(0, MessageKind::Trips,
                 packed(measureLanes(*m_request, *m_device, m_lanes, m_list, m_links.get(), m_wait)));
    if (m_coordinator)
        m_coordinator->reportLinks(deviceStageBytes(*m_request),
                                   DeviceUse{.planned = m_budget.all(), .held = m_device->held()});
}

void DeviceProcess::giveUp(const FailedEvent& event, bool isOwn, bool mayTalk) {
    if (m_links != nullptr)
        m_links->abort();
    if (process() == 0) {
        m_reporter->postFailure(event);
        m_reporter->flush(2 * kSecond);
        if (mayTalk && m_processMap.processes > 1) {
            m_inbox.sendAll(MessageKind::Failed, packed(event));
            m_channel->progress();
        }
    } else if (isOwn && !(mayTalk && isReported(event))) {
        sayAlone(event);
    }
}

/// Tells process 0 of a failure; true when that has told the parent.
bool DeviceProcess::isReported(const FailedEvent& event) {
    constexpr Time kTimeout = 2 * kSecond;
    m_inbox.send(0, MessageKind::Failed, packed(event));
    try {
        for (const Time end = now() + kTimeout; now() < end; sleepUntil(now() + 1'000'000)) {
            m_channel->progress();
            m_inbox.receive();
        }
    } catch (const FailedElsewhere&) {
        return true;
    }
    return false;
}

} // namespace lanewright::engine
