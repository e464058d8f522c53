// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/gpt/corpus.h"
#include "engine/ranks/inquiry.h"
#include "engine/ranks/mailroom.h"
#include "engine/ranks/peers.h"
#include "engine/ranks/reporter.h"
#include "engine/ranks/seating.h"
#include "engine/ranks/stop_flags.h"
#include "engine/ranks/waiter.h"
#include "engine/run/checkpointer.h"
#include "engine/run/conductor.h"
#include "engine/run/prober.h"
#include "engine/run/stage_host.h"

#include <optional>

namespace lanewright::engine {

/// What a seat does whatever computes its ranks: it takes part in the start, in series of steps, in what all do
/// together between two series, and in the end. All on one thread.
class SeatLoop {
public:
    virtual ~SeatLoop() = default;
    SeatLoop(const SeatLoop&) = delete;
    SeatLoop& operator=(const SeatLoop&) = delete;

    void run();

protected:
    /// The seat is the channel's member of that number. `reporter` is there for seat 0 and for all seats that live in
    /// its process, else null.
    /// `diagnose`: why a run stands still.
    SeatLoop(const RunRequest& request, Seating seating, Channel& channel, Reporter* reporter, const Switches& switches,
             Inquiry::Diagnose diagnose);
    /// Called once, before `run` needs the stages.
    void host(const Corpus& corpus, StageHost& stages);
    /// Tells all who this seat is, and hears who they are.
    void introduce(const Peer& own);

    /// @name What it does by itself
    /// @{
    /// Gets everything ready; introduces itself.
    virtual void prepare() = 0;
    /// All its stages have taken the state of an earlier run, in which the weights had moved so often.
    virtual void restored(int updates) = 0;
    /// The state of all stages lies in the request's folder.
    virtual void saved() {}
    /// How often the weights have moved.
    virtual int updates() const = 0;
    /// Tells seat 0 how fast its links are; on seat 0 hears what all tell.
    virtual void probe() = 0;
    /// Times count from `origin`.
    virtual void restart(Time origin) = 0;
    virtual void runStep(int step) = 0;
    /// True when all seats meet after the last step.
    virtual bool pauses() const = 0;
    /// Of all its tensors.
    virtual std::vector<TensorHash> hashes() = 0;
    /// Where it is, for an inquiry.
    virtual Position position() const = 0;
    /// @}

    /// Whether the request wants all to meet after the step, which all know beforehand.
    bool endsSeriesAfter(int step) const;
    /// Whether all are to meet after the step. Seat 0 decides; what the others say here does not count.
    bool pausesAfter(int step) const;
    /// The first sample of a step.
    std::uint64_t firstSampleOf(int step) const;
    /// Looks after the other processes.
    void lookAround();
    /// Lets seat 0 find out why this seat waits in vain, and says when the wait has ended after all.
    void complain(const std::string& what);
    void relieve();
    int seat() const { return m_channel->rank(); }

    const RunRequest* m_request;
    Seating m_seating;
    Channel* m_channel;
    Reporter* m_reporter;
    const Switches* m_switches;
    Mailroom m_mailroom;
    Waiter m_waiter;
    std::optional<Conductor> m_conductor; ///< of seat 0
    std::optional<Inquiry> m_inquiry;     ///< of seat 0
    Progress m_before;                    ///< how far the weights had been trained before this run
    int m_step = 0;                       ///< that runs

private:
    std::optional<Time> awaitStart(int step);
    void listen();
    int runSeries(int first, Time origin);
    void meet(int done);
    bool validatesAfter(int done) const;
    bool savesAfter(int done) const;
    void save(int done);
    void finish(int done);
    void close();

    std::optional<Checkpointer> m_checkpointer;
    std::optional<Prober> m_prober;
    std::vector<Peer> m_peers; ///< once they are known
    int m_saved = 0;           ///< steps of this run that have been saved
};

} // namespace lanewright::engine
