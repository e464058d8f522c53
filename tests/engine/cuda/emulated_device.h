// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/accelerator/device.h"

namespace lanewright::testing {

/// A device whose kernels are those of the backend `cuda`, run by the emulated GPU at once. It has no cuBLASLt:
/// products are the reference kernel's.
class EmulatedDevice : public engine::Device {
public:
    engine::DeviceFacts facts() const override;

    std::byte* take(Bytes bytes) override;
    void giveBack(std::byte* memory) override;
    std::byte* takeHost(Bytes bytes) override;
    void giveBackHost(std::byte* memory) override;

    engine::Stream stream(int lane, engine::StreamUse use) override;
    engine::Event makeEvent(bool timed) override;
    void record(engine::Event event, engine::Stream stream) override;
    void wait(engine::Stream stream, engine::Event event) override;
    bool isDone(engine::Event event) override;
    Time between(engine::Event from, engine::Event to) override;

    void copy(engine::Stream stream, void* to, const void* from, Bytes bytes) override;
    void clear(engine::Stream stream, void* memory, Bytes bytes) override;

    void product(engine::Stream stream, const engine::ProductCall& call) override;
    void embed(engine::Stream stream, const engine::Matrix& out, const std::uint8_t* tokens,
               const engine::Matrix& tokenTable, const engine::Matrix& positionTable) override;
    void embedGradient(engine::Stream stream, const engine::Matrix& tokenGradient,
                       const engine::Matrix& positionGradient, const engine::Matrix& outGradient,
                       const std::uint8_t* tokens) override;
    void norm(engine::Stream stream, const engine::NormCall& call) override;
    void normGradient(engine::Stream stream, const engine::NormGradientCall& call) override;
    void attention(engine::Stream stream, const engine::AttentionCall& call) override;
    void attentionGradient(engine::Stream stream, const engine::AttentionCall& call) override;
    void gelu(engine::Stream stream, const engine::Matrix& out, const engine::Matrix& in) override;
    void geluGradient(engine::Stream stream, const engine::Matrix& in, const engine::Matrix& outGradient) override;
    void convert(engine::Stream stream, const engine::Matrix& to, const engine::Matrix& from) override;
    void add(engine::Stream stream, const engine::Matrix& to, const engine::Matrix& from) override;
    void columnSums(engine::Stream stream, const engine::Matrix& sums, const engine::Matrix& in,
                    const engine::Matrix& scratch) override;
    void crossEntropy(engine::Stream stream, const engine::Matrix& logits, const std::uint8_t* targets,
                      const engine::Matrix& losses) override;
    void crossEntropyGradient(engine::Stream stream, const engine::Matrix& gradient,
                              const engine::Matrix& probabilities, const std::uint8_t* targets, float scale) override;
    void adamw(engine::Stream stream, const engine::AdamCall& call) override;
    void sumsOfSquares(engine::Stream stream, double* sums, const float* numbers, std::span<const std::int64_t> counts,
                       double* scratch) override;
};

} // namespace lanewright::testing
