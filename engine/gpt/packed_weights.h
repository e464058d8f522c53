// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model_spec.h"

#include "engine/device/buffer.h"
#include "engine/gpt/parameters.h"
#include "engine/kernels/linear.h"

#include <map>
#include <utility>

namespace lanewright::engine {

inline Unit unitOf(Precision precision) { return precision == Precision::Fp32 ? Unit::Fp32 : Unit::Bf16Pair; }

/// The matrices of a stage as its products read them, in both directions: packed once for all microbatches of a step.
class PackedWeights {
public:
    PackedWeights(const ParameterLayout& layout, Precision precision);

    /// Packs all anew from weights laid out by the layout.
    void pack(const float* weights, Team& team);
    /// Packs the rows of a tensor from `first` on, a multiple of PackedWeight::kRows; fewer only at its end. Tensors
    /// that are no factors are left out.
    void packRows(const Parameter& parameter, std::int64_t first, const Tensor& rows);
    const PackedWeight& of(TensorKind kind, int layer = 0) const { return m_packed.at({kind, layer}); }
    /// Floats of memory that it takes.
    static std::int64_t countFor(const ParameterLayout& layout, Precision precision);

private:
    const ParameterLayout* m_layout;
    Buffer m_memory;
    std::map<std::pair<TensorKind, int>, PackedWeight> m_packed; ///< by kind and layer
};

} // namespace lanewright::engine
