// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/kernels/kernel_device.h"
#include "engine/cuda/kernels/launch_kernel.h"

namespace lanewright::engine::cuda {

namespace {

constexpr int kThreads = 128;
constexpr int kWarps = kThreads / kWarp;

/// A warp to a row.
__global__ void crossEntropyKernel(Rows<float> logits, const std::uint8_t* targets, float* losses, std::int64_t rows,
                                   std::int64_t cols) {
    const std::int64_t row = std::int64_t{blockIdx.x} * kWarps + threadIdx.x / kWarp;
    if (row >= rows)
        return;
    const std::int64_t lane = threadIdx.x % kWarp;
    float* const numbers = logits.row(row);
    float top = numbers[0];
    for (std::int64_t j = lane; j < cols; j += kWarp)
        top = fmaxf(top, numbers[j]);
    top = largestOfLanes(top);
    float sum = 0;
    for (std::int64_t j = lane; j < cols; j += kWarp)
        sum += __expf(numbers[j] - top);
    sum = sumOfLanes(sum);
    const std::int64_t target = targets[row];
    const float each = 1.0F / sum;
    for (std::int64_t j = lane; j < cols; j += kWarp) {
        const float logit = numbers[j];
        if (j == target)
            losses[row] = logf(sum) + top - logit;
        numbers[j] = __expf(logit - top) * each;
    }
}

/// A warp to a row, from the left to the right: all lanes have read before any writes, for the gradient may lie where
/// the probabilities lie and is no wider than they.
template <typename Number>
__global__ void crossEntropyGradientKernel(Rows<Number> gradient, Rows<float> probabilities,
                                           const std::uint8_t* targets, float scale, std::int64_t rows,
                                           std::int64_t cols) {
    const std::int64_t row = std::int64_t{blockIdx.x} * kWarps + threadIdx.x / kWarp;
    if (row >= rows)
        return;
    const std::int64_t target = targets[row];
    for (std::int64_t start = 0; start < cols; start += kWarp) {
        const std::int64_t j = start + threadIdx.x % kWarp;
        float slope = j < cols ? probabilities.row(row)[j] * scale : 0.0F;
        if (j == target)
            slope -= scale;
        __syncwarp();
        if (j < cols)
            gradient.row(row)[j] = fromFloat<Number>(slope);
    }
}

Shape shapeFor(std::int64_t rows) { return {.blocks = ceilDivide(rows, kWarps), .threads = kThreads}; }

} // namespace

void KernelDevice::crossEntropy(Stream stream, const Matrix& logits, const std::uint8_t* targets,
                                const Matrix& losses) {
    launch(crossEntropyKernel, shapeFor(logits.rows), queue(stream), rowsOf<float>(logits), targets, floatsOf(losses),
           logits.rows, logits.cols);
}

void KernelDevice::crossEntropyGradient(Stream stream, const Matrix& gradient, const Matrix& probabilities,
                                        const std::uint8_t* targets, float scale) {
    withKind(gradient.kind, [&](auto kind) {
        launch(crossEntropyGradientKernel<decltype(kind)>, shapeFor(gradient.rows), queue(stream),
               rowsOf<decltype(kind)>(gradient), rowsOf<float>(probabilities), targets, scale, gradient.rows,
               gradient.cols);
    });
}

} // namespace lanewright::engine::cuda
