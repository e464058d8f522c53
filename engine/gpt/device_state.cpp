// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/device_state.h"

#include <cassert>
#include <utility>

namespace lanewright::engine {

namespace {

/// Where vectors lie; such as lie side by side as one.
std::vector<NumberRange> vectorsOf(const ParameterLayout& layout) {
    std::vector<NumberRange> ranges;
    for (const Parameter& parameter : layout.parameters()) {
        if (parameter.isMatrix())
            continue;
        if (ranges.empty() || ranges.back().end < parameter.offset)
            ranges.push_back({parameter.offset, parameter.offset});
        ranges.back().end += parameter.size();
    }
    return ranges;
}

} // namespace

std::int64_t DeviceState::countFor(const ParameterLayout& layout, Precision precision, int banks) {
    return 3 * banks * layout.count() + (precision == Precision::Bf16 ? (layout.count() + 1) / 2 : 0);
}

DeviceState::DeviceState(const ParameterLayout& layout, const ModelSpec& model, Precision precision, int banks,
                         LaneMemory& lane)
    : m_layout(&layout), m_vectors(vectorsOf(layout)), m_lane(&lane), m_other(static_cast<std::size_t>(banks - 1)),
      m_rounded(precision == Precision::Bf16 ? (layout.count() + 1) / 2 : 0, &lane.source) {
    assert(banks == 1 || banks == 2);
    for (std::size_t bank = 0; bank <= m_other; ++bank)
        for (Buffer* const buffer : {&m_banks[bank].weights, &m_banks[bank].moment1, &m_banks[bank].moment2})
            *buffer = Buffer(layout.count(), &lane.source);
    for (Buffer* const moment : {&used().moment1, &used().moment2})
        lane.device->clear(lane.compute, moment->data(), moment->bytes());
    std::vector<float> first(layout.count());
    initialise(first.data(), layout, model);
    writeFloats(lane, weights(), first);
    refresh();
}

Matrix DeviceState::factor(TensorKind kind, int layer) const {
    // The layout only adds; nobody reads or writes here.
    Matrix matrix = matrixOf(m_layout->of(const_cast<float*>(used().weights.data()), kind, layer));
    if (m_rounded.empty())
        return matrix;
    const std::int64_t offset = static_cast<float*>(matrix.data) - used().weights.data();
    matrix.data = reinterpret_cast<Bf16*>(const_cast<float*>(m_rounded.data())) + offset;
    matrix.kind = NumberKind::Bf16;
    return matrix;
}

void DeviceState::step(const float* gradient, float scale, const OptimizerSettings& settings, int step) {
    const auto stateOf = [](Bank& bank) {
        return AdamCall::State{bank.weights.data(), bank.moment1.data(), bank.moment2.data()};
    };
    m_lane->device->adamw(m_lane->compute, {.to = stateOf(m_banks[m_other]),
                                            .from = stateOf(used()),
                                            .gradient = gradient,
                                            .rounded = m_rounded.empty() ? nullptr : m_rounded.data(),
                                            .count = m_layout->count(),
                                            .scale = scale,
                                            .step = step,
                                            .decays = true,
                                            .undecayed = m_vectors,
                                            .settings = settings});
    std::swap(m_used, m_other);
}

void DeviceState::rollBack() {
    assert(m_used != m_other);
    std::swap(m_used, m_other);
    refresh();
}

float* DeviceState::numbers(What what) {
    switch (what) {
    case What::Weights: break;
    case What::Moment1: return used().moment1.data();
    case What::Moment2: return used().moment2.data();
    }
    return weights();
}

void DeviceState::refresh() {
    if (m_rounded.empty())
        return;
    const std::int64_t count = m_layout->count();
    m_lane->device->convert(m_lane->compute, {m_rounded.data(), NumberKind::Bf16, 1, count, count},
                            {weights(), NumberKind::Float, 1, count, count});
}

} // namespace lanewright::engine
