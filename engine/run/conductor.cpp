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
            [&] { return "it has waited for " + what + " of rank " + std::to_string(rank); });
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

/// Ranks on this machine share its clock.
bool Conductor::hasOwnClock(int rank) const {
    const Peer& peer = m_peers[static_cast<std::size_t>(rank)];
    return peer.clock.empty() || peer.clock != m_peers[0].clock;
}

/// The ranks with clocks of their own are asked, before and after every step because clocks drift apart.
void Conductor::compareClocks() {
    for (int rank = 1; rank < m_ranks; ++rank) {
        if (!hasOwnClock(rank))
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
                [&] { return "it has waited for the clock of rank " + std::to_string(rank); });
            Unpacker unpacker(pong->body);
            const Time asked = unpacker.get<Time>();
            samples.push_back({.asked = asked, .answered = unpacker.get<Time>(), .heard = now()});
        }
        ClockOffset& clock = m_clocks[static_cast<std::size_t>(rank)];
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
    judgeClocks(event, reports);
    if (!std::isfinite(event.loss))
        fail("the loss of " + nameOfStep(step) + " is no number; a smaller learning rate may help");
    m_reporter->post(std::move(event));
}

void Conductor::judgeClocks(StepEvent& event, const std::vector<StepReport>& reports) {
    const std::vector<ClockOffset> before = m_clocks;
    compareClocks();
    bool any = false;
    for (int rank = 0; rank < m_ranks; ++rank) {
        const auto at = static_cast<std::size_t>(rank);
        event.clockGain.push_back(gainOver(before[at], m_clocks[at], event.length));
        event.clockUncertainty.push_back(std::max(before[at].uncertainty, m_clocks[at].uncertainty));
        // Rank 0's clock is the measure: what seems wrong on it is the fault of the others.
        if (hasOwnClock(rank))
            event.clockUncertainty.back() =
                std::max({event.clockUncertainty.back(), reports[at].backwards, reports[0].backwards});
        any = any || hasOwnClock(rank);
    }
    if (!any) {
        event.clockGain.clear();
        event.clockUncertainty.clear();
    }
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
