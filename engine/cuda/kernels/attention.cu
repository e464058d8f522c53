// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/kernels/attention_parts.h"
#include "engine/cuda/kernels/kernel_device.h"

namespace lanewright::engine::cuda {

namespace {

constexpr int kThreads = 256;
constexpr int kLanes = 8; ///< so many of a warp work on one query of one head

/// dots (B·H,T) = Σ over a head's width of output · its gradient.
template <int Count, typename Number>
__global__ void attentionDotsKernel(float* dots, Rows<Number> out, Rows<Number> outGradient, std::int64_t queries,
                                    int heads, int context, int headWidth) {
    const std::int64_t number = (std::int64_t{blockIdx.x} * kThreads + threadIdx.x) / kLanes;
    const std::int64_t row = number / heads;
    const int head = static_cast<int>(number % heads);
    float sum = 0;
    if (number < queries)
        for (int d = static_cast<int>(threadIdx.x) % kLanes * Count; d < headWidth; d += kLanes * Count) {
            const std::int64_t col = std::int64_t{head} * headWidth + d;
            const Pack<Count> one = load<Count>(out.row(row) + col);
            const Pack<Count> other = load<Count>(outGradient.row(row) + col);
            for (int i = 0; i < Count; ++i)
                sum += one.at[i] * other.at[i];
        }
    sum = sumOfLanes<kLanes>(sum);
    if (number < queries && threadIdx.x % kLanes == 0)
        dots[(row / context * heads + head) * context + row % context] = sum;
}

/// The heads' columns of a tensor (B·T,C).
Matrix columns(const Matrix& qkv, void* data, std::int64_t stride) {
    return {data, qkv.kind, qkv.rows, qkv.cols / 3, stride};
}

void makeDots(Queue queue, const AttentionCall& call, float* dots) {
    constexpr int kWide = 8;
    const std::int64_t headWidth = headWidthOf(call);
    const std::int64_t queries = call.out.rows * call.heads;
    withKind(call.out.kind, [&](auto kind) {
        withPacks<kWide>(headWidth % kWide == 0 && inPacks(kWide, call.out, call.outGradient), [&](auto count) {
            launch(attentionDotsKernel<count(), decltype(kind)>,
                   {.blocks = ceilDivide(queries * kLanes, kThreads), .threads = kThreads}, queue, dots,
                   rowsOf<decltype(kind)>(call.out), rowsOf<decltype(kind)>(call.outGradient), queries, call.heads,
                   call.context, headWidth);
        });
    });
}

} // namespace

bool onTensorCores(const AttentionCall& call) {
    constexpr int kMost = 128;
    const std::int64_t headWidth = headWidthOf(call);
    return call.qkv.kind == NumberKind::Bf16 && headWidth % 8 == 0 && headWidth <= kMost &&
           inPacks(8, call.qkv, call.out) && (call.outGradient.empty() || inPacks(8, call.outGradient));
}

void KernelDevice::attention(Stream stream, const AttentionCall& call) {
    if (onTensorCores(call))
        attentionByTiles(queue(stream), call);
    else
        attentionPlainly(queue(stream), call);
}

void KernelDevice::attentionGradient(Stream stream, const AttentionCall& call) {
    Queue const to = queue(stream);
    const std::int64_t size = call.out.size();
    float* const queryGradient = floatsOf(call.scratch);
    float* const dots = queryGradient + size;
    makeDots(to, call, dots);
    if (onTensorCores(call))
        attentionGradientByTiles(to, call, dots, queryGradient);
    else
        attentionGradientPlainly(to, call, dots, queryGradient);
    // Until here all queries were read.
    cuda::convert(to, columns(call.qkv, call.qkv.data, call.qkv.stride),
                  columns(call.qkv, queryGradient, call.qkv.cols / 3));
}

} // namespace lanewright::engine::cuda
