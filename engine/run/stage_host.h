// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/gpt/corpus.h"
#include "engine/gpt/stage.h"
#include "engine/ranks/inbox.h"
#include "engine/ranks/process_map.h"
#include "engine/ranks/step_report.h"
#include "engine/run/state_file.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lanewright::engine {

struct LaneMemory;

/// Where the training state of a copy of a stage lies.
struct HostedCopy {
    int rank = 0;
    StageCopy copy = {};
    const ParameterLayout* layout = nullptr;
    std::array<float*, 3> numbers = {}; ///< weights, first and second moments, each laid out like that
    float* gradient = nullptr;          ///< laid out alike
    LaneMemory* lane = nullptr;         ///< on whose device; null: in the host's own memory
};

HostedCopy hostedCopy(int rank, auto& stage, LaneMemory* lane = nullptr) {
    auto& state = stage.state();
    return {.rank = rank,
            .copy = stage.stageCopy(),
            .layout = &stage.layout(),
            .numbers = {state.weights(), state.moment1(), state.moment2()},
            .gradient = stage.gradient().data,
            .lane = lane};
}

/// A stage's forward over samples of no step.
struct StageForward {
    std::vector<float> output = {}; ///< (n,C), for the next stage
    Evaluation evaluation = {};     ///< by the last stage
};

/// The copies of stages that live on a process, whatever computes them, for what works between steps.
class StageHost {
public:
    virtual ~StageHost() = default;

    /// @name Their training state. A tensor is named by its place in the model
    /// @{
    /// True when a copy here has the tensor.
    bool hosts(int tensor);
    /// `count` numbers of a tensor that is here, from `from` on. All copies are equal, so they are any copy's.
    Numbers numbersOf(int tensor, std::int64_t from, std::int64_t count);
    /// Writes numbers into all copies here that have the tensor.
    void put(int tensor, std::int64_t from, const Numbers& numbers);
    /// @}
    /// The forward of a stage's copy of the first direction, which is here, over samples of no step. `input` (n,C) is
    /// what comes from the stage before. The probabilities are those of what follows the token, unless that is −1.
    virtual StageForward evaluate(int stage, const Samples& samples, std::vector<float> input, std::int64_t token) = 0;
    /// For tests: multiplies the gradient of a tensor in all copies here that have it.
    void scaleGradient(int tensor, float factor);
    /// The hashes of all tensors here; ends the run in words when a weight is no number.
    std::vector<TensorHash> hashes();

private:
    /// All copies here. Who asks may write to their numbers.
    virtual std::vector<HostedCopy> hostedCopies() = 0;
};

/// The stages of one process of a run, and what it takes to work on them together with all other processes. Whatever it
/// points at outlives it.
struct ProcessStages {
    const RunRequest* request = nullptr;
    const Corpus* corpus = nullptr;
    const ProcessMap* processMap = nullptr;
    int process = 0;
    StageHost* stages = nullptr;
    Inbox* inbox = nullptr;

    /// That of the first direction's copy of a stage.
    int processOf(int stage) const { return processMap->of(request->plan.schedule.placement.rankOf(0, stage)); }
};

/// Whether the request wants gradients of the step changed, for tests.
bool poisons(const RunRequest& request, int step);
/// Changes the gradients that live on `stages` as the request wants it in the step.
void poisonGradients(const RunRequest& request, int step, StageHost& stages);

} // namespace lanewright::engine
