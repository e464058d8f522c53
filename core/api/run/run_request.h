// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/question.h"
#include "core/base/result.h"
#include "core/client/engine_client.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// What `run` and `profile` are told, and the request that follows from it.
namespace lanewright::api {

struct RunOptions {
    RunRequest engine = {}; ///< what the engine is told just as it is given. Its plan, programs,
                            ///< model, seed, precision, optimizer and share of validation follow from what is below
    std::string file = {};
    std::string model = {};
    std::optional<std::uint64_t> seed = {};
    std::string precision = {}; ///< empty: as in the state that is resumed, or fp32
    bool inProcess = false;
    std::string launcher = {};
    std::string python = {}; ///< for the backend torch
    std::string output = {};
    std::string saveCluster = {}; ///< for `profile`

    /// @name Training; what is not given is as in the state that is resumed, or as requests have it
    /// @{
    std::string optimizer = {};
    std::optional<double> learningRate = {};
    std::optional<double> weightDecay = {};
    std::optional<double> clip = {};
    std::optional<double> validation = {};
    /// @}
};

/// @name Rows of the requests, with so many steps where none are asked for
/// @{
/// What runs, on what, and how it is started; on PyTorch too, where `withTorch` says so.
std::vector<Option> engineOptions(int steps, bool withTorch);
/// What becomes of the training.
std::vector<Option> trainingOptions();
/// @}

/// The schedule that is to run, with the model of the command line or of the state that is resumed. Refuses a file
/// without an order unless it may be a problem.
Result<Plan> planFor(const RunOptions& options, const Asker& asker, bool mayBeProblem = false);
Result<RunRequest> requestFor(const RunOptions& options, const Plan& plan);
/// Why an order can't run: what is wrong with it, or with the buffers that its memory asks for; none: nothing.
std::optional<Message> whyNot(const Plan& plan);

/// Runs it to its end, or until it is stopped, and tells of its progress. `onEvent` hears what the engine says.
RunOutcome runShown(const RunOptions& options, const RunRequest& request, const Asker& asker,
                    const std::function<void(const Event&)>& onEvent);

/// The exit code after a run that failed.
Exit exitAfter(const RunOutcome& failed);
/// Says that the file holds what a failed run had measured; nothing where there is no file.
void remarkSaved(const std::string& file, const Run& run, const Asker& asker);

} // namespace lanewright::api
