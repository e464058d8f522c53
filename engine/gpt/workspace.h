// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/buffer.h"
#include "engine/gpt/slab.h"
#include "engine/kernels/linear.h"

#include <functional>

namespace lanewright::engine {

/// Threads, and memory that an op uses while it runs and leaves behind empty; one per rank, shared by its stages.
struct Workspace {
    Workspace(const Sizes& sizes, int threads);

    /// Gives the tensors the shapes of a microbatch of these sizes, which are not larger than those it was made for.
    void fit(const Sizes& sizes);

    Tensor gradient; ///< (n,C) the gradient on its way through the layers
    Tensor narrow;   ///< (n,C)
    Tensor wide;     ///< (n,4C)
    Tensor gainSums; ///< (⌈n/kNormRows⌉,C)
    Tensor biasSums; ///< (⌈n/kNormRows⌉,C)
    Helpers helpers;
    Team team;
    Buffer memory;
    /// Called between products, so that messages move on while a long op runs.
    std::function<void()> breathe = [] {};

    /// The scratch of a thread of the team, large enough for any kernel.
    float* scratchOf(int thread) const { return helpers.scratch[thread]; }
    /// Floats of memory that it takes.
    static std::int64_t countFor(const Sizes& sizes, int threads);
};

} // namespace lanewright::engine
