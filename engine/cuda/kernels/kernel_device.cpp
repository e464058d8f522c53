// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/kernels/kernel_device.h"

namespace lanewright::engine::cuda {

void KernelDevice::embed(Stream stream, const Matrix& out, const std::uint8_t* tokens, const Matrix& tokenTable,
                         const Matrix& positionTable) {
    cuda::embed(queue(stream), out, tokens, tokenTable, positionTable);
}
void KernelDevice::embedGradient(Stream stream, const Matrix& tokenGradient, const Matrix& positionGradient,
                                 const Matrix& outGradient, const std::uint8_t* tokens) {
    cuda::embedGradient(queue(stream), tokenGradient, positionGradient, outGradient, tokens, scratchOf(stream));
}
void KernelDevice::norm(Stream stream, const NormCall& call) { cuda::norm(queue(stream), call); }
void KernelDevice::normGradient(Stream stream, const NormGradientCall& call) {
    cuda::normGradient(queue(stream), call);
}
void KernelDevice::attention(Stream stream, const AttentionCall& call) { cuda::attention(queue(stream), call); }
void KernelDevice::attentionGradient(Stream stream, const AttentionCall& call) {
    cuda::attentionGradient(queue(stream), call);
}
void KernelDevice::gelu(Stream stream, const Matrix& out, const Matrix& in) { cuda::gelu(queue(stream), out, in); }
void KernelDevice::geluGradient(Stream stream, const Matrix& in, const Matrix& outGradient) {
    cuda::geluGradient(queue(stream), in, outGradient);
}
void KernelDevice::convert(Stream stream, const Matrix& to, const Matrix& from) {
    cuda::convert(queue(stream), to, from);
}
void KernelDevice::add(Stream stream, const Matrix& to, const Matrix& from) { cuda::add(queue(stream), to, from); }
void KernelDevice::columnSums(Stream stream, const Matrix& sums, const Matrix& in, const Matrix& scratch) {
    cuda::columnSums(queue(stream), sums, in, scratch);
}
void KernelDevice::crossEntropy(Stream stream, const Matrix& logits, const std::uint8_t* targets,
                                const Matrix& losses) {
    cuda::crossEntropy(queue(stream), logits, targets, losses);
}
void KernelDevice::crossEntropyGradient(Stream stream, const Matrix& gradient, const Matrix& probabilities,
                                        const std::uint8_t* targets, float scale) {
    cuda::crossEntropyGradient(queue(stream), gradient, probabilities, targets, scale);
}
void KernelDevice::adamw(Stream stream, const AdamCall& call) { cuda::adamw(queue(stream), call); }
void KernelDevice::sumsOfSquares(Stream stream, double* sums, const float* numbers,
                                 std::span<const std::int64_t> counts, double* scratch) {
    cuda::sumsOfSquares(queue(stream), sums, numbers, counts, scratch);
}

} // namespace lanewright::engine::cuda
