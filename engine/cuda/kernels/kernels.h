// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/accelerator/device.h"

struct CUstream_st;

/// The kernels, from the host's side.
namespace lanewright::engine::cuda {

/// A queue of work, as the runtime knows it.
using Queue = ::CUstream_st*;

/// @name The kernels, each as the method of that name of a `Device` says
/// @{
void embed(Queue queue, const Matrix& out, const std::uint8_t* tokens, const Matrix& tokenTable,
           const Matrix& positionTable);
/// `scratch`: some floats in one row, of which the order of the sums depends; none will do.
void embedGradient(Queue queue, const Matrix& tokenGradient, const Matrix& positionGradient, const Matrix& outGradient,
                   const std::uint8_t* tokens, const Matrix& scratch);
void norm(Queue queue, const NormCall& call);
void normGradient(Queue queue, const NormGradientCall& call);
void attention(Queue queue, const AttentionCall& call);
void attentionGradient(Queue queue, const AttentionCall& call);
void gelu(Queue queue, const Matrix& out, const Matrix& in);
void geluGradient(Queue queue, const Matrix& in, const Matrix& outGradient);
void convert(Queue queue, const Matrix& to, const Matrix& from);
void add(Queue queue, const Matrix& to, const Matrix& from);
void columnSums(Queue queue, const Matrix& sums, const Matrix& in, const Matrix& scratch);
void crossEntropy(Queue queue, const Matrix& logits, const std::uint8_t* targets, const Matrix& losses);
void crossEntropyGradient(Queue queue, const Matrix& gradient, const Matrix& probabilities, const std::uint8_t* targets,
                          float scale);
void adamw(Queue queue, const AdamCall& call);
void sumsOfSquares(Queue queue, double* sums, const float* numbers, std::span<const std::int64_t> counts,
                   double* scratch);
/// @}

/// The sums of the columns of partial sums (rows,cols), in an order that depends on the shape alone: of the first
/// `split` to `sums`, of the others to `others`.
void sumRows(Queue queue, float* sums, float* others, std::int64_t split, const float* partial, std::int64_t rows,
             std::int64_t cols);

/// answer = kTrialAnswer, by a block that takes more shared memory than is given unasked: whether a queue runs kernels.
void tryKernel(Queue queue, int* answer);
constexpr int kTrialAnswer = 128;

/// @name Attention of each sort, which `attention` and `attentionGradient` choose from
/// @{
/// Whether tensor cores do it: numbers of 16 bits, heads of a multiple of 8 and at most 128, all rows aligned.
bool onTensorCores(const AttentionCall& call);
void attentionByTiles(Queue queue, const AttentionCall& call);
void attentionPlainly(Queue queue, const AttentionCall& call);
/// Both read `dots` (B·H,T), for each query Σ output · its gradient; the query's gradient goes to `queryGradient`
/// (B·T,C), whose numbers are of the kind of `qkv`, those of key and value take their places.
void attentionGradientByTiles(Queue queue, const AttentionCall& call, const float* dots, void* queryGradient);
void attentionGradientPlainly(Queue queue, const AttentionCall& call, const float* dots, void* queryGradient);
/// @}

} // namespace lanewright::engine::cuda
