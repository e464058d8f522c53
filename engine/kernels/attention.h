// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/tensor.h"

/// Causal attention of several heads over B samples of T tokens. Row b·T + t of `qkv` (B·T,3C) holds query, key and
/// value of token t of sample b, each C = H·D wide, head after head.
namespace lanewright::engine {

/// The numbers that tell the shape of an attention.
struct AttentionShape {
    std::int64_t batch = 0;   ///< B
    std::int64_t context = 0; ///< T
    std::int64_t heads = 0;   ///< H
    std::int64_t width = 0;   ///< C

    std::int64_t headWidth() const { return width / heads; }
    /// Rows of the kept probabilities, each T wide.
    std::int64_t probabilityRows() const { return batch * heads * context; }
    /// Numbers of scratch that the gradient needs.
    std::int64_t scratch() const { return context * context + context * headWidth(); }
};

/// out (B·T,C) = attention of `qkv`. Keeps the probabilities (B·H·T,T), with zeros in the future.
void attentionForward(const Tensor& out, const Tensor& probabilities, const Tensor& qkv, const AttentionShape& shape);

/// The gradient of `qkv` (B·T,3C) takes its place. `outGradient` (B·T,C), `probabilities` (B·H·T,T) as kept, `scratch`
/// (1, `shape.scratch()`).
void attentionInputGradientInPlace(const Tensor& qkv, const Tensor& outGradient, const Tensor& probabilities,
                                   const Tensor& scratch, const AttentionShape& shape);

/// Turns row t of `scores` (T,T) into the softmax of its first t + 1 numbers, and the rest into zeros.
void causalSoftmax(const Tensor& scores);

/// gradient (T,T), which comes in as that of the probabilities (T,T), becomes that of the scores.
void causalSoftmaxInputGradient(const Tensor& gradient, const Tensor& probabilities);

} // namespace lanewright::engine
