// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/norm.h"

#include "engine/kernels/vector_math.h"

#include <cmath>

namespace lanewright::engine {

namespace {

constexpr float kEpsilon = 1e-5F;

} // namespace

LANEWRIGHT_CLONES
void normForward(const Tensor& out, const Tensor& mean, const Tensor& rstd, const Tensor& in, const Tensor& gain,
                 const Tensor& bias) {
    assert(out.sameShape(in) && gain.cols == in.cols && bias.cols == in.cols);
    assert(mean.cols == in.rows && rstd.cols == in.rows);
    const std::int64_t width = in.cols;
    const float each = 1.0F / static_cast<float>(width);
    for (std::int64_t i = 0; i < in.rows; ++i) {
        const float* const x = in.row(i);
        float* const y = out.row(i);
        const float m = sumOf(width, [&](std::int64_t j) { return x[j]; }) * each;
        const float variance = sumOf(width, [&](std::int64_t j) { return (x[j] - m) * (x[j] - m); }) * each;
        const float r = 1.0F / std::sqrt(variance + kEpsilon);
        for (std::int64_t j = 0; j < width; ++j)
            y[j] = (x[j] - m) * r * gain.data[j] + bias.data[j];
        mean.data[i] = m;
        rstd.data[i] = r;
    }
}

LANEWRIGHT_CLONES
void normInputGradient(const Tensor& gradient, const Tensor& gainGradient, const Tensor& biasGradient,
                       const Tensor& outGradient, const Tensor& in, const Tensor& mean, const Tensor& rstd,
                       const Tensor& gain) {
    assert(gradient.sameShape(in) && outGradient.sameShape(in));
    assert(gainGradient.cols == in.cols && biasGradient.cols == in.cols);
    const std::int64_t width = in.cols;
    const float each = 1.0F / static_cast<float>(width);
    for (std::int64_t j = 0; j < width; ++j)
        gainGradient.data[j] = biasGradient.data[j] = 0;
    for (std::int64_t i = 0; i < in.rows; ++i) {
        const float* const x = in.row(i);
        const float* const dy = outGradient.row(i);
        float* const dx = gradient.row(i);
        const float m = mean.data[i];
        const float r = rstd.data[i];
        // With h = (x − m)·r and g = dy·gain: dx = r · (g − mean of g − h · mean of g·h).
        const float meanG = sumOf(width, [&](std::int64_t j) { return dy[j] * gain.data[j]; }) * each;
        const float meanGh =
            sumOf(width, [&](std::int64_t j) { return dy[j] * gain.data[j] * ((x[j] - m) * r); }) * each;
        for (std::int64_t j = 0; j < width; ++j) {
            const float h = (x[j] - m) * r;
            dx[j] += r * (dy[j] * gain.data[j] - meanG - h * meanGh);
            gainGradient.data[j] += dy[j] * h;
            biasGradient.data[j] += dy[j];
        }
    }
}

} // namespace lanewright::engine
