// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/packed_weights.h"

namespace lanewright::engine {

namespace {

/// Tables are looked up; all other matrices are factors.
bool isFactor(const Parameter& parameter) {
    using enum TensorKind;
    return parameter.kind == QkvWeight || parameter.kind == OutWeight || parameter.kind == UpWeight ||
           parameter.kind == DownWeight || parameter.kind == HeadWeight;
}

} // namespace

std::int64_t PackedWeights::countFor(const ParameterLayout& layout, Precision precision) {
    std::int64_t count = 0;
    for (const Parameter& parameter : layout.parameters())
        if (isFactor(parameter))
            count += PackedWeight::countFor(unitOf(precision), parameter.rows, parameter.cols);
    return count;
}

PackedWeights::PackedWeights(const ParameterLayout& layout, Precision precision)
    : m_layout(&layout), m_memory(countFor(layout, precision)) {
    float* at = m_memory.data();
    for (const Parameter& parameter : layout.parameters())
        if (isFactor(parameter)) {
            m_packed[{parameter.kind, parameter.layer}] = {at, unitOf(precision), parameter.rows, parameter.cols};
            at += PackedWeight::countFor(unitOf(precision), parameter.rows, parameter.cols);
        }
}

void PackedWeights::pack(const float* weights, Team& team) {
    for (const Parameter& parameter : m_layout->parameters())
        if (isFactor(parameter)) {
            // A view reads and writes; packing reads.
            const Tensor weight{const_cast<float*>(weights) + parameter.offset, parameter.rows, parameter.cols};
            m_packed.at({parameter.kind, parameter.layer}).pack(weight, team);
        }
}

void PackedWeights::packRows(const Parameter& parameter, std::int64_t first, const Tensor& rows) {
    if (isFactor(parameter))
        m_packed.at({parameter.kind, parameter.layer}).packRows(rows, first);
}

} // namespace lanewright::engine
