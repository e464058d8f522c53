// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/gelu.h"

#include "engine/kernels/vector_math.h"

namespace lanewright::engine {

namespace {

constexpr float kTwiceRoot = 1.59576912F; // 2 · √(2/π), since (1 + tanh u) / 2 = 1 / (1 + e^(−2u))
constexpr float kCubic = 0.044715F;

LANEWRIGHT_INLINE float gate(float x) { return 1.0F / (1.0F + fastExp(-kTwiceRoot * (x + kCubic * x * x * x))); }

} // namespace

LANEWRIGHT_CLONES
void geluForward(const Tensor& out, const Tensor& in) {
    assert(out.sameShape(in) && out.isWhole() && in.isWhole());
    const float* const x = in.data;
    float* const y = out.data;
    const std::int64_t count = in.size();
    for (std::int64_t i = 0; i < count; ++i)
        y[i] = x[i] * gate(x[i]);
}

LANEWRIGHT_CLONES
void geluInputGradientInPlace(const Tensor& in, const Tensor& outGradient) {
    assert(in.sameShape(outGradient) && in.isWhole() && outGradient.isWhole());
    float* const x = in.data;
    const float* const dy = outGradient.data;
    const std::int64_t count = in.size();
    for (std::int64_t i = 0; i < count; ++i) {
        const float s = gate(x[i]);
        const float slope = kTwiceRoot * (1.0F + 3.0F * kCubic * x[i] * x[i]);
        x[i] = dy[i] * (s + x[i] * s * (1.0F - s) * slope);
    }
}

} // namespace lanewright::engine
