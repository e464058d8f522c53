// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/optimizer_state.h"

#include "engine/kernels/adamw.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace lanewright::engine {

StateBanks::StateBanks(std::int64_t count, int banks, MemorySource* source)
    : m_next(static_cast<std::size_t>(banks - 1)) {
    assert(banks == 1 || banks == 2);
    for (std::size_t bank = 0; bank <= m_next; ++bank)
        for (Buffer* const buffer : {&m_banks[bank].weights, &m_banks[bank].moment1, &m_banks[bank].moment2}) {
            *buffer = Buffer(count, source);
            if (source == nullptr)
                std::fill_n(buffer->data(), count, 0.0F); // touches all pages before the first step
        }
}

void StateBanks::rollBack() {
    assert(m_used != m_next);
    takeNext();
}

OptimizerState::OptimizerState(const ParameterLayout& layout, const ModelSpec& model, int banks)
    : StateBanks(layout.count(), banks), m_layout(&layout) {
    initialise(weights(), layout, model);
}

void OptimizerState::step(float* gradient, float scale, const OptimizerSettings& settings, int count, Team& team,
                          std::int64_t rowsAtATime, const OnRows& onRows) {
    const auto stepRows = [&](const Parameter& parameter, std::int64_t first, std::int64_t rows) {
        const auto piece = [&](float* memory) {
            return Tensor{memory + parameter.offset + first * parameter.cols, rows, parameter.cols};
        };
        const auto pieces = [&](Bank& bank) {
            return AdamTensors{piece(bank.weights.data()), piece(bank.moment1.data()), piece(bank.moment2.data())};
        };
        const AdamTensors written = pieces(next());
        adamwStep(written, pieces(used()), piece(gradient), scale, settings, count, parameter.isMatrix());
        onRows(parameter, first, written.weight);
    };
    for (const Parameter& parameter : m_layout->parameters())
        team.split(parameter.rows, rowsAtATime, [&](const Share& share) {
            const std::int64_t end = share.first + share.count;
            for (std::int64_t first = share.first; first < end; first += rowsAtATime)
                stepRows(parameter, first, std::min(rowsAtATime, end - first));
        });
    takeNext();
}

} // namespace lanewright::engine
