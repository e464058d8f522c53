// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/links.h"

#include "engine/cuda/call.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace lanewright::engine::cuda {

namespace {

/// Blocks of threads that a link takes from computing: a posted receive spins on them until it is served.
constexpr int kBlocks = 2;
/// How long peers have to take up a call.
constexpr std::chrono::seconds kPatience{120};

ncclConfig_t config() {
    ncclConfig_t made = NCCL_CONFIG_INITIALIZER;
    made.blocking = 0;
    made.minCTAs = 1;
    made.maxCTAs = kBlocks;
    made.splitShare = 0;
    return made;
}

/// Memory of the GPU while this lives.
class Room {
public:
    explicit Room(std::size_t bytes) { LW_CUDA(cudaMalloc(&m_memory, bytes)); }
    ~Room() { cudaFree(m_memory); }
    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;
    void* at(std::size_t byte = 0) const { return static_cast<std::byte*>(m_memory) + byte; }

private:
    void* m_memory = nullptr;
};

} // namespace

NcclLinks::NcclLinks(const Nccl& nccl, CudaDevice& device, const LinkWish& wish)
    : m_nccl(nccl), m_device(device), m_rank(wish.rank), m_ranks(wish.ranks) {
    LW_CUDA(cudaSetDevice(device.number()));
    try {
        makeWorld(wish);
        makeLinks(gatherPeers(wish));
        tryLinks();
    } catch (...) {
        abort();
        throw;
    }
}

NcclLinks::~NcclLinks() {
    // A clean end was waited for by the caller; whatever still runs here belongs to a run that failed.
    abort();
    for (auto* const links : {&m_out, &m_in})
        for (auto& [rank, link] : *links) {
            cudaStreamDestroy(link.stream);
            cudaEventDestroy(link.ready);
        }
}

void NcclLinks::settle(ncclComm_t communicator, ncclResult_t status, const char* call, int line) const {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (status == ncclSuccess || status == ncclInProgress) {
        if (m_nccl.asyncError(communicator, &status) != ncclSuccess)
            break;
        if (status == ncclSuccess)
            return;
        if (status == ncclInProgress && std::chrono::steady_clock::now() > end)
            refuse(call, "a peer did not take part in time", __FILE__, line);
        std::this_thread::yield();
    }
    const char* const more = m_nccl.lastError(communicator);
    std::string words = m_nccl.errorString(status);
    if (more != nullptr && *more != '\0')
        words += std::string{": "} + more;
    refuse(call, words, __FILE__, line);
}

void NcclLinks::makeWorld(const LinkWish& wish) {
    ncclUniqueId id = {};
    if (m_rank == 0) {
        const ncclResult_t status = m_nccl.getUniqueId(&id);
        if (status != ncclSuccess)
            refuse("ncclGetUniqueId", m_nccl.errorString(status), __FILE__, __LINE__);
    }
    wish.share(std::as_writable_bytes(std::span{id.internal}));
    ncclConfig_t wanted = config();
    const ncclResult_t status = m_nccl.initRank(&m_world, m_ranks, id, m_rank, &wanted);
    settle(m_world, status, "ncclCommInitRankConfig", __LINE__);
}

/// Who exchanges values with whom: entry rank · ranks + other.
std::vector<char> NcclLinks::gatherPeers(const LinkWish& wish) {
    const auto ranks = static_cast<std::size_t>(m_ranks);
    std::vector<char> own(ranks, 0);
    for (const int peer : wish.peers)
        own.at(static_cast<std::size_t>(peer)) = 1;
    std::vector<char> all(ranks * ranks, 0);
    const Room room(ranks + all.size());
    const Stream stream = m_device.stream(0, StreamUse::Send);
    cudaStream_t const queue = m_device.handle(stream);
    LW_CUDA(cudaMemcpyAsync(room.at(), own.data(), ranks, cudaMemcpyHostToDevice, queue));
    settle(m_world, m_nccl.allGather(room.at(), room.at(ranks), ranks, ncclChar, m_world, queue), "ncclAllGather",
           __LINE__);
    LW_CUDA(cudaMemcpyAsync(all.data(), room.at(ranks), all.size(), cudaMemcpyDeviceToHost, queue));
    LW_CUDA(cudaStreamSynchronize(queue));
    return all;
}

/// Every rank takes part in every split, all in one order.
void NcclLinks::makeLinks(const std::vector<char>& peers) {
    const auto linked = [&](int one, int other) {
        const auto at = [&](int row, int col) {
            return static_cast<std::size_t>(row) * static_cast<std::size_t>(m_ranks) + static_cast<std::size_t>(col);
        };
        return peers[at(one, other)] != 0 || peers[at(other, one)] != 0;
    };
    int usual = 0;
    int urgent = 0;
    LW_CUDA(cudaDeviceGetStreamPriorityRange(&usual, &urgent));
    for (int from = 0; from < m_ranks; ++from)
        for (int to = 0; to < m_ranks; ++to) {
            if (from == to || !linked(from, to))
                continue;
            const bool isMine = m_rank == from || m_rank == to;
            ncclConfig_t wanted = config();
            Link link;
            const ncclResult_t status = m_nccl.split(m_world, isMine ? 0 : NCCL_SPLIT_NOCOLOR, m_rank == from ? 0 : 1,
                                                     &link.communicator, &wanted);
            settle(m_world, status, "ncclCommSplit", __LINE__);
            if (!isMine)
                continue;
            settle(link.communicator, ncclInProgress, "ncclCommSplit", __LINE__);
            auto& links = m_rank == from ? m_out : m_in;
            Link& kept = links[m_rank == from ? to : from] = link;
            LW_CUDA(cudaStreamCreateWithPriority(&kept.stream, cudaStreamNonBlocking, urgent));
            LW_CUDA(cudaEventCreateWithFlags(&kept.ready, cudaEventDisableTiming));
        }
}

