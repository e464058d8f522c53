// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gpt/packed_weights.h"
#include "engine/gpt/slab.h"
#include "engine/gpt/workspace.h"

/// One pre-norm transformer layer: x + attention of its norm, then + MLP of the norm of that.
namespace lanewright::engine {

/// The weights of a layer, or memory laid out alike. Shapes: see `TensorKind`.
struct LayerWeights {
    Tensor norm1Gain, norm1Bias;
    Tensor qkvWeight, qkvBias;
    Tensor outWeight, outBias;
    Tensor norm2Gain, norm2Bias;
    Tensor upWeight, upBias;
    Tensor downWeight, downBias;

    LayerWeights(const ParameterLayout& layout, float* memory, int layer);
};

/// The matrices of a layer as products read them.
struct LayerFactors {
    PackedWeight qkv, out, up, down;

    LayerFactors(const PackedWeights& packed, int layer);
};

/// out (n,C) = the layer of `kept.input` (n,C); fills the rest of `kept`. Of `weights` only vectors are read.
template <typename Kept>
void layerForward(const Tensor& out, const LayerTensors<Kept>& kept, const LayerWeights& weights,
                  const LayerFactors& factors, const Sizes& sizes, Workspace& work);

/// `work.gradient` (n,C), the gradient of the layer's output, becomes that of its input. Leaves in `kept` what the
/// weight gradients need, and touches no weight gradient.
template <typename Kept>
void layerInputGradient(const LayerTensors<Kept>& kept, const LayerWeights& weights, const LayerFactors& factors,
                        const Sizes& sizes, Workspace& work);

/// Writes the gradients of one job from what `layerInputGradient` left.
template <typename Kept>
void layerWeightGradient(WeightJobKind kind, const LayerWeights& gradients, const LayerTensors<Kept>& kept,
                         Precision precision, Workspace& work);

/// @name Passes over rows and columns, shared out among the threads
/// @{
template <typename Kept>
void normRows(const View<Kept>& out, const Tensor& mean, const Tensor& rstd, const Tensor& in, const Tensor& gain,
              const Tensor& bias, Workspace& work);
/// `work.gradient` takes on the gradient of the norm whose output's is `work.narrow`; what it was goes to `passed`,
/// and what the rows say of gain and bias to `gainGradient` and `biasGradient`.
template <typename Kept>
void normRowsGradient(const View<Kept>& passed, const Tensor& in, const Tensor& mean, const Tensor& rstd,
                      const Tensor& gain, const Tensor& gainGradient, const Tensor& biasGradient, Workspace& work);
template <typename Kept>
void sumColumns(const Tensor& sums, const View<Kept>& in, Workspace& work);
/// @}

} // namespace lanewright::engine
