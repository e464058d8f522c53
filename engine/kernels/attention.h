// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/tensor.h"

/// Causal attention of several heads over B samples of T tokens. Row b·T + t of `qkv` (B·T,3C) holds query, key and
/// value of token t of sample b, each C = H·D wide, head after head.
///
/// No T×T matrix is ever made: a few queries at a time meet the keys that they may see. Heads are computed in floats
/// and independent of each other, so threads may share them out.
namespace lanewright::engine {

/// The numbers that tell the shape of an attention.
struct AttentionShape {
    std::int64_t batch = 0;   ///< B
    std::int64_t context = 0; ///< T
    std::int64_t heads = 0;   ///< H
    std::int64_t width = 0;   ///< C

    std::int64_t headWidth() const { return width / heads; }
    /// Heads of all samples, B·H; head h of sample b is the (b·H + h)-th.
    std::int64_t all() const { return batch * heads; }
    /// Numbers of scratch that a thread needs for either direction.
    std::int64_t scratch() const;
};

/// out (B·T,C) = attention of `qkv`, for `count` of all heads from `first` on. Keeps the logarithm of each query's sum
/// of exponentials in `logSums` (B·H,T).
template <typename Number>
void attentionForward(const View<Number>& out, const Tensor& logSums, const View<Number>& qkv,
                      const AttentionShape& shape, std::int64_t first, std::int64_t count, float* scratch);

/// The gradient of `qkv` (B·T,3C) takes its place, for `count` of all heads from `first` on. `outGradient` (B·T,C),
/// `logSums` (B·H,T) as kept; the probabilities are made again from them.
template <typename Number>
void attentionInputGradientInPlace(const View<Number>& qkv, const Tensor& outGradient, const Tensor& logSums,
                                   const AttentionShape& shape, std::int64_t first, std::int64_t count, float* scratch);

} // namespace lanewright::engine
