// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/reference_kernels/number.h"
#include "tests/engine/reference_kernels/reference_kernels.h"

#include <algorithm>
#include <cmath>

namespace lanewright::engine::reference {

void adamw(const AdamCall& call) {
    const OptimizerSettings& settings = call.settings;
    const auto beta1 = static_cast<float>(settings.beta1);
    const auto beta2 = static_cast<float>(settings.beta2);
    const auto correct1 = static_cast<float>(1 / (1 - std::pow(settings.beta1, call.step)));
    const auto correct2 = static_cast<float>(1 / (1 - std::pow(settings.beta2, call.step)));
    const auto rate = static_cast<float>(settings.learningRate);
    const auto epsilon = static_cast<float>(settings.epsilon);
    const auto decayed = static_cast<float>(1 - settings.learningRate * settings.weightDecay);
    for (std::int64_t i = 0; i < call.count; ++i) {
        const bool isSpared = std::ranges::any_of(
            call.undecayed, [i](const NumberRange& range) { return range.first <= i && i < range.end; });
        const float keep = call.decays && !isSpared ? decayed : 1.0F;
        const float g = call.gradient[i] * call.scale;
        const float m = beta1 * call.from.moment1[i] + (1.0F - beta1) * g;
        const float v = beta2 * call.from.moment2[i] + (1.0F - beta2) * g * g;
        const float step = rate * (m * correct1) / (std::sqrt(v * correct2) + epsilon);
        call.to.moment1[i] = m;
        call.to.moment2[i] = v;
        call.to.weight[i] = keep * call.from.weight[i] - step;
        if (call.rounded != nullptr)
            static_cast<Bf16*>(call.rounded)[i] = toBf16(call.to.weight[i]);
    }
}

void sumsOfSquares(double* sums, const float* numbers, std::span<const std::int64_t> counts) {
    for (const std::int64_t count : counts) {
        *sums = 0;
        for (std::int64_t i = 0; i < count; ++i, ++numbers)
            *sums += double{*numbers} * double{*numbers};
        ++sums;
    }
}

} // namespace lanewright::engine::reference
