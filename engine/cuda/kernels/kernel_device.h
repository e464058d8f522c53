// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cuda/kernels/kernels.h"

namespace lanewright::engine::cuda {

/// A device that runs the kernels of this folder, whose files define these methods: a GPU, or in tests one that the
/// host emulates. Products are its own.
class KernelDevice : public Device {
public:
    void embed(Stream stream, const Matrix& out, const std::uint8_t* tokens, const Matrix& tokenTable,
               const Matrix& positionTable) override;
    void embedGradient(Stream stream, const Matrix& tokenGradient, const Matrix& positionGradient,
                       const Matrix& outGradient, const std::uint8_t* tokens) override;
    void norm(Stream stream, const NormCall& call) override;
    void normGradient(Stream stream, const NormGradientCall& call) override;
    void attention(Stream stream, const AttentionCall& call) override;
    void attentionGradient(Stream stream, const AttentionCall& call) override;
    void gelu(Stream stream, const Matrix& out, const Matrix& in) override;
    void geluGradient(Stream stream, const Matrix& in, const Matrix& outGradient) override;
    void convert(Stream stream, const Matrix& to, const Matrix& from) override {
        cuda::convert(queue(stream), to, from);
    }
    void add(Stream stream, const Matrix& to, const Matrix& from) override;
    void columnSums(Stream stream, const Matrix& sums, const Matrix& in, const Matrix& scratch) override {
        cuda::columnSums(queue(stream), sums, in, scratch);
    }
    void crossEntropy(Stream stream, const Matrix& logits, const std::uint8_t* targets, const Matrix& losses) override;
    void crossEntropyGradient(Stream stream, const Matrix& gradient, const Matrix& probabilities,
                              const std::uint8_t* targets, float scale) override;
    void adamw(Stream stream, const AdamCall& call) override;
    void sumsOfSquares(Stream stream, double* sums, const float* numbers, std::span<const std::int64_t> counts,
                       double* scratch) override;

private:
    /// Where work of the stream goes.
    virtual Queue queue(Stream stream) = 0;
    /// Floats in one row, for sums of gradients in the stream; how many there are decides in what order these are
    /// added. None will do.
    virtual Matrix scratchOf(Stream stream) = 0;
};

} // namespace lanewright::engine::cuda
