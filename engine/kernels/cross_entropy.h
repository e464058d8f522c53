// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/tensor.h"

#include <cstdint>
#include <span>

namespace lanewright::engine {

/// logits (n,V) become their softmax; writes −log of the target's probability of each row to `losses`.
void crossEntropyForward(const Tensor& logits, std::span<const std::uint8_t> targets, std::span<double> losses);

/// probabilities (n,V), as left by the forward, become the gradient of the logits of `scale` · the sum over the rows.
void crossEntropyInputGradient(const Tensor& probabilities, std::span<const std::uint8_t> targets, float scale);

} // namespace lanewright::engine
