// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/ranks/clock_sync.h"
#include "engine/ranks/inbox.h"
#include "engine/ranks/peers.h"
#include "engine/ranks/process_map.h"
#include "engine/ranks/reporter.h"
#include "engine/ranks/step_report.h"
#include "engine/ranks/stop_flags.h"
#include "engine/run/step_ledger.h"

namespace lanewright::engine {

/// What process 0 does beside its own lanes: it starts and ends the steps for all, puts together what they report, and
/// speaks to the parent.
class Coordinator {
public:
    /// The processes are the members of the channel.
    Coordinator(const RunRequest& request, ProcessMap processMap, Inbox& inbox, Reporter& reporter,
                const StopFlags& stopFlags);

    /// Gathers who all processes are, tells everybody, and compares clocks.
    void open();
    /// Says that the run is ready, with weights that have been trained for so many steps before.
    void ready(int firstStep);
    /// Gathers how fast the links are and tells the parent, with what the stages hold.
    void reportLinks(std::vector<StageBytes> stages, const std::optional<DeviceUse>& device = {});
    /// Starts a series of steps on all ranks at one moment, or ends the steps when the parent asked for it.
    void start();
    /// True when all ranks are to meet before the next step: the parent wants to stop, or clocks have to be compared.
    bool wantsPause() const;
    /// What is to become of a step.
    void decide(int step, const Update& update);
    /// Waits until a step, and all before it, have been reported.
    void finish(int step);
    /// Gathers the hashes of all weights, reports the end of the run, and lets everybody go.
    void close();

private:
    std::vector<ControlMessage> receiveAll(MessageKind kind, const Message& what);
    void tellAll(MessageKind kind, const Packer& message);
    void compareClocks();
    bool hasOwnClock(int process) const;
    bool isFarApart() const;
    void endStep(StepEvent event, const std::vector<StepReport>& reports);
    void judgeClocks();

    /// A step that has ended, until the clocks have been compared after it.
    struct Ended {
        StepEvent event;
        std::vector<Time> backwards; ///< per rank
    };
    static constexpr Time kDrift = 10'000'000'000; ///< after which clocks are compared anew, at the latest
    static constexpr int kExchanges = 20;
    static constexpr int kMostSkipped = 10;  ///< steps in a row, of a training that makes sense
    static constexpr Time kLead = 1'500'000; ///< from the word to the start, so that it has come to all

    const RunRequest* m_request;
    ProcessMap m_processMap;
    Inbox* m_inbox;
    Reporter* m_reporter;
    const StopFlags* m_stopFlags;
    std::vector<Peer> m_peers;         ///< by process
    std::vector<ClockOffset> m_clocks; ///< by process
    StepLedger m_ledger;
    std::vector<Ended> m_ended;
    Time m_origin = 0; ///< when the series began
    int m_skipped = 0; ///< steps in a row without a sound gradient
    bool m_cancelled = false;
};

} // namespace lanewright::engine
