// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/adamw.h"

#include "engine/kernels/vectorise.h"

#include <array>
#include <cmath>

namespace lanewright::engine {

LANEWRIGHT_CLONES
void adamwStep(const AdamTensors& to, const AdamTensors& from, const Tensor& gradient, float scale,
               const OptimizerSettings& settings, int step, bool decays) {
    assert(to.weight.sameShape(gradient) && from.weight.sameShape(gradient));
    const auto beta1 = static_cast<float>(settings.beta1);
    const auto beta2 = static_cast<float>(settings.beta2);
    const auto correct1 = static_cast<float>(1 / (1 - std::pow(settings.beta1, step)));
    const auto correct2 = static_cast<float>(1 / (1 - std::pow(settings.beta2, step)));
    const auto rate = static_cast<float>(settings.learningRate);
    const auto epsilon = static_cast<float>(settings.epsilon);
    const float keep = decays ? static_cast<float>(1 - settings.learningRate * settings.weightDecay) : 1.0F;
    const float* const oldWeight = from.weight.data;
    const float* const oldMoment1 = from.moment1.data;
    const float* const oldMoment2 = from.moment2.data;
    const float* const slope = gradient.data;
    float* const newWeight = to.weight.data;
    float* const newMoment1 = to.moment1.data;
    float* const newMoment2 = to.moment2.data;
    const std::int64_t count = gradient.size();
    // Each number depends on those of its own place alone, so old and new may share their memory.
#if !defined(__clang__)
#pragma GCC ivdep
#endif
    for (std::int64_t i = 0; i < count; ++i) {
        const float g = slope[i] * scale;
        const float m = beta1 * oldMoment1[i] + (1.0F - beta1) * g;
        const float v = beta2 * oldMoment2[i] + (1.0F - beta2) * g * g;
        newMoment1[i] = m;
        newMoment2[i] = v;
        newWeight[i] = keep * oldWeight[i] - rate * (m * correct1) / (std::sqrt(v * correct2) + epsilon);
    }
}

LANEWRIGHT_CLONES
double sumOfSquares(const Tensor& tensor) {
    constexpr std::int64_t kLanes = 16;
    std::array<double, kLanes> sums{};
    const std::int64_t count = tensor.size();
    const std::int64_t whole = count - count % kLanes;
    for (std::int64_t i = 0; i < whole; i += kLanes)
        for (std::int64_t lane = 0; lane < kLanes; ++lane) {
            const auto value = static_cast<double>(tensor.data[i + lane]);
            sums[lane] += value * value;
        }
    for (std::int64_t i = whole; i < count; ++i) {
        const auto value = static_cast<double>(tensor.data[i]);
        sums[i - whole] += value * value;
    }
    double total = 0;
    for (const double sum : sums)
        total += sum;
    return total;
}

} // namespace lanewright::engine
