// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gpt/packed_weights.h"
#include "engine/gpt/slab.h"
#include "engine/gpt/workspace.h"
#include "engine/kernels/attention.h"
#include "engine/kernels/elementwise.h"
#include "engine/kernels/gelu.h"
#include "engine/kernels/norm.h"

/// One pre-norm transformer layer on the CPU: x + attention of its norm, then + MLP of the norm of that. `Kept` is the
/// number that the precision keeps.
namespace lanewright::engine {

/// @name Passes over rows and columns, shared out among the threads
/// @{
template <typename Kept>
void normRows(const View<Kept>& out, const Tensor& mean, const Tensor& rstd, const Tensor& in, const Tensor& gain,
              const Tensor& bias, Workspace& work) {
    work.team.split(in.rows, kNormRows, [&](const Share& share) {
        normForward(out.rowsFrom(share.first, share.count), mean.colsFrom(share.first, share.count),
                    rstd.colsFrom(share.first, share.count), in.rowsFrom(share.first, share.count), gain, bias);
    });
}

/// `work.gradient` takes on the gradient of the norm whose output's is `work.narrow`; what it was goes to `passed`,
/// and what the rows say of gain and bias to `gainGradient` and `biasGradient`.
template <typename Kept>
void normRowsGradient(const View<Kept>& passed, const Tensor& in, const Tensor& mean, const Tensor& rstd,
                      const Tensor& gain, const Tensor& gainGradient, const Tensor& biasGradient, Workspace& work) {
    work.team.split(in.rows, kNormRows, [&](const Share& share) {
        const auto [first, count, thread] = share;
        const std::int64_t blocks = (count + kNormRows - 1) / kNormRows;
        const NormInput norm{.in = in.rowsFrom(first, count),
                             .mean = mean.colsFrom(first, count),
                             .rstd = rstd.colsFrom(first, count),
                             .gain = gain,
                             .gainSums = work.gainSums.rowsFrom(first / kNormRows, blocks),
                             .biasSums = work.biasSums.rowsFrom(first / kNormRows, blocks)};
        normInputGradient(work.gradient.rowsFrom(first, count),
                          passed.data == nullptr ? passed : passed.rowsFrom(first, count),
                          work.narrow.rowsFrom(first, count), norm);
    });
    columnSums(gainGradient, work.gainSums);
    columnSums(biasGradient, work.biasSums);
}

template <typename Kept>
void sumColumns(const Tensor& sums, const View<Kept>& in, Workspace& work) {
    constexpr std::int64_t kColumns = 64; // that one thread sums at a time
    work.team.split(in.cols, kColumns, [&](const Share& share) {
        columnSums(sums.colsFrom(share.first, share.count), in.colsFrom(share.first, share.count));
    });
}
/// @}

/// out (n,C) = the layer of `kept.input` (n,C); fills the rest of `kept`. Of `weights` only vectors are read.
template <typename Kept>
void layerForward(const Tensor& out, const LayerTensors<Kept>& kept, const LayerWeights& weights,
                  const PackedWeights& packed, const Sizes& sizes, Workspace& work) {
    using enum TensorKind;
    const auto residual = [](const Tensor& bias, const Tensor& other) {
        return Finish{.bias = bias.data, .residual = other.data, .residualStride = other.stride};
    };
    normRows(kept.normed1, kept.mean1, kept.rstd1, kept.input, weights.of(Norm1Gain), weights.of(Norm1Bias), work);
    linearForward(kept.qkv, kept.normed1, packed.of(QkvWeight, weights.layer), work.helpers,
                  {.bias = weights.of(QkvBias).data});
    work.breathe();
    work.team.split(sizes.attention.all(), 1, [&](const Share& share) {
        attentionForward(kept.attended, kept.logSums, kept.qkv, sizes.attention, share.first, share.count,
                         work.scratchOf(share.thread));
    });
    linearForward(kept.middle, kept.attended, packed.of(OutWeight, weights.layer), work.helpers,
                  residual(weights.of(OutBias), kept.input));
    work.breathe();
    normRows(kept.normed2, kept.mean2, kept.rstd2, kept.middle, weights.of(Norm2Gain), weights.of(Norm2Bias), work);
    linearForward(kept.up, kept.normed2, packed.of(UpWeight, weights.layer), work.helpers,
                  {.bias = weights.of(UpBias).data});
    work.breathe();
    work.team.split(kept.up.rows, 1, [&](const Share& share) {
        geluForward(kept.activated.rowsFrom(share.first, share.count), kept.up.rowsFrom(share.first, share.count));
    });
    linearForward(out, kept.activated, packed.of(DownWeight, weights.layer), work.helpers,
                  residual(weights.of(DownBias), kept.middle));
    work.breathe();
}

/// `work.gradient` (n,C), the gradient of the layer's output, becomes that of its input. Leaves in `kept` what the
/// weight gradients need, and touches no weight gradient.
template <typename Kept>
void layerInputGradient(const LayerTensors<Kept>& kept, const LayerWeights& weights, const PackedWeights& packed,
                        const Sizes& sizes, Workspace& work) {
    using enum TensorKind;
    linearInputGradient(work.wide, work.gradient, packed.of(DownWeight, weights.layer), work.helpers);
    work.team.split(kept.up.rows, 1, [&](const Share& share) {
        geluInputGradientInPlace(kept.up.rowsFrom(share.first, share.count),
                                 work.wide.rowsFrom(share.first, share.count));
    });
    work.breathe();
    linearInputGradient(work.narrow, kept.up, packed.of(UpWeight, weights.layer), work.helpers);
    // Nobody reads `middle` after the norm's gradient: the gradient that W of the down-projection needs takes its
    // place.
    normRowsGradient(kept.downGradient, kept.middle, kept.mean2, kept.rstd2, weights.of(Norm2Gain), kept.gain2,
                     kept.bias2, work);
    work.breathe();

    linearInputGradient(work.narrow, work.gradient, packed.of(OutWeight, weights.layer), work.helpers);
    work.team.split(sizes.attention.all(), 1, [&](const Share& share) {
        attentionInputGradientInPlace(kept.qkv, work.narrow, kept.logSums, sizes.attention, share.first, share.count,
                                      work.scratchOf(share.thread));
    });
    work.breathe();
    linearInputGradient(work.narrow, kept.qkv, packed.of(QkvWeight, weights.layer), work.helpers);
    normRowsGradient(kept.outGradient, kept.input, kept.mean1, kept.rstd1, weights.of(Norm1Gain), kept.gain1,
                     kept.bias1, work);
    work.breathe();
}

/// Writes the gradients of one job from what `layerInputGradient` left.
template <typename Kept>
void layerWeightGradient(WeightJobKind kind, const LayerWeights& gradients, const LayerTensors<Kept>& kept,
                         Precision precision, Workspace& work) {
    forLayerJob(
        kind, gradients, kept,
        [&](const Tensor& weight, const Tensor& bias, const View<Kept>& outGradient, const View<Kept>& in) {
            linearWeightGradient(weight, outGradient, in, unitOf(precision), work.helpers);
            sumColumns(bias, outGradient, work);
        },
        [](const Tensor& gain, const Tensor& bias, const Tensor& keptGain, const Tensor& keptBias) {
            copy(gain, keptGain);
            copy(bias, keptBias);
        });
}

} // namespace lanewright::engine
