// SPDX-License-Identifier: Apache-2.0
#include "engine/run/process_loop.h"

#include "core/model/sample_tokens.h"

#include "engine/ranks/timeout.h"

#include <utility>

namespace lanewright::engine {

ProcessLoop::ProcessLoop(const RunRequest& request, ProcessMap processMap, Channel& channel, Reporter* reporter,
                         const StopFlags& stopFlags, HangDiagnosis::Diagnose diagnose)
    : m_request(&request), m_processMap(std::move(processMap)), m_channel(&channel), m_reporter(reporter),
      m_stopFlags(&stopFlags), m_waiter(channel, timeoutFor(request)), m_inbox(channel, m_waiter),
      m_samplesPerStep(samplesPerStep(request.model, request.plan)) {
    constexpr int kBatches = 8; // that may wait to be written while a step runs
    if (process() == 0 && request.spans)
        m_reporter->stock(kBatches * m_processMap.ranks());
    listen();
    if (process() != 0)
        return;
    m_coordinator.emplace(request, m_processMap, m_inbox, *reporter, stopFlags);
    m_hangDiagnosis.emplace(m_inbox, m_processMap.processes, std::move(diagnose));
}

void ProcessLoop::listen() {
    m_waiter.listen = [this] { return m_inbox.receive(); };
    m_waiter.watch = [this] { checkPeers(); };
    m_waiter.watchEvery = process() == 0 ? 5'000'000 : 25'000'000;
    m_waiter.reportTimeout = [this](const Message& what) { reportTimeout(what); };
    m_waiter.reportRecovery = [this] { reportRecovery(); };
    m_inbox.onTimeout = [this](int from, const Message& what) { m_hangDiagnosis->begin(from, what, position()); };
    m_inbox.onRecovery = [this](int from) { m_hangDiagnosis->drop(from); };
    m_inbox.onAskPosition = [this] { m_inbox.send(0, MessageKind::Position, packed(position())); };
    m_inbox.onPosition = [this](int from, const ControlMessage& message) {
        m_hangDiagnosis->setPosition(from, unpacked<Position>(message.body));
    };
}

void ProcessLoop::host(const Corpus& corpus, StageHost& stages) {
    m_hosted = {.request = m_request,
                .corpus = &corpus,
                .processMap = &m_processMap,
                .process = process(),
                .stages = &stages,
                .inbox = &m_inbox};
}

void ProcessLoop::introduce(const Peer& own) {
    m_inbox.send(0, MessageKind::Introduction, packed(own));
    if (m_coordinator)
        m_coordinator->open();
    m_peers = awaitRoster(m_inbox);
}

void ProcessLoop::run() {
    prepare();
    if (!m_request->resume.empty())
        m_before = restoreState(m_hosted);
    restored(static_cast<int>(m_before.updates));
    if (m_coordinator)
        m_coordinator->ready(static_cast<int>(m_before.steps));
    if (m_request->probe)
        timeLinks();
    int step = 0;
    while (step < m_request->steps) {
        const std::optional<Time> origin = awaitStart(step);
        if (!origin)
            break;
        step = runSeries(step, *origin);
        meet(step);
    }
    finish(step);
    close();
}

/// The moment at which the step begins, or nothing when there is no further step.
std::optional<Time> ProcessLoop::awaitStart(int step) {
    if (m_coordinator)
        m_coordinator->start();
    m_waiter.until([&] { return m_inbox.has(MessageKind::Go) || m_inbox.has(MessageKind::Stop); },
                   [&] { return say(phrase("engine", "it has waited for the start of step %1"), step); });
    const std::optional<ControlMessage> go = m_inbox.take(MessageKind::Go);
    if (!go)
        return {};
    const Time origin = unpacked<Time>(go->body);
    m_waiter.hold(origin);
    return origin;
}

/// Runs steps one behind the other, each process as early as it can, until all are to meet. Returns the step after.
int ProcessLoop::runSeries(int first, Time origin) {
    restart(origin);
    int step = first;
    do {
        m_step = step;
        runStep(step);
        ++step;
    } while (!pauses());
    return step;
}

/// Between two series: what all processes do together.
void ProcessLoop::meet(int done) {
    if (m_coordinator)
        m_coordinator->finish(done - 1);
    if (validatesAfter(done)) {
        const double loss = validationLoss(m_hosted);
        if (m_coordinator)
            m_reporter->post(ValidationEvent{.step = done - 1, .loss = loss});
    }
    if (savesAfter(done))
        save(done);
}

bool ProcessLoop::validatesAfter(int done) const {
    const Validation& validation = m_request->validation;
    return validation.share > 0 && (done == m_request->steps || (validation.every > 0 && done % validation.every == 0));
}

bool ProcessLoop::savesAfter(int done) const {
    return !m_request->save.empty() &&
           (done == m_request->steps || (m_request->saveEvery > 0 && done % m_request->saveEvery == 0));
}

bool ProcessLoop::endsSeriesAfter(int step) const {
    return step + 1 >= m_request->steps || validatesAfter(step + 1) || savesAfter(step + 1);
}

bool ProcessLoop::pausesAfter(int step) const {
    return endsSeriesAfter(step) || (m_coordinator && m_coordinator->wantsPause());
}

void ProcessLoop::save(int done) {
    saveState(m_hosted, {.steps = m_before.steps + done, .updates = updates(), .samples = firstSampleOf(done)});
    saved();
    m_saved = done;
    if (m_coordinator)
        m_reporter->post(CheckpointEvent{.step = done - 1, .folder = m_request->save});
}

/// After the last step, also when the parent wanted no more.
void ProcessLoop::finish(int done) {
    if (!m_request->save.empty() && m_saved < done)
        save(done);
    if (done < m_request->steps || m_request->sample.characters == 0)
        return;
    const std::string text = writeSample(m_hosted);
    if (m_coordinator)
        m_reporter->post(SampleEvent{.text = text});
}

void ProcessLoop::close() {
    m_inbox.send(0, MessageKind::Weights, packed(m_hosted.stages->hashes()));
    if (m_coordinator)
        m_coordinator->close();
    m_inbox.await(MessageKind::Farewell, -1,
                  [] { return say(phrase("engine", "it has waited for the end of the run")); });
}

std::uint64_t ProcessLoop::firstSampleOf(int step) const {
    return m_before.samples + static_cast<std::uint64_t>(step) * m_samplesPerStep;
}

void ProcessLoop::reportTimeout(const Message& what) {
    if (m_hangDiagnosis)
        return m_hangDiagnosis->begin(process(), what, position());
    Packer message;
    put(message, what);
    m_inbox.send(0, MessageKind::TimedOut, std::move(message));
}

void ProcessLoop::reportRecovery() {
    if (m_hangDiagnosis)
        m_hangDiagnosis->drop(process());
    else
        m_inbox.send(0, MessageKind::Recovered, {});
}

void ProcessLoop::checkPeers() {
    if (m_hangDiagnosis)
        m_hangDiagnosis->poll();
    const std::optional<int> ended = findLost(m_peers, process());
    if (!ended)
        return;
    m_inbox.receive(); // a process 0 that has ended because it reported a failure has said so before
    failOver(m_peers, *ended, m_processMap.lowestRankOn(*ended));
}

} // namespace lanewright::engine
