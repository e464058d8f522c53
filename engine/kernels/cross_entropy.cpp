// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/cross_entropy.h"

#include "engine/kernels/vector_math.h"

#include <cmath>

namespace lanewright::engine {

LANEWRIGHT_CLONES
void crossEntropyForward(const Tensor& logits, std::span<const std::uint8_t> targets, std::span<double> losses) {
    assert(logits.rows == static_cast<std::int64_t>(targets.size()) && targets.size() == losses.size());
    const std::int64_t count = logits.cols;
    for (std::int64_t i = 0; i < logits.rows; ++i) {
        float* const row = logits.row(i);
        const float top = largestOf(row, count);
        const double target = row[targets[i]];
        for (std::int64_t j = 0; j < count; ++j)
            row[j] = fastExp(row[j] - top);
        const float sum = sumOf(count, [&](std::int64_t j) { return row[j]; });
        const float scale = 1.0F / sum;
        for (std::int64_t j = 0; j < count; ++j)
            row[j] *= scale;
        losses[i] = std::log(static_cast<double>(sum)) + top - target;
    }
}

LANEWRIGHT_CLONES
void crossEntropyInputGradient(const Tensor& probabilities, std::span<const std::uint8_t> targets, float scale) {
    assert(probabilities.rows == static_cast<std::int64_t>(targets.size()));
    const std::int64_t count = probabilities.cols;
    for (std::int64_t i = 0; i < probabilities.rows; ++i) {
        float* const row = probabilities.row(i);
        for (std::int64_t j = 0; j < count; ++j)
            row[j] *= scale;
        row[targets[i]] -= scale;
    }
}

} // namespace lanewright::engine
