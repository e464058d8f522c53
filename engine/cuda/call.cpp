// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/call.h"

#include <string_view>

namespace lanewright::engine::cuda {

void refuse(const char* call, const std::string& words, const char* file, int line) {
    const std::string_view name{call};
    const std::string_view path{file};
    const std::size_t house = path.rfind("engine/");
    std::string sentence{name.substr(0, name.find('('))};
    sentence += ": " + words + " (";
    sentence += house == std::string_view::npos ? path : path.substr(house);
    sentence += ":" + std::to_string(line) + ")";
    throw Failure(sentence);
}

void checkCall(cudaError_t status, const char* call, const char* file, int line) {
    if (status == cudaSuccess)
        return;
    cudaGetLastError(); // so that a failure that is dealt with is not found again by the next call
    refuse(call, cudaGetErrorString(status), file, line);
}

void checkCall(CUresult status, const char* call, const char* file, int line) {
    if (status != CUDA_SUCCESS)
        refuse(call, "the driver's error " + std::to_string(static_cast<int>(status)), file, line);
}

void checkCall(cublasStatus_t status, const char* call, const char* file, int line) {
    if (status != CUBLAS_STATUS_SUCCESS)
        refuse(call, cublasLtGetStatusString(status), file, line);
}

} // namespace lanewright::engine::cuda
