// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/matrices.h"

namespace lanewright::engine {

namespace {

template <typename Kept>
LayerMatrices layerOf(const LayerTensors<Kept>& kept) {
    return {.input = matrixOf(kept.input),
            .normed1 = matrixOf(kept.normed1),
            .qkv = matrixOf(kept.qkv),
            .attended = matrixOf(kept.attended),
            .middle = matrixOf(kept.middle),
            .normed2 = matrixOf(kept.normed2),
            .up = matrixOf(kept.up),
            .activated = matrixOf(kept.activated),
            .outGradient = matrixOf(kept.outGradient),
            .downGradient = matrixOf(kept.downGradient),
            .mean1 = matrixOf(kept.mean1),
            .rstd1 = matrixOf(kept.rstd1),
            .mean2 = matrixOf(kept.mean2),
            .rstd2 = matrixOf(kept.rstd2),
            .gain1 = matrixOf(kept.gain1),
            .bias1 = matrixOf(kept.bias1),
            .gain2 = matrixOf(kept.gain2),
            .bias2 = matrixOf(kept.bias2),
            .logSums = matrixOf(kept.logSums)};
}

template <typename Kept>
HeadMatrices headOf(const HeadTensors<Kept>& kept) {
    Matrix gradient = matrixOf(kept.logits);
    gradient.kind = matrixOf(kept.normed).kind;
    gradient.stride *= bytesOf(NumberKind::Float) / bytesOf(gradient.kind);
    return {.input = matrixOf(kept.input),
            .normed = matrixOf(kept.normed),
            .logits = matrixOf(kept.logits),
            .logitsGradient = gradient,
            .mean = matrixOf(kept.mean),
            .rstd = matrixOf(kept.rstd),
            .gain = matrixOf(kept.gain),
            .bias = matrixOf(kept.bias)};
}

} // namespace

LayerMatrices layerMatrices(const SlabLayout& layout, const Slab& slab, int layer, Precision precision) {
    return precision == Precision::Fp32 ? layerOf(layout.layer<float>(slab, layer))
                                        : layerOf(layout.layer<Bf16>(slab, layer));
}

HeadMatrices headMatrices(const SlabLayout& layout, const Slab& slab, Precision precision) {
    return precision == Precision::Fp32 ? headOf(layout.head<float>(slab)) : headOf(layout.head<Bf16>(slab));
}

} // namespace lanewright::engine
