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

/// out = in · weightᵀ + bias + residual, where there is one
void linear(LaneMemory& lane, Stream stream, const Matrix& out, const Matrix& in, const Matrix& weight,
            const Matrix& bias, const Matrix& residual = {}) {
    lane.device->product(stream, {.out = out,
                                  .left = in,
                                  .right = weight,
                                  .rightTransposed = true,
                                  .adds = !residual.empty(),
                                  .addend = residual,
                                  .bias = bias});
}

} // namespace

void copyFloats(LaneMemory& lane, Stream stream, const Matrix& to, const Matrix& from) {
    assert(to.size() == from.size() && to.kind == NumberKind::Float && from.kind == NumberKind::Float);
    lane.device->copy(stream, to.data, from.data, to.size() * bytesOf(NumberKind::Float));
}

void copyNormGradients(LaneMemory& lane, const Matrix& gain, [[maybe_unused]] const Matrix& bias,
                       const Matrix& keptGain, [[maybe_unused]] const Matrix& keptBias) {
    [[maybe_unused]] const auto end = [](const Matrix& of) { return static_cast<float*>(of.data) + of.cols; };
    assert(bias.data == end(gain) && keptBias.data == end(keptGain));
    copyFloats(lane, lane.compute, {gain.data, NumberKind::Float, 2, gain.cols, gain.cols},
               {keptGain.data, NumberKind::Float, 2, gain.cols, gain.cols});
}

void normGradient(LaneMemory& lane, const Matrix& passed, const Matrix& rounded, const Matrix& in, const Matrix& mean,
                  const Matrix& rstd, const Matrix& gain, const Matrix& gainGradient, const Matrix& biasGradient) {
    lane.device->normGradient(lane.compute, {.gradient = lane.gradient,
                                             .passed = passed,
                                             .rounded = rounded,
                                             .outGradient = lane.narrow,
                                             .in = in,
                                             .mean = mean,
                                             .rstd = rstd,
                                             .gain = gain,
                                             .gainGradient = gainGradient,
                                             .biasGradient = biasGradient,
                                             .scratch = lane.sums});
}

Matrix roundedGradient(const LaneMemory& lane) {
    return lane.rounded.kind == NumberKind::Float ? Matrix{} : lane.rounded;
}

Matrix gradientFactor(const LaneMemory& lane) {
    return lane.rounded.kind == NumberKind::Float ? lane.gradient : lane.rounded;
}

void layerForward(LaneMemory& lane, Stream stream, const Matrix& out, const LayerMatrices& kept, DeviceState& state,
                  int layer) {
    using enum TensorKind;
    Device& device = *lane.device;
    device.norm(stream, {kept.normed1, kept.mean1, kept.rstd1, kept.input, state.weight(Norm1Gain, layer),
                         state.weight(Norm1Bias, layer)});
    linear(lane, stream, kept.qkv, kept.normed1, state.factor(QkvWeight, layer), state.factor(QkvBias, layer));
    device.attention(stream, attentionOf(lane, kept));
    linear(lane, stream, kept.middle, kept.attended, state.factor(OutWeight, layer), state.weight(OutBias, layer),
           kept.input);
    device.norm(stream, {kept.normed2, kept.mean2, kept.rstd2, kept.middle, state.weight(Norm2Gain, layer),
                         state.weight(Norm2Bias, layer)});
    linear(lane, stream, kept.up, kept.normed2, state.factor(UpWeight, layer), state.factor(UpBias, layer));
    device.gelu(stream, kept.activated, kept.up);
    linear(lane, stream, out, kept.activated, state.factor(DownWeight, layer), state.weight(DownBias, layer),
           kept.middle);
}

void layerInputGradient(LaneMemory& lane, const LayerMatrices& kept, DeviceState& state, int layer) {
    using enum TensorKind;
    Device& device = *lane.device;
    const Stream stream = lane.compute;
    device.product(stream, {.out = lane.wide, .left = gradientFactor(lane), .right = state.factor(DownWeight, layer)});
    device.geluGradient(stream, kept.up, lane.wide);
    device.product(stream, {.out = lane.narrow, .left = kept.up, .right = state.factor(UpWeight, layer)});
    // Nobody reads `middle` after the norm's gradient, nor `input`: what W needs takes their places.
    normGradient(lane, kept.downGradient, roundedGradient(lane), kept.middle, kept.mean2, kept.rstd2,
                 state.weight(Norm2Gain, layer), kept.gain2, kept.bias2);
    device.product(stream, {.out = lane.narrow, .left = gradientFactor(lane), .right = state.factor(OutWeight, layer)});
    device.attentionGradient(stream, attentionOf(lane, kept));
    device.product(stream, {.out = lane.narrow, .left = kept.qkv, .right = state.factor(QkvWeight, layer)});
    normGradient(lane, kept.outGradient, layer == 0 ? Matrix{} : roundedGradient(lane), kept.input, kept.mean1,
                 kept.rstd1, state.weight(Norm1Gain, layer), kept.gain1, kept.bias1);
}

void layerWeightGradient(LaneMemory& lane, WeightJobKind kind, const LayerWeights& gradients,
                         const LayerMatrices& kept) {
    forLayerJob(
        kind, gradients, kept,
        [&](const Matrix& weight, const Matrix& bias, const Matrix& outGradient, const Matrix& in) {
            lane.device->product(lane.compute, {.out = weight,
                                                .left = outGradient,
                                                .right = in,
                                                .leftTransposed = true,
                                                .leftSums = bias,
                                                .scratch = lane.sums});
        },
        [&](const Matrix& gain, const Matrix& bias, const Matrix& keptGain, const Matrix& keptBias) {
            copyNormGradients(lane, gain, bias, keptGain, keptBias);
        });
}

} // namespace lanewright::engine
