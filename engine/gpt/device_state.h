// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/optimizer.h"
#include "core/model/precision.h"

#include "engine/gpt/device_memory.h"
#include "engine/gpt/optimizer_state.h"

#include <vector>

namespace lanewright::engine {

/// The weights of one copy of a stage and AdamW's moments on a device, and the weights as products read them.
class DeviceState {
public:
    DeviceState(const ParameterLayout& layout, const ModelSpec& model, Precision precision, LaneMemory& lane);

    float* weights() { return m_weights.data(); }
    /// The matrix of that kind as products read it.
    Matrix factor(TensorKind kind, int layer = 0) const;
    /// Enqueues a step of the optimizer, the `step`-th counted from 1, with `gradient` · `scale`.
    void step(const float* gradient, float scale, const OptimizerSettings& settings, int step);

    enum class What : unsigned char { Weights, Moment1, Moment2 };
    /// Floats on the device, laid out by the layout; after weights were written from outside, `refresh`.
    float* numbers(What what);
    /// Enqueues what follows from weights that were written from outside.
    void refresh();

    /// Floats of memory that it takes.
    static std::int64_t countFor(const ParameterLayout& layout, Precision precision);

private:
    const ParameterLayout* m_layout;
    LaneMemory* m_lane;
    Buffer m_weights, m_moment1, m_moment2;
    Buffer m_rounded; ///< the weights in bf16, in the places of the layout; empty where floats are read
};

} // namespace lanewright::engine
