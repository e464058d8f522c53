// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/adamw.h"

#include "engine/kernels/vectorise.h"

#include <cmath>

namespace lanewright::engine {

LANEWRIGHT_CLONES
void adamwStep(const Tensor& weight, const Tensor& moment1, const Tensor& moment2, const Tensor& gradient,
               const AdamW& settings, int step, bool decays) {
    assert(weight.sameShape(gradient) && moment1.sameShape(weight) && moment2.sameShape(weight));
    const auto beta1 = static_cast<float>(settings.beta1);
    const auto beta2 = static_cast<float>(settings.beta2);
    const auto correct1 = static_cast<float>(1 / (1 - std::pow(settings.beta1, step)));
    const auto correct2 = static_cast<float>(1 / (1 - std::pow(settings.beta2, step)));
    const auto rate = static_cast<float>(settings.learningRate);
    const auto epsilon = static_cast<float>(settings.epsilon);
    const float keep = decays ? static_cast<float>(1 - settings.learningRate * settings.weightDecay) : 1.0F;
    float* const w = weight.data;
    float* const m = moment1.data;
    float* const v = moment2.data;
    const float* const g = gradient.data;
    const std::int64_t count = weight.size();
    for (std::int64_t i = 0; i < count; ++i) {
        m[i] = beta1 * m[i] + (1.0F - beta1) * g[i];
        v[i] = beta2 * v[i] + (1.0F - beta2) * g[i] * g[i];
        w[i] = keep * w[i] - rate * (m[i] * correct1) / (std::sqrt(v[i] * correct2) + epsilon);
    }
}

} // namespace lanewright::engine
