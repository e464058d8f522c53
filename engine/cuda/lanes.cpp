// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/lanes.h"

#include "engine/cuda/call.h"

#include <utility>

namespace lanewright::engine::cuda {

namespace {

/// Values that leave or come hold others up, so they go first.
bool isUrgent(StreamUse use) { return use == StreamUse::Send || use == StreamUse::Receive; }

struct Priorities {
    int usual = 0;
    int urgent = 0;
};
Priorities priorities() {
    Priorities range;
    LW_CUDA(cudaDeviceGetStreamPriorityRange(&range.usual, &range.urgent));
    return range;
}

constexpr StreamUse kAll[] = {StreamUse::Compute, StreamUse::Overlap, StreamUse::Send, StreamUse::Receive};

} // namespace

Lanes::Lanes(int device, int count) : m_count(count) {
    if (count > 1)
        m_calls = greenCalls();
    if (!m_calls || !split(device)) {
        dropGreen();
        makeShared();
    }
}

Lanes::~Lanes() {
    for (cudaStream_t stream : m_added)
        cudaStreamDestroy(stream);
    dropGreen();
}

Stream Lanes::add() {
    cudaStream_t stream = nullptr;
    LW_CUDA(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, priorities().urgent));
    m_added.push_back(stream);
    return {streams() + static_cast<int>(m_added.size()) - 1};
}

Stream Lanes::find(int lane, StreamUse use) const { return {lane * kUses + static_cast<int>(use)}; }

/// One split gives all parts: parts of two splits may overlap.
bool Lanes::split(int device) {
    CUdevice handle = 0;
    CUdevResource whole = {};
    if (m_calls->deviceGet(&handle, device) != CUDA_SUCCESS ||
        m_calls->resourceOf(handle, &whole, CU_DEV_RESOURCE_TYPE_SM) != CUDA_SUCCESS)
        return false;
    const auto lanes = static_cast<unsigned>(m_count);
    const unsigned step = whole.sm.smCoscheduledAlignment > 0 ? whole.sm.smCoscheduledAlignment : 1;
    const unsigned each = whole.sm.smCount / lanes / step * step;
    if (each == 0 || each < whole.sm.minSmPartitionSize)
        return false;
    std::vector<CUdevResource> parts(lanes);
    CUdevResource rest = {};
    unsigned found = lanes;
    if (m_calls->split(parts.data(), &found, &whole, &rest, 0, each) != CUDA_SUCCESS || found < lanes)
        return false;
    for (const CUdevResource& part : parts)
        if (part.sm.smCount != parts.front().sm.smCount || !makeGreen(handle, part))
            return false;
    m_processors = static_cast<int>(parts.front().sm.smCount);
    return tryGreen();
}

bool Lanes::makeGreen(CUdevice device, CUdevResource part) {
    CUdevResourceDesc description = nullptr;
    CUgreenCtx context = nullptr;
    if (m_calls->describe(&description, &part, 1) != CUDA_SUCCESS ||
        m_calls->create(&context, description, device, CU_GREEN_CTX_DEFAULT_STREAM) != CUDA_SUCCESS)
        return false;
    m_green.push_back(context);
    const Priorities range = priorities();
    for (const StreamUse use : kAll) {
        CUstream stream = nullptr;
        const int priority = isUrgent(use) ? range.urgent : range.usual;
        if (m_calls->createStream(&stream, context, CU_STREAM_NON_BLOCKING, priority) != CUDA_SUCCESS)
            return false;
        m_streams.push_back(stream);
    }
    return true;
}

/// Whether events pass between the lanes, with work behind and before them.
bool Lanes::tryGreen() const {
    cudaEvent_t event = nullptr;
    void* memory = nullptr;
    bool works = cudaEventCreateWithFlags(&event, cudaEventDisableTiming) == cudaSuccess &&
                 cudaMalloc(&memory, sizeof(int)) == cudaSuccess;
    for (std::size_t i = 0; works && i < m_streams.size(); ++i)
        works = (i == 0 || cudaStreamWaitEvent(m_streams[i], event, 0) == cudaSuccess) &&
                cudaMemsetAsync(memory, 0, sizeof(int), m_streams[i]) == cudaSuccess &&
                cudaEventRecord(event, m_streams[i]) == cudaSuccess;
    works = works && cudaEventSynchronize(event) == cudaSuccess;
    cudaFree(memory);
    if (event != nullptr)
        cudaEventDestroy(event);
    cudaGetLastError();
    return works;
}

void Lanes::dropGreen() {
    if (m_green.empty()) {
        for (cudaStream_t stream : std::exchange(m_streams, {}))
            cudaStreamDestroy(stream);
        return;
    }
    for (cudaStream_t stream : std::exchange(m_streams, {}))
        m_calls->destroyStream(stream);
    for (CUgreenCtx context : std::exchange(m_green, {}))
        m_calls->destroy(context);
    m_processors = 0;
}

void Lanes::makeShared() {
    const Priorities range = priorities();
    for (int lane = 0; lane < m_count; ++lane)
        for (const StreamUse use : kAll) {
            cudaStream_t stream = nullptr;
            LW_CUDA(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking,
                                                 isUrgent(use) ? range.urgent : range.usual));
            m_streams.push_back(stream);
        }
}

} // namespace lanewright::engine::cuda
