// SPDX-License-Identifier: Apache-2.0
#include "core/client/follower.h"

#include "core/base/places.h"
#include "core/client/exit_reason.h"
#include "core/client/launcher_remains.h"
#include "core/client/run_builder.h"
#include "core/io/quoted_text.h"
#include "core/model/text.h"
#include "core/protocol/failed_rank.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <optional>
#include <string>
#include <unistd.h>
#include <utility>

namespace lanewright {

namespace {

using namespace std::chrono_literals;

constexpr auto kBeat = 50ms;        ///< how often the clocks are looked at
constexpr auto kTermTimeout = 2s;   ///< from SIGTERM to SIGKILL
constexpr auto kFailedTimeout = 3s; ///< from the engine's own last words to its end
constexpr auto kGoneTimeout = 4s;   ///< from a rank's death to the end of the launcher
constexpr auto kStoppedTimeout = 10s;
constexpr auto kStoppedGrace = 4s; ///< for the ranks to notice by themselves that one is stopped
constexpr std::size_t kErrorsKept = 8 << 10;
constexpr std::size_t kLongestLine = std::size_t{16} << 20;
constexpr int kBackendMissing = 4; ///< the engine's exit code when a backend, GPU or launcher is missing

bool isHere(const std::string& host) {
    std::array<char, 256> name = {};
    return !host.empty() && gethostname(name.data(), name.size() - 1) == 0 && host == name.data();
}

bool isAlive(int pid) { return kill(pid, 0) == 0 || errno == EPERM; }

/// True for a process that a signal has stopped; its state is T, the third word after a name in brackets.
bool isStopped(int pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string line;
    std::getline(file, line);
    const std::size_t bracket = line.rfind(')');
    return bracket != std::string::npos && line.compare(bracket, 3, ") T") == 0;
}

Message rankText(int rank) { return say(kRankPlace, rank); }

/// `rank 1, B1.3: the loss is not finite`.
Message sentenceOf(const FailedEvent& failed) {
    const Message rank = failed.rank < 0 ? Message() : rankText(failed.rank);
    if (!failed.op)
        return namesRank(failed.reason, failed.rank) ? failed.reason : within(rank, failed.reason);
    const std::string op = toText(*failed.op);
    return within(rank.empty() ? Message(op) : say(phrase("list", "%1, %2"), rank, op), failed.reason);
}

/// What was seen, with what the engine or its launcher said last.
Message withMessage(const Message& seen, const std::string& words) {
    return words.empty() ? seen : say(phrase("engine", "%1; it said: %2"), seen, words);
}

/// Follows one engine from its start to its end.
class Follower {
public:
    Follower(const RunRequest& request, const LaunchOptions& options, const Launch& launch, Process process)
        : m_options(options), m_launch(launch), m_process(std::move(process)), m_builder(request, launch.kind),
          m_stoppedTimeout(request.timeout > 0 ? std::chrono::nanoseconds(request.timeout) : kStoppedTimeout) {
        m_stoppedTimeout += kStoppedGrace;
    }

    RunOutcome follow(const std::stop_token& stop, const std::function<void(const Event&)>& onEvent) {
        std::optional<Ending> ending;
        while (!ending) {
            m_process.listen(kBeat, m_output, m_errors);
            readLines(onEvent);
            watchStop(stop);
            if (isLaunched() && !m_ready)
                m_remains.follow(m_process.pid());
            watchHello();
            watchRanks();
            watchStopped();
            enforceEnd();
            ending = m_process.ended();
        }
        readRest(onEvent);
        clearAway(*ending);
        return outcomeAfter(*ending);
    }

private:
    using Clock = std::chrono::steady_clock;

    void readRest(const std::function<void(const Event&)>& onEvent) {
        // What it said last may still be in the pipes; a process that outlives its group must not hold us up.
        for (const auto deadline = Clock::now() + 1s; m_process.speaks() && Clock::now() < deadline;) {
            m_process.listen(kBeat, m_output, m_errors);
            readLines(onEvent);
        }
    }

    void clearAway(const Ending& ending) const {
        // A launcher that was killed can't end its ranks, which live in groups of their own.
        if (m_local && (m_terminated || ending.signal != 0))
            killEngines(m_builder.pids());
        // A launcher that was killed clears nothing away.
        if (isLaunched() && ending.signal != 0)
            m_remains.clear(m_process.pid());
    }

