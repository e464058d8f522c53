// SPDX-License-Identifier: Apache-2.0
// As much of CUDA's runtime as the backend needs, on the host: two GPUs, whose streams are threads that do their work
// in order. Memory starts as numbers that are none.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <iterator>
#include <mutex>
#include <set>
#include <thread>

#include <cublasLt.h>
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

cudaError_t allocate(void** memory, std::size_t bytes) {
    if (bytes > kMemory)
        return cudaErrorMemoryAllocation;
    *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
    std::memset(*memory, 0xFF, bytes);
    return cudaSuccess;
}

} // namespace

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

/// There is no driver, and so no green contexts.
cudaError_t cudaGetDriverEntryPointByVersion(const char* /*symbol*/, void** function, unsigned /*version*/,
                                             unsigned long long /*flags*/, cudaDriverEntryPointQueryResult* result) {
    *function = nullptr;
    *result = cudaDriverEntryPointSymbolNotFound;
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
