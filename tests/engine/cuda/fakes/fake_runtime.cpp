// SPDX-License-Identifier: Apache-2.0
// As much of CUDA's runtime as streams for links need, on the host: each stream is a thread that does its work in
// order.
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include <cublasLt.h>
#include <cuda_runtime_api.h>

struct CUstream_st {
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
        changed.notify_all();
    }
    void await(int turn) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return done >= turn; });
    }
};

extern "C" {

cudaError_t cudaGetLastError() { return cudaSuccess; }
const char* cudaGetErrorString(cudaError_t status) { return status == cudaSuccess ? "no error" : "a fake error"; }
const char* cublasLtGetStatusString(cublasStatus_t /*status*/) { return "a fake error"; }
cudaError_t cudaSetDevice(int device) { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; }

/// There is no driver, and so no green contexts.
cudaError_t cudaGetDriverEntryPointByVersion(const char* /*symbol*/, void** function, unsigned /*version*/,
                                             unsigned long long /*flags*/, cudaDriverEntryPointQueryResult* result) {
    *function = nullptr;
    *result = cudaDriverEntryPointSymbolNotFound;
    return cudaSuccess;
}

cudaError_t cudaMalloc(void** memory, size_t bytes) {
    *memory = std::malloc(bytes);
    return *memory == nullptr ? cudaErrorMemoryAllocation : cudaSuccess;
}
cudaError_t cudaFree(void* memory) {
    std::free(memory);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    *least = 0;
    *greatest = -5;
    return cudaSuccess;
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned /*flags*/, int /*priority*/) {
    *stream = new CUstream_st;
    return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
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
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    event->await(event->last());
    return cudaSuccess;
}

} // extern "C"
