// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/tensor.h"

/// Layer normalisation over each row.
namespace lanewright::engine {

/// out (n,C) = (in (n,C) − mean) · rstd · gain (1,C) + bias (1,C), where mean (1,n) and rstd (1,n) are those of each
/// row and are kept for the gradient. ε = 10⁻⁵ under the root.
template <typename Number>
void normForward(const View<Number>& out, const Tensor& mean, const Tensor& rstd, const Tensor& in, const Tensor& gain,
                 const Tensor& bias);

/// So many rows make one partial sum of the gradients of gain and bias, whatever piece of the rows is computed at a
/// time; so threads may share the rows out at multiples of it.
constexpr std::int64_t kNormRows = 32;

/// What the gradient of a norm reads and writes beside the gradient itself.
struct NormInput {
    Tensor in;       ///< (n,C) as the forward read it
    Tensor mean;     ///< (1,n)
    Tensor rstd;     ///< (1,n)
    Tensor gain;     ///< (1,C)
    Tensor gainSums; ///< (⌈n/kNormRows⌉,C) written: sums over some rows of the gradient of gain
    Tensor biasSums; ///< the same of bias
};

/// Adds the gradient of the input to `gradient` (n,C); `outGradient` is (n,C). Before, `gradient` as it comes in is
/// stored in `passed` (n,C), row for row; it may lie where `norm.in` lies if its rows start where those start. An empty
/// `passed` is left out.
template <typename Number>
void normInputGradient(const Tensor& gradient, const View<Number>& passed, const Tensor& outGradient,
                       const NormInput& norm);

} // namespace lanewright::engine
