// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/layer.h"

#include "engine/kernels/attention.h"
#include "engine/kernels/elementwise.h"
#include "engine/kernels/gelu.h"
#include "engine/kernels/norm.h"

namespace lanewright::engine {

namespace {

/// Columns that one thread sums at a time.
constexpr std::int64_t kColumns = 64;

} // namespace

LayerWeights::LayerWeights(const ParameterLayout& layout, float* memory, int layer) {
    using enum TensorKind;
    const auto of = [&](TensorKind kind) { return layout.of(memory, kind, layer); };
    norm1Gain = of(Norm1Gain), norm1Bias = of(Norm1Bias);
    qkvWeight = of(QkvWeight), qkvBias = of(QkvBias);
    outWeight = of(OutWeight), outBias = of(OutBias);
    norm2Gain = of(Norm2Gain), norm2Bias = of(Norm2Bias);
    upWeight = of(UpWeight), upBias = of(UpBias);
    downWeight = of(DownWeight), downBias = of(DownBias);
}

LayerFactors::LayerFactors(const PackedWeights& packed, int layer)
    : qkv(packed.of(TensorKind::QkvWeight, layer)), out(packed.of(TensorKind::OutWeight, layer)),
      up(packed.of(TensorKind::UpWeight, layer)), down(packed.of(TensorKind::DownWeight, layer)) {}

template <typename Kept>
void normRows(const View<Kept>& out, const Tensor& mean, const Tensor& rstd, const Tensor& in, const Tensor& gain,
              const Tensor& bias, Workspace& work) {
    work.team.split(in.rows, kNormRows, [&](const Share& share) {
        normForward(out.rowsFrom(share.first, share.count), mean.colsFrom(share.first, share.count),
                    rstd.colsFrom(share.first, share.count), in.rowsFrom(share.first, share.count), gain, bias);
    });
}

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
    work.team.split(in.cols, kColumns, [&](const Share& share) {
        columnSums(sums.colsFrom(share.first, share.count), in.colsFrom(share.first, share.count));
    });
}

template <typename Kept>
void layerForward(const Tensor& out, const LayerTensors<Kept>& kept, const LayerWeights& weights,
                  const LayerFactors& factors, const Sizes& sizes, Workspace& work) {
    const auto residual = [](const Tensor& bias, const Tensor& other) {
        return Finish{.bias = bias.data, .residual = other.data, .residualStride = other.stride};
    };
    normRows(kept.normed1, kept.mean1, kept.rstd1, kept.input, weights.norm1Gain, weights.norm1Bias, work);
    linearForward(kept.qkv, kept.normed1, factors.qkv, work.helpers, {.bias = weights.qkvBias.data});
    work.breathe();
    work.team.split(sizes.attention.all(), 1, [&](const Share& share) {
        attentionForward(kept.attended, kept.logSums, kept.qkv, sizes.attention, share.first, share.count,
                         work.scratchOf(share.thread));
    });
    linearForward(kept.middle, kept.attended, factors.out, work.helpers, residual(weights.outBias, kept.input));
    work.breathe();
    normRows(kept.normed2, kept.mean2, kept.rstd2, kept.middle, weights.norm2Gain, weights.norm2Bias, work);
    linearForward(kept.up, kept.normed2, factors.up, work.helpers, {.bias = weights.upBias.data});
    work.breathe();
    work.team.split(kept.up.rows, 1, [&](const Share& share) {
        geluForward(kept.activated.rowsFrom(share.first, share.count), kept.up.rowsFrom(share.first, share.count));
    });
    linearForward(out, kept.activated, factors.down, work.helpers, residual(weights.downBias, kept.middle));
    work.breathe();
}

