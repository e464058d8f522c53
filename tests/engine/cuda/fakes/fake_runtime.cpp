// SPDX-License-Identifier: Apache-2.0
// As much of CUDA's runtime as the backend needs, on the host: two GPUs, whose streams are threads that do their work
// in order. Memory starts as numbers that are none.
#include "tests/engine/cuda/fakes/fake_runtime.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <thread>

#include <cublasLt.h>
#include <cuda.h>
#include <cuda_runtime_api.h>

namespace {

constexpr int kGpus = 2;
constexpr std::size_t kMemory = std::size_t{8} << 30U;
thread_local int current = 0;

} // namespace

struct CUstream_st {
    int gpu = current;
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::function<void()>> tasks; ///< the first is under way
    bool ends = false;
    std::thread worker{[this] { work(); }};

    void push(std::function<void()> task) {
        const std::scoped_lock lock(mutex);
        tasks.push_back(std::move(task));
        changed.notify_all();
    }
    bool isIdle() {
        const std::scoped_lock lock(mutex);
        return tasks.empty();
    }
    void awaitIdle() {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return tasks.empty(); });
    }

private:
    void work() {
        std::unique_lock lock(mutex);
        while (true) {
            changed.wait(lock, [this] { return ends || !tasks.empty(); });
            if (tasks.empty())
                return;
            const std::function<void()>& task = tasks.front();
            lock.unlock();
            task();
            lock.lock();
            tasks.pop_front();
            changed.notify_all();
        }
    }
};

struct CUevent_st {
    std::mutex mutex;
    std::condition_variable changed;
    int recorded = 0;
    int done = 0;
    std::chrono::steady_clock::time_point time = {};

    int record() {
        const std::scoped_lock lock(mutex);
        return ++recorded;
    }
    int last() {
        const std::scoped_lock lock(mutex);
        return recorded;
    }
    void finish(int turn) {
        const std::scoped_lock lock(mutex);
        done = turn;
        time = std::chrono::steady_clock::now();
        changed.notify_all();
    }
    bool isDone() {
        const std::scoped_lock lock(mutex);
        return done >= recorded;
    }
    void await(int turn) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return done >= turn; });
    }
};

namespace {

std::mutex registry;
std::set<cudaStream_t> streams;
std::optional<FakeGreen> green;
std::map<const void*, int> declared; ///< shared memory, by kernel
std::map<const void*, int> asked;    ///< how often, by kernel

cudaError_t allocate(void** memory, std::size_t bytes) {
    if (bytes > kMemory)
        return cudaErrorMemoryAllocation;
    *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
    std::memset(*memory, 0xFF, bytes);
    return cudaSuccess;
}

/// @name The driver's green contexts
/// @{
CUresult deviceGet(CUdevice* device, int number) {
    *device = number;
    return CUDA_SUCCESS;
}
CUresult resourceOf(CUdevice /*device*/, CUdevResource* resource, CUdevResourceType type) {
    *resource = {};
    resource->type = type;
    resource->sm.smCount = green->processors;
    resource->sm.minSmPartitionSize = green->unit;
    resource->sm.smCoscheduledAlignment = green->alignment;
    return CUDA_SUCCESS;
}
CUresult splitResource(CUdevResource* parts, unsigned* count, const CUdevResource* whole, CUdevResource* /*rest*/,
                       unsigned /*flags*/, unsigned least) {
    if (green->isStrict && least % green->unit != 0)
        return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
    const unsigned each = (least + green->unit - 1) / green->unit * green->unit;
    const unsigned most = whole->sm.smCount / each;
    *count = parts == nullptr ? most : std::min(*count, most);
    for (unsigned at = 0; parts != nullptr && at < *count; ++at) {
        parts[at] = *whole;
        parts[at].sm.smCount = each;
    }
    return CUDA_SUCCESS;
}
CUresult describe(CUdevResourceDesc* description, CUdevResource* /*parts*/, unsigned /*count*/) {
    *description = nullptr;
    return CUDA_SUCCESS;
}
CUresult makeGreen(CUgreenCtx* context, CUdevResourceDesc /*description*/, CUdevice /*device*/, unsigned /*flags*/) {
    if (green->refusal != 0)
        return static_cast<CUresult>(green->refusal);
    *context = reinterpret_cast<CUgreenCtx>(new int{});
    return CUDA_SUCCESS;
}
CUresult dropGreen(CUgreenCtx context) {
    delete reinterpret_cast<int*>(context);
    return CUDA_SUCCESS;
}
CUresult makeStream(CUstream* stream, CUgreenCtx /*context*/, unsigned flags, int priority) {
    cudaStreamCreateWithPriority(stream, flags, priority);
    return CUDA_SUCCESS;
}
CUresult dropStream(CUstream stream) {
    cudaStreamDestroy(stream);
    return CUDA_SUCCESS;
}
void* callOf(std::string_view name) {
    const std::pair<std::string_view, void*> calls[] = {
        {"cuDeviceGet", reinterpret_cast<void*>(deviceGet)},
        {"cuDeviceGetDevResource", reinterpret_cast<void*>(resourceOf)},
        {"cuDevSmResourceSplitByCount", reinterpret_cast<void*>(splitResource)},
        {"cuDevResourceGenerateDesc", reinterpret_cast<void*>(describe)},
        {"cuGreenCtxCreate", reinterpret_cast<void*>(makeGreen)},
        {"cuGreenCtxDestroy", reinterpret_cast<void*>(dropGreen)},
        {"cuGreenCtxStreamCreate", reinterpret_cast<void*>(makeStream)},
        {"cuStreamDestroy", reinterpret_cast<void*>(dropStream)}};
    const auto* const found = std::ranges::find(calls, name, &std::pair<std::string_view, void*>::first);
    return green && found != std::end(calls) ? found->second : nullptr;
}
/// @}

} // namespace

