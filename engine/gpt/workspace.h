// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/buffer.h"
#include "engine/gpt/slab.h"

#include <functional>

namespace lanewright::engine {

/// Memory that an op uses while it runs and leaves behind empty; one per rank, shared by its stages.
struct Workspace {
    explicit Workspace(const Sizes& sizes);

    Tensor gradient; ///< (n,C) the gradient on its way through the layers
    Tensor next;     ///< (n,C) what it becomes
    Tensor narrow;   ///< (n,C)
    Tensor wide;     ///< (n,4C)
    Tensor attention;
    Buffer memory;
    /// Called between products, so that messages move on while a long op runs.
    std::function<void()> breathe = [] {};
};

} // namespace lanewright::engine
