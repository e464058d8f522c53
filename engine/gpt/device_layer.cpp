// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/device_layer.h"

#include <cassert>

namespace lanewright::engine {

namespace {

AttentionCall attentionOf(const LaneMemory& lane, const LayerMatrices& kept) {
    const AttentionShape& shape = lane.shape;
    return {.batch = shape.batch,
            .context = shape.context,
            .heads = shape.heads,
            .qkv = kept.qkv,
            .out = kept.attended,
            .logSums = kept.logSums,
            .outGradient = lane.narrow,
            .scratch = lane.attention};
}

/// out = in · weightᵀ + bias
void linear(LaneMemory& lane, Stream stream, const Matrix& out, const Matrix& in, const Matrix& weight,
            const Matrix& bias) {
    lane.device->product(stream, {.out = out, .left = in, .right = weight, .rightTransposed = true, .bias = bias});
}

/// out = in · weightᵀ + bias + residual
void linearOnto(LaneMemory& lane, Stream stream, const Matrix& out, const Matrix& in, const Matrix& weight,
                const Tensor& bias, const Matrix& residual) {
    lane.device->product(stream, {.out = out,
                                  .left = in,
                                  .right = weight,
                                  .rightTransposed = true,
                                  .adds = true,
                                  .addend = residual,
                                  .bias = matrixOf(bias)});
}

} // namespace

void copyFloats(LaneMemory& lane, Stream stream, const Matrix& to, const Matrix& from) {
    assert(to.size() == from.size() && to.kind == NumberKind::Float && from.kind == NumberKind::Float);
    lane.device->copy(stream, to.data, from.data, to.size() * bytesOf(NumberKind::Float));
}

void copyNormGradients(LaneMemory& lane, const Tensor& gain, [[maybe_unused]] const Tensor& bias,
                       const Matrix& keptGain, const Matrix& keptBias) {
    assert(bias.data == gain.data + gain.cols && keptBias.data == static_cast<float*>(keptGain.data) + keptGain.cols);
    lane.device->copy(lane.compute, gain.data, keptGain.data,
                      (keptGain.size() + keptBias.size()) * bytesOf(NumberKind::Float));
}

Matrix roundedGradient(const LaneMemory& lane) {
    return lane.rounded.kind == NumberKind::Float ? Matrix{} : lane.rounded;
}

Matrix gradientFactor(const LaneMemory& lane) {
    return lane.rounded.kind == NumberKind::Float ? lane.gradient : lane.rounded;
}

void layerForward(LaneMemory& lane, Stream stream, const Matrix& out, const LayerMatrices& kept,
                  const LayerWeights& weights, const LayerFactorMatrices& factors) {
    Device& device = *lane.device;
    device.norm(stream, {kept.normed1, kept.mean1, kept.rstd1, kept.input, matrixOf(weights.norm1Gain),
                         matrixOf(weights.norm1Bias)});
    linear(lane, stream, kept.qkv, kept.normed1, factors.qkv, factors.qkvBias);
    device.attention(stream, attentionOf(lane, kept));
    linearOnto(lane, stream, kept.middle, kept.attended, factors.out, weights.outBias, kept.input);
    device.norm(stream, {kept.normed2, kept.mean2, kept.rstd2, kept.middle, matrixOf(weights.norm2Gain),
                         matrixOf(weights.norm2Bias)});
    linear(lane, stream, kept.up, kept.normed2, factors.up, factors.upBias);
    device.gelu(stream, kept.activated, kept.up);
    linearOnto(lane, stream, out, kept.activated, factors.down, weights.downBias, kept.middle);
}

void layerInputGradient(LaneMemory& lane, const LayerMatrices& kept, const LayerWeights& weights,
                        const LayerFactorMatrices& factors, bool isLast) {
    Device& device = *lane.device;
    const Stream stream = lane.compute;
    device.product(stream, {.out = lane.wide, .left = gradientFactor(lane), .right = factors.down});
    device.geluGradient(stream, kept.up, lane.wide);
    device.product(stream, {.out = lane.narrow, .left = kept.up, .right = factors.up});
    // Nobody reads `middle` after the norm's gradient, nor `input`: what W needs takes their places.
    device.normGradient(stream, {.gradient = lane.gradient,
                                 .passed = kept.downGradient,
                                 .rounded = roundedGradient(lane),
                                 .outGradient = lane.narrow,
                                 .in = kept.middle,
                                 .mean = kept.mean2,
                                 .rstd = kept.rstd2,
                                 .gain = matrixOf(weights.norm2Gain),
                                 .gainGradient = kept.gain2,
                                 .biasGradient = kept.bias2,
                                 .scratch = lane.sums});
    device.product(stream, {.out = lane.narrow, .left = gradientFactor(lane), .right = factors.out});
    device.attentionGradient(stream, attentionOf(lane, kept));
    device.product(stream, {.out = lane.narrow, .left = kept.qkv, .right = factors.qkv});
    device.normGradient(stream, {.gradient = lane.gradient,
                                 .passed = kept.outGradient,
                                 .rounded = isLast ? Matrix{} : roundedGradient(lane),
                                 .outGradient = lane.narrow,
                                 .in = kept.input,
                                 .mean = kept.mean1,
                                 .rstd = kept.rstd1,
                                 .gain = matrixOf(weights.norm1Gain),
                                 .gainGradient = kept.gain1,
                                 .biasGradient = kept.bias1,
                                 .scratch = lane.sums});
}

void layerWeightGradient(LaneMemory& lane, WeightJobKind kind, const LayerWeights& gradients,
                         const LayerMatrices& kept) {
    const Stream stream = lane.compute;
    const auto linearGradient = [&](const Tensor& weight, const Tensor& bias, const Matrix& outGradient,
                                    const Matrix& in) {
        lane.device->product(stream, {.out = matrixOf(weight),
                                      .left = outGradient,
                                      .right = in,
                                      .leftTransposed = true,
                                      .leftSums = matrixOf(bias),
                                      .scratch = lane.sums});
    };
    switch (kind) {
    case WeightJobKind::Qkv:
        linearGradient(gradients.qkvWeight, gradients.qkvBias, kept.qkv, kept.normed1);
        copyNormGradients(lane, gradients.norm1Gain, gradients.norm1Bias, kept.gain1, kept.bias1);
        break;
    case WeightJobKind::Out:
        linearGradient(gradients.outWeight, gradients.outBias, kept.outGradient, kept.attended);
        break;
    case WeightJobKind::Up:
        linearGradient(gradients.upWeight, gradients.upBias, kept.up, kept.normed2);
        copyNormGradients(lane, gradients.norm2Gain, gradients.norm2Bias, kept.gain2, kept.bias2);
        break;
    case WeightJobKind::Down:
        linearGradient(gradients.downWeight, gradients.downBias, kept.downGradient, kept.activated);
        break;
    case WeightJobKind::Embedding:
    case WeightJobKind::Head: break; // not of a layer
    }
}

} // namespace lanewright::engine
