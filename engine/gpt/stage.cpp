// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/stage.h"

#include "engine/gpt/layer.h"
#include "engine/kernels/adamw.h"
#include "engine/kernels/cross_entropy.h"
#include "engine/kernels/elementwise.h"
#include "engine/kernels/embedding.h"
#include "engine/kernels/norm.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lanewright::engine {

RankMemory::RankMemory(const ModelSpec& model, std::int64_t mostWeights, const Corpus& text, int threads)
    : work(Sizes{model}, threads), weightWork(mostWeights), corpus(&text) {}

Stage::Stage(const ModelSpec& model, const StageSettings& settings, RankMemory& memory)
    : StageCore(model, settings, memory.pool, memory.weightWork.data(), onHost()), m_memory(&memory),
      m_state(m_layout, model, settings.banks), m_packed(m_layout, settings.precision),
      m_losses(static_cast<std::size_t>(settings.allMicrobatches)) {
    std::uint64_t before = 0;
    for (int microbatch = 0; microbatch < settings.allMicrobatches; ++microbatch) {
        m_samplesBefore.push_back(before);
        before += static_cast<std::uint64_t>(m_slabs.layouts().sizesOf(microbatch).attention.batch);
    }
}

void Stage::warmUp() {
    if (m_settings.microbatches.empty())
        return;
    beginStep(0);
    beginGradients();
    std::vector<const SlabLayout*> known;
    for (const int microbatch : m_settings.microbatches) {
        const SlabLayout* const layout = &m_slabs.layouts().of(microbatch);
        if (std::ranges::find(known, layout) != known.end())
            continue;
        known.push_back(layout);
        warmUp(microbatch);
    }
}

void Stage::warmUp(int microbatch) {
    const Sizes& sizes = m_slabs.layouts().sizesOf(microbatch);
    Buffer memory(2 * sizes.boundary());
    const Tensor in{memory.data(), sizes.tokens, sizes.width};
    const Tensor out{memory.data() + sizes.boundary(), sizes.tokens, sizes.width};
    clear({memory.data(), 1, memory.size()});
    forward(microbatch, in, out);
    if (m_settings.recomputes)
        recompute(microbatch);
    backwardInput(microbatch, out, in);
    if (microbatch == m_settings.microbatches.front())
        return backwardWeights(microbatch);
    // Any but the first would be held back until all before it are in.
    for (int part = 0; part < m_settings.weightParts; ++part)
        for (const WeightJob& job : m_layout.jobsOf(part, m_settings.weightParts))
            runJob(job, m_slabs.of(microbatch), microbatch, m_memory->weightWork.data());
    m_slabs.forget(microbatch);
}

void Stage::withKept(auto work) {
    switch (m_settings.precision) {
    case Precision::Fp32: work(float{}); return;
    case Precision::Bf16: work(Bf16{}); return;
    }
}

void Stage::pack() {
    if (!m_isPacked)
        m_packed.pack(m_state.weights(), m_memory->work.team);
    m_isPacked = true;
}

void Stage::beginStep(std::uint64_t firstSample) {
    pack();
    m_firstSample = firstSample;
}

const Samples& Stage::samplesOf(int microbatch) {
    if (m_shown != nullptr)
        return *m_shown;
    const AttentionShape& shape = m_slabs.layouts().sizesOf(microbatch).attention;
    m_memory->corpus->fill(m_samples, TextPart::Training, m_firstSample + m_samplesBefore[microbatch],
                           {static_cast<int>(shape.batch), static_cast<int>(shape.context)});
    return m_samples;
}

Evaluation Stage::evaluate(const Samples& samples, const Tensor& input, const Tensor& output, std::int64_t token) {
    Slab slab;
    m_slabs.take(slab, fit(m_slabs.layouts().whole()));
    Evaluation evaluation;
    const double kept = m_losses.front();
    m_shown = &samples;
    runForward(slab, 0, input, output);
    m_shown = nullptr;
    evaluation.loss = std::exchange(m_losses.front(), kept);
    if (shape().isLast() && token >= 0) {
        // The loss has left the probabilities where the logits were.
        withKept([&](auto kind) {
            const float* const row = m_slabLayout->head<decltype(kind)>(slab).logits.row(token);
            evaluation.probabilities.assign(row, row + m_slabLayout->sizes().vocabulary);
        });
    }
    m_slabs.giveBack(slab);
    return evaluation;
}

