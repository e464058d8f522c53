// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/accelerator/module.h"
#include "engine/cuda/device.h"
#include "engine/cuda/nccl.h"

#include <map>
#include <vector>

namespace lanewright::engine::cuda {

/// Links between GPUs by NCCL. Each has a communicator of two, in which the sender is rank 0, and a stream of high
/// priority. Communicators are nonblocking, so that a peer that is gone never holds the host; `abort` ends them all.
class NcclLinks : public DeviceLinks {
public:
    /// All ranks take part, in step.
    NcclLinks(const Nccl& nccl, CudaDevice& device, const LinkWish& wish);
    ~NcclLinks() override;
    NcclLinks(const NcclLinks&) = delete;
    NcclLinks& operator=(const NcclLinks&) = delete;

    void send(int rank, Stream stream, const void* from, Bytes bytes, Event sent) override;
    void receive(int rank, Stream stream, void* into, Bytes bytes, Event arrived) override;
    void addTwin(int rank, Stream stream, float* sums, std::int64_t count, float* scratch) override;
    void check() override;
    void abort() noexcept override;

private:
    struct Link {
        ncclComm_t communicator = nullptr;
        cudaStream_t stream = nullptr;
        cudaEvent_t ready = nullptr; ///< what the link waits for
    };

    void makeWorld(const LinkWish& wish);
    std::vector<char> gatherPeers(const LinkWish& wish);
    void makeLinks(const std::vector<char>& peers);
    void tryLinks();
    Link& link(std::map<int, Link>& links, int rank, const char* verb);
    void begin(Link& link, Stream stream);
    /// Waits until NCCL has taken up a call; throws what it says.
    void settle(ncclComm_t communicator, ncclResult_t status, const char* call, int line) const;

    const Nccl& m_nccl;
    CudaDevice& m_device;
    int m_rank;
    int m_ranks;
    ncclComm_t m_world = nullptr;
    std::map<int, Link> m_out; ///< by the rank that receives
    std::map<int, Link> m_in;  ///< by the rank that sends
};

} // namespace lanewright::engine::cuda
