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

void OptimizerState::step(float* gradient, float scale, const OptimizerSettings& settings, int count) {
    for (const Parameter& parameter : m_layout->parameters()) {
        const auto tensor = [&](float* memory) {
            return Tensor{memory + parameter.offset, parameter.rows, parameter.cols};
        };
        const auto tensors = [&](Bank& bank) {
            return AdamTensors{tensor(bank.weights.data()), tensor(bank.moment1.data()), tensor(bank.moment2.data())};
        };
        adamwStep(tensors(m_banks[m_other]), tensors(m_banks[m_used]), tensor(gradient), scale, settings, count,
                  parameter.isMatrix());
    }
    std::swap(m_used, m_other);
}

void OptimizerState::takeBack() {
    assert(m_used != m_other);
    std::swap(m_used, m_other);
}

} // namespace lanewright::engine
