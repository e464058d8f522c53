// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/device_state.h"

namespace lanewright::engine {

std::int64_t DeviceState::countFor(const ParameterLayout& layout, Precision precision) {
    return 3 * layout.count() + (precision == Precision::Bf16 ? (layout.count() + 1) / 2 : 0);
}

DeviceState::DeviceState(const ParameterLayout& layout, const ModelSpec& model, Precision precision, LaneMemory& lane)
    : m_layout(&layout), m_lane(&lane), m_weights(layout.count(), &lane.source),
      m_moment1(layout.count(), &lane.source), m_moment2(layout.count(), &lane.source),
      m_rounded(precision == Precision::Bf16 ? (layout.count() + 1) / 2 : 0, &lane.source) {
    for (Buffer* const moment : {&m_moment1, &m_moment2})
        lane.device->clear(lane.compute, moment->data(), moment->bytes());
    std::vector<float> first(static_cast<std::size_t>(layout.count()));
    initialise(first.data(), layout, model);
    writeFloats(lane, m_weights.data(), first);
    refresh();
}

Matrix DeviceState::factor(TensorKind kind, int layer) const {
    // The layout only adds; nobody reads or writes here.
    Matrix matrix = matrixOf(m_layout->of(const_cast<float*>(m_weights.data()), kind, layer));
    if (m_rounded.empty())
        return matrix;
    const std::int64_t offset = static_cast<float*>(matrix.data) - m_weights.data();
    matrix.data = reinterpret_cast<Bf16*>(const_cast<float*>(m_rounded.data())) + offset;
    matrix.kind = NumberKind::Bf16;
    return matrix;
}

void DeviceState::step(const float* gradient, float scale, const OptimizerSettings& settings, int step) {
    for (const Parameter& parameter : m_layout->parameters()) {
        const std::int64_t at = parameter.offset;
        const AdamCall::State state{m_weights.data() + at, m_moment1.data() + at, m_moment2.data() + at};
        m_lane->device->adamw(m_lane->compute,
                              {.to = state,
                               .from = state,
                               .gradient = gradient + at,
                               .rounded = m_rounded.empty() ? nullptr : reinterpret_cast<Bf16*>(m_rounded.data()) + at,
                               .count = parameter.size(),
                               .scale = scale,
                               .step = step,
                               .decays = parameter.isMatrix(),
                               .settings = settings});
    }
}

float* DeviceState::numbers(What what) {
    switch (what) {
    case What::Weights: break;
    case What::Moment1: return m_moment1.data();
    case What::Moment2: return m_moment2.data();
    }
    return m_weights.data();
}

void DeviceState::refresh() {
    if (m_rounded.empty())
        return;
    const std::int64_t count = m_layout->count();
    m_lane->device->convert(m_lane->compute, {m_rounded.data(), NumberKind::Bf16, 1, count, count},
                            {m_weights.data(), NumberKind::Float, 1, count, count});
}

} // namespace lanewright::engine
