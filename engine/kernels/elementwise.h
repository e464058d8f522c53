// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/tensor.h"

namespace lanewright::engine {

/// Copies the numbers of `from` (n,C) to `to` (n,C); both are whole.
void copy(const Tensor& to, const Tensor& from);

/// Sets every number of a whole tensor to 0.
void clear(const Tensor& tensor);

/// to += from, element by element; both are whole and of one shape.
void add(const Tensor& to, const Tensor& from);

/// out (n,C) += bias (1,C), on every row.
void addBias(const Tensor& out, const Tensor& bias);

/// out (n,C) = residual (n,C) + out (n,C) + bias (1,C)
void addBiasAndResidual(const Tensor& out, const Tensor& bias, const Tensor& residual);

/// sums (1,C) = the sums of the columns of `in` (n,C), row after row.
void columnSums(const Tensor& sums, const Tensor& in);

} // namespace lanewright::engine
