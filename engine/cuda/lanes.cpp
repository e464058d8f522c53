// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/lanes.h"

#include "engine/cuda/call.h"
#include "engine/cuda/kernels/kernels.h"
#include "engine/cuda/owned.h"

#include <algorithm>
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

} // namespace

Lanes::Lanes(int device, int count)
    : m_device(device), m_count(count), m_streams(static_cast<std::size_t>(kUses) * static_cast<std::size_t>(count)) {
    if (count < 2)
        return;
    try {
        split();
        runTrial();
    } catch (const Failure& failure) {
        m_whyShared = failure.reason();
        dropGreen();
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

Stream Lanes::find(int lane, StreamUse use) {
    const Stream stream{lane * kUses + static_cast<int>(use)};
    cudaStream_t& place = m_streams.at(static_cast<std::size_t>(stream.index));
    if (place == nullptr)
        place = makeStream(lane, use);
    return stream;
}

cudaStream_t Lanes::makeStream(int lane, StreamUse use) const {
    LW_CUDA(cudaSetDevice(m_device));
    const Priorities range = priorities();
    const int priority = isUrgent(use) ? range.urgent : range.usual;
    cudaStream_t stream = nullptr;
    if (m_green.empty())
        LW_CUDA(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, priority));
    else
        checkCall(m_calls->createStream(&stream, m_green[lane], CU_STREAM_NON_BLOCKING, priority),
                  "cuGreenCtxStreamCreate", __FILE__, __LINE__);
    return stream;
}

/// Most multiprocessors that each lane can have. The driver makes parts larger than was asked for where it likes other
/// numbers better, and then fewer of them, or refuses; so it is asked what would come of it.
unsigned Lanes::processorsOfEach(const CUdevResource& whole) const {
    const auto lanes = static_cast<unsigned>(m_count);
    const unsigned step = std::max(whole.sm.smCoscheduledAlignment, 1U);
    const unsigned least = std::max(whole.sm.minSmPartitionSize, step);
    CUresult refusal = CUDA_SUCCESS;
    for (unsigned each = whole.sm.smCount / lanes / step * step; each >= least; each -= step) {
        unsigned parts = 0;
        const CUresult status = m_calls->split(nullptr, &parts, &whole, nullptr, 0, each);
        if (status == CUDA_SUCCESS && parts >= lanes)
            return each;
        if (status != CUDA_SUCCESS)
            refusal = status;
    }
    checkCall(refusal, "cuDevSmResourceSplitByCount", __FILE__, __LINE__);
    throw Failure(
        say(phrase("engine", "the driver makes no %1 parts of %2 multiprocessors"), m_count, whole.sm.smCount));
}

/// One split gives all parts: parts of two splits may overlap.
void Lanes::split() {
    const Result<GreenCalls> calls = greenCalls();
    if (!calls)
        throw Failure(calls.error().message);
    m_calls = *calls;
    CUdevice handle = 0;
    checkCall(m_calls->deviceGet(&handle, m_device), "cuDeviceGet", __FILE__, __LINE__);
    CUdevResource whole = {};
    checkCall(m_calls->resourceOf(handle, &whole, CU_DEV_RESOURCE_TYPE_SM), "cuDeviceGetDevResource", __FILE__,
              __LINE__);
    const unsigned each = processorsOfEach(whole);
    const auto lanes = static_cast<unsigned>(m_count);
    std::vector<CUdevResource> parts(lanes);
    CUdevResource rest = {};
    unsigned found = lanes;
    checkCall(m_calls->split(parts.data(), &found, &whole, &rest, 0, each), "cuDevSmResourceSplitByCount", __FILE__,
              __LINE__);
    const unsigned size = parts.front().sm.smCount;
    if (found < lanes || std::ranges::any_of(parts, [&](const auto& part) { return part.sm.smCount != size; }))
        throw Failure(
            say(phrase("engine", "the driver makes no %1 parts of %2 multiprocessors"), m_count, whole.sm.smCount));
    for (const CUdevResource& part : parts)
        makeGreen(handle, part);
    m_processors = static_cast<int>(size);
}

void Lanes::makeGreen(CUdevice device, CUdevResource part) {
    CUdevResourceDesc description = nullptr;
    checkCall(m_calls->describe(&description, &part, 1), "cuDevResourceGenerateDesc", __FILE__, __LINE__);
    CUgreenCtx context = nullptr;
    checkCall(m_calls->create(&context, description, device, CU_GREEN_CTX_DEFAULT_STREAM), "cuGreenCtxCreate", __FILE__,
              __LINE__);
    m_green.push_back(context);
}

/// What a run asks of lanes: kernels with much shared memory, copies, events from one to the next, and times between
/// two of them.
void Lanes::runTrial() {
    const auto count = static_cast<std::size_t>(m_count);
    const OwnMemory memory = takeMemory(count * sizeof(int));
    int* const answers = reinterpret_cast<int*>(memory.get());
    std::vector<OwnEvent> ends;
    for (int lane = 0; lane < m_count; ++lane) {
        cudaStream_t const stream = handle(find(lane, StreamUse::Compute));
        if (lane > 0)
            LW_CUDA(cudaStreamWaitEvent(stream, ends.back().get(), 0));
        LW_CUDA(cudaMemsetAsync(answers + lane, 0, sizeof(int), stream));
        tryKernel(stream, answers + lane);
        ends.push_back(makeEvent());
        LW_CUDA(cudaEventRecord(ends.back().get(), stream));
    }
    std::vector<int> got(count);
    cudaStream_t const last = handle(find(m_count - 1, StreamUse::Compute));
    LW_CUDA(cudaMemcpyAsync(got.data(), answers, count * sizeof(int), cudaMemcpyDefault, last));
    LW_CUDA(cudaStreamSynchronize(last));
    float milliseconds = 0;
    LW_CUDA(cudaEventElapsedTime(&milliseconds, ends.front().get(), ends.back().get()));
    if (std::ranges::count(got, kTrialAnswer) != m_count)
        throw Failure{say(phrase("engine", "a kernel did not run on its lane"))};
}

void Lanes::dropStreams() {
    for (cudaStream_t& stream : m_streams) {
        if (stream == nullptr)
            continue;
        if (m_green.empty())
            cudaStreamDestroy(stream);
        else
            m_calls->destroyStream(stream);
        stream = nullptr;
    }
}

/// Back to streams that share the GPU, of which there are none yet.
void Lanes::dropGreen() {
    dropStreams();
    for (CUgreenCtx context : std::exchange(m_green, {}))
        m_calls->destroy(context);
    m_processors = 0;
}

} // namespace lanewright::engine::cuda
