// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/parameters.h"

#include "engine/gpt/counter_random.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lanewright::engine {

namespace {

/// The tensor's place among all tensors of the model.
int numberOf(TensorKind kind, int globalLayer, int modelLayers) {
    const int place = static_cast<int>(kind);
    if (kind < TensorKind::Norm1Gain)
        return place;
    if (kind < TensorKind::FinalGain)
        return place + kTensorsPerLayer * globalLayer;
    return place + kTensorsPerLayer * (modelLayers - 1);
}

float deviationOf(TensorKind kind, int modelLayers) {
    const bool writesResidual = kind == TensorKind::OutWeight || kind == TensorKind::DownWeight;
    return writesResidual ? 0.02F / std::sqrt(2.0F * static_cast<float>(std::max(1, modelLayers))) : 0.02F;
}

bool isGain(TensorKind kind) {
    return kind == TensorKind::Norm1Gain || kind == TensorKind::Norm2Gain || kind == TensorKind::FinalGain;
}

} // namespace

StageShape shapeOf(const ModelSpec& model, int stages, int stage) {
    const std::vector<int> layers = layersOf(model, stages);
    StageShape shape{.stage = stage, .stages = stages, .layers = layers[stage]};
    for (int before = 0; before < stage; ++before)
        shape.firstLayer += layers[before];
    return shape;
}

ParameterLayout::ParameterLayout(const ModelSpec& model, const StageShape& shape)
    : m_shape(shape), m_modelLayers(model.layers) {
    using enum TensorKind;
    const std::int64_t width = model.width;
    if (shape.isFirst())
        addJob(WeightJobKind::Embedding, 0,
               {{TokenTable, model.vocabulary, width}, {PositionTable, model.context, width}});
    for (int layer = 0; layer < shape.layers; ++layer) {
        addJob(WeightJobKind::Qkv, layer,
               {{Norm1Gain, 1, width}, {Norm1Bias, 1, width}, {QkvWeight, 3 * width, width}, {QkvBias, 1, 3 * width}});
        addJob(WeightJobKind::Out, layer, {{OutWeight, width, width}, {OutBias, 1, width}});
        addJob(WeightJobKind::Up, layer,
               {{Norm2Gain, 1, width}, {Norm2Bias, 1, width}, {UpWeight, 4 * width, width}, {UpBias, 1, 4 * width}});
        addJob(WeightJobKind::Down, layer, {{DownWeight, width, 4 * width}, {DownBias, 1, width}});
    }
    if (shape.isLast())
        addJob(WeightJobKind::Head, 0,
               {{FinalGain, 1, width}, {FinalBias, 1, width}, {HeadWeight, model.vocabulary, width}});
}

void ParameterLayout::addJob(WeightJobKind kind, int layer, std::initializer_list<TensorSize> tensors) {
    const std::int64_t from = m_count;
    for (const auto& [tensor, rows, cols] : tensors) {
        m_parameters.push_back({.kind = tensor,
                                .layer = layer,
                                .number = numberOf(tensor, m_shape.firstLayer + layer, m_modelLayers),
                                .rows = rows,
                                .cols = cols,
                                .offset = m_count});
        m_count += rows * cols;
    }
    m_jobs.push_back({.kind = kind, .layer = layer, .offset = from, .count = m_count - from});
}

std::span<const WeightJob> ParameterLayout::jobsOf(int part, int parts) const {
    // The jobs stand in the order of their tensors, so those of a part stand together.
    const auto partOf = [&](const WeightJob& job) { return (2 * job.offset + job.count) * parts / (2 * m_count); };
    const auto jobs = std::ranges::equal_range(m_jobs, std::int64_t{part}, {}, partOf);
    return {jobs.begin(), jobs.end()};
}

Tensor ParameterLayout::of(float* memory, TensorKind kind, int layer) const {
    const int number = numberOf(kind, m_shape.firstLayer + layer, m_modelLayers);
    const auto index = static_cast<std::size_t>(number - m_parameters.front().number);
    // A stage holds a run of the model's tensors without a hole, so the place follows from the number.
    const Parameter& parameter = m_parameters[index];
    assert(parameter.kind == kind && parameter.number == number);
    return {memory + parameter.offset, parameter.rows, parameter.cols};
}

void initialise(float* memory, const ParameterLayout& layout, const ModelSpec& model) {
    for (const Parameter& parameter : layout.parameters()) {
        float* const tensor = memory + parameter.offset;
        if (!parameter.isMatrix()) {
            std::fill_n(tensor, parameter.size(), isGain(parameter.kind) ? 1.0F : 0.0F);
            continue;
        }
        const float deviation = deviationOf(parameter.kind, model.layers);
        const auto number = static_cast<std::uint64_t>(parameter.number);
        for (std::int64_t i = 0; i < parameter.size(); ++i)
            tensor[i] = deviation * normalFrom(randomAt(model.seed, number, static_cast<std::uint64_t>(i)));
    }
}

std::uint64_t hashOf(const float* memory, const Parameter& parameter) {
    std::uint64_t hash = stir(static_cast<std::uint64_t>(parameter.number));
    const float* const tensor = memory + parameter.offset;
    for (std::int64_t i = 0; i < parameter.size(); ++i)
        hash = stir(hash ^ std::bit_cast<std::uint32_t>(tensor[i]));
    return hash;
}

} // namespace lanewright::engine
