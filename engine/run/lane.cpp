// SPDX-License-Identifier: Apache-2.0
#include "engine/run/lane.h"

#include "core/base/decimal.h"

#include "engine/run/patience.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <unistd.h>

namespace lanewright::engine {

namespace {

constexpr Time kSecond = 1'000'000'000;

/// Reports the failure, on whichever way is open, and ends all ranks. Does not return.
void endAllRanks(Channel& channel, Reporter* reporter, const FailedEvent& event, bool mayTalk) {
    if (reporter != nullptr) {
        if (reporter->postFailure(event))
            reporter->flush(2 * kSecond);
        else
            sleepUntil(now() + 10 * kSecond); // another thread of this process is ending the run
        channel.abort();
    }
    if (mayTalk) {
        // Rank 0 reports it and ends all ranks, this one too; only when it can't, this rank speaks for itself.
        channel.tell(0, LetterKind::Failed, packed(event).take());
        for (const Time end = now() + 2 * kSecond; now() < end; sleepUntil(now() + 1'000'000))
            channel.progress();
    }
    sayAlone(event);
    channel.abort();
}

} // namespace

Lane::Lane(const RunRequest& request, const Corpus& corpus, Channel& channel, Reporter* reporter,
           const Switches& switches)
    : m_request(&request), m_channel(&channel), m_reporter(reporter), m_switches(&switches), m_rank(channel.rank()),
      m_mailroom(channel), m_waiter(channel, patienceFor(request)), m_recorder(m_rank, request.paced, nullptr),
      m_stages(request, m_rank, corpus),
      m_gradientExchange(request.plan.schedule.placement, m_rank, m_stages, m_mailroom, m_waiter),
      m_optimizer(request, m_rank, channel.ranks(), m_stages, m_mailroom, m_waiter, m_recorder),
      m_checkpointer(request, corpus, m_rank, channel.ranks(), m_stages, m_mailroom, m_waiter),
      m_prober(request, corpus, m_rank, m_stages, m_mailroom, m_waiter),
      m_executor(request, m_rank, channel, m_stages, m_waiter, m_recorder), m_linkProbe(m_rank, m_mailroom, m_waiter),
      m_watchdog(patienceFor(request), [this](int instruction) { reportStuck(instruction); }) {
    if (request.spans)
        m_recorder = Recorder(m_rank, request.paced, [this](SpansEvent& batch) { m_mailroom.tellSpans(batch); });
    constexpr int kBatches = 8; // that may wait to be written while a step runs
    if (m_rank == 0 && request.spans)
        m_reporter->stock(kBatches * channel.ranks());
    listen();
    m_waiter.watchEvery = m_rank == 0 ? 5'000'000 : 25'000'000;
    if (m_rank == 0)
        m_conductor.emplace(request, channel.ranks(), m_mailroom, m_waiter, *reporter, switches);
    if (m_rank == 0)
        m_inquiry.emplace(request, m_mailroom, channel.ranks());
}

void Lane::listen() {
    m_waiter.listen = [this] { return m_mailroom.open(); };
    m_waiter.watch = [this] { watch(); };
    m_waiter.tidy = [this] { m_recorder.flushIfDue(false); };
    m_waiter.sign = [this](Time present) { m_watchdog.sign(present); };
    m_waiter.complain = [this](const std::string& what) { complain(what); };
    m_waiter.relieve = [this] {
        if (m_inquiry)
            m_inquiry->close(m_rank);
        else
            m_mailroom.tell(0, LetterKind::Relieved, {});
    };
    m_executor.onInstruction = [this](int instruction) { m_watchdog.at(instruction); };
    m_mailroom.onStuck = [this](int from, const std::string& what) { m_inquiry->open(from, what, position()); };
    m_mailroom.onRelieved = [this](int from) { m_inquiry->close(from); };
    m_mailroom.onAsk = [this] { m_mailroom.tell(0, LetterKind::Answer, std::move(Packer().put(position()))); };
    m_mailroom.onAnswer = [this](int from, const Letter& letter) {
        m_inquiry->hear(from, Unpacker(letter.body).get<Position>());
    };
    m_executor.settle = [this](Time free) { return m_optimizer.settle(free); };
    m_executor.onBegin = [this](int step, Time at) {
        const Aside aside;
        m_mailroom.tell(0, LetterKind::Begun, std::move(Packer().put(step).put(at)));
    };
    m_executor.isChecked = [this] { return m_optimizer.isHeard(); };
    m_optimizer.onVerdict = [this](int step, const Update& update) {
        if (m_conductor)
            m_conductor->judge(step, update);
    };
    m_mailroom.onFailure = [this](const FailedEvent& event) {
        m_reporter->postFailure(event);
        m_reporter->flush(2 * kSecond);
        m_channel->abort();
    };
}

void Lane::run() {
    m_stages.warmUp();
    introduce();
    if (!m_request->resume.empty())
        m_before = m_checkpointer.restore();
    m_optimizer.updates = static_cast<int>(m_before.updates);
    if (m_conductor)
        m_conductor->ready(static_cast<int>(m_before.steps));
    if (m_request->probe)
        probeLinks();
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

/// Between two series: what all ranks do together.
void Lane::meet(int done) {
    if (m_conductor)
        m_conductor->finish(done - 1);
    if (validatesAfter(done)) {
        const double loss = m_prober.validationLoss();
        if (m_conductor)
            m_reporter->post(ValidationEvent{.step = done - 1, .loss = loss});
    }
    if (savesAfter(done))
        save(done);
}

bool Lane::validatesAfter(int done) const {
    const Validation& validation = m_request->validation;
    return validation.share > 0 && (done == m_request->steps || (validation.every > 0 && done % validation.every == 0));
}

bool Lane::savesAfter(int done) const {
    return !m_request->save.empty() &&
           (done == m_request->steps || (m_request->saveEvery > 0 && done % m_request->saveEvery == 0));
}

void Lane::save(int done) {
    m_checkpointer.save({.steps = m_before.steps + done,
                         .updates = m_optimizer.updates,
                         .samples = m_before.samples + static_cast<std::uint64_t>(done) * samplesPerStep()});
    m_saved = done;
    if (m_conductor)
        m_reporter->post(CheckpointEvent{.step = done - 1, .folder = m_request->save});
}

/// After the last step, also when the parent wanted no more.
void Lane::finish(int done) {
    if (!m_request->save.empty() && m_saved < done)
        save(done);
    if (done < m_request->steps || m_request->sample.characters == 0)
        return;
    const std::string text = m_prober.write();
    if (m_conductor)
        m_reporter->post(SampleEvent{.text = text});
}

/// Runs steps one behind the other, each rank as early as it can, until all are to meet. Returns the step after.
int Lane::runSeries(int first, Time origin) {
    m_executor.restart(origin);
    m_optimizer.restart(origin);
    int step = first;
    do {
        runStep(step);
        ++step;
    } while (!m_optimizer.pauses());
    return step;
}

void Lane::runStep(int step) {
    m_step = step;
    m_watchdog.at(-1);
    m_executor.run(step, m_before.samples + static_cast<std::uint64_t>(step) * samplesPerStep(),
                   {.isOpen = m_optimizer.isOpen(), .overruled = m_optimizer.overruled()});
    m_gradientExchange.run(step);
    poison(step);
    m_executor.goOn(m_optimizer.step(step, m_executor.standing(), pausesAfter(step)));
    // Nothing more is to be said of a step once its end has been reported.
    if (m_optimizer.pauses())
        m_optimizer.settle(m_executor.free());
    report(step);
}

/// Rank 0 decides for all; what the others say here does not count.
bool Lane::pausesAfter(int step) const {
    return step + 1 >= m_request->steps || validatesAfter(step + 1) || savesAfter(step + 1) ||
           (m_conductor && m_conductor->wantsPause());
}

std::uint64_t Lane::samplesPerStep() const {
    return static_cast<std::uint64_t>(m_request->plan.schedule.microbatches) *
           static_cast<std::uint64_t>(m_request->model.batch);
}

/// For tests of the optimizer.
void Lane::poison(int step) {
    for (const Poison& each : m_request->poison)
        for (std::size_t at = 0; each.step == step && at < m_stages.copies().size(); ++at)
            m_stages.copy(at).spoilGradient(each.tensor, static_cast<float>(each.factor));
}

void Lane::introduce() {
    const Peer own = self();
    m_mailroom.tell(0, LetterKind::Introduction, std::move(Packer().put(own.host).put(own.clock).put(own.pid)));
    if (m_conductor)
        m_conductor->open();
    std::optional<Letter> roster;
    m_waiter.until(
        [&] {
            roster = m_mailroom.take(LetterKind::Roster);
            return roster.has_value();
        },
        [] { return std::string{"it has waited for all others to start"}; });
    Unpacker unpacker(roster->body);
    std::vector<Peer> peers(static_cast<std::size_t>(m_channel->ranks()));
    for (Peer& peer : peers) {
        peer.host = unpacker.text();
        peer.clock = unpacker.text();
        peer.pid = unpacker.get<int>();
    }
    m_peers = std::move(peers);
}

/// Measures the links that this rank sends values over, while all others do.
void Lane::probeLinks() {
    const Sizes sizes(m_request->model);
    const std::vector<int> receivers = receiversIn(m_request->programs[static_cast<std::size_t>(m_rank)]);
    const Bytes value = sizes.boundary() * static_cast<Bytes>(sizeof(float));
    m_mailroom.tell(0, LetterKind::Trips, packed(m_linkProbe.measure(receivers, value)));
    if (m_conductor)
        m_conductor->probe();
}

/// The moment at which the step begins, or nothing when there is no further step.
std::optional<Time> Lane::awaitStart(int step) {
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

void Lane::report(int step) {
    StepReport report{.step = step,
                      .end = m_executor.sinceStart(),
                      .peak = m_stages.memory().pool.peak(),
                      .backwards = m_executor.backwards()};
    for (std::size_t at = 0; at < m_stages.copies().size(); ++at) {
        const Stage& stage = m_stages.copy(at);
        if (!stage.shape().isLast())
            continue;
        for (const int microbatch : microbatchesOf(m_request->plan.schedule, m_stages.copies()[at].direction))
            report.losses.push_back({microbatch, stage.loss(microbatch)});
    }
    m_recorder.flush();
    m_mailroom.tell(0, LetterKind::StepEnd, packed(report));
}

void Lane::close() {
    std::vector<TensorHash> hashes;
    for (std::size_t at = 0; at < m_stages.copies().size(); ++at) {
        Stage& stage = m_stages.copy(at);
        const float* const weights = stage.weights();
        if (!std::all_of(weights, weights + stage.layout().count(), [](float weight) { return std::isfinite(weight); }))
            fail("the trained weights of stage " + std::to_string(m_stages.copies()[at].stage) +
                 " are no numbers; a smaller learning rate may help");
        for (const Parameter& parameter : stage.layout().parameters())
            hashes.push_back({.direction = m_stages.copies()[at].direction,
                              .number = parameter.number,
                              .weights = hashOf(stage.weights(), parameter),
                              .gradients = hashOf(stage.gradient().data, parameter)});
    }
    m_mailroom.tell(0, LetterKind::Weights, std::move(Packer().put(hashes)));
    if (m_conductor)
        m_conductor->close();
    m_waiter.until([&] { return m_mailroom.take(LetterKind::Farewell).has_value(); },
                   [] { return std::string{"it has waited for the end of the run"}; });
}

/// Lets rank 0 find out why this rank waits in vain.
void Lane::complain(const std::string& what) {
    if (m_inquiry)
        m_inquiry->open(m_rank, what, position());
    else
        m_mailroom.tell(0, LetterKind::Stuck, std::move(Packer().put(what)));
}

void Lane::reportStuck(int instruction) const {
    const std::vector<Instruction>& code = m_request->programs[static_cast<std::size_t>(m_rank)].code;
    FailedEvent event{.rank = m_rank, .op = {}, .reason = "the rank has not moved for more than "};
    if (instruction >= 0 && instruction < static_cast<int>(code.size()) &&
        code[static_cast<std::size_t>(instruction)].act == Act::Run)
        event.op = code[static_cast<std::size_t>(instruction)].block.op;
    event.reason += decimalFromTicks(patienceFor(*m_request), kSecond) + " s";
    // This is not the thread that may talk to the other ranks; their launcher ends them when it loses this one.
    if (m_reporter == nullptr)
        sayAlone(event);
    else if (m_reporter->postFailure(event))
        m_reporter->flush(2 * kSecond);
    std::_Exit(1);
}

/// Looks after the process's surroundings: a parent that is gone, a signal, other ranks whose process has ended.
void Lane::watch() {
    if (m_switches->parentGone)
        m_channel->abort();
    if (m_inquiry)
        m_inquiry->look();
    const std::optional<int> ended = m_peers.empty() ? std::nullopt : findEnded(m_peers, m_rank);
    if (ended && livingSpeaker(m_peers, m_rank) == m_rank) {
        const Peer& peer = m_peers[static_cast<std::size_t>(*ended)];
        whereabouts() = {.rank = *ended, .op = {}};
        fail("rank " + std::to_string(*ended) + " (process " + std::to_string(peer.pid) + " on " + peer.host +
                 ") has ended unexpectedly",
             *ended != 0);
    }
    if (const int signal = m_switches->signal)
        std::_Exit(128 + signal);
}

void runLane(const RunRequest& request, const Corpus& corpus, Channel& channel, Reporter* reporter,
             const Switches& switches) {
    sharpenTimer();
    whereabouts() = {.rank = channel.rank(), .op = {}};
    setFailureHandler([&channel, reporter](const Whereabouts& at, const std::string& reason, bool mayTalk) {
        endAllRanks(channel, reporter, {.rank = at.rank, .op = at.op, .reason = reason}, mayTalk);
    });
    try {
        Lane(request, corpus, channel, reporter, switches).run();
    } catch (const std::bad_alloc&) {
        fail("there is not enough memory for this model");
    } catch (const std::exception& error) {
        fail(std::string{"a library gave up: "} + error.what());
    }
    setFailureHandler(nullptr);
}

} // namespace lanewright::engine
