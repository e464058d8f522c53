// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/model_spec.h"
#include "core/model/optimizer.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// A saved training state: a folder with `checkpoint.json` and one file of numbers that it names.
namespace lanewright {

/// How far a training has come.
struct Progress {
    std::int64_t steps = 0;
    std::int64_t updates = 0;  ///< steps that moved the weights
    std::uint64_t samples = 0; ///< trained on

    friend bool operator==(const Progress&, const Progress&) = default;
};

/// What `checkpoint.json` says. The numbers lie in the order of the model's tensors: the weights of one, its first and
/// its second moments, then the next tensor; each number in four bytes, the lowest first.
struct Checkpoint {
    ModelSpec model = {}; ///< however it was cut
    OptimizerSettings optimizer = {};
    Precision precision = Precision::Fp32;
    std::uint64_t seed = 1;     ///< draws the data
    std::string data = {};      ///< path of the text; empty: the built-in corpus
    std::uint64_t textHash = 0; ///< that of the text itself
    double validationShare = 0; ///< the share of the text that is held back
    Progress progress = {};
    std::string numbers = {};               ///< name of the file in the folder
    std::vector<std::uint64_t> hashes = {}; ///< per tensor, of all its numbers

    friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
};

/// Steps, and samples, that a training may have behind it: so many that no sum with those of a run overflows, and more
/// than any training has.
constexpr std::int64_t kMostTrainedSteps = 1'000'000'000;
constexpr std::int64_t kMostTrainedSamples = std::int64_t{1} << 53;

constexpr std::string_view kCheckpointPage = "checkpoint.json";

std::string checkpointToJson(const Checkpoint& checkpoint);
Result<Checkpoint> checkpointFromJson(std::string_view text);

/// The page of the state in `folder`. Fails, naming the folder, when there is none or it makes no sense.
Result<Checkpoint> openCheckpoint(const std::string& folder);

} // namespace lanewright
