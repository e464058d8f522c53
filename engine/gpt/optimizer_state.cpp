// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/optimizer_state.h"

#include "engine/kernels/adamw.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace lanewright::engine {

OptimizerState::OptimizerState(const ParameterLayout& layout, const ModelSpec& model, int banks)
    : m_layout(&layout), m_other(static_cast<std::size_t>(banks - 1)) {
    assert(banks == 1 || banks == 2);
    for (std::size_t bank = 0; bank <= m_other; ++bank)
        for (Buffer* const buffer : {&m_banks[bank].weights, &m_banks[bank].moment1, &m_banks[bank].moment2}) {
            *buffer = Buffer(layout.count());
            std::fill_n(buffer->data(), buffer->size(), 0.0F); // touches all pages before the first step
        }
    initialise(weights(), layout, model);
}

void OptimizerState::step(float* gradient, float scale, const OptimizerSettings& settings, int count, Team& team) {
    constexpr std::int64_t kGrain = 4096; // numbers
    for (const Parameter& parameter : m_layout->parameters())
        team.split(parameter.size(), kGrain, [&](const Share& share) {
            const auto piece = [&](float* memory) {
                return Tensor{memory + parameter.offset + share.first, 1, share.count};
            };
            const auto pieces = [&](Bank& bank) {
                return AdamTensors{piece(bank.weights.data()), piece(bank.moment1.data()), piece(bank.moment2.data())};
            };
            adamwStep(pieces(m_banks[m_other]), pieces(m_banks[m_used]), piece(gradient), scale, settings, count,
                      parameter.isMatrix());
        });
    std::swap(m_used, m_other);
}

void OptimizerState::takeBack() {
    assert(m_used != m_other);
    std::swap(m_used, m_other);
}

} // namespace lanewright::engine
