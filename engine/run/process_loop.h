// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/gpt/corpus.h"
#include "engine/ranks/hang_diagnosis.h"
#include "engine/ranks/inbox.h"
#include "engine/ranks/peers.h"
#include "engine/ranks/process_map.h"
#include "engine/ranks/reporter.h"
#include "engine/ranks/stop_flags.h"
#include "engine/ranks/waiter.h"
#include "engine/run/checkpointer.h"
#include "engine/run/coordinator.h"
#include "engine/run/evaluator.h"
#include "engine/run/stage_host.h"

#include <optional>

namespace lanewright::engine {

/// The life of a process, whatever computes its ranks: the start, series of steps, what all processes do together
/// between two series, and the end. All of it runs on one thread.
class ProcessLoop {
public:
    virtual ~ProcessLoop() = default;
    ProcessLoop(const ProcessLoop&) = delete;
    ProcessLoop& operator=(const ProcessLoop&) = delete;

    void run();

protected:
    /// The process is the channel's member of that number. `reporter` is there for process 0 and for all ranks that are
    /// threads of it, else null. `diagnose` says why a run hangs.
    ProcessLoop(const RunRequest& request, ProcessMap processMap, Channel& channel, Reporter* reporter,
                const StopFlags& stopFlags, HangDiagnosis::Diagnose diagnose);
    /// Called once, before `run` needs the stages.
    void host(const Corpus& corpus, StageHost& stages);
    /// Tells all processes who this one is, and learns who they are.
    void introduce(const Peer& own);

    /// @name What depends on the device that computes
    /// @{
    /// Gets everything ready; introduces itself.
    virtual void prepare() = 0;
    /// All its stages have taken the state of an earlier run, in which the weights had moved so often.
    virtual void restored(int updates) = 0;
    /// The state of all stages lies in the request's folder.
    virtual void saved() {}
    /// How often the weights have moved.
    virtual int updates() const = 0;
    /// Measures its links and tells process 0, which gathers what all tell.
    virtual void timeLinks() = 0;
    /// Times count from `origin`.
    virtual void restart(Time origin) = 0;
    virtual void runStep(int step) = 0;
    /// True when all processes meet after the last step.
    virtual bool pauses() const = 0;
    /// Where it is, for a diagnosis.
    virtual Position position() const = 0;
    /// @}

    /// Whether the request wants all to meet after the step, which all know beforehand.
    bool endsSeriesAfter(int step) const;
    /// Whether all are to meet after the step. Process 0 decides; what the others say here does not count.
    bool pausesAfter(int step) const;
    /// The first sample of a step.
    std::uint64_t firstSampleOf(int step) const;
    /// Ends the run when it hangs, or when another process has ended.
    void checkPeers();
    /// Tells process 0 that a wait takes too long, or that it has ended after all.
    void reportTimeout(const Message& what);
    void reportRecovery();
    int process() const { return m_channel->rank(); }

    const RunRequest* m_request;
    ProcessMap m_processMap;
    Channel* m_channel;
    Reporter* m_reporter;
    const StopFlags* m_stopFlags;
    Waiter m_waiter;
    Inbox m_inbox;
    std::optional<Coordinator> m_coordinator;     ///< process 0 has one
    std::optional<HangDiagnosis> m_hangDiagnosis; ///< process 0 has one
    std::uint64_t m_samplesPerStep;
    Progress m_before; ///< how far the weights had been trained before this run
    int m_step = 0;    ///< that runs

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

    ProcessStages m_hosted;
    std::vector<Peer> m_peers; ///< once they are known
    int m_saved = 0;           ///< steps of this run that have been saved
};

} // namespace lanewright::engine
