// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gpt/parameters.h"
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

/// out (n,C) = the layer of `kept.input` (n,C); fills the rest of `kept`.
void layerForward(const Tensor& out, LayerTensors& kept, const LayerWeights& weights, const Sizes& sizes,
                  const Workspace& work);

/// `work.gradient` (n,C), the gradient of the layer's output, becomes that of its input. Leaves in `kept` what the
/// weight gradients need, and touches no weight gradient.
void layerInputGradient(LayerTensors& kept, const LayerWeights& weights, const Sizes& sizes, Workspace& work);

/// Writes the gradients of one job from what `layerInputGradient` left.
void layerWeightGradient(WeightJobKind kind, const LayerWeights& gradients, const LayerTensors& kept);

} // namespace lanewright::engine
