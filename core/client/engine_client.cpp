// SPDX-License-Identifier: Apache-2.0
#include "core/client/engine_client.h"

#include "core/client/follower.h"
#include "core/client/torch.h"
#include "core/io/files.h"
#include "core/model/limits.h"

#include <algorithm>
#include <optional>

namespace lanewright {

namespace {

/// A launcher such as torchrun imports PyTorch before it starts a rank.
constexpr std::chrono::seconds kTorchHello{120};

/// What the engine reads on its standard input: the request, and the text to learn, because the rank that reads them
/// may sit on a machine that has none of our files. A text may come from a pipe, which is waited for until `stop`.
Result<std::string> inputFor(const RunRequest& request, const std::stop_token& stop) {
    const std::string json = requestToJson(request);
    std::optional<std::string> data;
    if (!request.data.empty()) {
        Result<std::string> file = readFile(request.data, {.stop = stop, .most = kMaxTextBytes});
        if (!file)
            return Error{say(phrase("engine", "the text to learn could not be read: %1"), file.error().message),
                         request.data};
        data = *std::move(file);
    }
    return requestHeader(json.size(), data ? std::optional{data->size()} : std::nullopt) + "\n" + json +
           data.value_or("");
}

RunOutcome notStarted(const RunRequest& request, const Error& error, RunFailure failure) {
    RunOutcome outcome{.error = error, .failure = failure};
    outcome.run.plan = request.plan;
    outcome.run.backend = request.backend;
    outcome.run.paced = request.paced;
    outcome.run.partial = true;
    return outcome;
}

} // namespace

RunOutcome runEngine(const RunRequest& request, const LaunchOptions& options, const std::stop_token& stop,
                     const std::function<void(const Event&)>& onEvent) {
    const Result<std::string> input = inputFor(request, stop);
    if (!input && stop.stop_requested()) {
        RunOutcome stopped = notStarted(request, input.error(), RunFailure::Failed);
        stopped.error.reset();
        stopped.cancelled = true;
        return stopped;
    }
    if (!input)
        return notStarted(request, input.error(), RunFailure::Failed);
    const Result<Launch> launch = launchFor(request, options, std::string{kRequestOnInput});
    if (!launch)
        return notStarted(request, launch.error(), RunFailure::Backend);
    if (options.onLaunch)
        options.onLaunch(*launch);
    Result<Process> process = Process::start(launch->arguments, launch->environment);
    if (!process)
        return notStarted(request, process.error(), RunFailure::Backend);
    process->write(*input);
    LaunchOptions waiting = options;
    if (request.backend == kTorchBackend)
        waiting.helloTimeout = std::max<std::chrono::milliseconds>(options.helloTimeout, kTorchHello);
    return followEngine(request, waiting, *launch, *std::move(process), stop, onEvent);
}

} // namespace lanewright