void Stage::forward(int microbatch, const Tensor& input, const Tensor& output) {
    const Sizes& sizes = fit(microbatch).sizes();
    Slab& slab = m_slabs.forward(microbatch);
    if (Buffer& seed = m_slabs.of(microbatch).seed; !seed.empty())
        copy({seed.data(), sizes.tokens, sizes.width}, input);
    runForward(slab, microbatch, input, output);
}

void Stage::recompute(int microbatch) {
    const Sizes& sizes = fit(microbatch).sizes();
    // The seed makes room before the activations come, so that R never holds both.
    const Tensor input = m_memory->work.narrow;
    if (Buffer& seed = m_slabs.of(microbatch).seed; !seed.empty())
        copy(input, {seed.data(), sizes.tokens, sizes.width});
    Slab& slab = m_slabs.recompute(microbatch);
    runForward(slab, microbatch, input, {m_slabs.repeated(), sizes.tokens, sizes.width});
}

template <typename Kept>
Tensor Stage::destination(Slab& slab, int layer, const Tensor& output) const {
    if (layer < shape().layers)
        return m_slabLayout->layer<Kept>(slab, layer).input;
    return shape().isLast() ? m_slabLayout->head<Kept>(slab).input : output;
}

void Stage::enter(const Tensor& first, int microbatch, const Tensor& input) {
    if (!shape().isFirst())
        return copy(first, input);
    float* const weights = m_state.weights();
    // Shorter samples have the first positions alone.
    embeddingForward(
        first, samplesOf(microbatch).tokens, m_layout.of(weights, TensorKind::TokenTable),
        m_layout.of(weights, TensorKind::PositionTable).rowsFrom(0, m_slabLayout->sizes().attention.context));
}

void Stage::runForward(Slab& slab, int microbatch, const Tensor& input, const Tensor& output) {
    pack();
    withKept([&](auto kept) { layersForward<decltype(kept)>(slab, microbatch, input, output); });
}

template <typename Kept>
void Stage::layersForward(Slab& slab, int microbatch, const Tensor& input, const Tensor& output) {
    enter(destination<Kept>(slab, 0, output), microbatch, input);
    for (int layer = 0; layer < shape().layers; ++layer)
        layerForward(destination<Kept>(slab, layer + 1, output), m_slabLayout->layer<Kept>(slab, layer),
                     {m_layout, m_state.weights(), layer}, m_packed, m_slabLayout->sizes(), m_memory->work);
    if (shape().isLast())
        headForward<Kept>(slab, microbatch);
}

template <typename Kept>
void Stage::headForward(Slab& slab, int microbatch) {
    using enum TensorKind;
    const HeadTensors<Kept> kept = m_slabLayout->head<Kept>(slab);
    Workspace& work = m_memory->work;
    float* const weights = m_state.weights();
    normRows(kept.normed, kept.mean, kept.rstd, kept.input, m_layout.of(weights, FinalGain),
             m_layout.of(weights, FinalBias), work);
    linearForward(kept.logits, kept.normed, m_packed.of(HeadWeight), work.helpers);
    work.breathe();
    const std::span<const std::uint8_t> targets = samplesOf(microbatch).targets;
    m_rowLosses.resize(targets.size());
    work.team.split(m_slabLayout->sizes().tokens, 1, [&](const Share& share) {
        const auto first = static_cast<std::size_t>(share.first);
        const auto count = static_cast<std::size_t>(share.count);
        crossEntropyForward(kept.logits.rowsFrom(share.first, share.count), targets.subspan(first, count),
                            std::span{m_rowLosses}.subspan(first, count));
    });
    const double total = std::accumulate(m_rowLosses.begin(), m_rowLosses.end(), 0.0);
    m_losses[microbatch] = total / static_cast<double>(targets.size());
}

template <typename Kept>
void Stage::headInputGradient(Slab& slab, int microbatch) {
    using enum TensorKind;
    const HeadTensors<Kept> kept = m_slabLayout->head<Kept>(slab);
    Workspace& work = m_memory->work;
    crossEntropyInputGradient(kept.logits, samplesOf(microbatch).targets, static_cast<float>(1 / m_terms));
    linearInputGradient(work.narrow, kept.logits, m_packed.of(HeadWeight), work.helpers);
    work.breathe();
    clear(work.gradient);
    normRowsGradient(Tensor{}, kept.input, kept.mean, kept.rstd, m_layout.of(m_state.weights(), FinalGain), kept.gain,
                     kept.bias, work);
}

