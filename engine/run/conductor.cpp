// SPDX-License-Identifier: Apache-2.0
#include "engine/run/conductor.h"

#include "engine/ranks/link_probe.h"

#include <algorithm>
#include <cmath>

namespace lanewright::engine {

namespace {

std::string nameOfStep(int step) { return "step " + std::to_string(step); }

} // namespace

Conductor::Conductor(const RunRequest& request, Seating seating, Mailroom& mailroom, Waiter& waiter, Reporter& reporter,
                     const Switches& switches)
    : m_request(&request), m_seating(std::move(seating)), m_mailroom(&mailroom), m_waiter(&waiter),
      m_reporter(&reporter), m_switches(&switches), m_peers(static_cast<std::size_t>(m_seating.seats)),
      m_clocks(static_cast<std::size_t>(m_seating.seats)),
      m_ledger(m_seating.ranks(), request.plan.schedule.microbatches) {
    m_ledger.onSpans = [this](SpansEvent& spans) { m_reporter->postSpans(spans); };
    m_ledger.onKernels = [this](KernelsEvent kernels) { m_reporter->post(std::move(kernels)); };
    m_ledger.onStep = [this](StepEvent event, const std::vector<StepReport>& reports) {
        endStep(std::move(event), reports);
    };
    // What the ranks report comes while rank 0 is at ops of its own.
    mailroom.onSpans = [this](SpansEvent& spans) { m_ledger.addSpans(spans); };
    mailroom.onKernels = [this](KernelsEvent kernels) { m_ledger.addKernels(std::move(kernels)); };
    mailroom.onBegun = [this](const Letter& letter) {
        const Aside aside;
        Unpacker unpacker(letter.body);
        const int step = unpacker.get<int>();
        m_ledger.begin(step, unpacker.get<Time>());
    };
    mailroom.onStepEnd = [this](const Letter& letter) {
        const Aside aside;
        StepReport report = stepReportFrom(letter.body);
        const int rank = report.rank;
        const int step = report.step;
        m_ledger.end(rank, step, std::move(report));
    };
}

/// One letter of the kind from each seat, by seat.
std::vector<Letter> Conductor::hearAll(LetterKind kind, const std::string& what) {
    std::vector<Letter> letters;
    for (int seat = 0; seat < m_seating.seats; ++seat) {
        std::optional<Letter> letter;
        m_waiter->until(
            [&] {
                letter = m_mailroom->take(kind, seat);
                return letter.has_value();
            },
            [&] { return "it has waited for " + what + " of rank " + std::to_string(m_seating.speakerOf(seat)); });
        letters.push_back(*std::move(letter));
    }
    return letters;
}

void Conductor::open() {
    Packer roster;
    for (const Letter& letter : hearAll(LetterKind::Introduction, "the start")) {
        Unpacker unpacker(letter.body);
        m_peers[static_cast<std::size_t>(letter.from)] = peerFrom(unpacker);
    }
    roster.put(m_seating.seats);
    for (const Peer& peer : m_peers)
        put(roster, peer);
    m_mailroom->tellAll(LetterKind::Roster, roster);
    m_mailroom->tell(0, LetterKind::Roster, std::move(roster));
    compareClocks();
}

void Conductor::ready(int firstStep) {
    ReadyEvent ready{.ranks = m_seating.ranks(), .backend = m_request->backend, .firstStep = firstStep};
    for (const int seat : m_seating.seatOf) {
        const Peer& peer = m_peers[static_cast<std::size_t>(seat)];
        ready.hosts.push_back(peer.host);
        ready.clockUncertainty.push_back(m_clocks[static_cast<std::size_t>(seat)].uncertainty);
        ready.pids.push_back(peer.pid);
        if (peer.device)
            ready.devices.push_back(*peer.device);
    }
    m_reporter->post(std::move(ready));
}

void Conductor::probe(std::vector<StageBytes> stages, const std::optional<DeviceUse>& device) {
    ProbeEvent event{.stages = std::move(stages), .device = device};
    for (const Letter& letter : hearAll(LetterKind::Trips, "the links"))
        for (LinkTrips& link : tripsFrom(letter))
            event.links.push_back(std::move(link));
    m_reporter->post(std::move(event));
}

/// Seats on this machine share its clock.
bool Conductor::hasOwnClock(int seat) const {
    const Peer& peer = m_peers[static_cast<std::size_t>(seat)];
    return peer.clock.empty() || peer.clock != m_peers[0].clock;
}

bool Conductor::isFarApart() const {
    for (int seat = 1; seat < m_seating.seats; ++seat)
        if (hasOwnClock(seat))
            return true;
    return false;
}

/// The seats with clocks of their own are asked, before and after every series of steps because clocks drift apart.
void Conductor::compareClocks() {
    for (int seat = 1; seat < m_seating.seats; ++seat) {
        if (!hasOwnClock(seat))
            continue;
        std::vector<ClockSample> samples;
        for (int exchange = 0; exchange < kExchanges; ++exchange) {
            m_mailroom->tell(seat, LetterKind::Ping, std::move(Packer().put(now())));
            std::optional<Letter> pong;
            m_waiter->until(
                [&] {
                    pong = m_mailroom->take(LetterKind::Pong, seat);
                    return pong.has_value();
                },
                [&] { return "it has waited for the clock of rank " + std::to_string(m_seating.speakerOf(seat)); });
            Unpacker unpacker(pong->body);
            const Time asked = unpacker.get<Time>();
            samples.push_back({.asked = asked, .answered = unpacker.get<Time>(), .heard = now()});
        }
        ClockOffset& clock = m_clocks[static_cast<std::size_t>(seat)];
        clock = betterOf(clock, offsetFrom(samples));
    }
}

void Conductor::start() {
    if (m_switches->cancel) {
        m_cancelled = true;
        m_mailroom->tellAll(LetterKind::Stop, {});
        m_mailroom->tell(0, LetterKind::Stop, {});
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
    for (int seat = 0; seat < m_seating.seats; ++seat)
        m_mailroom->tell(seat, LetterKind::Go,
                         std::move(Packer().put(origin + m_clocks[static_cast<std::size_t>(seat)].ahead)));
}

bool Conductor::wantsPause() const {
    if (m_switches->cancel)
        return true;
    return isFarApart() && (m_request->optimizer.mode == OptimizerMode::Synchronous || now() - m_origin >= kDrift);
}

void Conductor::judge(int step, const Update& update) {
    const Aside aside;
    if (const std::optional<std::string> reason = m_soundness.afterVerdict(update))
        fail(*reason);
    m_ledger.judge(step, update);
}

void Conductor::endStep(StepEvent event, const std::vector<StepReport>& reports) {
    if (const std::optional<std::string> reason = Soundness::afterLoss(event.step, event.loss))
        fail(*reason);
    if (!isFarApart()) {
        m_reporter->post(std::move(event));
        return;
    }
    Ended& ended = m_ended.emplace_back(Ended{std::move(event), {}});
    for (const StepReport& report : reports)
        ended.backwards.push_back(report.backwards);
}

void Conductor::finish(int step) {
    m_waiter->until([&] { return m_ledger.complete() > step; },
                    [&] {
                        return "it has waited for the end of " + nameOfStep(step) + " of rank " +
                               std::to_string(m_ledger.missing(step).value_or(0));
                    });
    if (!m_ended.empty())
        judgeClocks();
}

/// Says of the clocks what the comparisons before and after the series tell. What a clock has gained when a later step
/// of the series begins can't be taken out of its spans, so it makes them less certain.
void Conductor::judgeClocks() {
    const std::vector<ClockOffset> before = m_clocks;
    compareClocks();
    const Time series = std::max<Time>(1, now() - m_origin);
    const Time first = m_ended.front().event.start;
    for (auto& [event, backwards] : m_ended) {
        for (int rank = 0; rank < m_seating.ranks(); ++rank) {
            const auto at = static_cast<std::size_t>(m_seating.of(rank));
            event.clockGain.push_back(gainOver(before[at], m_clocks[at], event.length));
            const Time late = std::abs(gainOver(before[at], m_clocks[at], std::min(series, event.start - first)));
            Time uncertainty = std::max(before[at].uncertainty, m_clocks[at].uncertainty) + late;
            // Rank 0's clock is the measure: what seems wrong on it is the fault of the others.
            if (hasOwnClock(m_seating.of(rank)))
                uncertainty = std::max({uncertainty, backwards[static_cast<std::size_t>(rank)], backwards[0]});
            event.clockUncertainty.push_back(uncertainty);
        }
        m_reporter->post(std::move(event));
    }
    m_ended.clear();
}

void Conductor::close() {
    std::vector<TensorHash> hashes;
    for (const Letter& letter : hearAll(LetterKind::Weights, "the weights"))
        for (const TensorHash& hash : Unpacker(letter.body).list<TensorHash>())
            hashes.push_back(hash);
    DoneEvent done{.weightsHash = hashOfModel(hashes, &TensorHash::weights),
                   .gradientsHash = hashOfModel(hashes, &TensorHash::gradients),
                   .cancelled = m_cancelled};
    if (done.weightsHash.empty() || done.gradientsHash.empty())
        fail("the two copies of a stage have come apart");
    m_reporter->post(std::move(done));
    m_mailroom->tellAll(LetterKind::Farewell, {});
    m_mailroom->tell(0, LetterKind::Farewell, {});
}

} // namespace lanewright::engine
