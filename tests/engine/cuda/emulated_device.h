// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cuda/kernels/kernel_device.h"

#include <vector>

namespace lanewright::testing {

/// A device whose kernels are those of the backend `cuda`, run by the emulated GPU at once. It has no cuBLASLt:
/// products are the reference kernel's.
class EmulatedDevice : public engine::cuda::KernelDevice {
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

private:
    engine::cuda::Queue queue(engine::Stream /*stream*/) override { return nullptr; }
    engine::Matrix scratchOf(engine::Stream stream) override;

    std::vector<float> m_scratch = {};
};

} // namespace lanewright::testing