void Stage::backwardInput(int microbatch, const Tensor& outputGradient, const Tensor& inputGradient) {
    Slab& slab = m_slabs.of(microbatch);
    const SlabLayout& layout = fit(microbatch);
    Workspace& work = m_memory->work;
    pack();
    withKept([&](auto kind) {
        using Kept = decltype(kind);
        if (shape().isLast())
            headInputGradient<Kept>(slab, microbatch);
        else
            copy(work.gradient, outputGradient);
        for (int at = shape().layers - 1; at >= 0; --at)
            layerInputGradient(layout.layer<Kept>(slab, at), {m_layout, m_state.weights(), at}, m_packed,
                               layout.sizes(), work);
    });
    copy(shape().isFirst() ? layout.embeddingGradient(slab) : inputGradient, work.gradient);
    m_slabs.endBackwardInput(microbatch);
}

void Stage::embeddingJob(const Slab& slab, int microbatch, float* target) {
    const Tensor tokens = m_layout.of(target, TensorKind::TokenTable);
    const Tensor table = m_layout.of(target, TensorKind::PositionTable);
    const std::int64_t context = m_slabLayout->sizes().attention.context;
    const Tensor positions = table.rowsFrom(0, context);
    clear(table.rowsFrom(context, table.rows - context));
    const Tensor gradient = m_slabLayout->embeddingGradient(slab);
    const std::span<const std::uint8_t> text = samplesOf(microbatch).tokens;
    constexpr std::int64_t kTogether = 64;
    m_memory->work.team.split(table.cols, kTogether, [&](const Share& share) {
        embeddingWeightGradient(tokens.colsFrom(share.first, share.count), positions.colsFrom(share.first, share.count),
                                gradient.colsFrom(share.first, share.count), text);
    });
}

template <typename Kept>
void Stage::headWeightGradient(const Slab& slab, float* target) {
    using enum TensorKind;
    const HeadTensors<Kept> kept = m_slabLayout->head<Kept>(slab);
    linearWeightGradient(m_layout.of(target, HeadWeight), kept.logits, kept.normed, unitOf(m_settings.precision),
                         m_memory->work.helpers);
    copy(m_layout.of(target, FinalGain), kept.gain);
    copy(m_layout.of(target, FinalBias), kept.bias);
}

void Stage::runJob(const WeightJob& job, const Slab& slab, int microbatch, float* target) {
    switch (job.kind) {
    case WeightJobKind::Embedding: embeddingJob(slab, microbatch, target); break;
    case WeightJobKind::Head: withKept([&](auto kept) { headWeightGradient<decltype(kept)>(slab, target); }); break;
    case WeightJobKind::Qkv:
    case WeightJobKind::Out:
    case WeightJobKind::Up:
    case WeightJobKind::Down:
        withKept([&](auto kept) {
            layerWeightGradient(job.kind, {m_layout, target, job.layer},
                                m_slabLayout->layer<decltype(kept)>(slab, job.layer), m_settings.precision,
                                m_memory->work);
        });
        break;
    }
    m_memory->work.breathe();
}

std::vector<TensorSquares> Stage::gradientSquares() {
    const std::vector<Parameter>& parameters = m_layout.parameters();
    std::vector<TensorSquares> squares(parameters.size());
    // A tensor is added up by one thread, so that the sum does not depend on how many there are.
    m_memory->work.team.split(static_cast<std::int64_t>(squares.size()), 1, [&](const Share& share) {
        for (auto at = static_cast<std::size_t>(share.first); at < static_cast<std::size_t>(share.first + share.count);
             ++at) {
            const Parameter& parameter = parameters[at];
            squares[at] = {parameter.number, sumOfSquares({m_slabs.gradients().total() + parameter.offset,
                                                           parameter.rows, parameter.cols})};
        }
    });
    return squares;
}

void Stage::optimize(const OptimizerSettings& settings, int step, float scale) {
    // Weights are packed while they are in the cache.
    m_state.step(m_slabs.gradients().total(), scale, settings, step, m_memory->work.team, PackedWeight::kRows,
                 [this](const Parameter& parameter, std::int64_t first, const Tensor& rows) {
                     m_packed.packRows(parameter, first, rows);
                 });
    m_isPacked = true;
}

} // namespace lanewright::engine
