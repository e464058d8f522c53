// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/tensor.h"

namespace lanewright::engine {

/// to (n,C) = from (n,C), rounded where `to` has fewer bits.
void copy(const Tensor& to, const Tensor& from);
void copy(const View<Bf16>& to, const Tensor& from);

/// Sets every number to 0.
void clear(const Tensor& tensor);

/// to += from, element by element; both are whole and of one shape.
void add(const Tensor& to, const Tensor& from);

/// sums (1,C) = the sums of the columns of `in` (n,C), row after row.
void columnSums(const Tensor& sums, const Tensor& in);
void columnSums(const Tensor& sums, const View<Bf16>& in);

} // namespace lanewright::engine
