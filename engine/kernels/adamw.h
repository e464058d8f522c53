// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/tensor.h"

namespace lanewright::engine {

/// The numbers of AdamW: Adam with weight decay apart from the gradient and correction of the early steps' bias.
struct AdamW {
    double learningRate = 1e-3;
    double beta1 = 0.9;
    double beta2 = 0.95;
    double epsilon = 1e-8;
    double weightDecay = 0.1; ///< of matrices; vectors (biases, gains) do not decay

    friend bool operator==(const AdamW&, const AdamW&) = default;
};

/// One step, the `step`-th counted from 1, on `weight`, its first and second moment and its gradient, all of one shape.
void adamwStep(const Tensor& weight, const Tensor& moment1, const Tensor& moment2, const Tensor& gradient,
               const AdamW& settings, int step, bool decays);

} // namespace lanewright::engine
