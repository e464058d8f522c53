// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model_spec.h"

#include "engine/accelerator/device.h"
#include "engine/device/buffer.h"
#include "engine/gpt/matrices.h"

#include <functional>
#include <vector>

namespace lanewright::engine {

/// A device's memory, as buffers know it.
class DeviceMemory : public MemorySource {
public:
    explicit DeviceMemory(Device& device) : m_device(&device) {}
    float* take(std::int64_t count) override;
    void giveBack(float* memory) override;

private:
    Device* m_device;
};

/// A piece of the host's memory that copies reach at once.
class HostPiece {
public:
    HostPiece(Device& device, Bytes bytes) : m_device(&device), m_memory(device.takeHost(bytes)) {}
    ~HostPiece();
    HostPiece(const HostPiece&) = delete;
    HostPiece& operator=(const HostPiece&) = delete;

    template <typename Number>
    Number* as() const {
        return reinterpret_cast<Number*>(m_memory);
    }

private:
    Device* m_device;
    std::byte* m_memory;
};

/// Sizes of what the stages of a lane share.
struct LaneSizes {
    ModelSpec model = {};
    Precision precision = Precision::Fp32;
    int microbatches = 1;         ///< in the step
    std::int64_t mostWeights = 0; ///< in the largest copy of a stage
    std::int64_t mostTensors = 0; ///< that these are in
    bool overlaps = false;        ///< there are overlapped pairs
};

/// The pieces of memory that the stages of a lane share, one behind the other.
struct LaneWorkspace {
    /// @name Workspace
    /// @{
    Matrix gradient; ///< (n,C) float: the gradient on its way through the layers
    Matrix rounded;  ///< (n,C) it, as products read it; of kept numbers
    Matrix narrow;   ///< (n,C) of kept numbers
    Matrix wide;     ///< (n,4C) of kept numbers
    Matrix sums;     ///< float: scratch of sums over rows
    Matrix attention;
    float* weights = nullptr;  ///< as large as the weights of the largest copy
    double* squares = nullptr; ///< scratch of the sums of squares of as many tensors
    /// @}
    /// @name Of all microbatches of a step, one behind the other
    /// @{
    std::uint8_t* tokens = nullptr;  ///< (M·n)
    std::uint8_t* targets = nullptr; ///< (M·n)
    float* losses = nullptr;         ///< (M·n), per token
    /// @}

    /// Lays all of them into memory, and gives how many floats they take. Null: only counts.
    std::int64_t lay(float* memory, const LaneSizes& lane);
};

/// What the stages of a lane share on its device. Ops come on one stream, but for the forward of an overlapped pair,
/// which needs none of the workspace.
struct LaneMemory : LaneWorkspace {
    LaneMemory(Device& device, int lane, const LaneSizes& sizes);

    Device* device;
    Stream compute;
    Stream overlap; ///< where there are overlapped pairs
    DeviceMemory source;
    BufferPool pool;      ///< activations
    Sizes sizes;          ///< for a microbatch whose samples fill the context; no other is larger
    AttentionShape shape; ///< for the microbatch at hand
    /// Gives the workspace the shapes of a microbatch, for what is enqueued from here on.
    void fit(const Sizes& of);
    /// Called again and again while the host waits for the device, with how long it has.
    std::function<void(Time waited)> breathe = [](Time) {};
    /// Waits for all that was enqueued in the stream.
    void finish(Stream stream);

    /// Floats of memory that all of it takes on a device whose streams need `workspace` bytes for products.
    static std::int64_t countFor(const LaneSizes& sizes, Bytes workspace);

private:
    void lendWorkspace(Stream stream);

    Buffer m_memory;
    std::vector<Buffer> m_workspaces; ///< for products
    Event m_mark;
};

/// @name Numbers between device and host, by the lane's first stream. These wait
/// @{
std::vector<float> readFloats(LaneMemory& lane, const float* from, std::int64_t count);
void writeFloats(LaneMemory& lane, float* to, const std::vector<float>& numbers);
/// @}

} // namespace lanewright::engine
