// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/cuda/emulated_device.h"

#include "tests/engine/reference_kernels/reference_kernels.h"

#include <cstring>
#include <limits>
#include <new>

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

Matrix EmulatedDevice::scratchOf(Stream /*stream*/) {
    m_scratch.assign(kScratch, std::numeric_limits<float>::quiet_NaN());
    return {m_scratch.data(), NumberKind::Float, 1, kScratch, kScratch};
}

} // namespace lanewright::testing
