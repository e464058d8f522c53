// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/embedding.h"

#include "engine/kernels/elementwise.h"
#include "engine/kernels/vectorise.h"

namespace lanewright::engine {

LANEWRIGHT_CLONES
void embeddingForward(const Tensor& out, std::span<const std::uint8_t> tokens, const Tensor& tokenTable,
                      const Tensor& positionTable) {
    assert(out.rows == static_cast<std::int64_t>(tokens.size()));
    const std::int64_t width = out.cols;
    for (std::int64_t i = 0; i < out.rows; ++i) {
        const float* const token = tokenTable.row(tokens[i]);
        const float* const position = positionTable.row(i % positionTable.rows);
        float* const row = out.row(i);
        for (std::int64_t j = 0; j < width; ++j)
            row[j] = token[j] + position[j];
    }
}

LANEWRIGHT_CLONES
void embeddingWeightGradient(const Tensor& tokenGradient, const Tensor& positionGradient, const Tensor& outGradient,
                             std::span<const std::uint8_t> tokens) {
    assert(outGradient.rows == static_cast<std::int64_t>(tokens.size()));
    clear(tokenGradient);
    clear(positionGradient);
    const std::int64_t width = outGradient.cols;
    for (std::int64_t i = 0; i < outGradient.rows; ++i) {
        float* const token = tokenGradient.row(tokens[i]);
        float* const position = positionGradient.row(i % positionGradient.rows);
        const float* const row = outGradient.row(i);
        for (std::int64_t j = 0; j < width; ++j) {
            token[j] += row[j];
            position[j] += row[j];
        }
    }
}

} // namespace lanewright::engine
