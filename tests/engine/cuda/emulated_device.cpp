// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/cuda/emulated_device.h"

#include "engine/cuda/kernels/kernels.h"
#include "tests/engine/reference_kernels/reference_kernels.h"

#include <cstring>
#include <limits>
#include <new>
#include <vector>

namespace lanewright::testing {

using namespace engine;

namespace {

constexpr std::align_val_t kAlignment{256};
constexpr std::int64_t kScratch = 4096; ///< floats

} // namespace

DeviceFacts EmulatedDevice::facts() const { return {.name = "emulated GPU"}; }

std::byte* EmulatedDevice::take(Bytes bytes) {
    return static_cast<std::byte*>(operator new(static_cast<std::size_t>(bytes), kAlignment));
}
void EmulatedDevice::giveBack(std::byte* memory) { operator delete(memory, kAlignment); }
std::byte* EmulatedDevice::takeHost(Bytes bytes) { return take(bytes); }
void EmulatedDevice::giveBackHost(std::byte* memory) { giveBack(memory); }

Stream EmulatedDevice::stream(int lane, StreamUse /*use*/) { return {lane}; }
Event EmulatedDevice::makeEvent(bool /*timed*/) { return {0}; }
void EmulatedDevice::record(Event /*event*/, Stream /*stream*/) {}
void EmulatedDevice::wait(Stream /*stream*/, Event /*event*/) {}
bool EmulatedDevice::isDone(Event /*event*/) { return true; }
Time EmulatedDevice::between(Event /*from*/, Event /*to*/) { return 0; }

void EmulatedDevice::copy(Stream /*stream*/, void* to, const void* from, Bytes bytes) {
    std::memcpy(to, from, static_cast<std::size_t>(bytes));
}
void EmulatedDevice::clear(Stream /*stream*/, void* memory, Bytes bytes) {
    std::memset(memory, 0, static_cast<std::size_t>(bytes));
}

void EmulatedDevice::product(Stream /*stream*/, const ProductCall& call) { reference::product(call); }
void EmulatedDevice::embed(Stream /*stream*/, const Matrix& out, const std::uint8_t* tokens, const Matrix& tokenTable,
                           const Matrix& positionTable) {
    cuda::embed(nullptr, out, tokens, tokenTable, positionTable);
}
void EmulatedDevice::embedGradient(Stream /*stream*/, const Matrix& tokenGradient, const Matrix& positionGradient,
                                   const Matrix& outGradient, const std::uint8_t* tokens) {
    std::vector<float> scratch(kScratch, std::numeric_limits<float>::quiet_NaN());
    cuda::embedGradient(nullptr, tokenGradient, positionGradient, outGradient, tokens,
                        {scratch.data(), NumberKind::Float, 1, kScratch, kScratch});
}
void EmulatedDevice::norm(Stream /*stream*/, const NormCall& call) { cuda::norm(nullptr, call); }
void EmulatedDevice::normGradient(Stream /*stream*/, const NormGradientCall& call) {
    cuda::normGradient(nullptr, call);
}
void EmulatedDevice::attention(Stream /*stream*/, const AttentionCall& call) { cuda::attention(nullptr, call); }
void EmulatedDevice::attentionGradient(Stream /*stream*/, const AttentionCall& call) {
    cuda::attentionGradient(nullptr, call);
}
void EmulatedDevice::gelu(Stream /*stream*/, const Matrix& out, const Matrix& in) { cuda::gelu(nullptr, out, in); }
void EmulatedDevice::geluGradient(Stream /*stream*/, const Matrix& in, const Matrix& outGradient) {
    cuda::geluGradient(nullptr, in, outGradient);
}
void EmulatedDevice::convert(Stream /*stream*/, const Matrix& to, const Matrix& from) {
    cuda::convert(nullptr, to, from);
}
void EmulatedDevice::add(Stream /*stream*/, const Matrix& to, const Matrix& from) { cuda::add(nullptr, to, from); }
void EmulatedDevice::columnSums(Stream /*stream*/, const Matrix& sums, const Matrix& in, const Matrix& scratch) {
    cuda::columnSums(nullptr, sums, in, scratch);
}
void EmulatedDevice::crossEntropy(Stream /*stream*/, const Matrix& logits, const std::uint8_t* targets,
                                  const Matrix& losses) {
    cuda::crossEntropy(nullptr, logits, targets, losses);
}
void EmulatedDevice::crossEntropyGradient(Stream /*stream*/, const Matrix& gradient, const Matrix& probabilities,
                                          const std::uint8_t* targets, float scale) {
    cuda::crossEntropyGradient(nullptr, gradient, probabilities, targets, scale);
}
void EmulatedDevice::adamw(Stream /*stream*/, const AdamCall& call) { cuda::adamw(nullptr, call); }
void EmulatedDevice::sumsOfSquares(Stream /*stream*/, double* sums, const float* numbers,
                                   std::span<const std::int64_t> counts, double* scratch) {
    cuda::sumsOfSquares(nullptr, sums, numbers, counts, scratch);
}

} // namespace lanewright::testing
