// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/accelerator/module.h"
#include "engine/cuda/kernels/kernel_device.h"
#include "engine/cuda/lanes.h"
#include "engine/cuda/products.h"

#include <map>

#include <cuda_runtime.h>

namespace lanewright::engine::cuda {

/// "13.0" of 13000.
std::string versionText(int version);
/// What is known of GPU `number` before it is opened.
DeviceFacts factsOf(int number);
/// The GPUs among `count` whose memory GPU `number` reaches by itself.
std::vector<int> peersOf(int number, int count);

/// One NVIDIA GPU.
class CudaDevice : public KernelDevice {
public:
    explicit CudaDevice(const DeviceWish& wish);
    ~CudaDevice() override;
    CudaDevice(const CudaDevice&) = delete;
    CudaDevice& operator=(const CudaDevice&) = delete;

    /// @name For links
    /// @{
    int number() const { return m_number; }
    Lanes& lanes() { return m_lanes; }
    /// @}

    DeviceFacts facts() const override;
    std::vector<std::string> choices() const override { return m_products.choices(); }
    std::string timeProducts(Stream stream) override;
    Result<Done> adoptProducts(const std::string& lines) override;
    void enter(const char* name) override;
    void leave() override;
    Result<std::unique_ptr<KernelTrace>> traceKernels(std::size_t most) override;

    std::byte* take(Bytes bytes) override;
    void giveBack(std::byte* memory) override;
    std::byte* takeHost(Bytes bytes) override;
    void giveBackHost(std::byte* memory) override;
    Bytes held() const override { return m_held; }
    Bytes left() const override;
    Bytes workspaceBytes() const override { return static_cast<Bytes>(Products::kScratch); }
    void lend(Stream stream, std::byte* memory) override { m_products.lend(stream.index, memory); }

    Stream stream(int lane, StreamUse use) override { return m_lanes.find(lane, use); }
    Event makeEvent(bool timed) override;
    void record(Event event, Stream stream) override;
    void wait(Stream stream, Event event) override;
    bool isDone(Event event) override;
    Time between(Event from, Event to) override;

    void copy(Stream stream, void* to, const void* from, Bytes bytes) override;
    void clear(Stream stream, void* memory, Bytes bytes) override;

    void product(Stream stream, const ProductCall& call) override;

private:
    std::string chooser() const;
    /// The stream's handle, with this GPU the current one of the calling thread.
    cudaStream_t queue(Stream stream) override;
    Matrix scratchOf(Stream stream) override;
    cudaEvent_t handle(Event event) const { return m_events.at(static_cast<std::size_t>(event.index)).get(); }

    int m_number;
    Lanes m_lanes;
    Products m_products;
    std::vector<OwnEvent> m_events;
    std::map<std::byte*, Bytes> m_taken; ///< what is out
    Bytes m_held = 0;                    ///< all of it
};

} // namespace lanewright::engine::cuda
