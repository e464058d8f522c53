// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/kernels/kernel_device.h"
#include "engine/cuda/kernels/launch_kernel.h"

namespace lanewright::engine::cuda {

namespace {

constexpr int kThreads = 256;
constexpr int kWide = 8;

/// Where a thread works: at its pack of a matrix with `perRow` packs to a row, of `packs` in all, if there is one.
struct Place {
    std::int64_t row;
    std::int64_t col;
    bool isThere;
};

template <int Count>
__device__ Place placeOf(unsigned perRow, std::int64_t packs) {
    const std::int64_t number = threadNumber();
    // Most matrices have fewer packs than 2³², and dividing is quick only then.
    if (number <= 0xFFFFFFFF) {
        const auto small = static_cast<unsigned>(number);
        return {small / perRow, static_cast<std::int64_t>(small % perRow) * Count, number < packs};
    }
    return {number / perRow, number % perRow * Count, number < packs};
}

/// Blocks and packs for work on each number of a matrix.
struct Work {
    unsigned perRow;
    std::int64_t packs;

    Work(const Matrix& matrix, int count)
        : perRow(static_cast<unsigned>(matrix.cols / count)), packs(matrix.rows * perRow) {}
    Shape shape() const { return {.blocks = ceilDivide(packs, kThreads), .threads = kThreads}; }
};

constexpr float kTwiceRoot = 1.59576912F; // 2 · √(2/π), since (1 + tanh u) / 2 = 1 / (1 + e^(−2u))
constexpr float kCubic = 0.044715F;

__device__ float gate(float x) { return __fdividef(1.0F, 1.0F + __expf(-kTwiceRoot * (x + kCubic * x * x * x))); }
__device__ float slopeOfGelu(float x) {
    const float s = gate(x);
    return s + x * s * (1.0F - s) * kTwiceRoot * (1.0F + 3.0F * kCubic * x * x);
}

template <int Count, typename Out, typename In>
__global__ void geluKernel(Rows<Out> out, Rows<In> in, unsigned perRow, std::int64_t packs) {
    const Place at = placeOf<Count>(perRow, packs);
    if (!at.isThere)
        return;
    Pack<Count> pack = load<Count>(in.row(at.row) + at.col);
    for (float& x : pack.at)
        x *= gate(x);
    store<Count>(out.row(at.row) + at.col, pack);
}

template <int Count, typename In, typename Gradient>
__global__ void geluGradientKernel(Rows<In> in, Rows<Gradient> outGradient, unsigned perRow, std::int64_t packs) {
    const Place at = placeOf<Count>(perRow, packs);
    if (!at.isThere)
        return;
    Pack<Count> pack = load<Count>(in.row(at.row) + at.col);
    const Pack<Count> gradient = load<Count>(outGradient.row(at.row) + at.col);
    for (int i = 0; i < Count; ++i)
        pack.at[i] = slopeOfGelu(pack.at[i]) * gradient.at[i];
    store<Count>(in.row(at.row) + at.col, pack);
}

template <int Count, typename To, typename From>
__global__ void convertKernel(Rows<To> to, Rows<From> from, unsigned perRow, std::int64_t packs) {
    const Place at = placeOf<Count>(perRow, packs);
    if (!at.isThere)
        return;
    store<Count>(to.row(at.row) + at.col, load<Count>(from.row(at.row) + at.col));
}

template <int Count>
__global__ void addKernel(Rows<float> to, Rows<float> from, unsigned perRow, std::int64_t packs) {
    const Place at = placeOf<Count>(perRow, packs);
    if (!at.isThere)
        return;
    Pack<Count> sum = load<Count>(to.row(at.row) + at.col);
    const Pack<Count> other = load<Count>(from.row(at.row) + at.col);
    for (int i = 0; i < Count; ++i)
        sum.at[i] += other.at[i];
    store<Count>(to.row(at.row) + at.col, sum);
}

/// One block sums kSumRows rows of as many packs of columns as it has threads.
template <int Count, typename In>
__global__ void partialSumsKernel(float* partial, Rows<In> in, std::int64_t rows, std::int64_t cols) {
    const std::int64_t col = threadNumber() * Count;
    if (col >= cols)
        return;
    const std::int64_t first = std::int64_t{blockIdx.y} * kSumRows;
    const std::int64_t count = rows - first < kSumRows ? rows - first : kSumRows;
    Pack<Count> sum{};
#pragma unroll 8
    for (std::int64_t i = 0; i < count; ++i) {
        const Pack<Count> row = load<Count>(in.row(first + i) + col);
        for (int j = 0; j < Count; ++j)
            sum.at[j] += row.at[j];
    }
    for (int j = 0; j < Count; ++j)
        partial[blockIdx.y * cols + col + j] = sum.at[j];
}

constexpr int kGroups = 8;

/// Each of kGroups groups of threads sums every kGroups-th row; then the groups' sums are added in their order.
__global__ void sumRowsKernel(float* sums, float* others, std::int64_t split, const float* partial, std::int64_t rows,
                              std::int64_t cols) {
    __shared__ float ofGroup[kGroups][kWarp];
    const unsigned lane = threadIdx.x % kWarp;
    const unsigned group = threadIdx.x / kWarp;
    const std::int64_t col = std::int64_t{blockIdx.x} * kWarp + lane;
    float sum = 0;
    if (col < cols)
        for (std::int64_t row = group; row < rows; row += kGroups)
            sum += partial[row * cols + col];
    ofGroup[group][lane] = sum;
    __syncthreads();
    if (group != 0 || col >= cols)
        return;
    sum = 0;
    for (const auto& one : ofGroup)
        sum += one[lane];
    *(col < split ? sums + col : others + (col - split)) = sum;
}

/// Launches the kernel that `kernelOf` has for a count of numbers to a pack and for the kinds of both matrices.
template <typename KernelOf>
void launchForPacks(Queue queue, const Matrix& to, const Matrix& from, const KernelOf& kernelOf) {
    withKinds(to.kind, from.kind, [&](auto one, auto other) {
        withPacks<kWide>(inPacks(kWide, to, from), [&](auto count) {
            const Work work(to, count);
            launch(kernelOf(count, one, other), work.shape(), queue, rowsOf<decltype(one)>(to),
                   rowsOf<decltype(other)>(from), work.perRow, work.packs);
        });
    });
}

} // namespace

void KernelDevice::gelu(Stream stream, const Matrix& out, const Matrix& in) {
    launchForPacks(queue(stream), out, in,
                   [](auto count, auto to, auto from) { return geluKernel<count(), decltype(to), decltype(from)>; });
}

void KernelDevice::geluGradient(Stream stream, const Matrix& in, const Matrix& outGradient) {
    launchForPacks(queue(stream), in, outGradient, [](auto count, auto to, auto from) {
        return geluGradientKernel<count(), decltype(to), decltype(from)>;
    });
}

void convert(Queue queue, const Matrix& to, const Matrix& from) {
    launchForPacks(queue, to, from, [](auto count, auto one, auto other) {
        return convertKernel<count(), decltype(one), decltype(other)>;
    });
}

void KernelDevice::add(Stream stream, const Matrix& to, const Matrix& from) {
    withPacks<kWide>(inPacks(kWide, to, from), [&](auto count) {
        const Work work(to, count);
        launch(addKernel<count()>, work.shape(), queue(stream), rowsOf<float>(to), rowsOf<float>(from), work.perRow,
               work.packs);
    });
}

void sumRows(Queue queue, float* sums, float* others, std::int64_t split, const float* partial, std::int64_t rows,
             std::int64_t cols) {
    launch(sumRowsKernel, {.blocks = ceilDivide(cols, kWarp), .threads = kWarp * kGroups}, queue, sums, others, split,
           partial, rows, cols);
}

void columnSums(Queue queue, const Matrix& sums, const Matrix& in, const Matrix& scratch) {
    constexpr int kNarrow = 128;
    const std::int64_t partial = sumScratchRows(in.rows);
    withKind(in.kind, [&](auto from) {
        withPacks<kWide>(inPacks(kWide, in), [&](auto count) {
            launch(partialSumsKernel<count(), decltype(from)>,
                   {.blocks = ceilDivide(in.cols, kNarrow * count), .threads = kNarrow, .across = partial}, queue,
                   floatsOf(scratch), rowsOf<decltype(from)>(in), in.rows, in.cols);
        });
    });
    sumRows(queue, floatsOf(sums), nullptr, in.cols, floatsOf(scratch), partial, in.cols);
}

} // namespace lanewright::engine::cuda
