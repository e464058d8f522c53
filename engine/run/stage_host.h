// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gpt/corpus.h"
#include "engine/gpt/stage.h"
#include "engine/run/state_file.h"

#include <cstdint>
#include <vector>

namespace lanewright::engine {

/// The copies of stages that live on a process, whatever computes them, for what works between steps.
class StageHost {
public:
    virtual ~StageHost() = default;

    /// @name Their training state. A tensor is named by its place in the model
    /// @{
    /// True when a copy here has the tensor.
    virtual bool hosts(int tensor) = 0;
    /// `count` numbers of a tensor that is here, from `from` on. All copies are equal, so they are any copy's.
    virtual Numbers numbersOf(int tensor, std::int64_t from, std::int64_t count) = 0;
    /// Writes numbers into all copies here that have the tensor.
    virtual void put(int tensor, std::int64_t from, const Numbers& numbers) = 0;
    /// @}
    /// The forward of a stage's copy of the first direction, which is here, over samples of no step. `input` and
    /// `output` (n,C) are what comes from and goes to its neighbours. What the last stage sees is returned: the loss,
    /// and the probabilities of what follows the token, unless that is −1.
    virtual Evaluation evaluate(int stage, const Samples& samples, std::vector<float>& input,
                                std::vector<float>& output, std::int64_t token) = 0;
    /// For tests: multiplies the gradient of a tensor in all copies here that have it.
    virtual void scaleGradient(int tensor, float factor) = 0;
};

} // namespace lanewright::engine
