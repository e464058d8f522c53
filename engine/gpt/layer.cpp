// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/layer.h"

#include "engine/kernels/attention.h"
#include "engine/kernels/elementwise.h"
#include "engine/kernels/gelu.h"
#include "engine/kernels/matmul.h"
#include "engine/kernels/norm.h"

#include <utility>

namespace lanewright::engine {

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

void layerForward(const Tensor& out, LayerTensors& kept, const LayerWeights& weights, const Sizes& sizes,
                  const Workspace& work) {
    normForward(kept.normed1, kept.mean1, kept.rstd1, kept.input, weights.norm1Gain, weights.norm1Bias);
    linearForward(kept.qkv, kept.normed1, weights.qkvWeight);
    addBias(kept.qkv, weights.qkvBias);
    work.breathe();
    attentionForward(kept.attended, kept.probabilities, kept.qkv, sizes.attention);
    linearForward(kept.middle, kept.attended, weights.outWeight);
    addBiasAndResidual(kept.middle, weights.outBias, kept.input);
    work.breathe();
    normForward(kept.normed2, kept.mean2, kept.rstd2, kept.middle, weights.norm2Gain, weights.norm2Bias);
    linearForward(kept.up, kept.normed2, weights.upWeight);
    addBias(kept.up, weights.upBias);
    work.breathe();
    geluForward(kept.activated, kept.up);
    linearForward(out, kept.activated, weights.downWeight);
    addBiasAndResidual(out, weights.downBias, kept.middle);
    work.breathe();
}

void layerInputGradient(LayerTensors& kept, const LayerWeights& weights, const Sizes& sizes, Workspace& work) {
    linearInputGradient(work.wide, work.gradient, weights.downWeight);
    geluInputGradientInPlace(kept.up, work.wide);
    work.breathe();
    linearInputGradient(work.narrow, kept.up, weights.upWeight);
    copy(work.next, work.gradient);
    normInputGradient(work.next, kept.gain2, kept.bias2, work.narrow, kept.middle, kept.mean2, kept.rstd2,
                      weights.norm2Gain);
    // Nobody reads `middle` any more: it takes the gradient that W of the down-projection needs.
    copy(kept.middle, work.gradient);
    std::swap(work.gradient, work.next);
    work.breathe();

    linearInputGradient(work.narrow, work.gradient, weights.outWeight);
    attentionInputGradientInPlace(kept.qkv, work.narrow, kept.probabilities, work.attention, sizes.attention);
    work.breathe();
    linearInputGradient(work.narrow, kept.qkv, weights.qkvWeight);
    copy(work.next, work.gradient);
    normInputGradient(work.next, kept.gain1, kept.bias1, work.narrow, kept.input, kept.mean1, kept.rstd1,
                      weights.norm1Gain);
    copy(kept.input, work.gradient);
    std::swap(work.gradient, work.next);
    work.breathe();
}

void layerWeightGradient(WeightJobKind kind, const LayerWeights& gradients, const LayerTensors& kept) {
    switch (kind) {
    case WeightJobKind::Qkv:
        linearWeightGradient(gradients.qkvWeight, kept.qkv, kept.normed1);
        columnSums(gradients.qkvBias, kept.qkv);
        copy(gradients.norm1Gain, kept.gain1);
        copy(gradients.norm1Bias, kept.bias1);
        break;
    case WeightJobKind::Out:
        linearWeightGradient(gradients.outWeight, kept.input, kept.attended);
        columnSums(gradients.outBias, kept.input);
        break;
    case WeightJobKind::Up:
        linearWeightGradient(gradients.upWeight, kept.up, kept.normed2);
        columnSums(gradients.upBias, kept.up);
        copy(gradients.norm2Gain, kept.gain2);
        copy(gradients.norm2Bias, kept.bias2);
        break;
    case WeightJobKind::Down:
        linearWeightGradient(gradients.downWeight, kept.middle, kept.activated);
        columnSums(gradients.downBias, kept.middle);
        break;
    case WeightJobKind::Embedding:
    case WeightJobKind::Head: break; // not of a layer
    }
}

} // namespace lanewright::engine
