// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/call.h"

#include "core/base/places.h"

#include "engine/device/failure.h"

#include <string_view>

namespace lanewright::engine::cuda {

void refuse(const char* call, const Message& words, const char* file, int line) {
    const std::string_view name{call};
    throw Failure(withPlace(within(name.substr(0, name.find('(')), words), file, line));
}

void checkCall(cudaError_t status, const char* call, const char* file, int line) {
    if (status == cudaSuccess)
        return;
    cudaGetLastError(); // so that a failure that is dealt with is not found again by the next call
    refuse(call, cudaGetErrorString(status), file, line);
}

void checkCall(CUresult status, const char* call, const char* file, int line) {
    if (status != CUDA_SUCCESS)
        refuse(call, say(phrase("engine", "the driver's error %1"), static_cast<int>(status)), file, line);
}

void checkCall(cublasStatus_t status, const char* call, const char* file, int line) {
    if (status != CUBLAS_STATUS_SUCCESS)
        refuse(call, cublasLtGetStatusString(status), file, line);
}

} // namespace lanewright::engine::cuda