    RunOutcome outcomeAfter(const Ending& ending) {
        if (!m_done && !m_error && !m_asked)
            giveUp(exitMessage(ending));
        else if (const auto reason = exitReasonIn(m_errors, m_builder.pids());
                 m_failed && !m_failed->op && reason && reason->rank == m_failed->rank)
            // The ranks only see that one of them is gone; the launcher knows how it went.
            m_error = Error{exitMessage(ending)};
        if (ending.code == kBackendMissing)
            m_failure = RunFailure::Backend;
        const bool cancelled = m_cancelled || (m_asked && !m_done && !m_error);
        return {.run = m_builder.take(cancelled || m_error.has_value()),
                .error = m_error,
                .failure = m_failure,
                .cancelled = cancelled};
    }

    void readLines(const std::function<void(const Event&)>& onEvent) {
        std::size_t start = 0;
        for (std::size_t end = m_output.find('\n'); end != std::string::npos; end = m_output.find('\n', start)) {
            readLine(std::string_view{m_output}.substr(start, end - start), onEvent);
            start = end + 1;
        }
        m_output.erase(0, start);
        if (m_output.size() > kLongestLine) {
            m_output.clear();
            giveUp(say(phrase("engine", "the engine wrote a line without an end; the run was ended")));
        }
        if (m_errors.size() > kErrorsKept)
            m_errors.erase(0, m_errors.size() - kErrorsKept);
    }

    void readLine(std::string_view line, const std::function<void(const Event&)>& onEvent) {
        // After its last word, and after a word that made no sense, nothing it says counts.
        if (m_error || m_done || line.empty())
            return;
        // Launchers add words of their own to what the ranks say; OpenMPI complains of a lost rank in part that way.
        if (isLaunched() && !line.starts_with('{')) {
            m_errors.append(line).append("\n");
            return;
        }
        const Result<Event> event = eventFromLine(line);
        if (m_ended && (!event || std::holds_alternative<FailedEvent>(*event)))
            return;
        if (!event)
            return giveUp(say(phrase("engine", "the engine wrote what is no event (%1): %2"), inQuotes(line),
                              event.error().message));
        if (!m_hello && !std::holds_alternative<HelloEvent>(*event) && !std::holds_alternative<FailedEvent>(*event))
            return giveUp(say(phrase("engine", "the engine spoke before it said hello")));
        if (const Result<Done> added = m_builder.add(*event); !added)
            return giveUp(say(phrase("engine", "the engine makes no sense: %1"), added.error().message));
        accept(*event);
        onEvent(*event);
    }

    void accept(const Event& event) {
        if (const auto* hello = std::get_if<HelloEvent>(&event)) {
            m_hello = true;
            if (hello->protocol != kProtocolVersion)
                giveUp(say(phrase("engine", "the engine speaks version %1 of the protocol, this program version %2; "
                                            "install both from one release"),
                           hello->protocol, kProtocolVersion),
                       RunFailure::Backend);
        } else if (std::holds_alternative<ReadyEvent>(event)) {
            m_ready = true;
            m_local = isLaunched() && std::ranges::all_of(m_builder.hosts(), isHere) &&
                      std::ranges::all_of(m_builder.pids(), isAlive);
            if (m_local)
                m_remains.setRanks(m_builder.pids());
        } else if (const auto* done = std::get_if<DoneEvent>(&event)) {
            m_done = true;
            m_cancelled = done->cancelled;
            endBy(Clock::now() + kFailedTimeout);
        } else if (const auto* failed = std::get_if<FailedEvent>(&event)) {
            m_failed = *failed;
            m_error = Error{sentenceOf(*failed)};
            if (failed->missing)
                m_failure = RunFailure::Backend;
            endBy(Clock::now() + kFailedTimeout);
        }
    }

    void watchStop(const std::stop_token& stop) {
        if (stop.stop_requested() && !m_asked) {
            m_asked = true;
            m_process.write(std::string{kCancelLine} + "\n");
            // Before its ranks are ready there is no step to let end, and PyTorch hears nothing until it has loaded.
            endBy(m_ready ? Clock::now() + m_options.stopTimeout : Clock::now());
        }
        if (m_options.now.stop_requested()) {
            m_asked = true;
            endBy(Clock::now());
        }
    }

    void watchHello() {
        if (m_hello || m_error || Clock::now() < m_started + m_options.helloTimeout)
            return;
        giveUp(withMessage(say(phrase("engine", "the engine did not say hello")), lastMessage(m_errors)));
    }

