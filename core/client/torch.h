// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/client/engine_client.h"
#include "core/protocol/protocol.h"

#include <stop_token>
#include <string>

/// The backend `torch`: the package `lanewright` for Python, which trains the engine's GPT by PyTorch's own pipelining
/// runtime and speaks the engine's protocol.
namespace lanewright {

inline constexpr std::string_view kTorchBackend = "torch";

/// What a Python says of its PyTorch.
struct TorchReport {
    std::string python = {};  ///< the program
    std::string version = {}; ///< as in `2.15.0`; empty: it has none that can run pipelines
    int gpus = 0;             ///< that it sees
    std::string reason = {};  ///< why it has none, in its own words

    friend bool operator==(const TorchReport&, const TorchReport&) = default;
};

/// The Python to run PyTorch with: `$LANEWRIGHT_PYTHON`, else that of the virtual environment that this program was
/// installed into, else `python3` on PATH. Empty when there is none.
std::string findPython();

/// Asks a Python (empty: `findPython()`; the folder of a virtual environment: its own) for its PyTorch, which takes
/// seconds. Fails when the Python or the package `lanewright` is missing, or when it does not answer within a minute or
/// before it is told to `stop`.
Result<TorchReport> askTorch(const std::string& python, const std::stop_token& stop = {});

/// Refuses, in words that say what would do, what PyTorch's runtime or this backend can't run.
Result<Done> checkForTorch(const RunRequest& request);

/// How the ranks are started: a process each on this machine, or as the launcher says. Fails when the Python, the
/// launcher or `lanewright-engine`, which makes first weights and samples, is missing.
Result<Launch> torchLaunchFor(const RunRequest& request, const LaunchOptions& options);

} // namespace lanewright
