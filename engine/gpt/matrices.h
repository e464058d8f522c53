// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/precision.h"

#include "engine/accelerator/device.h"
#include "engine/gpt/slab.h"

/// What a stage keeps, as a device sees it: the same places as on the CPU, by `SlabLayout` and `ParameterLayout`.
namespace lanewright::engine {

constexpr NumberKind keptKind(Precision precision) {
    return precision == Precision::Fp32 ? NumberKind::Float : NumberKind::Bf16;
}

inline Matrix matrixOf(const Tensor& view) { return {view.data, NumberKind::Float, view.rows, view.cols, view.stride}; }
inline Matrix matrixOf(const View<Bf16>& view) {
    return {view.data, NumberKind::Bf16, view.rows, view.cols, view.stride};
}

/// `LayerTensors` without regard to the kind of numbers.
struct LayerMatrices {
    Matrix input, normed1, qkv, attended, middle, normed2, up, activated;
    Matrix outGradient, downGradient;
    Matrix mean1, rstd1, mean2, rstd2;
    Matrix gain1, bias1, gain2, bias2;
    Matrix logSums;
};
LayerMatrices layerMatrices(const SlabLayout& layout, const Slab& slab, int layer, Precision precision);

/// `HeadTensors` without regard to the kind of numbers.
struct HeadMatrices {
    Matrix input, normed, logits;
    Matrix logitsGradient; ///< (n,V) each row where that of the logits begins
    Matrix mean, rstd, gain, bias;
};
HeadMatrices headMatrices(const SlabLayout& layout, const Slab& slab, Precision precision);

} // namespace lanewright::engine
