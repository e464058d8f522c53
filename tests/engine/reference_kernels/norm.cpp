// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/reference_kernels/number.h"
#include "tests/engine/reference_kernels/reference_kernels.h"

#include <cmath>
#include <vector>

namespace lanewright::engine::reference {

void norm(const NormCall& call) {
    const auto width = static_cast<double>(call.in.cols);
    for (std::int64_t i = 0; i < call.in.rows; ++i) {
        double sum = 0;
        for (std::int64_t j = 0; j < call.in.cols; ++j)
            sum += get(call.in, i, j);
        const double mean = sum / width;
        double squares = 0;
        for (std::int64_t j = 0; j < call.in.cols; ++j)
            squares += (get(call.in, i, j) - mean) * (get(call.in, i, j) - mean);
        const double rstd = 1 / std::sqrt(squares / width + 1e-5);
        for (std::int64_t j = 0; j < call.in.cols; ++j)
            put(call.out, i, j, (get(call.in, i, j) - mean) * rstd * get(call.gain, 0, j) + get(call.bias, 0, j));
        put(call.mean, 0, i, mean);
        put(call.rstd, 0, i, rstd);
    }
}

void normGradient(const NormGradientCall& call) {
    const std::int64_t width = call.in.cols;
    std::vector<double> gainSums(static_cast<std::size_t>(width));
    std::vector<double> biasSums(static_cast<std::size_t>(width));
    std::vector<double> next(static_cast<std::size_t>(width));
    for (std::int64_t i = 0; i < call.in.rows; ++i) {
        const double rstd = get(call.rstd, 0, i);
        const auto h = [&](std::int64_t j) { return (double{get(call.in, i, j)} - get(call.mean, 0, i)) * rstd; };
        const auto g = [&](std::int64_t j) { return double{get(call.outGradient, i, j)} * get(call.gain, 0, j); };
        double meanG = 0;
        double meanGh = 0;
        for (std::int64_t j = 0; j < width; ++j) {
            meanG += g(j) / static_cast<double>(width);
            meanGh += g(j) * h(j) / static_cast<double>(width);
        }
        for (std::int64_t j = 0; j < width; ++j) {
            const auto at = static_cast<std::size_t>(j);
            next[at] = get(call.gradient, i, j) + rstd * (g(j) - meanG - h(j) * meanGh);
            gainSums[at] += get(call.outGradient, i, j) * h(j);
            biasSums[at] += get(call.outGradient, i, j);
        }
        // `passed` may lie where `in` lies, of which this row is needed no more.
        for (std::int64_t j = 0; j < width; ++j) {
            if (!call.passed.empty())
                put(call.passed, i, j, get(call.gradient, i, j));
            put(call.gradient, i, j, next[static_cast<std::size_t>(j)]);
            if (!call.rounded.empty())
                put(call.rounded, i, j, next[static_cast<std::size_t>(j)]);
        }
    }
    for (std::int64_t j = 0; j < width; ++j) {
        put(call.gainGradient, 0, j, gainSums[static_cast<std::size_t>(j)]);
        put(call.biasGradient, 0, j, biasSums[static_cast<std::size_t>(j)]);
    }
}

} // namespace lanewright::engine::reference
