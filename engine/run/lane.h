// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/protocol.h"

#include "engine/gpt/corpus.h"
#include "engine/run/checkpointer.h"
#include "engine/run/conductor.h"
#include "engine/run/executor.h"
#include "engine/run/gradient_exchange.h"
#include "engine/run/inquiry.h"
#include "engine/run/link_probe.h"
#include "engine/run/mailroom.h"
#include "engine/run/optimizer.h"
#include "engine/run/prober.h"
#include "engine/run/reporter.h"
#include "engine/run/switches.h"
#include "engine/run/watchdog.h"

#include <optional>

namespace lanewright::engine {

/// One rank's whole run, on the thread that makes it: its stages, its program, and what it says to the others.
class Lane {
public:
    /// `reporter` is there for rank 0 and for all ranks that live in its process, else null.
    Lane(const RunRequest& request, const Corpus& corpus, Channel& channel, Reporter* reporter,
         const Switches& switches);
    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;

    void run();

private:
    void listen();
    void introduce();
    void probeLinks();
    std::optional<Time> awaitStart(int step);
    int runSeries(int first, Time origin);
    void runStep(int step);
    bool pausesAfter(int step) const;
    std::uint64_t samplesPerStep() const;
    void poison(int step);
    void meet(int done);
    bool validatesAfter(int done) const;
    bool savesAfter(int done) const;
    void save(int done);
    void finish(int done);
    void report(int step);
    void close();
    void watch();
    void complain(const std::string& what);
    Position position() const { return {.step = m_step, .instruction = m_watchdog.instruction()}; }
    /// Called on the watchdog's thread.
    void reportStuck(int instruction) const;

    const RunRequest* m_request;
    Channel* m_channel;
    Reporter* m_reporter;
    const Switches* m_switches;
    int m_rank;
    Mailroom m_mailroom;
    Waiter m_waiter;
    Recorder m_recorder;
    RankStages m_stages;
    GradientExchange m_gradientExchange;
    Optimizer m_optimizer;
    Checkpointer m_checkpointer;
    Prober m_prober;
    Progress m_before; ///< how far the weights had been trained before this run
    int m_saved = 0;   ///< steps of this run that have been saved
    Executor m_executor;
    LinkProbe m_linkProbe;
    std::optional<Conductor> m_conductor; ///< of rank 0
    std::optional<Inquiry> m_inquiry;     ///< of rank 0
    std::vector<Peer> m_peers;            ///< once they are known
    int m_step = 0;
    Watchdog m_watchdog;
};

/// Makes the calling thread a rank and runs it to its end. A failure ends the process, and with it all ranks.
void runLane(const RunRequest& request, const Corpus& corpus, Channel& channel, Reporter* reporter,
             const Switches& switches);

} // namespace lanewright::engine