    void watchRanks() {
        if (!m_ready || !m_local || m_done || m_error)
            return;
        for (int rank = 0; m_gone < 0 && rank < static_cast<int>(m_builder.pids().size()); ++rank)
            if (!isAlive(m_builder.pids()[rank])) {
                m_gone = rank;
                m_goneSince = Clock::now();
            }
        // A launcher ends the run when it loses a rank; one that does not is ended.
        if (m_goneSince && Clock::now() > *m_goneSince + kGoneTimeout)
            giveUp(say(phrase("engine", "%1 is gone %2; the run was ended"), rankText(m_gone), whereItWas()));
    }

    /// A process that is stopped says nothing, and where it is the only one nobody speaks for it.
    void watchStopped() {
        if (m_error || m_terminated || Clock::now() < m_lastCheck + 500ms)
            return;
        m_lastCheck = Clock::now();
        Message who = isStopped(m_process.pid()) ? nameOfEngine() : Message();
        if (who.empty() && !m_ready && std::ranges::any_of(childrenOf(m_process.pid()), isStopped))
            who = say(phrase("engine", "a rank"));
        for (std::size_t rank = 0; who.empty() && m_ready && m_local && rank < m_builder.pids().size(); ++rank)
            if (isStopped(m_builder.pids()[rank]))
                who = rankText(static_cast<int>(rank));
        if (who.empty())
            m_stoppedSince.reset();
        else if (!m_stoppedSince)
            m_stoppedSince = Clock::now();
        else if (Clock::now() > *m_stoppedSince + m_stoppedTimeout)
            giveUp(say(phrase("engine", "%1 was stopped by a signal %2 and did not go on; the run was ended"), who,
                       whereItWas()));
    }

    void giveUp(Message sentence, RunFailure failure = RunFailure::Failed) {
        if (m_error || m_ended)
            return;
        m_error = Error{std::move(sentence)};
        m_failure = failure;
        endBy(Clock::now());
    }

    /// Ends the engine at the given time, politely; a little later in force.
    void endBy(Clock::time_point when) { m_end = m_end ? std::min(*m_end, when) : when; }

    void enforceEnd() {
        if (!m_end || Clock::now() < *m_end)
            return;
        if (!m_terminated) {
            m_process.signalGroup(SIGTERM);
            m_terminated = true;
            m_ended = m_asked && !m_done && !m_error;
        } else if (Clock::now() > *m_end + kTermTimeout) {
            m_process.signalGroup(SIGKILL);
        }
    }

    Message exitMessage(const Ending& ending) const {
        const std::string file = fileWithoutRoom(m_errors);
        if (!m_ready && !file.empty())
            return say(
                phrase("engine", "there is no room for %1, through which MPI lets the ranks talk; the run was ended"),
                file);
        if (const auto reason = exitReasonIn(m_errors, m_builder.pids()))
            return say(phrase("engine", "%1 %2 %3; the run was ended"), rankText(reason->rank), reason->ending,
                       whereItWas());
        if (m_gone >= 0)
            return say(phrase("engine", "%1 died %2; the run was ended"), rankText(m_gone), whereItWas());
        const Message seen = ending.signal != 0 ? say(phrase("engine", "%1 was killed by %2 %3"), nameOfEngine(),
                                                      nameOfSignal(ending.signal), whereItWas())
                                                : say(phrase("engine", "the engine ended with exit code %1 %2"),
                                                      ending.code, whereItWas());
        return withMessage(seen, lastMessage(m_errors));
    }

    Message whereItWas() const {
        if (!m_hello)
            return say(phrase("engine", "before it said hello"));
        if (!m_ready)
            return say(phrase("engine", "before its ranks were ready"));
        return say(phrase("engine", "in step %1"), m_builder.step());
    }

    Message nameOfEngine() const { return isLaunched() ? Message(m_launch.kind) : say(phrase("engine", "the engine")); }

    /// By a program that starts the ranks, such as mpirun.
    bool isLaunched() const { return m_launch.kind != "in-process"; }

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

} // namespace

RunOutcome followEngine(const RunRequest& request, const LaunchOptions& options, const Launch& launch, Process process,
                        const std::stop_token& stop, const std::function<void(const Event&)>& onEvent) {
    return Follower{request, options, launch, std::move(process)}.follow(stop, onEvent);
}

} // namespace lanewright
