// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gpt/device_state.h"

/// The layer of engine/gpt/layer.h on a device: the same tensors in the same places, the kernels of the device.
namespace lanewright::engine {

/// out (n,C) float = the layer of `kept.input`; fills the rest of `kept`.
void layerForward(LaneMemory& lane, Stream stream, const Matrix& out, const LayerMatrices& kept, DeviceState& state,
                  int layer);

/// `lane.gradient`, of the layer's output, becomes that of its input, and `gradientFactor` with it, unless no
/// layer of the stage is before it. Leaves in `kept` what the weight gradients need, and touches no weight gradient.
void layerInputGradient(LaneMemory& lane, const LayerMatrices& kept, DeviceState& state, int layer);

/// Writes the gradients of one job from what `layerInputGradient` left.
void layerWeightGradient(LaneMemory& lane, WeightJobKind kind, const LayerWeights& gradients,
                         const LayerMatrices& kept);

/// Copies floats that lie together.
void copyFloats(LaneMemory& lane, Stream stream, const Matrix& to, const Matrix& from);
/// Copies what B kept of the gradients of a norm's gain and bias, which lie side by side on either side.
void copyNormGradients(LaneMemory& lane, const Matrix& gain, const Matrix& bias, const Matrix& keptGain,
                       const Matrix& keptBias);
/// `lane.gradient` takes on the gradient of the norm whose output's is `lane.narrow`; what it was goes to `passed`, and
/// what it becomes to `rounded`, where there are such.
void normGradient(LaneMemory& lane, const Matrix& passed, const Matrix& rounded, const Matrix& in, const Matrix& mean,
                  const Matrix& rstd, const Matrix& gain, const Matrix& gainGradient, const Matrix& biasGradient);
/// Where `lane.gradient` is written a second time, rounded as products read it; empty where they read floats.
Matrix roundedGradient(const LaneMemory& lane);
/// `lane.gradient` as products read it.
Matrix gradientFactor(const LaneMemory& lane);

} // namespace lanewright::engine
