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

Result<GreenCalls> greenCalls() {
    GreenCalls calls;
    const char* lacking = nullptr;
    const auto want = [&](auto& call, const char* name, unsigned version) {
        if (lacking == nullptr && !fetch(call, name, version))
            lacking = name;
    };
    want(calls.deviceGet, "cuDeviceGet", kAlways);
    want(calls.resourceOf, "cuDeviceGetDevResource", kFirstGreen);
    want(calls.split, "cuDevSmResourceSplitByCount", kFirstGreen);
    want(calls.describe, "cuDevResourceGenerateDesc", kFirstGreen);
    want(calls.create, "cuGreenCtxCreate", kFirstGreen);
    want(calls.destroy, "cuGreenCtxDestroy", kFirstGreen);
    want(calls.createStream, "cuGreenCtxStreamCreate", kFirstStream);
    want(calls.destroyStream, "cuStreamDestroy", kAlways);
    if (lacking != nullptr)
        return Error{say(phrase("engine", "the driver lacks %1"), lacking)};
    return calls;
}

} // namespace lanewright::engine::cuda
