// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/driver.h"

#include <cuda_runtime.h>

namespace lanewright::engine::cuda {

namespace {

constexpr unsigned kFirstGreen = 12040;  ///< CUDA 12.4 brought green contexts,
constexpr unsigned kFirstStream = 12050; ///< 12.5 streams of them
constexpr unsigned kAlways = 4000;

template <typename Call>
bool fetch(Call& call, const char* name, unsigned version) {
    void* found = nullptr;
    cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
    if (cudaGetDriverEntryPointByVersion(name, &found, version, cudaEnableDefault, &result) != cudaSuccess)
        cudaGetLastError();
    if (result != cudaDriverEntryPointSuccess || found == nullptr)
        return false;
    call = reinterpret_cast<Call>(found);
    return true;
}

} // namespace

std::optional<GreenCalls> greenCalls() {
    GreenCalls calls;
    const bool all = fetch(calls.deviceGet, "cuDeviceGet", kAlways) &&
                     fetch(calls.resourceOf, "cuDeviceGetDevResource", kFirstGreen) &&
                     fetch(calls.split, "cuDevSmResourceSplitByCount", kFirstGreen) &&
                     fetch(calls.describe, "cuDevResourceGenerateDesc", kFirstGreen) &&
                     fetch(calls.create, "cuGreenCtxCreate", kFirstGreen) &&
                     fetch(calls.destroy, "cuGreenCtxDestroy", kFirstGreen) &&
                     fetch(calls.createStream, "cuGreenCtxStreamCreate", kFirstStream) &&
                     fetch(calls.destroyStream, "cuStreamDestroy", kAlways);
    if (!all)
        return {};
    return calls;
}

} // namespace lanewright::engine::cuda
