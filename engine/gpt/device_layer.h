// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gpt/device_memory.h"
#include "engine/gpt/layer.h"

/// The layer of engine/gpt/layer.h on a device: the same tensors in the same places, the kernels of the device.
namespace lanewright::engine {

/// The matrices of a layer as products read them, and the biases of those that write numbers of the same kind.
struct LayerFactorMatrices {
    Matrix qkv, out, up, down;
    Matrix qkvBias, upBias;
};

/// out (n,C) float = the layer of `kept.input`; fills the rest of `kept`.
void layerForward(LaneMemory& lane, Stream stream, const Matrix& out, const LayerMatrices& kept,
                  const LayerWeights& weights, const LayerFactorMatrices& factors);

/// `lane.gradient`, of the layer's output, becomes that of its input, and `gradientFactor` with it, unless the layer
/// `isLast` to be gone through. Leaves in `kept` what the weight gradients need, and touches no weight gradient.
void layerInputGradient(LaneMemory& lane, const LayerMatrices& kept, const LayerWeights& weights,
                        const LayerFactorMatrices& factors, bool isLast);

/// Writes the gradients of one job from what `layerInputGradient` left.
void layerWeightGradient(LaneMemory& lane, WeightJobKind kind, const LayerWeights& gradients,
                         const LayerMatrices& kept);

/// Copies floats that lie together.
void copyFloats(LaneMemory& lane, Stream stream, const Matrix& to, const Matrix& from);
/// Copies what B kept of the gradients of a norm's gain and bias, which lie side by side on either side.
void copyNormGradients(LaneMemory& lane, const Tensor& gain, const Tensor& bias, const Matrix& keptGain,
                       const Matrix& keptBias);
/// Where `lane.gradient` is written a second time, rounded as products read it; empty where they read floats.
Matrix roundedGradient(const LaneMemory& lane);
/// `lane.gradient` as products read it.
Matrix gradientFactor(const LaneMemory& lane);

} // namespace lanewright::engine
