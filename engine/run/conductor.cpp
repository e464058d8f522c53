// SPDX-License-Identifier: Apache-2.0
#include "engine/run/conductor.h"

#include <algorithm>
#include <cmath>

namespace lanewright::engine {

namespace {

std::string nameOfStep(int step) { return "step " + std::to_string(step); }

} // namespace

Conductor::Conductor(const RunRequest& request, int ranks, Mailroom& mailroom, Waiter& waiter, Reporter& reporter,
                     const Switches& switches)
    : m_request(&request), m_ranks(ranks), m_mailroom(&mailroom), m_waiter(&waiter), m_reporter(&reporter),
      m_switches(&switches), m_peers(static_cast<std::size_t>(ranks)), m_clocks(static_cast<std::size_t>(ranks)) {}

/// One letter of the kind from each rank, by rank.
std::vector<Letter> Conductor::hearAll(LetterKind kind, const std::string& what) {
    std::vector<Letter> letters;
    for (int rank = 0; rank < m_ranks; ++rank) {
        std::optional<Letter> letter;
        m_waiter->until(
            [&] {
                letter = m_mailroom->take(kind, rank);
                return letter.has_value();
            },
            [&] { return "the run has waited for " + what + " of rank " + std::to_string(rank); });
        letters.push_back(*std::move(letter));
    }
    return letters;
}

void Conductor::open() {
    Packer roster;
    for (const Letter& letter : hearAll(LetterKind::Introduction, "the start")) {
        Unpacker unpacker(letter.body);
        Peer& peer = m_peers[static_cast<std::size_t>(letter.from)];
        peer.host = unpacker.text();
        peer.clock = unpacker.text();
        peer.pid = unpacker.get<int>();
        roster.put(peer.host).put(peer.clock).put(peer.pid);
    }
    m_mailroom->tellAll(LetterKind::Roster, roster);
    m_mailroom->tell(0, LetterKind::Roster, std::move(roster));
    compareClocks();
    ReadyEvent ready{.ranks = m_ranks, .backend = m_request->backend};
    for (int rank = 0; rank < m_ranks; ++rank) {
        const Peer& peer = m_peers[static_cast<std::size_t>(rank)];
        ready.hosts.push_back(peer.host);
        ready.clockUncertainty.push_back(m_clocks[static_cast<std::size_t>(rank)].uncertainty);
        ready.pids.push_back(peer.pid);
    }
    m_reporter->post(std::move(ready));
}

/// Ranks on this machine share its clock; the others are asked, at every step anew because clocks drift apart.
void Conductor::compareClocks() {
    for (int rank = 1; rank < m_ranks; ++rank) {
        const Peer& peer = m_peers[static_cast<std::size_t>(rank)];
        if (!peer.clock.empty() && peer.clock == m_peers[0].clock)
            continue;
        std::vector<ClockSample> samples;
        for (int exchange = 0; exchange < kExchanges; ++exchange) {
            m_mailroom->tell(rank, LetterKind::Ping, std::move(Packer().put(now())));
            std::optional<Letter> pong;
            m_waiter->until(
                [&] {
                    pong = m_mailroom->take(LetterKind::Pong, rank);
                    return pong.has_value();
                },
                [&] { return "the run has waited for the clock of rank " + std::to_string(rank); });
            Unpacker unpacker(pong->body);
            const Time asked = unpacker.get<Time>();
            samples.push_back({.asked = asked, .answered = unpacker.get<Time>(), .heard = now()});
        }
        m_clocks[static_cast<std::size_t>(rank)] = offsetFrom(samples);
    }
}

void Conductor::start(int step) {
    if (m_switches->cancel) {
        m_cancelled = true;
        m_mailroom->tellAll(LetterKind::Stop, {});
        m_mailroom->tell(0, LetterKind::Stop, {});
        return;
    }
    if (step > 0)
        compareClocks();
    const Time origin = now() + kLead;
    for (int rank = 0; rank < m_ranks; ++rank)
        m_mailroom->tell(rank, LetterKind::Go,
                         std::move(Packer().put(origin + m_clocks[static_cast<std::size_t>(rank)].ahead)));
}

void Conductor::endStep(int step) {
    std::vector<StepReport> reports;
    for (const Letter& letter : hearAll(LetterKind::StepEnd, "the end of " + nameOfStep(step)))
        reports.push_back(stepReportFrom(letter.body));
    StepEvent event{.step = step, .loss = meanLoss(reports, m_request->plan.schedule.microbatches)};
    for (const StepReport& report : reports) {
        event.length = std::max(event.length, report.end);
        event.peakActivations.push_back(report.peak);
    }
    if (!std::isfinite(event.loss))
        fail("the loss of " + nameOfStep(step) + " is no number; a smaller learning rate may help");
    m_reporter->post(std::move(event));
}

void Conductor::close() {
    std::vector<TensorHash> hashes;
    for (const Letter& letter : hearAll(LetterKind::Weights, "the weights"))
        for (const TensorHash& hash : Unpacker(letter.body).list<TensorHash>())
            hashes.push_back(hash);
    DoneEvent done{.weightsHash = weightsHash(std::move(hashes)), .cancelled = m_cancelled};
    if (done.weightsHash.empty())
        fail("the two copies of a stage have come apart");
    m_reporter->post(std::move(done));
    m_mailroom->tellAll(LetterKind::Farewell, {});
    m_mailroom->tell(0, LetterKind::Farewell, {});
}

} // namespace lanewright::engine
