// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/engine_client.h"
#include "core/client/launcher_remains.h"
#include "core/client/process.h"
#include "core/client/run_builder.h"

#include <string>
#include <vector>

namespace lanewright {

/// Follows one engine from its start to its end.
class Follower {
public:
    Follower(const RunRequest& request, const LaunchOptions& options, const Launch& launch, Process process);

    RunOutcome follow(const std::stop_token& stop, const std::function<void(const Event&)>& onEvent);

private:
    using Clock = std::chrono::steady_clock;

    void readLines(const std::function<void(const Event&)>& onEvent);
    void readLine(std::string_view line, const std::function<void(const Event&)>& onEvent);
    void accept(const Event& event);
    void watchStop(const std::stop_token& stop);
    void watchHello();
    void watchRanks();
    void watchStopped();
    void giveUp(Message sentence, RunFailure failure = RunFailure::Failed);
    /// Ends the engine at the given time, politely; a little later in force.
    void endBy(Clock::time_point when);
    void enforceEnd();
    void killLeftRanks() const;
    Message exitMessage(const Ending& ending) const;
    Message whereItWas() const;
    Message nameOfEngine() const;
    bool isLaunched() const; ///< by a program that starts the ranks, such as mpirun

    const LaunchOptions& m_options;
    const Launch& m_launch;
    Process m_process;
    RunBuilder m_builder;
    Clock::time_point m_started = Clock::now();
    std::string m_output = {}; ///< what has come of a line
    std::string m_errors = {}; ///< the end of what it says on its standard error
    bool m_hello = false;
    bool m_ready = false;
    bool m_done = false;
    bool m_asked = false; ///< to stop
    bool m_cancelled = false;
    bool m_local = false; ///< the ranks' pids are processes of this machine
    LauncherRemains m_remains = {};
    int m_gone = -1; ///< the first rank whose process was missed
    std::optional<Clock::time_point> m_goneSince = {};
    std::optional<Clock::time_point> m_stoppedSince = {};
    std::chrono::nanoseconds m_stoppedTimeout;
    Clock::time_point m_lastCheck = {};          ///< for stopped processes
    std::optional<Clock::time_point> m_end = {}; ///< when to terminate it
    bool m_terminated = false;
    bool m_ended = false; ///< by us, because it was asked to stop: what it says of its end is no failure of the run
    std::optional<Error> m_error = {};
    std::optional<FailedEvent> m_failed = {}; ///< what the engine itself said
    RunFailure m_failure = RunFailure::Failed;
};

} // namespace lanewright
