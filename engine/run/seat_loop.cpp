// SPDX-License-Identifier: Apache-2.0
#include "engine/run/seat_loop.h"

#include "engine/ranks/patience.h"

#include <utility>

namespace lanewright::engine {

SeatLoop::SeatLoop(const RunRequest& request, Seating seating, Channel& channel, Reporter* reporter,
                   const Switches& switches, Inquiry::Diagnose diagnose)
    : m_request(&request), m_seating(std::move(seating)), m_channel(&channel), m_reporter(reporter),
      m_switches(&switches), m_mailroom(channel), m_waiter(channel, patienceFor(request)) {
    constexpr int kBatches = 8; // that may wait to be written while a step runs
    if (seat() == 0 && request.spans)
        m_reporter->stock(kBatches * m_seating.ranks());
    listen();
    if (seat() != 0)
        return;
    m_conductor.emplace(request, m_seating, m_mailroom, m_waiter, *reporter, switches);
    m_inquiry.emplace(m_mailroom, m_seating.seats, std::move(diagnose));
}

void SeatLoop::listen() {
    m_waiter.listen = [this] { return m_mailroom.open(); };
    m_waiter.watch = [this] { lookAround(); };
    m_waiter.watchEvery = seat() == 0 ? 5'000'000 : 25'000'000;
    m_waiter.complain = [this](const std::string& what) { complain(what); };
    m_waiter.relieve = [this] { relieve(); };
    m_mailroom.onStuck = [this](int from, const std::string& what) { m_inquiry->open(from, what, position()); };
    m_mailroom.onRelieved = [this](int from) { m_inquiry->close(from); };
    m_mailroom.onAsk = [this] { m_mailroom.tell(0, LetterKind::Answer, std::move(Packer().put(position()))); };
    m_mailroom.onAnswer = [this](int from, const Letter& letter) {
        m_inquiry->hear(from, Unpacker(letter.body).get<Position>());
    };
}

void SeatLoop::host(const Corpus& corpus, StageHost& stages) {
    m_checkpointer.emplace(*m_request, corpus, m_seating, seat(), stages, m_mailroom, m_waiter);
    m_prober.emplace(*m_request, corpus, m_seating, seat(), stages, m_mailroom, m_waiter);
}

void SeatLoop::introduce(const Peer& own) {
    m_mailroom.tell(0, LetterKind::Introduction, packed(own));
    if (m_conductor)
        m_conductor->open();
    m_peers = awaitRoster(m_mailroom, m_waiter);
}

void SeatLoop::run() {
    prepare();
    if (!m_request->resume.empty())
        m_before = m_checkpointer->restore();
    restored(static_cast<int>(m_before.updates));
    if (m_conductor)
        m_conductor->ready(static_cast<int>(m_before.steps));
    if (m_request->probe)
        probe();
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
std::optional<Time> SeatLoop::awaitStart(int step) {
    if (m_conductor)
        m_conductor->start();
    m_waiter.until([&] { return m_mailroom.has(LetterKind::Go) || m_mailroom.has(LetterKind::Stop); },
                   [&] { return "it has waited for the start of step " + std::to_string(step); });
    const std::optional<Letter> go = m_mailroom.take(LetterKind::Go);
    if (!go)
        return {};
    const Time origin = Unpacker(go->body).get<Time>();
    m_waiter.hold(origin);
    return origin;
}

/// Runs steps one behind the other, each seat as early as it can, until all are to meet. Returns the step after.
int SeatLoop::runSeries(int first, Time origin) {
    restart(origin);
    int step = first;
    do {
        m_step = step;
        runStep(step);
        ++step;
    } while (!pauses());
    return step;
}

/// Between two series: what all seats do together.
void SeatLoop::meet(int done) {
    if (m_conductor)
        m_conductor->finish(done - 1);
    if (validatesAfter(done)) {
        const double loss = m_prober->validationLoss();
        if (m_conductor)
            m_reporter->post(ValidationEvent{.step = done - 1, .loss = loss});
    }
    if (savesAfter(done))
        save(done);
}

bool SeatLoop::validatesAfter(int done) const {
    const Validation& validation = m_request->validation;
    return validation.share > 0 && (done == m_request->steps || (validation.every > 0 && done % validation.every == 0));
}

bool SeatLoop::savesAfter(int done) const {
    return !m_request->save.empty() &&
           (done == m_request->steps || (m_request->saveEvery > 0 && done % m_request->saveEvery == 0));
}

bool SeatLoop::endsSeriesAfter(int step) const {
    return step + 1 >= m_request->steps || validatesAfter(step + 1) || savesAfter(step + 1);
}

bool SeatLoop::pausesAfter(int step) const {
    return endsSeriesAfter(step) || (m_conductor && m_conductor->wantsPause());
}

void SeatLoop::save(int done) {
    m_checkpointer->save({.steps = m_before.steps + done, .updates = updates(), .samples = firstSampleOf(done)});
    saved();
    m_saved = done;
    if (m_conductor)
        m_reporter->post(CheckpointEvent{.step = done - 1, .folder = m_request->save});
}

/// After the last step, also when the parent wanted no more.
void SeatLoop::finish(int done) {
    if (!m_request->save.empty() && m_saved < done)
        save(done);
    if (done < m_request->steps || m_request->sample.characters == 0)
        return;
    const std::string text = m_prober->write();
    if (m_conductor)
        m_reporter->post(SampleEvent{.text = text});
}

void SeatLoop::close() {
    m_mailroom.tell(0, LetterKind::Weights, std::move(Packer().put(hashes())));
    if (m_conductor)
        m_conductor->close();
    m_waiter.until([&] { return m_mailroom.take(LetterKind::Farewell).has_value(); },
                   [] { return std::string{"it has waited for the end of the run"}; });
}

std::uint64_t SeatLoop::firstSampleOf(int step) const {
    return m_before.samples + static_cast<std::uint64_t>(step) *
                                  static_cast<std::uint64_t>(m_request->plan.schedule.microbatches) *
                                  static_cast<std::uint64_t>(m_request->model.batch);
}

void SeatLoop::complain(const std::string& what) {
    if (m_inquiry)
        m_inquiry->open(seat(), what, position());
    else
        m_mailroom.tell(0, LetterKind::Stuck, std::move(Packer().put(what)));
}

void SeatLoop::relieve() {
    if (m_inquiry)
        m_inquiry->close(seat());
    else
        m_mailroom.tell(0, LetterKind::Relieved, {});
}

/// A standstill, and other seats whose process has ended.
void SeatLoop::lookAround() {
    if (m_inquiry)
        m_inquiry->look();
    if (const std::optional<int> ended = findLost(m_peers, seat()))
        failOver(m_peers, *ended, m_seating.speakerOf(*ended));
}

} // namespace lanewright::engine
