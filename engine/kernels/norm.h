// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/tensor.h"

/// Layer normalisation over each row.
namespace lanewright::engine {

/// out (n,C) = (in (n,C) − mean) · rstd · gain (1,C) + bias (1,C), where mean (1,n) and rstd (1,n) are those of each
/// row and are kept for the gradient. ε = 10⁻⁵ under the root.
void normForward(const Tensor& out, const Tensor& mean, const Tensor& rstd, const Tensor& in, const Tensor& gain,
                 const Tensor& bias);

/// Adds the gradient of the input to `gradient` (n,C) and writes what the rows say of gain and bias, summed row after
/// row, to `gainGradient` (1,C) and `biasGradient` (1,C). `outGradient` and `in` are (n,C).
void normInputGradient(const Tensor& gradient, const Tensor& gainGradient, const Tensor& biasGradient,
                       const Tensor& outGradient, const Tensor& in, const Tensor& mean, const Tensor& rstd,
                       const Tensor& gain);

} // namespace lanewright::engine
