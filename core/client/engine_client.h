// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/protocol/capabilities.h"
#include "core/protocol/protocol.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lanewright {

struct Launch;

/// How to start the engine.
struct LaunchOptions {
    std::string engine = {};   ///< path of `lanewright-engine`; empty: `findEngine()`
    bool inProcess = false;    ///< all ranks as threads of one process, no MPI
    std::string launcher = {}; ///< a whole command such as `mpirun --hostfile h`; empty: `mpirun` when it is there and
                               ///< the engine has MPI, else in-process
    std::string python = {};   ///< for the backend torch: the Python that has PyTorch; empty: `findPython()`
    std::chrono::milliseconds helloTimeout = std::chrono::seconds{30}; ///< for the engine's first line
    std::chrono::milliseconds stopTimeout = std::chrono::hours{24};    ///< from a requested stop to termination: the
                                                                       ///< step that runs is let end, where one does
    std::stop_token now = {};                                          ///< terminates the engine without asking it
    std::function<void(const Launch&)> onLaunch = {}; ///< told, where `runEngine` was called, how the engine is started
};

/// The engine at `LANEWRIGHT_ENGINE`, beside this program (also in a build tree), in `../libexec/lanewright`, or on
/// PATH. Empty when there is none.
std::string findEngine();

/// Asks an engine (empty: `findEngine()`) what it can do; with `gpus` it looks for these too, which takes a moment.
/// Fails when it is missing, does not answer within 20 s or before it is told to `stop`, or answers what can't be read.
Result<CapabilityReport> askEngine(const std::string& engine, bool gpus, const std::stop_token& stop = {});

/// How the run would be started: the words to show people, `mpirun` or `in-process`, and the argument vector.
struct Launch {
    std::string kind = {};
    std::vector<std::string> arguments = {};
    std::vector<std::string> environment = {}; ///< `NAME=value` to add
};

/// Fails when engine or launcher is missing, or when the engine can't be asked what it can do.
Result<Launch> launchFor(const RunRequest& request, const LaunchOptions& options, const std::string& requestFile);

/// Prepares the request for a plan: lowers it and proves it free of deadlock, takes the plan's model or a small
/// default. What else the request is to say, its own optimizer mode left out, is taken from `request`. Fails when the
/// plan is not valid or the model can't be cut into its stages.
Result<RunRequest> requestFor(const Plan& plan, RunRequest request = {});

/// Why a run gave no result: `Backend` when engine, launcher or backend is missing (exit code 4), else `Failed` (3).
enum class RunFailure : std::uint8_t { Failed, Backend };

/// What came of a run. `run` holds all that was measured, also when it was cut short.
struct RunOutcome {
    Run run = {};
    std::optional<Error> error = {}; ///< the sentence that names the rank
    RunFailure failure = RunFailure::Failed;
    bool cancelled = false;
};

/// Starts the engine, follows it to its end, and returns what it measured. Blocks; call it on a worker thread.
///
/// `onEvent` is called on the calling thread for each event as it comes. A requested stop asks the engine to end after
/// the step; `now` ends it at once. A rank that dies ends the run within seconds with a sentence
/// that names it. No process is left behind.
RunOutcome runEngine(const RunRequest& request, const LaunchOptions& options, const std::stop_token& stop,
                     const std::function<void(const Event&)>& onEvent);

} // namespace lanewright
