// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/engine/cuda/emulator/queues.h"

#include <cuda_runtime_api.h>

#include <memory>

namespace lanewright::engine::test {

/// Lets the streams of the fake runtime run the kernels of the emulated GPU that are put in them.
inline void letStreamsRunKernels() {
    cuda::emulator::putInCharge([](void* queue, std::function<void()> kernel) {
        const auto run = [](void* data) {
            const std::unique_ptr<std::function<void()>> work(static_cast<std::function<void()>*>(data));
            (*work)();
        };
        cudaLaunchHostFunc(static_cast<cudaStream_t>(queue), run, new std::function<void()>(std::move(kernel)));
    });
}

} // namespace lanewright::engine::test
