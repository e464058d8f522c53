// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/softmax.h"

#include "engine/kernels/vector_math.h"

#include <cassert>
#include <cmath>

namespace lanewright::engine {

namespace {

template <int kColumns>
LANEWRIGHT_INLINE void softmaxOf(float* scores, std::int64_t keys, std::int64_t firstQuery, float* logSums,
                                 float* inverses) {
    float top[kColumns];
    float sum[kColumns];
    for (int l = 0; l < kColumns; ++l) {
        top[l] = -std::numeric_limits<float>::infinity();
        sum[l] = 0;
    }
    for (std::int64_t key = 0; key < keys; ++key) {
        const float* const row = scores + key * kColumns;
        const auto seenFrom = static_cast<std::int32_t>(key - firstQuery); // the first column that sees the key
        for (int l = 0; l < kColumns; ++l)
            top[l] = l >= seenFrom && row[l] > top[l] ? row[l] : top[l];
    }
    for (std::int64_t key = 0; key < keys; ++key) {
        float* const row = scores + key * kColumns;
        const auto seenFrom = static_cast<std::int32_t>(key - firstQuery);
        for (int l = 0; l < kColumns; ++l) {
            const float e = fastExp(row[l] - top[l]);
            row[l] = l >= seenFrom ? e : 0.0F;
            sum[l] += row[l];
        }
    }
    for (int l = 0; l < kColumns; ++l) {
        logSums[l] = top[l] + std::log(sum[l]);
        inverses[l] = 1.0F / sum[l];
    }
}

template <int kColumns>
LANEWRIGHT_INLINE void gradientOf(float* scores, float* gradient, std::int64_t keys, std::int64_t firstQuery,
                                  const float* logSums) {
    float mean[kColumns] = {};
    for (std::int64_t key = 0; key < keys; ++key) {
        float* const p = scores + key * kColumns;
        const float* const g = gradient + key * kColumns;
        const auto seenFrom = static_cast<std::int32_t>(key - firstQuery);
        for (int l = 0; l < kColumns; ++l) {
            const float e = fastExp(p[l] - logSums[l]);
            p[l] = l >= seenFrom ? e : 0.0F;
            mean[l] += p[l] * g[l];
        }
    }
    for (std::int64_t key = 0; key < keys; ++key) {
        const float* const p = scores + key * kColumns;
        float* const g = gradient + key * kColumns;
        for (int l = 0; l < kColumns; ++l)
            g[l] = p[l] * (g[l] - mean[l]);
    }
}

} // namespace

LANEWRIGHT_CLONES
void softmaxColumns(float* scores, std::int64_t lanes, std::int64_t keys, std::int64_t firstQuery, float* logSums,
                    float* inverses) {
    assert(lanes == 8 || lanes == 16 || lanes == 32);
    if (lanes == 32)
        softmaxOf<32>(scores, keys, firstQuery, logSums, inverses);
    else if (lanes == 16)
        softmaxOf<16>(scores, keys, firstQuery, logSums, inverses);
    else
        softmaxOf<8>(scores, keys, firstQuery, logSums, inverses);
}

LANEWRIGHT_CLONES
void softmaxColumnsGradient(float* scores, float* gradient, std::int64_t lanes, std::int64_t keys,
                            std::int64_t firstQuery, const float* logSums) {
    assert(lanes == 8 || lanes == 16 || lanes == 32);
    if (lanes == 32)
        gradientOf<32>(scores, gradient, keys, firstQuery, logSums);
    else if (lanes == 16)
        gradientOf<16>(scores, gradient, keys, firstQuery, logSums);
    else
        gradientOf<8>(scores, gradient, keys, firstQuery, logSums);
}

LANEWRIGHT_CLONES
void scaleColumns(float* numbers, std::int64_t lanes, std::int64_t rows, const float* factors) {
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t l = 0; l < lanes; ++l)
            numbers[row * lanes + l] *= factors[l];
}

} // namespace lanewright::engine
