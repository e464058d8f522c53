// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cuda/call.h"

#include <cstddef>
#include <memory>

/// Things of the runtime that go with their owner.
namespace lanewright::engine::cuda {

struct FreeMemory {
    void operator()(std::byte* memory) const { cudaFree(memory); }
};
using OwnMemory = std::unique_ptr<std::byte, FreeMemory>;

struct DropEvent {
    void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
};
using OwnEvent = std::unique_ptr<CUevent_st, DropEvent>;

/// Memory of the current GPU.
inline OwnMemory takeMemory(std::size_t bytes) {
    void* memory = nullptr;
    LW_CUDA(cudaMalloc(&memory, bytes));
    return OwnMemory{static_cast<std::byte*>(memory)};
}

/// An event; `timed`: its time can be read.
inline OwnEvent makeEvent(bool timed = true) {
    cudaEvent_t event = nullptr;
    LW_CUDA(cudaEventCreateWithFlags(&event, timed ? cudaEventDefault : cudaEventDisableTiming));
    return OwnEvent{event};
}

} // namespace lanewright::engine::cuda
