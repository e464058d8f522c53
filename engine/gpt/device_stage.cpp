// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/device_stage.h"

#include "core/base/mapped.h"

#include <numeric>

namespace lanewright::engine {

namespace {

SumPlace onDevice(LaneMemory& lane) {
    return {.memory = &lane.source,
            .add = [&lane](const Tensor& to, const Tensor& from) { lane.device->add(lane.compute, to, from); },
            .clear =
                [&lane](const Tensor& numbers) {
                    lane.device->clear(lane.compute, numbers.data, numbers.size() * bytesOf(NumberKind::Float));
                }};
}

} // namespace

DeviceStage::DeviceStage(const ModelSpec& model, const StageSettings& settings, LaneMemory& lane)
    : StageCore(model, settings, lane.pool, lane.weights, onDevice(lane), &lane.source), m_lane(&lane),
      m_state(m_layout, model, settings.precision, settings.banks, lane) {}

const std::uint8_t* DeviceStage::textOf(const std::uint8_t* text, int microbatch) const {
    return text + microbatch * m_lane->sizes.tokens;
}

Matrix DeviceStage::usedPositions(const Tensor& table) const {
    return table.rowsFrom(0, m_slabLayout->sizes().attention.context);
}

LayerMatrices DeviceStage::layer(const Slab& slab, int layer) const {
    return m_settings.precision == Precision::Fp32 ? m_slabLayout->layer<float, LayerMatrices>(slab, layer)
                                                   : m_slabLayout->layer<Bf16, LayerMatrices>(slab, layer);
}

HeadMatrices DeviceStage::head(const Slab& slab) const {
    return m_settings.precision == Precision::Fp32 ? m_slabLayout->head<float, HeadMatrices>(slab)
                                                   : m_slabLayout->head<Bf16, HeadMatrices>(slab);
}

void DeviceStage::forward(int microbatch, Stream stream, const Matrix& input, const Matrix& output) {
    fit(microbatch);
    Slab& slab = m_slabs.forward(microbatch);
    if (Buffer& seed = m_slabs.of(microbatch).seed; !seed.empty())
        copyFloats(*m_lane, stream, Tensor{seed.data(), input.rows, input.cols}, input);
    run(slab, microbatch, stream, input, output);
}

void DeviceStage::recompute(int microbatch) {
    fit(microbatch);
    // The seed makes room before the activations come, so that R never holds both.
    const Matrix input = m_lane->gradient;
    if (Buffer& seed = m_slabs.of(microbatch).seed; !seed.empty())
        copyFloats(*m_lane, m_lane->compute, input, Tensor{seed.data(), input.rows, input.cols});
    Slab& slab = m_slabs.recompute(microbatch);
    run(slab, microbatch, m_lane->compute, input, Tensor{m_slabs.repeated(), input.rows, input.cols});
}

Matrix DeviceStage::destination(const Slab& slab, int at, const Matrix& output) const {
    if (at < shape().layers)
        return layer(slab, at).input;
    return shape().isLast() ? head(slab).input : output;
}

void DeviceStage::enter(Stream stream, const Matrix& first, int microbatch, const Matrix& input) {
    if (shape().isFirst())
        m_lane->device->embed(stream, first, textOf(m_lane->tokens, microbatch), weight(TensorKind::TokenTable),
                              usedPositions(m_layout.of(m_state.weights(), TensorKind::PositionTable)));
    else
        copyFloats(*m_lane, stream, first, input);
}

void DeviceStage::run(Slab& slab, int microbatch, Stream stream, const Matrix& input, const Matrix& output) {
    enter(stream, destination(slab, 0, output), microbatch, input);
    for (int at = 0; at < shape().layers; ++at)
        layerForward(*m_lane, stream, destination(slab, at + 1, output), layer(slab, at), m_state, at);
    if (shape().isLast())
        headForward(slab, microbatch, stream);
}

void DeviceStage::headForward(const Slab& slab, int microbatch, Stream stream) {
    using enum TensorKind;
    const HeadMatrices kept = head(slab);
    Device& device = *m_lane->device;
    device.norm(stream, {kept.normed, kept.mean, kept.rstd, kept.input, weight(FinalGain), weight(FinalBias)});
    device.product(
        stream,
        {.out = kept.logits, .left = kept.normed, .right = m_state.factor(HeadWeight), .rightTransposed = true});
    const std::int64_t tokens = m_slabLayout->sizes().tokens;
    device.crossEntropy(stream, kept.logits, textOf(m_lane->targets, microbatch),
                        {m_lane->losses + microbatch * m_lane->sizes.tokens, NumberKind::Float, 1, tokens, tokens});
}

void DeviceStage::headInputGradient(const Slab& slab, int microbatch) {
    using enum TensorKind;
    const HeadMatrices kept = head(slab);
    Device& device = *m_lane->device;
    const Stream stream = m_lane->compute;
    const Matrix gradient = logitsGradient(kept);
    device.crossEntropyGradient(stream, gradient, kept.logits, textOf(m_lane->targets, microbatch),
                                static_cast<float>(1 / m_terms));
    device.product(stream, {.out = m_lane->narrow, .left = gradient, .right = m_state.factor(HeadWeight)});
    device.clear(stream, m_lane->gradient.data, m_lane->gradient.size() * bytesOf(NumberKind::Float));
    normGradient(*m_lane, {}, roundedGradient(*m_lane), kept.input, kept.mean, kept.rstd, weight(FinalGain), kept.gain,
                 kept.bias);
}

/// What comes from the next stage, for the layers to go on with.
void DeviceStage::takeGradient(const Matrix& outputGradient) {
    copyFloats(*m_lane, m_lane->compute, m_lane->gradient, outputGradient);
    if (const Matrix rounded = roundedGradient(*m_lane); !rounded.empty())
        m_lane->device->convert(m_lane->compute, rounded, m_lane->gradient);
}

void DeviceStage::backwardInput(int microbatch, const Matrix& outputGradient, const Matrix& inputGradient) {
    Slab& slab = m_slabs.of(microbatch);
    fit(microbatch);
    if (shape().isLast())
        headInputGradient(slab, microbatch);
    else
        takeGradient(outputGradient);
    for (int at = shape().layers - 1; at >= 0; --at)
        layerInputGradient(*m_lane, layer(slab, at), m_state, at);
    const Matrix to = shape().isFirst() ? m_slabLayout->embeddingGradient(slab) : inputGradient;
    copyFloats(*m_lane, m_lane->compute, to, m_lane->gradient);
    m_slabs.endBackwardInput(microbatch);
}

void DeviceStage::runJob(const WeightJob& job, const Slab& slab, int microbatch, float* target) {
    using enum TensorKind;
    const Stream stream = m_lane->compute;
    const auto of = [&](TensorKind kind) { return m_layout.of(target, kind); };
    switch (job.kind) {
    case WeightJobKind::Embedding: {
        const Tensor table = m_layout.of(target, PositionTable);
        const Matrix positions = usedPositions(table);
        if (positions.rows < table.rows)
            m_lane->device->clear(stream, table.row(positions.rows),
                                  (table.size() - positions.size()) * bytesOf(NumberKind::Float));
        m_lane->device->embedGradient(stream, of(TokenTable), positions, m_slabLayout->embeddingGradient(slab),
                                      textOf(m_lane->tokens, microbatch));
        return;
    }
    case WeightJobKind::Head: {
        const HeadMatrices kept = head(slab);
        m_lane->device->product(
            stream,
            {.out = of(HeadWeight), .left = logitsGradient(kept), .right = kept.normed, .leftTransposed = true});
        copyNormGradients(*m_lane, m_layout.of(target, FinalGain), m_layout.of(target, FinalBias), kept.gain,
                          kept.bias);
        return;
    }
    case WeightJobKind::Qkv:
    case WeightJobKind::Out:
    case WeightJobKind::Up:
    case WeightJobKind::Down:
        layerWeightGradient(*m_lane, job.kind, {m_layout, target, job.layer}, layer(slab, job.layer));
        return;
    }
}

Evaluation DeviceStage::evaluate(const Matrix& input, const Matrix& output, std::int64_t token) {
    Evaluation evaluation;
    Slab slab;
    m_slabs.take(slab, fit(m_slabs.layouts().whole()));
    run(slab, 0, m_lane->compute, input, output);
    if (shape().isLast() && token >= 0) {
        const Matrix all = head(slab).logits;
        evaluation.probabilities = readFloats(*m_lane, static_cast<float*>(all.data) + token * all.stride, all.cols);
    }
    m_lane->finish(m_lane->compute);
    m_slabs.giveBack(slab);
    if (shape().isLast()) {
        const std::vector<float> losses = readFloats(*m_lane, m_lane->losses, m_lane->sizes.tokens);
        evaluation.loss = std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(losses.size());
    }
    return evaluation;
}

void DeviceStage::gradientSquares(double* sums) {
    const std::vector<std::int64_t> counts = mapped(m_layout.parameters(), &Parameter::size);
    m_lane->device->sumsOfSquares(m_lane->compute, sums, m_slabs.gradients().total(), counts, m_lane->squares);
}

void DeviceStage::optimize(const OptimizerSettings& settings, int step, float scale) {
    m_state.step(m_slabs.gradients().total(), scale, settings, step);
}

} // namespace lanewright::engine