void fakeGreen(const FakeGreen* wanted) { green = wanted == nullptr ? std::nullopt : std::optional{*wanted}; }
int fakeStreams() {
    const std::scoped_lock lock(registry);
    return static_cast<int>(streams.size());
}
void fakeDeclareShared(const void* kernel, int bytes) { declared[kernel] = bytes; }
int fakeSharedAsked(const void* kernel) { return asked[kernel]; }

extern "C" {

cudaError_t cudaGetLastError() { return cudaSuccess; }
const char* cudaGetErrorString(cudaError_t status) { return status == cudaSuccess ? "no error" : "a fake error"; }
const char* cublasLtGetStatusString(cublasStatus_t /*status*/) { return "a fake error"; }
cudaError_t cudaSetDevice(int device) {
    if (device < 0 || device >= kGpus)
        return cudaErrorInvalidDevice;
    current = device;
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
    *device = current;
    return cudaSuccess;
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel) {
    *attributes = {};
    attributes->sharedSizeBytes = static_cast<size_t>(declared[kernel]);
    return cudaSuccess;
}
cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute what, int /*value*/) {
    ++asked[kernel];
    return what == cudaFuncAttributeMaxDynamicSharedMemorySize ? cudaSuccess : cudaErrorInvalidValue;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int /*device*/) {
    *properties = {};
    std::strcpy(properties->name, "fake GPU");
    properties->major = 9;
    properties->multiProcessorCount = 4;
    properties->totalGlobalMem = kMemory;
    return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int* version) {
    *version = CUDART_VERSION;
    return cudaSuccess;
}
cudaError_t cudaDeviceCanAccessPeer(int* reaches, int one, int other) {
    *reaches = one == other ? 0 : 1;
    return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() {
    std::set<cudaStream_t> own;
    {
        const std::scoped_lock lock(registry);
        std::ranges::copy_if(streams, std::inserter(own, own.end()),
                             [](cudaStream_t stream) { return stream->gpu == current; });
    }
    for (cudaStream_t const stream : own)
        stream->awaitIdle();
    return cudaSuccess;
}

cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function, unsigned /*version*/,
                                             unsigned long long /*flags*/, cudaDriverEntryPointQueryResult* result) {
    *function = callOf(symbol);
    *result = *function == nullptr ? cudaDriverEntryPointSymbolNotFound : cudaDriverEntryPointSuccess;
    return cudaSuccess;
}

cudaError_t cudaMalloc(void** memory, size_t bytes) { return allocate(memory, bytes); }
cudaError_t cudaMallocHost(void** memory, size_t bytes) { return allocate(memory, bytes); }
cudaError_t cudaFree(void* memory) {
    std::free(memory);
    return cudaSuccess;
}
cudaError_t cudaFreeHost(void* memory) { return cudaFree(memory); }
cudaError_t cudaMemGetInfo(size_t* left, size_t* whole) {
    *left = *whole = kMemory;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    *least = 0;
    *greatest = -5;
    return cudaSuccess;
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned /*flags*/, int /*priority*/) {
    *stream = new CUstream_st;
    const std::scoped_lock lock(registry);
    streams.insert(*stream);
    return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    {
        const std::scoped_lock lock(registry);
        streams.erase(stream);
    }
    {
        const std::scoped_lock lock(stream->mutex);
        stream->ends = true;
        stream->changed.notify_all();
    }
    stream->worker.join();
    delete stream;
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    stream->awaitIdle();
    return cudaSuccess;
}
cudaError_t cudaStreamQuery(cudaStream_t stream) { return stream->isIdle() ? cudaSuccess : cudaErrorNotReady; }
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t work, void* data) {
    stream->push([=] { work(data); });
    return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind /*kind*/, cudaStream_t stream) {
    stream->push([=] { std::memmove(to, from, bytes); });
    return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void* memory, int value, size_t bytes, cudaStream_t stream) {
    stream->push([=] { std::memset(memory, value, bytes); });
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned /*flags*/) {
    *event = new CUevent_st;
    return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    delete event;
    return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    stream->push([event, turn = event->record()] { event->finish(turn); });
    return cudaSuccess;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned /*flags*/) {
    stream->push([event, turn = event->last()] { event->await(turn); });
    return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t event) { return event->isDone() ? cudaSuccess : cudaErrorNotReady; }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
    if (!from->isDone() || !to->isDone())
        return cudaErrorNotReady;
    *milliseconds = std::chrono::duration<float, std::milli>(to->time - from->time).count();
    return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    event->await(event->last());
    return cudaSuccess;
}

} // extern "C"
