// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/nccl_links.h"

#include "engine/cuda/owned.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace lanewright::engine::cuda {

namespace {

/// Blocks of threads that a link takes from computing: a posted receive spins on them until it is served.
constexpr int kBlocks = 2;
/// How long peers have to take up a call.
constexpr std::chrono::seconds kTimeout{120};

ncclConfig_t config() {
    ncclConfig_t made = NCCL_CONFIG_INITIALIZER;
    made.blocking = 0;
    made.minCTAs = 1;
    made.maxCTAs = kBlocks;
    made.splitShare = 0;
    return made;
}

bool isWell(ncclResult_t status) { return status == ncclSuccess || status == ncclInProgress; }

} // namespace

NcclLinks::NcclLinks(const Nccl& nccl, int device, Lanes& lanes, const LinkWish& wish)
    : m_nccl(nccl), m_device(device), m_lanes(lanes), m_wish(wish), m_links(wish.links.size()) {
    LW_CUDA(cudaSetDevice(device));
    try {
        makeWorld();
        makeLinks();
        tryLinks();
    } catch (...) {
        abort();
        throw;
    }
}

NcclLinks::~NcclLinks() {
    // A clean end was waited for by the caller; whatever still runs here belongs to a run that failed.
    abort();
}

void NcclLinks::settle(ncclComm_t communicator, ncclResult_t status, const char* call, int line) const {
    const auto end = std::chrono::steady_clock::now() + kTimeout;
    while (isWell(status)) {
        const ncclResult_t asked = m_nccl.asyncError(communicator, &status);
        if (asked != ncclSuccess)
            status = asked;
        else if (status == ncclSuccess)
            return;
        if (status == ncclInProgress && std::chrono::steady_clock::now() > end)
            refuse(call, say(phrase("engine", "a peer did not take part in time")), __FILE__, line);
        m_wish.breathe();
        std::this_thread::yield();
    }
    const char* const more = m_nccl.lastError(communicator);
    std::string words = m_nccl.errorString(status);
    if (more != nullptr && *more != '\0')
        words += std::string{": "} + more;
    refuse(call, words, __FILE__, line);
}

void NcclLinks::makeWorld() {
    ncclUniqueId id = {};
    if (m_wish.process == 0) {
        const ncclResult_t status = m_nccl.getUniqueId(&id);
        if (status != ncclSuccess)
            refuse("ncclGetUniqueId", m_nccl.errorString(status), __FILE__, __LINE__);
    }
    m_wish.share(std::as_writable_bytes(std::span{id.internal}));
    ncclConfig_t wanted = config();
    const ncclResult_t status = m_nccl.initRank(&m_world, m_wish.processes, id, m_wish.process, &wanted);
    settle(m_world, status, "ncclCommInitRankConfig", __LINE__);
}

/// Every process takes part in every split, all in one order.
void NcclLinks::makeLinks() {
    for (std::size_t number = 0; number < m_links.size(); ++number) {
        const auto [from, to] = m_wish.links[number];
        const bool isMine = m_wish.process == from || m_wish.process == to;
        Link& link = m_links[number];
        ncclConfig_t wanted = config();
        const ncclResult_t status = m_nccl.split(m_world, isMine ? 0 : NCCL_SPLIT_NOCOLOR,
                                                 m_wish.process == from ? 0 : 1, &link.communicator, &wanted);
        settle(m_world, status, "ncclCommSplit", __LINE__);
        if (!isMine)
            continue;
        settle(link.communicator, ncclInProgress, "ncclCommSplit", __LINE__);
        link.stream = m_lanes.add();
        link.receiver = from == to ? 0 : 1;
    }
}

/// One number over each link, lest its connection be made in the middle of a step.
void NcclLinks::tryLinks() {
    const OwnMemory room = takeMemory(256);
    for (std::size_t number = 0; number < m_links.size(); ++number) {
        if (m_links[number].communicator == nullptr)
            continue;
        tryLink(static_cast<int>(number), room.get());
        while (!isIdle(m_links[number])) {
            m_wish.breathe();
            check();
        }
    }
}

void NcclLinks::tryLink(int link, void* number) {
    const auto [from, to] = m_wish.links[link];
    if (from == to)
        sendToSelf(link, number, static_cast<std::byte*>(number) + 1, 1);
    else if (from == m_wish.process)
        send(link, number, 1);
    else
        receive(link, number, 1);
}

bool NcclLinks::isIdle(const Link& link) const {
    const cudaError_t status = cudaStreamQuery(m_lanes.handle(link.stream));
    if (status == cudaErrorNotReady)
        return false;
    checkCall(status, "cudaStreamQuery", __FILE__, __LINE__);
    return true;
}

void NcclLinks::send(int link, const void* from, Bytes bytes) {
    const Link& way = at(link);
    LW_CUDA(cudaSetDevice(m_device));
    settle(way.communicator,
           m_nccl.send(from, static_cast<std::size_t>(bytes), ncclChar, way.receiver, way.communicator,
                       m_lanes.handle(way.stream)),
           "ncclSend", __LINE__);
}

void NcclLinks::receive(int link, void* into, Bytes bytes) {
    const Link& way = at(link);
    LW_CUDA(cudaSetDevice(m_device));
    settle(way.communicator,
           m_nccl.receive(into, static_cast<std::size_t>(bytes), ncclChar, way.sender, way.communicator,
                          m_lanes.handle(way.stream)),
           "ncclRecv", __LINE__);
}

/// What goes to oneself must be sent and received in one group.
void NcclLinks::sendToSelf(int link, const void* from, void* into, Bytes bytes) {
    const Link& way = at(link);
    const auto count = static_cast<std::size_t>(bytes);
    cudaStream_t const queue = m_lanes.handle(way.stream);
    LW_CUDA(cudaSetDevice(m_device));
    ncclResult_t status = m_nccl.groupStart();
    if (isWell(status))
        status = m_nccl.send(from, count, ncclChar, way.receiver, way.communicator, queue);
    if (isWell(status))
        status = m_nccl.receive(into, count, ncclChar, way.sender, way.communicator, queue);
    const ncclResult_t end = m_nccl.groupEnd();
    settle(way.communicator, isWell(status) ? end : status, "ncclGroupEnd", __LINE__);
}

void NcclLinks::check() {
    for (std::size_t number = 0; number < m_links.size(); ++number) {
        if (m_links[number].communicator == nullptr)
            continue;
        ncclResult_t status = ncclSuccess;
        const ncclResult_t asked = m_nccl.asyncError(m_links[number].communicator, &status);
        if (asked == ncclSuccess && isWell(status))
            continue;
        const auto [from, to] = m_wish.links[number];
        refuse("ncclCommGetAsyncError",
               say(phrase("engine", "the link from process %1 to process %2: %3"), from, to,
                   m_nccl.errorString(asked != ncclSuccess ? asked : status)),
               __FILE__, __LINE__);
    }
}

void NcclLinks::abort() noexcept {
    cudaSetDevice(m_device);
    abortLinks();
    if (ncclComm_t const world = std::exchange(m_world, nullptr))
        m_nccl.abort(world);
    // The end of the world is also that of a split that was under way, which may have made one more.
    abortLinks();
}

void NcclLinks::abortLinks() noexcept {
    for (Link& link : m_links)
        if (ncclComm_t const communicator = std::exchange(link.communicator, nullptr))
            m_nccl.abort(communicator);
}

} // namespace lanewright::engine::cuda
