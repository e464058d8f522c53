// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cuda/kernels/launch_kernel.h"

#include <cmath>

namespace lanewright::engine::cuda {

/// An attention, as its kernels see it.
template <typename Number>
struct AttentionParts {
    Rows<Number> qkv;
    Rows<Number> out;
    Rows<Number> outGradient;
    Rows<Number> queryGradient;
    float* logSums;
    const float* dots;
    int context;
    int heads;
    int headWidth;
    float scale;

    __host__ __device__ std::int64_t width() const { return std::int64_t{heads} * headWidth; }
};

inline std::int64_t headWidthOf(const AttentionCall& call) { return call.qkv.cols / 3 / call.heads; }

template <typename Number>
AttentionParts<Number> partsOf(const AttentionCall& call, const float* dots = nullptr, void* queryGradient = nullptr) {
    const std::int64_t headWidth = headWidthOf(call);
    return {.qkv = rowsOf<Number>(call.qkv),
            .out = rowsOf<Number>(call.out),
            .outGradient = rowsOf<Number>(call.outGradient),
            .queryGradient = {static_cast<Number*>(queryGradient), call.qkv.cols / 3},
            .logSums = floatsOf(call.logSums),
            .dots = dots,
            .context = static_cast<int>(call.context),
            .heads = static_cast<int>(call.heads),
            .headWidth = static_cast<int>(headWidth),
            .scale = 1.0F / std::sqrt(static_cast<float>(headWidth))};
}

} // namespace lanewright::engine::cuda
