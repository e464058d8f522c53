// SPDX-License-Identifier: Apache-2.0
#include "engine/run/coordinator.h"

#include "core/base/mapped.h"
#include "core/model/sample_tokens.h"
#include "core/protocol/host_cores.h"

#include "engine/device/failure.h"
#include "engine/device/whereabouts.h"
#include "engine/ranks/link_timing.h"

#include <algorithm>
#include <cmath>

namespace lanewright::engine {

namespace {

Message nameOfStep(int step) { return say(phrase("engine", "step %1"), step); }

} // namespace

Coordinator::Coordinator(const RunRequest& request, ProcessMap processMap, Inbox& inbox, Reporter& reporter,
                         const StopFlags& stopFlags)
    : m_request(&request), m_processMap(std::move(processMap)), m_inbox(&inbox), m_reporter(&reporter),
      m_stopFlags(&stopFlags), m_peers(static_cast<std::size_t>(m_processMap.processes)),
      m_clocks(static_cast<std::size_t>(m_processMap.processes)),
      m_ledger(m_processMap.ranks(), mapped(microbatchShapes(request.model, request.plan), &MicrobatchShape::tokens)) {
    m_ledger.onSpans = [this](SpansEvent& spans) { m_reporter->postSpans(spans); };
    m_ledger.onKernels = [this](KernelsEvent kernels) { m_reporter->post(std::move(kernels)); };
    m_ledger.onStep = [this](StepEvent event, const std::vector<StepReport>& reports) {
        endStep(std::move(event), reports);
    };
    // What the ranks report comes while rank 0 is at ops of its own.
    inbox.onSpans = [this](SpansEvent& spans) { m_ledger.addSpans(spans); };
    inbox.onKernels = [this](KernelsEvent kernels) { m_ledger.addKernels(std::move(kernels)); };
    inbox.onBegun = [this](const ControlMessage& message) {
        const Aside aside;
        Unpacker unpacker(message.body);
        const int step = unpacker.get<int>();
        m_ledger.begin(step, unpacker.get<Time>());
    };
    inbox.onStepEnd = [this](const ControlMessage& message) {
        const Aside aside;
        StepReport report = unpacked<StepReport>(message.body);
        const int rank = report.rank;
        const int step = report.step;
        m_ledger.end(rank, step, std::move(report));
    };
}

/// One message of the kind from each process, by process.
std::vector<ControlMessage> Coordinator::receiveAll(MessageKind kind, const Message& what) {
    std::vector<ControlMessage> messages;
    messages.reserve(m_processMap.processes);
    for (int process = 0; process < m_processMap.processes; ++process)
        messages.push_back(m_inbox->await(kind, process, [&] {
            return say(phrase("engine", "it has waited for %1 of rank %2"), what, m_processMap.lowestRankOn(process));
        }));
    return messages;
}

void Coordinator::tellAll(MessageKind kind, const Packer& message) {
    m_inbox->sendAll(kind, message);
    m_inbox->send(0, kind, message);
}

void Coordinator::open() {
    for (const ControlMessage& message : receiveAll(MessageKind::Introduction, say(phrase("engine", "the start"))))
        m_peers[message.from] = unpacked<Peer>(message.body);
    tellAll(MessageKind::Roster, packed(m_peers));
    compareClocks();
}

void Coordinator::ready(int firstStep) {
    ReadyEvent ready{.ranks = m_processMap.ranks(), .backend = m_request->backend, .firstStep = firstStep};
    std::vector<std::vector<int>> allowed;
    allowed.reserve(m_processMap.processOf.size());
    for (const int process : m_processMap.processOf) {
        const Peer& peer = m_peers[process];
        ready.hosts.push_back(peer.host);
        ready.clockUncertainty.push_back(m_clocks[process].uncertainty);
        ready.pids.push_back(peer.pid);
        allowed.push_back(peer.cores);
        if (peer.device)
            ready.devices.push_back(*peer.device);
    }
    ready.cores = hostCores(ready.hosts, allowed);
    m_reporter->post(std::move(ready));
}

void Coordinator::reportLinks(std::vector<StageBytes> stages, const std::optional<DeviceUse>& device) {
    ProbeEvent event{.stages = std::move(stages), .device = device};
    for (const ControlMessage& message : receiveAll(MessageKind::Trips, say(phrase("engine", "the links"))))
        for (LinkTrips& link : unpacked<std::vector<LinkTrips>>(message.body))
            event.links.push_back(std::move(link));
    m_reporter->post(std::move(event));
}

/// Processes on this machine share its clock.
bool Coordinator::hasOwnClock(int process) const {
    const Peer& peer = m_peers[process];
    return peer.clock.empty() || peer.clock != m_peers[0].clock;
}

bool Coordinator::isFarApart() const {
    for (int process = 1; process < m_processMap.processes; ++process)
        if (hasOwnClock(process))
            return true;
    return false;
}

/// The processes with clocks of their own are asked, before and after every series of steps because clocks drift apart.
void Coordinator::compareClocks() {
    for (int process = 1; process < m_processMap.processes; ++process) {
        if (!hasOwnClock(process))
            continue;
        std::vector<ClockSample> samples;
        for (int exchange = 0; exchange < kExchanges; ++exchange) {
            m_inbox->send(process, MessageKind::Ping, packed(now()));
            const auto pong = m_inbox->await(MessageKind::Pong, process, [&] {
                return say(phrase("engine", "it has waited for the clock of rank %1"),
                           m_processMap.lowestRankOn(process));
            });
            Unpacker unpacker(pong.body);
            const Time asked = unpacker.get<Time>();
            samples.push_back({.asked = asked, .answered = unpacker.get<Time>(), .heard = now()});
        }
        ClockOffset& clock = m_clocks[process];
        clock = betterOf(clock, offsetFrom(samples));
    }
}

void Coordinator::start() {
    if (m_stopFlags->cancel) {
        m_cancelled = true;
        tellAll(MessageKind::Stop, {});
        return;
    }
    // The comparison after the last step will do, unless something else took place in between.
    constexpr Time kOld = 100'000'000;
    if (std::ranges::any_of(m_clocks,
                            [](const ClockOffset& clock) { return clock.when > 0 && now() - clock.when > kOld; }))
        compareClocks();
    m_ledger.beginSeries();
    const Time origin = now() + kLead;
    m_origin = origin;
    for (int process = 0; process < m_processMap.processes; ++process)
        m_inbox->send(process, MessageKind::Go, packed(origin + m_clocks[process].ahead));
}

bool Coordinator::wantsPause() const {
    if (m_stopFlags->cancel)
        return true;
    return isFarApart() && (m_request->optimizer.mode == OptimizerMode::Synchronous || now() - m_origin >= kDrift);
}

void Coordinator::decide(int step, const Update& update) {
    const Aside aside;
    m_skipped = update.kind == UpdateKind::Skipped ? m_skipped + 1 : 0;
    if (m_skipped >= kMostSkipped)
        throw Failure(say(
            phrase("engine", "the gradients of %1 steps in a row were no finite numbers; a smaller learning rate may "
                             "help"),
            m_skipped));
    m_ledger.decide(step, update);
}

void Coordinator::endStep(StepEvent event, const std::vector<StepReport>& reports) {
    if (!std::isfinite(event.loss))
        throw Failure(
            say(phrase("engine", "the loss of step %1 is no number; a smaller learning rate may help"), event.step));
    if (!isFarApart())
        return m_reporter->post(std::move(event));
    Ended& ended = m_ended.emplace_back(Ended{std::move(event), {}});
    for (const StepReport& report : reports)
        ended.backwards.push_back(report.backwards);
}

void Coordinator::finish(int step) {
    m_inbox->waiter().until([&] { return m_ledger.complete() > step; },
                            [&] {
                                return say(phrase("engine", "it has waited for the end of %1 of rank %2"),
                                           nameOfStep(step), m_ledger.missing(step).value_or(0));
                            });
    if (!m_ended.empty())
        judgeClocks();
}

/// Says of the clocks what the comparisons before and after the series tell. What a clock has gained when a later step
/// of the series begins can't be taken out of its spans, so it makes them less certain.
void Coordinator::judgeClocks() {
    const std::vector<ClockOffset> before = m_clocks;
    compareClocks();
    const Time series = std::max<Time>(1, now() - m_origin);
    const Time first = m_ended.front().event.start;
    for (auto& [event, backwards] : m_ended) {
        for (int rank = 0; rank < m_processMap.ranks(); ++rank) {
            const auto at = static_cast<std::size_t>(m_processMap.of(rank));
            event.clockGain.push_back(gainOver(before[at], m_clocks[at], event.length));
            const Time late = std::abs(gainOver(before[at], m_clocks[at], std::min(series, event.start - first)));
            Time uncertainty = std::max(before[at].uncertainty, m_clocks[at].uncertainty) + late;
            // Rank 0's clock is the measure: what seems wrong on it is the fault of the others.
            if (hasOwnClock(m_processMap.of(rank)))
                uncertainty = std::max({uncertainty, backwards[rank], backwards[0]});
            event.clockUncertainty.push_back(uncertainty);
        }
        m_reporter->post(std::move(event));
    }
    m_ended.clear();
}

void Coordinator::close() {
    std::vector<TensorHash> hashes;
    for (const ControlMessage& message : receiveAll(MessageKind::Weights, say(phrase("engine", "the weights"))))
        for (const TensorHash& hash : unpacked<std::vector<TensorHash>>(message.body))
            hashes.push_back(hash);
    DoneEvent done{.weightsHash = hashOfModel(hashes, &TensorHash::weights),
                   .gradientsHash = hashOfModel(hashes, &TensorHash::gradients),
                   .cancelled = m_cancelled};
    // Before the first step each copy's gradients are what its memory held.
    const bool hasGradients = m_ledger.complete() > 0;
    if (done.weightsHash.empty() || (hasGradients && done.gradientsHash.empty()))
        throw Failure(say(phrase("engine", "the two copies of a stage have come apart")));
    m_reporter->post(std::move(done));
    tellAll(MessageKind::Farewell, {});
}

} // namespace lanewright::engine
