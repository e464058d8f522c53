// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/tensor.h"

/// GELU in its tanh form: x/2 · (1 + tanh(√(2/π)·(x + 0.044715 x³))).
namespace lanewright::engine {

/// out (n,N) = GELU(in (n,N)).
template <typename Number>
void geluForward(const View<Number>& out, const View<Number>& in);

/// in (n,N) = GELU′(in) · out gradient (n,N): the gradient takes the place of the input.
template <typename Number>
void geluInputGradientInPlace(const View<Number>& in, const Tensor& outGradient);

} // namespace lanewright::engine