template <typename Kept>
void layerInputGradient(const LayerTensors<Kept>& kept, const LayerWeights& weights, const LayerFactors& factors,
                        const Sizes& sizes, Workspace& work) {
    linearInputGradient(work.wide, work.gradient, factors.down, work.helpers);
    work.team.split(kept.up.rows, 1, [&](const Share& share) {
        geluInputGradientInPlace(kept.up.rowsFrom(share.first, share.count),
                                 work.wide.rowsFrom(share.first, share.count));
    });
    work.breathe();
    linearInputGradient(work.narrow, kept.up, factors.up, work.helpers);
    // Nobody reads `middle` after the norm's gradient: the gradient that W of the down-projection needs takes its
    // place.
    normRowsGradient(kept.downGradient, kept.middle, kept.mean2, kept.rstd2, weights.norm2Gain, kept.gain2, kept.bias2,
                     work);
    work.breathe();

    linearInputGradient(work.narrow, work.gradient, factors.out, work.helpers);
    work.team.split(sizes.attention.all(), 1, [&](const Share& share) {
        attentionInputGradientInPlace(kept.qkv, work.narrow, kept.logSums, sizes.attention, share.first, share.count,
                                      work.scratchOf(share.thread));
    });
    work.breathe();
    linearInputGradient(work.narrow, kept.qkv, factors.qkv, work.helpers);
    normRowsGradient(kept.outGradient, kept.input, kept.mean1, kept.rstd1, weights.norm1Gain, kept.gain1, kept.bias1,
                     work);
    work.breathe();
}

template <typename Kept>
void layerWeightGradient(WeightJobKind kind, const LayerWeights& gradients, const LayerTensors<Kept>& kept,
                         Precision precision, Workspace& work) {
    const auto linear = [&](const Tensor& weight, const Tensor& bias, const View<Kept>& outGradient,
                            const View<Kept>& in) {
        linearWeightGradient(weight, outGradient, in, unitOf(precision), work.helpers);
        sumColumns(bias, outGradient, work);
    };
    switch (kind) {
    case WeightJobKind::Qkv:
        linear(gradients.qkvWeight, gradients.qkvBias, kept.qkv, kept.normed1);
        copy(gradients.norm1Gain, kept.gain1);
        copy(gradients.norm1Bias, kept.bias1);
        break;
    case WeightJobKind::Out: linear(gradients.outWeight, gradients.outBias, kept.outGradient, kept.attended); break;
    case WeightJobKind::Up:
        linear(gradients.upWeight, gradients.upBias, kept.up, kept.normed2);
        copy(gradients.norm2Gain, kept.gain2);
        copy(gradients.norm2Bias, kept.bias2);
        break;
    case WeightJobKind::Down:
        linear(gradients.downWeight, gradients.downBias, kept.downGradient, kept.activated);
        break;
    case WeightJobKind::Embedding:
    case WeightJobKind::Head: break; // not of a layer
    }
}

template void normRows(const View<float>&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&,
                       Workspace&);
template void normRows(const View<Bf16>&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&,
                       Workspace&);
template void normRowsGradient(const View<float>&, const Tensor&, const Tensor&, const Tensor&, const Tensor&,
                               const Tensor&, const Tensor&, Workspace&);
template void layerForward(const Tensor&, const LayerTensors<float>&, const LayerWeights&, const LayerFactors&,
                           const Sizes&, Workspace&);
template void layerForward(const Tensor&, const LayerTensors<Bf16>&, const LayerWeights&, const LayerFactors&,
                           const Sizes&, Workspace&);
template void layerInputGradient(const LayerTensors<float>&, const LayerWeights&, const LayerFactors&, const Sizes&,
                                 Workspace&);
template void layerInputGradient(const LayerTensors<Bf16>&, const LayerWeights&, const LayerFactors&, const Sizes&,
                                 Workspace&);
template void layerWeightGradient(WeightJobKind, const LayerWeights&, const LayerTensors<float>&, Precision,
                                  Workspace&);
template void layerWeightGradient(WeightJobKind, const LayerWeights&, const LayerTensors<Bf16>&, Precision, Workspace&);

} // namespace lanewright::engine
