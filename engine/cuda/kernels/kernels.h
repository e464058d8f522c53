// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/accelerator/device.h"

struct CUstream_st;

/// What kernels are started by, beside the methods of a `KernelDevice`.
namespace lanewright::engine::cuda {

/// A queue of work, as the runtime knows it.
using Queue = ::CUstream_st*;

/// @name Kernels that others are made of, as the methods of those names of a `Device` say
/// @{
void convert(Queue queue, const Matrix& to, const Matrix& from);
void columnSums(Queue queue, const Matrix& sums, const Matrix& in, const Matrix& scratch);
/// @}
/// The sums of the columns of partial sums (rows,cols), in an order that depends on the shape alone: of the first
/// `split` to `sums`, of the others to `others`.
void sumRows(Queue queue, float* sums, float* others, std::int64_t split, const float* partial, std::int64_t rows,
             std::int64_t cols);

/// answer = kTrialAnswer, by a block that takes more shared memory than is given unasked: whether a queue runs kernels.
void tryKernel(Queue queue, int* answer);
constexpr int kTrialAnswer = 128;

/// @name Attention of each sort, which a device chooses from
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
