// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/reference_kernels/number.h"
#include "tests/engine/reference_kernels/reference_kernels.h"

#include <algorithm>
#include <cmath>

namespace lanewright::engine::reference {

namespace {

/// tanh(√(2/π)·(x + 0.044715 x³))
double bend(double x) { return std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)); }

double geluSlope(double x) {
    const double t = bend(x);
    const double inner = std::sqrt(2 / std::acos(-1.0)) * (1 + 3 * 0.044715 * x * x);
    return (1 + t) / 2 + x / 2 * (1 - t * t) * inner;
}

} // namespace

void gelu(const Matrix& out, const Matrix& in) {
    forEach(out, [&](std::int64_t i, std::int64_t j) {
        const double x = get(in, i, j);
        put(out, i, j, x / 2 * (1 + bend(x)));
    });
}

void geluGradient(const Matrix& in, const Matrix& outGradient) {
    forEach(in,
            [&](std::int64_t i, std::int64_t j) { put(in, i, j, geluSlope(get(in, i, j)) * get(outGradient, i, j)); });
}

void convert(const Matrix& to, const Matrix& from) {
    forEach(to, [&](std::int64_t i, std::int64_t j) { put(to, i, j, get(from, i, j)); });
}

void add(const Matrix& to, const Matrix& from) {
    forEach(to, [&](std::int64_t i, std::int64_t j) { put(to, i, j, get(to, i, j) + get(from, i, j)); });
}

void columnSums(const Matrix& sums, const Matrix& in) {
    for (std::int64_t j = 0; j < in.cols; ++j) {
        double sum = 0;
        for (std::int64_t i = 0; i < in.rows; ++i)
            sum += get(in, i, j);
        put(sums, 0, j, sum);
    }
}

void crossEntropy(const Matrix& logits, const std::uint8_t* targets, const Matrix& losses) {
    for (std::int64_t i = 0; i < logits.rows; ++i) {
        double top = get(logits, i, 0);
        for (std::int64_t j = 1; j < logits.cols; ++j)
            top = std::max(top, double{get(logits, i, j)});
        double sum = 0;
        for (std::int64_t j = 0; j < logits.cols; ++j)
            sum += std::exp(get(logits, i, j) - top);
        put(losses, 0, i, std::log(sum) + top - get(logits, i, targets[i]));
        for (std::int64_t j = 0; j < logits.cols; ++j)
            put(logits, i, j, std::exp(get(logits, i, j) - top) / sum);
    }
}

void crossEntropyGradient(const Matrix& gradient, const Matrix& probabilities, const std::uint8_t* targets,
                          float scale) {
    // Row after row from the front: a row of fewer bits may lie where its probabilities start, none lies ahead of them.
    forEach(gradient, [&](std::int64_t i, std::int64_t j) {
        const double hit = j == targets[i] ? 1 : 0;
        put(gradient, i, j, (get(probabilities, i, j) - hit) * scale);
    });
}

} // namespace lanewright::engine::reference
