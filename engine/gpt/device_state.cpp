// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/device_state.h"

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
    : StateBanks(layout.count(), banks, &lane.source), m_layout(&layout), m_vectors(vectorsOf(layout)), m_lane(&lane),
      m_rounded(precision == Precision::Bf16 ? (layout.count() + 1) / 2 : 0, &lane.source) {
    for (Buffer* const moment : {&used().moment1, &used().moment2})
        lane.device->clear(lane.compute, moment->data(), moment->bytes());
    std::vector<float> first(layout.count());
    initialise(first.data(), layout, model);
    writeFloats(lane, weights(), first);
    refresh();
}

Matrix DeviceState::factor(TensorKind kind, int layer) {
    Matrix matrix = weight(kind, layer);
    if (m_rounded.empty())
        return matrix;
    matrix.data = reinterpret_cast<Bf16*>(m_rounded.data()) + (static_cast<float*>(matrix.data) - weights());
    matrix.kind = NumberKind::Bf16;
    return matrix;
}

void DeviceState::step(const float* gradient, float scale, const OptimizerSettings& settings, int step) {
    const auto stateOf = [](Bank& bank) {
        return AdamCall::State{bank.weights.data(), bank.moment1.data(), bank.moment2.data()};
    };
    m_lane->device->adamw(m_lane->compute, {.to = stateOf(next()),
                                            .from = stateOf(used()),
                                            .gradient = gradient,
                                            .rounded = m_rounded.empty() ? nullptr : m_rounded.data(),
                                            .count = m_layout->count(),
                                            .scale = scale,
                                            .step = step,
                                            .decays = true,
                                            .undecayed = m_vectors,
                                            .settings = settings});
    takeNext();
}

void DeviceState::rollBack() {
    StateBanks::rollBack();
    refresh();
}

void DeviceState::refresh() {
    if (m_rounded.empty())
        return;
    const std::int64_t count = m_layout->count();
    m_lane->device->convert(m_lane->compute, {m_rounded.data(), NumberKind::Bf16, 1, count, count},
                            {weights(), NumberKind::Float, 1, count, count});
}

} // namespace lanewright::engine
