// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/gelu.h"

#include "engine/kernels/vector_math.h"

namespace lanewright::engine {

namespace {

constexpr float kTwiceRoot = 1.59576912F; // 2 · √(2/π), since (1 + tanh u) / 2 = 1 / (1 + e^(−2u))
constexpr float kCubic = 0.044715F;

LANEWRIGHT_INLINE float gate(float x) { return 1.0F / (1.0F + fastExp(-kTwiceRoot * (x + kCubic * x * x * x))); }

template <typename Number>
LANEWRIGHT_INLINE void forwardOf(const View<Number>& out, const View<Number>& in) {
    assert(out.sameShape(in));
    for (std::int64_t i = 0; i < in.rows; ++i) {
        const Number* const x = in.row(i);
        Number* const y = out.row(i);
        for (std::int64_t j = 0; j < in.cols; ++j) {
            const float number = x[j];
            y[j] = rounded<Number>(number * gate(number));
        }
    }
}

template <typename Number>
LANEWRIGHT_INLINE void gradientOf(const View<Number>& in, const Tensor& outGradient) {
    assert(in.sameShape(outGradient));
    for (std::int64_t i = 0; i < in.rows; ++i) {
        Number* const x = in.row(i);
        const float* const dy = outGradient.row(i);
        for (std::int64_t j = 0; j < in.cols; ++j) {
            const float number = x[j];
            const float s = gate(number);
            const float slope = kTwiceRoot * (1.0F + 3.0F * kCubic * number * number);
            x[j] = rounded<Number>(dy[j] * (s + number * s * (1.0F - s) * slope));
        }
    }
}

} // namespace

template <>
LANEWRIGHT_CLONES void geluForward(const View<float>& out, const View<float>& in) {
    forwardOf(out, in);
}

template <>
LANEWRIGHT_CLONES void geluForward(const View<Bf16>& out, const View<Bf16>& in) {
    forwardOf(out, in);
}

template <>
LANEWRIGHT_CLONES void geluInputGradientInPlace(const View<float>& in, const Tensor& outGradient) {
    gradientOf(in, outGradient);
}

template <>
LANEWRIGHT_CLONES void geluInputGradientInPlace(const View<Bf16>& in, const Tensor& outGradient) {
    gradientOf(in, outGradient);
}

} // namespace lanewright::engine