/// One number over each link, lest its connection be made in the middle of a step.
void NcclLinks::tryLinks() {
    const Room room(256);
    for (int from = 0; from < m_ranks; ++from)
        for (int to = 0; to < m_ranks; ++to) {
            if (m_rank == from && m_out.contains(to)) {
                const Link& link = m_out[to];
                settle(link.communicator, m_nccl.send(room.at(), 1, ncclChar, 1, link.communicator, link.stream),
                       "ncclSend", __LINE__);
                LW_CUDA(cudaStreamSynchronize(link.stream));
            }
            if (m_rank == to && m_in.contains(from)) {
                const Link& link = m_in[from];
                settle(link.communicator, m_nccl.receive(room.at(), 1, ncclChar, 0, link.communicator, link.stream),
                       "ncclRecv", __LINE__);
                LW_CUDA(cudaStreamSynchronize(link.stream));
            }
        }
}

NcclLinks::Link& NcclLinks::link(std::map<int, Link>& links, int rank, const char* verb) {
    const auto found = links.find(rank);
    if (found == links.end())
        throw Failure(std::string{"there is no link to "} + verb + " rank " + std::to_string(rank));
    return found->second;
}

void NcclLinks::begin(Link& link, Stream stream) {
    LW_CUDA(cudaSetDevice(m_device.number()));
    LW_CUDA(cudaEventRecord(link.ready, m_device.handle(stream)));
    LW_CUDA(cudaStreamWaitEvent(link.stream, link.ready, 0));
}

void NcclLinks::send(int rank, Stream stream, const void* from, Bytes bytes, Event sent) {
    Link& way = link(m_out, rank, "send to");
    begin(way, stream);
    settle(way.communicator,
           m_nccl.send(from, static_cast<std::size_t>(bytes), ncclChar, 1, way.communicator, way.stream), "ncclSend",
           __LINE__);
    LW_CUDA(cudaEventRecord(m_device.handle(sent), way.stream));
}

void NcclLinks::receive(int rank, Stream stream, void* into, Bytes bytes, Event arrived) {
    Link& way = link(m_in, rank, "receive from");
    begin(way, stream);
    settle(way.communicator,
           m_nccl.receive(into, static_cast<std::size_t>(bytes), ncclChar, 0, way.communicator, way.stream), "ncclRecv",
           __LINE__);
    LW_CUDA(cudaEventRecord(m_device.handle(arrived), way.stream));
}

void NcclLinks::addTwin(int rank, Stream stream, float* sums, std::int64_t count, float* scratch) {
    const auto numbers = static_cast<std::size_t>(count);
    // Each goes its own way, so neither waits for the other; both are in the streams before anything waits for them.
    for (const bool sends : {m_rank<rank, m_rank> rank}) {
        Link& way = sends ? link(m_out, rank, "send to") : link(m_in, rank, "receive from");
        begin(way, stream);
        settle(way.communicator,
               sends ? m_nccl.send(sums, numbers, ncclFloat, 1, way.communicator, way.stream)
                     : m_nccl.receive(scratch, numbers, ncclFloat, 0, way.communicator, way.stream),
               "ncclSend or ncclRecv of a twin's sums", __LINE__);
    }
    cudaStream_t const queue = m_device.handle(stream);
    for (Link* const way : {&link(m_out, rank, "send to"), &link(m_in, rank, "receive from")}) {
        LW_CUDA(cudaEventRecord(way->ready, way->stream));
        LW_CUDA(cudaStreamWaitEvent(queue, way->ready, 0));
    }
    // Two numbers have one sum in either order.
    const auto vector = [&](float* data) { return Matrix{data, NumberKind::Float, 1, count, count}; };
    add(queue, vector(sums), vector(scratch));
}

void NcclLinks::check() {
    for (auto* const links : {&m_out, &m_in})
        for (const auto& [rank, link] : *links) {
            ncclResult_t status = ncclSuccess;
            const ncclResult_t asked = m_nccl.asyncError(link.communicator, &status);
            if (asked != ncclSuccess || (status != ncclSuccess && status != ncclInProgress))
                refuse("ncclCommGetAsyncError",
                       "the link with rank " + std::to_string(rank) + ": " +
                           m_nccl.errorString(asked != ncclSuccess ? asked : status),
                       __FILE__, __LINE__);
        }
}

void NcclLinks::abort() noexcept {
    cudaSetDevice(m_device.number());
    for (auto* const links : {&m_out, &m_in})
        for (auto& [rank, link] : *links)
            if (ncclComm_t const communicator = std::exchange(link.communicator, nullptr))
                m_nccl.abort(communicator);
    if (ncclComm_t const world = std::exchange(m_world, nullptr))
        m_nccl.abort(world);
}

} // namespace lanewright::engine::cuda
