// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/protocol.h"

#include "engine/run/clock_sync.h"
#include "engine/run/mailroom.h"
#include "engine/run/peers.h"
#include "engine/run/reporter.h"
#include "engine/run/step_report.h"
#include "engine/run/switches.h"
#include "engine/run/waiter.h"

namespace lanewright::engine {

/// What rank 0 does beside its own lane: it starts and ends the steps for all, puts together what they report, and
/// speaks to the parent.
class Conductor {
public:
    Conductor(const RunRequest& request, int ranks, Mailroom& mailroom, Waiter& waiter, Reporter& reporter,
              const Switches& switches);

    /// Hears who all are, tells everybody, compares clocks, and says that the run is ready.
    void open();
    /// Starts the step on all ranks at one moment, or ends the steps when the parent asked for it.
    void start();
    /// Hears the step's end from all ranks and reports it.
    void endStep(int step);
    /// Hears the hashes of all weights, reports the end of the run, and lets everybody go.
    void close();

private:
    std::vector<Letter> hearAll(LetterKind kind, const std::string& what);
    void compareClocks();
    bool hasOwnClock(int rank) const;
    /// Says of the clocks what the comparisons before and after the step tell.
    void judgeClocks(StepEvent& event, const std::vector<StepReport>& reports);

    static constexpr int kExchanges = 20;
    static constexpr Time kLead = 1'500'000; ///< from the word to the start, so that it has come to all

    const RunRequest* m_request;
    int m_ranks;
    Mailroom* m_mailroom;
    Waiter* m_waiter;
    Reporter* m_reporter;
    const Switches* m_switches;
    std::vector<Peer> m_peers;
    std::vector<ClockOffset> m_clocks;
    bool m_cancelled = false;
};

} // namespace lanewright::engine
