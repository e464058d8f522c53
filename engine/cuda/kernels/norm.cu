// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/kernels/kernel_device.h"
#include "engine/cuda/kernels/launch_kernel.h"

namespace lanewright::engine::cuda {

namespace {

constexpr int kThreads = 256;
constexpr int kWarps = kThreads / kWarp;
constexpr int kWide = 4;
constexpr int kBlockRows = kSumRows; ///< rows whose gradients of gain and bias make one partial sum
constexpr int kAtOnce = 2;           ///< rows read before any of them is written
constexpr float kEpsilon = 1e-5F;

struct NormForward {
    float* mean;
    float* rstd;
    const float* gain;
    const float* bias;
    std::int64_t rows;
    std::int64_t cols;
};

/// A warp to a row. The second and third look at it find it in the cache.
template <int Count, typename Out>
__global__ void normKernel(Rows<Out> out, Rows<float> in, NormForward norm) {
    const std::int64_t row = std::int64_t{blockIdx.x} * kWarps + threadIdx.x / kWarp;
    if (row >= norm.rows)
        return;
    const std::int64_t first = threadIdx.x % kWarp * Count;
    const float* const x = in.row(row);
    const float each = 1.0F / static_cast<float>(norm.cols);
    float sum = 0;
    for (std::int64_t j = first; j < norm.cols; j += kWarp * Count)
        for (const float number : load<Count>(x + j).at)
            sum += number;
    const float mean = sumOfLanes(sum) * each;
    float squares = 0;
    for (std::int64_t j = first; j < norm.cols; j += kWarp * Count)
        for (const float number : load<Count>(x + j).at)
            squares += (number - mean) * (number - mean);
    const float rstd = 1.0F / sqrtf(sumOfLanes(squares) * each + kEpsilon);
    for (std::int64_t j = first; j < norm.cols; j += kWarp * Count) {
        Pack<Count> pack = load<Count>(x + j);
        const Pack<Count> gain = load<Count>(norm.gain + j);
        const Pack<Count> bias = load<Count>(norm.bias + j);
        for (int i = 0; i < Count; ++i)
            pack.at[i] = (pack.at[i] - mean) * rstd * gain.at[i] + bias.at[i];
        store<Count>(out.row(row) + j, pack);
    }
    if (first == 0) {
        norm.mean[row] = mean;
        norm.rstd[row] = rstd;
    }
}

/// The gradient of a norm, as its kernel sees it; rows without data are not written.
template <typename Passed, typename Gradient>
struct NormBackward {
    Rows<float> gradient;
    Rows<Passed> passed; ///< takes what the gradient was
    Rows<Bf16> rounded;  ///< takes what the gradient becomes
    Rows<Gradient> outGradient;
    Rows<float> in;
    const float* mean;
    const float* rstd;
    const float* gain;
    float* sums; ///< (blocks,2C): of gains, then of biases
    std::int64_t rows;
    std::int64_t cols;
};

/// What a row's gradient takes from the row as a whole. With h = (x − mean)·rstd and g = dy·gain:
/// dx = rstd · (g − mean of g − h · mean of g·h).
struct RowFacts {
    float mean;
    float rstd;
    float meanG;
    float meanGh;
};

template <int Count, typename Passed, typename Gradient>
__device__ RowFacts factsOf(std::int64_t row, const NormBackward<Passed, Gradient>& norm) {
    const float mean = norm.mean[row];
    const float rstd = norm.rstd[row];
    float g = 0;
    float gh = 0;
    for (std::int64_t j = threadIdx.x % kWarp * Count; j < norm.cols; j += kWarp * Count) {
        const Pack<Count> x = load<Count>(norm.in.row(row) + j);
        const Pack<Count> dy = load<Count>(norm.outGradient.row(row) + j);
        const Pack<Count> gain = load<Count>(norm.gain + j);
        for (int i = 0; i < Count; ++i) {
            const float one = dy.at[i] * gain.at[i];
            g += one;
            gh += one * ((x.at[i] - mean) * rstd);
        }
    }
    const float each = 1.0F / static_cast<float>(norm.cols);
    return {mean, rstd, sumOfLanes(g) * each, sumOfLanes(gh) * each};
}

/// What a thread sums down its columns.
template <int Count>
struct ColumnSums {
    Pack<Count> gain;
    Pack<Count> bias;
};

/// Takes `count` rows (at most kAtOnce) from `row` on through one pack of columns. All threads of the block read before
/// any writes `passed`, for that may lie where `in` lies.
template <int Count, typename Passed, typename Gradient>
__device__ void takeRows(std::int64_t row, int count, std::int64_t col, const NormBackward<Passed, Gradient>& norm,
                         const RowFacts* facts, ColumnSums<Count>& sums) {
    Pack<Count> old[kAtOnce];
    Pack<Count> next[kAtOnce];
    const bool isThere = col < norm.cols;
    const Pack<Count> gain = isThere ? load<Count>(norm.gain + col) : Pack<Count>{};
#pragma unroll
    for (int r = 0; r < kAtOnce; ++r)
        if (isThere && r < count) {
            const RowFacts fact = facts[r];
            const Pack<Count> x = load<Count>(norm.in.row(row + r) + col);
            const Pack<Count> dy = load<Count>(norm.outGradient.row(row + r) + col);
            old[r] = load<Count>(norm.gradient.row(row + r) + col);
            for (int i = 0; i < Count; ++i) {
                const float h = (x.at[i] - fact.mean) * fact.rstd;
                next[r].at[i] = old[r].at[i] + fact.rstd * (dy.at[i] * gain.at[i] - fact.meanG - h * fact.meanGh);
                sums.gain.at[i] += dy.at[i] * h;
                sums.bias.at[i] += dy.at[i];
            }
        }
    __syncthreads();
#pragma unroll
    for (int r = 0; r < kAtOnce; ++r)
        if (isThere && r < count) {
            store<Count>(norm.gradient.row(row + r) + col, next[r]);
            if (norm.passed.data != nullptr)
                store<Count>(norm.passed.row(row + r) + col, old[r]);
            if (norm.rounded.data != nullptr)
                store<Count>(norm.rounded.row(row + r) + col, next[r]);
        }
}

/// kBlockRows rows to a block, of which a multiprocessor is to have registers for three: first a warp to a row for what
/// concerns whole rows, then a thread to a pack of columns.
template <int Count, typename Passed, typename Gradient>
__global__ void __launch_bounds__(kThreads, 3) normGradientKernel(NormBackward<Passed, Gradient> norm) {
    __shared__ RowFacts facts[kBlockRows];
    const std::int64_t first = std::int64_t{blockIdx.x} * kBlockRows;
    const int rows = norm.rows - first < kBlockRows ? static_cast<int>(norm.rows - first) : kBlockRows;
    for (int r = static_cast<int>(threadIdx.x) / kWarp; r < rows; r += kWarps) {
        const RowFacts fact = factsOf<Count>(first + r, norm);
        if (threadIdx.x % kWarp == 0)
            facts[r] = fact;
    }
    __syncthreads();
    // Columns go up, so what is written to `passed`, of at most as many bytes a number, covers only what was read.
    for (std::int64_t start = 0; start < norm.cols; start += kThreads * Count) {
        const std::int64_t col = start + static_cast<std::int64_t>(threadIdx.x) * Count;
        ColumnSums<Count> sums{};
        for (int r = 0; r < rows; r += kAtOnce)
            takeRows(first + r, rows - r < kAtOnce ? rows - r : kAtOnce, col, norm, facts + r, sums);
        if (col < norm.cols) {
            float* const own = norm.sums + blockIdx.x * 2 * norm.cols + col;
            store<Count>(own, sums.gain);
            store<Count>(own + norm.cols, sums.bias);
        }
    }
}

} // namespace

void KernelDevice::norm(Stream stream, const NormCall& call) {
    const NormForward norm{floatsOf(call.mean), floatsOf(call.rstd), floatsOf(call.gain),
                           floatsOf(call.bias), call.in.rows,        call.in.cols};
    withKind(call.out.kind, [&](auto kind) {
        withPacks<kWide>(inPacks(kWide, call.out, call.in, call.gain, call.bias), [&](auto count) {
            launch(normKernel<count(), decltype(kind)>,
                   {.blocks = ceilDivide(call.in.rows, kWarps), .threads = kThreads}, queue(stream),
                   rowsOf<decltype(kind)>(call.out), rowsOf<float>(call.in), norm);
        });
    });
}

void KernelDevice::normGradient(Stream stream, const NormGradientCall& call) {
    Queue const to = queue(stream);
    const std::int64_t rows = call.in.rows;
    const std::int64_t cols = call.in.cols;
    const std::int64_t partial = sumScratchRows(rows);
    const bool packs = inPacks(kWide, call.gradient, call.outGradient, call.in, call.gain, call.scratch) &&
                       (call.passed.empty() || inPacks(kWide, call.passed)) &&
                       (call.rounded.empty() || inPacks(kWide, call.rounded));
    const NumberKind passedKind = call.passed.empty() ? NumberKind::Float : call.passed.kind;
    withKinds(passedKind, call.outGradient.kind, [&](auto passed, auto slope) {
        withPacks<kWide>(packs, [&](auto count) {
            using Norm = NormBackward<decltype(passed), decltype(slope)>;
            launch(normGradientKernel<count(), decltype(passed), decltype(slope)>,
                   {.blocks = partial, .threads = kThreads}, to,
                   Norm{.gradient = rowsOf<float>(call.gradient),
                        .passed = rowsOf<decltype(passed)>(call.passed),
                        .rounded = rowsOf<Bf16>(call.rounded),
                        .outGradient = rowsOf<decltype(slope)>(call.outGradient),
                        .in = rowsOf<float>(call.in),
                        .mean = floatsOf(call.mean),
                        .rstd = floatsOf(call.rstd),
                        .gain = floatsOf(call.gain),
                        .sums = floatsOf(call.scratch),
                        .rows = rows,
                        .cols = cols});
        });
    });
    sumRows(to, floatsOf(call.gainGradient), floatsOf(call.biasGradient), cols, floatsOf(call.scratch), partial,
            2 * cols);
}

} // namespace lanewright::engine::cuda
