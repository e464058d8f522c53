// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/tensor.h"

/// Products of matrices, by oneDNN on one thread. Weights are stored as (N,K): one row per output.
namespace lanewright::engine {

/// Keeps oneDNN's products on the calling thread. Call it first on every thread that computes.
void pinToOneThread();

/// out (n,N) = in (n,K) · weight (N,K)ᵀ
void linearForward(const Tensor& out, const Tensor& in, const Tensor& weight);

/// in gradient (n,K) = out gradient (n,N) · weight (N,K)
void linearInputGradient(const Tensor& inGradient, const Tensor& outGradient, const Tensor& weight);

/// weight gradient (N,K) = out gradient (n,N)ᵀ · in (n,K)
void linearWeightGradient(const Tensor& weightGradient, const Tensor& outGradient, const Tensor& in);

/// c (m,n) = scale · a · b, where a is (m,k), or (k,m) if `transposeA`, and b is (k,n), or (n,k) if `transposeB`.
void multiply(const Tensor& c, const Tensor& a, bool transposeA, const Tensor& b, bool transposeB, float scale = 1);

} // namespace lanewright::engine
