// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/accelerator/module.h"
#include "engine/cuda/lanes.h"
#include "engine/cuda/nccl.h"

#include <vector>

namespace lanewright::engine::cuda {

/// Links between GPUs by NCCL. Each has a communicator of two, in which the sender is rank 0, and a stream of high
/// priority. Communicators are nonblocking, so that a peer that is gone never holds the host; `abort` ends them all.
class NcclLinks : public DeviceLinks {
public:
    /// `device`: the number of the GPU, and `lanes` its streams, which outlive this. All processes take part, in step.
    NcclLinks(const Nccl& nccl, int device, Lanes& lanes, const LinkWish& wish);
    ~NcclLinks() override;
    NcclLinks(const NcclLinks&) = delete;
    NcclLinks& operator=(const NcclLinks&) = delete;

    Stream stream(int link) override { return at(link).stream; }
    void send(int link, const void* from, Bytes bytes) override;
    void receive(int link, void* into, Bytes bytes) override;
    void sendToSelf(int link, const void* from, void* into, Bytes bytes) override;
    void check() override;
    void abort() noexcept override;

private:
    /// An own end of a link; empty where both ends are on other processes. NCCL may still write its communicator when a
    /// call was given up, so this stays in its place.
    struct Link {
        ncclComm_t communicator = nullptr;
        Stream stream;
        int sender = 0; ///< in the communicator
        int receiver = 1;
    };

    void makeWorld();
    void makeLinks();
    void tryLinks();
    void tryLink(int link, void* number);
    bool isIdle(const Link& link) const;
    void abortLinks() noexcept;
    Link& at(int link) { return m_links.at(static_cast<std::size_t>(link)); }
    /// Waits until NCCL has taken up a call; throws what it says.
    void settle(ncclComm_t communicator, ncclResult_t status, const char* call, int line) const;

    const Nccl& m_nccl;
    int m_device;
    Lanes& m_lanes;
    LinkWish m_wish;
    ncclComm_t m_world = nullptr;
    std::vector<Link> m_links; ///< by their numbers
};

} // namespace lanewright::engine::cuda
