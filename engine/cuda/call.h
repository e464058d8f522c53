// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

#include "engine/accelerator/device.h"

#include <cublasLt.h>
#include <cuda.h>
#include <cuda_runtime.h>

/// Every call into CUDA is checked where it is made: `LW_CUDA(cudaMemcpyAsync(…));`. What is refused becomes a
/// `Failure` with the call, the driver's words and the source line.
namespace lanewright::engine::cuda {

void checkCall(cudaError_t status, const char* call, const char* file, int line);
void checkCall(CUresult status, const char* call, const char* file, int line);
void checkCall(cublasStatus_t status, const char* call, const char* file, int line);

/// "cudaMalloc(…): out of memory (engine/cuda/cuda_device.cpp:42)", of which the call's name is what stands before its
/// parenthesis.
[[noreturn]] void refuse(const char* call, const Message& words, const char* file, int line);

#define LW_CUDA(call) ::lanewright::engine::cuda::checkCall((call), #call, __FILE__, __LINE__)

} // namespace lanewright::engine::cuda
