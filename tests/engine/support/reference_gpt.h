// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model_spec.h"

#include "engine/gpt/corpus.h"
#include "engine/gpt/parameters.h"

#include <vector>

namespace lanewright::engine::test {

using Doubles = std::vector<double>;

/// @name Plain loops in double precision, written from the definitions and for nothing but comparison
/// Matrices are rows of `cols` numbers one after the other.
/// @{
/// (m,n) = a (m,k) · b, b is (k,n), or (n,k) if `transposeB`.
Doubles product(const Doubles& a, const Doubles& b, int m, int k, int n, bool transposeB);
Doubles normalised(const Doubles& in, const Doubles& gain, const Doubles& bias, int width);
double gelu(double x);
/// (B·T,C) from qkv (B·T,3C).
Doubles attention(const Doubles& qkv, int batch, int context, int heads, int width);
/// Mean over the rows of −log softmax at the target.
double crossEntropy(const Doubles& logits, const std::vector<std::uint8_t>& targets, int vocabulary);
/// @}

/// The loss of one microbatch in double precision. `weights` are laid out by `layout`, which is that of the whole model
/// in one stage.
double referenceLoss(const ModelSpec& model, const ParameterLayout& layout, const Doubles& weights,
                     const Samples& samples);

} // namespace lanewright::engine::test
