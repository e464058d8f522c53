// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/shared_memory.h"

#include "engine/cuda/call.h"

#include <map>
#include <mutex>
#include <utility>

namespace lanewright::engine::cuda {

namespace {

constexpr int kUnasked = 48 * 1024;

/// Bytes that launches of a kernel may ask for on the current device, when nobody has said more.
int unaskedFor(const void* kernel) {
    cudaFuncAttributes attributes = {};
    LW_CUDA(cudaFuncGetAttributes(&attributes, kernel));
    return kUnasked - static_cast<int>(attributes.sharedSizeBytes);
}

} // namespace

void allowShared(const void* kernel, int bytes) {
    static std::mutex mutex;
    static std::map<std::pair<const void*, int>, int> allowed; // by kernel and device
    int device = 0;
    LW_CUDA(cudaGetDevice(&device));
    const std::scoped_lock lock(mutex);
    auto known = allowed.find({kernel, device});
    if (known == allowed.end())
        known = allowed.emplace(std::pair{kernel, device}, unaskedFor(kernel)).first;
    if (bytes <= known->second)
        return;
    LW_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    known->second = bytes;
}

} // namespace lanewright::engine::cuda
