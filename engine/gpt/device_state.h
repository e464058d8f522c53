// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/optimizer.h"
#include "core/model/precision.h"

#include "engine/gpt/device_memory.h"
#include "engine/gpt/optimizer_state.h"

#include <array>

namespace lanewright::engine {

/// The weights of one copy of a stage and AdamW's moments on a device, and the weights as products read them.
///
/// The rule it guards is that of `OptimizerState`: with two banks a step writes the one that is not in use and takes it
/// into use, so that the last step can be rolled back to the last bit. With one bank a step writes where it reads.
class DeviceState {
public:
    DeviceState(const ParameterLayout& layout, const ModelSpec& model, Precision precision, int banks,
                LaneMemory& lane);

    float* weights() { return used().weights.data(); }
    /// The matrix of that kind as products read it.
    Matrix factor(TensorKind kind, int layer = 0) const;
    /// Enqueues a step of the optimizer, the `step`-th counted from 1, with `gradient` · `scale`.
    void step(const float* gradient, float scale, const OptimizerSettings& settings, int step);
    /// Rolls the last step back: what is enqueued from here on reads what was there before it. Needs two banks.
    void rollBack();

    enum class What : unsigned char { Weights, Moment1, Moment2 };
    /// Floats on the device that are in use, laid out by the layout; after weights were written from outside,
    /// `refresh`.
    float* numbers(What what);
    /// Enqueues what follows from weights that were written from outside.
    void refresh();

    /// Floats of memory that it takes.
    static std::int64_t countFor(const ParameterLayout& layout, Precision precision, int banks);

private:
    struct Bank {
        Buffer weights;
        Buffer moment1;
        Buffer moment2;
    };
    Bank& used() { return m_banks[m_used]; }
    const Bank& used() const { return m_banks[m_used]; }

    const ParameterLayout* m_layout;
    std::vector<NumberRange> m_vectors; ///< vectors of the layout, which do not decay
    LaneMemory* m_lane;
    std::array<Bank, 2> m_banks;
    std::size_t m_used = 0;
    std::size_t m_other = 0; ///< the bank that the next step writes
    Buffer m_rounded;        ///< the weights in bf16, in the places of the layout; empty where floats are read
};

} // namespace lanewright::engine
