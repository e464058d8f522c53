// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model_spec.h"
#include "core/model/optimizer.h"

#include "engine/gpt/device_memory.h"
#include "engine/gpt/optimizer_state.h"

#include <cstdint>
#include <vector>

namespace lanewright::engine {

/// The weights of one copy of a stage and AdamW's moments on a device, and the weights as products read them.
class DeviceState : public StateBanks {
public:
    DeviceState(const ParameterLayout& layout, const ModelSpec& model, Precision precision, int banks,
                LaneMemory& lane);

    /// The tensor of that kind; `layer` counts from the stage's first.
    Matrix weight(TensorKind kind, int layer = 0) { return m_layout->of(weights(), kind, layer); }
    /// The same as products read it.
    Matrix factor(TensorKind kind, int layer = 0);
    /// Enqueues a step of the optimizer, the `step`-th counted from 1, with `gradient` · `scale`.
    void step(const float* gradient, float scale, const OptimizerSettings& settings, int step);
    /// As that of the banks, for what is enqueued from here on.
    void rollBack();

    /// Enqueues what follows from weights that were written from outside.
    void refresh();

    /// Floats of memory that it takes.
    static std::int64_t countFor(const ParameterLayout& layout, Precision precision, int banks);

private:
    const ParameterLayout* m_layout;
    std::vector<NumberRange> m_vectors; ///< vectors of the layout, which do not decay
    LaneMemory* m_lane;
    Buffer m_rounded; ///< the weights in bf16, in the places of the layout; empty where floats are read
};

} // namespace lanewright::engine
