// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/norm.h"

#include "engine/kernels/vector_math.h"

#include <cmath>

namespace lanewright::engine {

namespace {

constexpr float kEpsilon = 1e-5F;

template <typename Number>
LANEWRIGHT_INLINE void forwardOf(const View<Number>& out, const Tensor& mean, const Tensor& rstd, const Tensor& in,
                                 const Tensor& gain, const Tensor& bias) {
    assert(out.sameShape(in) && gain.cols == in.cols && bias.cols == in.cols);
    assert(mean.cols == in.rows && rstd.cols == in.rows);
    const std::int64_t width = in.cols;
    const float each = 1.0F / static_cast<float>(width);
    for (std::int64_t i = 0; i < in.rows; ++i) {
        const float* const x = in.row(i);
        Number* const y = out.row(i);
        const float m = sumOf(width, [&](std::int64_t j) { return x[j]; }) * each;
        const float variance = sumOf(width, [&](std::int64_t j) { return (x[j] - m) * (x[j] - m); }) * each;
        const float r = 1.0F / std::sqrt(variance + kEpsilon);
        for (std::int64_t j = 0; j < width; ++j)
            y[j] = rounded<Number>((x[j] - m) * r * gain.data[j] + bias.data[j]);
        mean.data[i] = m;
        rstd.data[i] = r;
    }
}

/// Numbers of a row that are computed before any of them is overwritten.
constexpr std::int64_t kPiece = 256;

template <typename Number>
LANEWRIGHT_INLINE void rowOf(float* dx, Number* passed, const float* dy, std::int64_t i, const NormInput& norm) {
    const std::int64_t width = norm.in.cols;
    const float each = 1.0F / static_cast<float>(width);
    const float* const x = norm.in.row(i);
    const float* const gain = norm.gain.data;
    float* const gainSum = norm.gainSums.row(i / kNormRows);
    float* const biasSum = norm.biasSums.row(i / kNormRows);
    const float m = norm.mean.data[i];
    const float r = norm.rstd.data[i];
    // With h = (x − m)·r and g = dy·gain: dx = r · (g − mean of g − h · mean of g·h).
    const float meanG = sumOf(width, [&](std::int64_t j) { return dy[j] * gain[j]; }) * each;
    const float meanGh = sumOf(width, [&](std::int64_t j) { return dy[j] * gain[j] * ((x[j] - m) * r); }) * each;
    float next[kPiece];
    for (std::int64_t from = 0; from < width; from += kPiece) {
        const std::int64_t to = std::min(width, from + kPiece);
        for (std::int64_t j = from; j < to; ++j) {
            const float h = (x[j] - m) * r;
            next[j - from] = dx[j] + r * (dy[j] * gain[j] - meanG - h * meanGh);
            gainSum[j] += dy[j] * h;
            biasSum[j] += dy[j];
        }
        if (passed != nullptr)
            for (std::int64_t j = from; j < to; ++j)
                passed[j] = rounded<Number>(dx[j]);
        for (std::int64_t j = from; j < to; ++j)
            dx[j] = next[j - from];
    }
}

template <typename Number>
LANEWRIGHT_INLINE void gradientOf(const Tensor& gradient, const View<Number>& passed, const Tensor& outGradient,
                                  const NormInput& norm) {
    assert(gradient.sameShape(norm.in) && outGradient.sameShape(norm.in));
    assert(norm.gainSums.rows == (norm.in.rows + kNormRows - 1) / kNormRows);
    for (std::int64_t i = 0; i < norm.in.rows; ++i) {
        if (i % kNormRows == 0)
            for (std::int64_t j = 0; j < norm.in.cols; ++j)
                norm.gainSums.row(i / kNormRows)[j] = norm.biasSums.row(i / kNormRows)[j] = 0;
        rowOf(gradient.row(i), passed.data == nullptr ? nullptr : passed.row(i), outGradient.row(i), i, norm);
    }
}

} // namespace

template <>
LANEWRIGHT_CLONES void normForward(const View<float>& out, const Tensor& mean, const Tensor& rstd, const Tensor& in,
                                   const Tensor& gain, const Tensor& bias) {
    forwardOf(out, mean, rstd, in, gain, bias);
}

template <>
LANEWRIGHT_CLONES void normForward(const View<Bf16>& out, const Tensor& mean, const Tensor& rstd, const Tensor& in,
                                   const Tensor& gain, const Tensor& bias) {
    forwardOf(out, mean, rstd, in, gain, bias);
}

template <>
LANEWRIGHT_CLONES void normInputGradient(const Tensor& gradient, const View<float>& passed, const Tensor& outGradient,
                                         const NormInput& norm) {
    gradientOf(gradient, passed, outGradient, norm);
}

template <>
LANEWRIGHT_CLONES void normInputGradient(const Tensor& gradient, const View<Bf16>& passed, const Tensor& outGradient,
                                         const NormInput& norm) {
    gradientOf(gradient, passed, outGradient, norm);
}

} // namespace lanewright::engine
