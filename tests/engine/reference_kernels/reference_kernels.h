// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/accelerator/device.h"

/// A reference of every kernel of a `Device`: plain loops over memory of the host. What a kernel computes is said
/// there; its reference computes it in the most readable way, with sums in double precision, and rounds once.
namespace lanewright::engine::reference {

void product(const ProductCall& call);

void embed(const Matrix& out, const std::uint8_t* tokens, const Matrix& tokenTable, const Matrix& positionTable);
void embedGradient(const Matrix& tokenGradient, const Matrix& positionGradient, const Matrix& outGradient,
                   const std::uint8_t* tokens);

void norm(const NormCall& call);
void normGradient(const NormGradientCall& call);

void attention(const AttentionCall& call);
void attentionGradient(const AttentionCall& call);

void gelu(const Matrix& out, const Matrix& in);
void geluGradient(const Matrix& in, const Matrix& outGradient);

void convert(const Matrix& to, const Matrix& from);
void add(const Matrix& to, const Matrix& from);
void columnSums(const Matrix& sums, const Matrix& in);

void crossEntropy(const Matrix& logits, const std::uint8_t* targets, const Matrix& losses);
void crossEntropyGradient(const Matrix& gradient, const Matrix& probabilities, const std::uint8_t* targets,
                          float scale);

void adamw(const AdamCall& call);
void sumsOfSquares(double* sums, const float* numbers, std::span<const std::int64_t> counts);

} // namespace lanewright::engine::reference
