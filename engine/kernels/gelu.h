// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/tensor.h"

/// GELU in its tanh form: x/2 · (1 + tanh(√(2/π)·(x + 0.044715 x³))).
namespace lanewright::engine {

/// out (n,N) = GELU(in (n,N)); both are whole.
void geluForward(const Tensor& out, const Tensor& in);

/// in (n,N) = GELU′(in) · out gradient (n,N): the gradient takes the place of the input. Both are whole.
void geluInputGradientInPlace(const Tensor& in, const Tensor& outGradient);

} // namespace lanewright::engine
