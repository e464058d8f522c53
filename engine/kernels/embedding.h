// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/tensor.h"

#include <cstdint>
#include <span>

namespace lanewright::engine {

/// out (n,C): row i = tokenTable (V,C) at tokens[i] + positionTable (T,C) at i mod T. n = tokens.size().
void embeddingForward(const Tensor& out, std::span<const std::uint8_t> tokens, const Tensor& tokenTable,
                      const Tensor& positionTable);

/// tokenGradient (V,C) and positionGradient (T,C) from outGradient (n,C), added token after token onto zeros.
void embeddingWeightGradient(const Tensor& tokenGradient, const Tensor& positionGradient, const Tensor& outGradient,
                             std::span<const std::uint8_t> tokens);

} // namespace lanewright::engine
