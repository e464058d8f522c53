// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/accelerator/device.h"
#include "engine/cuda/driver.h"

#include <cuda_runtime.h>

#include <optional>
#include <vector>

namespace lanewright::engine::cuda {

/// The streams of all lanes of one GPU. With several lanes each has streaming multiprocessors of its own, all from one
/// split into green contexts; where the driver can't do that, lanes share the GPU by streams with priorities. A stream
/// is made when it is first asked for: the GPU takes work from few at a time, and one more may hold others up.
class Lanes {
public:
    Lanes(int device, int count);
    ~Lanes();
    Lanes(const Lanes&) = delete;
    Lanes& operator=(const Lanes&) = delete;

    int count() const { return m_count; }
    /// Those that each lane has for itself; 0 where lanes share all, or there is one.
    int processorsPerLane() const { return m_processors; }
    /// Why several lanes share all; empty: they don't.
    const Message& whyShared() const { return m_whyShared; }

    /// The stream of a lane for a use.
    Stream find(int lane, StreamUse use);
    /// A further stream, of no lane and of high priority.
    Stream add();
    cudaStream_t handle(Stream stream) const {
        const auto at = static_cast<std::size_t>(stream.index);
        return at < m_streams.size() ? m_streams[at] : m_added.at(at - m_streams.size());
    }
    /// Numbers of streams of lanes are below.
    int streams() const { return static_cast<int>(m_streams.size()); }

private:
    static constexpr int kUses = 4;

    void split();
    unsigned processorsOfEach(const CUdevResource& whole) const;
    void makeGreen(CUdevice device, CUdevResource part);
    void runTrial();
    cudaStream_t makeStream(int lane, StreamUse use) const;
    void dropStreams();
    void dropGreen();

    int m_device;
    int m_count;
    int m_processors = 0;
    Message m_whyShared;
    std::optional<GreenCalls> m_calls;
    std::vector<CUgreenCtx> m_green;     ///< by lane; none where they share the GPU
    std::vector<cudaStream_t> m_streams; ///< by lane and use; null: not asked for yet
    std::vector<cudaStream_t> m_added;
};

} // namespace lanewright::engine::cuda
