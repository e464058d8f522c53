// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/kernels/kernel_device.h"
#include "engine/cuda/kernels/launch_kernel.h"

#include <algorithm>

namespace lanewright::engine::cuda {

namespace {

constexpr int kThreads = 128;
constexpr int kWide = 4;
constexpr int kAtOnce = 8;

template <int Count>
__device__ void addTo(Pack<Count>& sum, const Pack<Count>& other) {
    for (int i = 0; i < Count; ++i)
        sum.at[i] += other.at[i];
}

template <int Count>
__global__ void embedKernel(Rows<float> out, const std::uint8_t* tokens, Rows<float> tokenTable,
                            Rows<float> positionTable, std::int64_t rows, std::int64_t cols, std::int64_t context) {
    const std::int64_t number = threadNumber();
    const std::int64_t perRow = cols / Count;
    const std::int64_t row = number / perRow;
    const std::int64_t col = number % perRow * Count;
    if (row >= rows)
        return;
    Pack<Count> sum = load<Count>(tokenTable.row(tokens[row]) + col);
    addTo(sum, load<Count>(positionTable.row(row % context) + col));
    store<Count>(out.row(row) + col, sum);
}

/// Adds the rows in a list to a sum, in their order; several are on their way at a time.
template <int Count>
__device__ void addListed(Pack<Count>& sum, const int* list, int count, const Rows<float>& rows, std::int64_t col) {
    Pack<Count> packs[kAtOnce];
#pragma unroll
    for (int i = 0; i < kAtOnce; ++i)
        if (i < count)
            packs[i] = load<Count>(rows.row(list[i]) + col);
#pragma unroll
    for (int i = 0; i < kAtOnce; ++i)
        if (i < count)
            addTo(sum, packs[i]);
}

/// Rows are gone through in chunks: the token that is met most often would else keep one block at work long after all
/// others.
struct Chunks {
    int count;
    int rows; ///< in each, but for the last
};

/// A block row to each token of the vocabulary in each chunk of rows. Every warp goes through all of these, 32 at a
/// time, and lists those whose token is its own. Sums of chunk i go to rows i · V … of `sums`.
template <int Count>
__global__ void tokenGradientKernel(Rows<float> sums, Rows<float> outGradient, const std::uint8_t* tokens,
                                    Chunks chunks, int rows, std::int64_t cols) {
    __shared__ int lists[kThreads / kWarp][kWarp];
    const unsigned lane = threadIdx.x % kWarp;
    int* const list = lists[threadIdx.x / kWarp];
    const std::int64_t col = threadNumber() * Count;
    const bool isThere = col < cols;
    const unsigned vocabulary = gridDim.y / static_cast<unsigned>(chunks.count);
    const unsigned token = blockIdx.y % vocabulary;
    const int start = static_cast<int>(blockIdx.y / vocabulary) * chunks.rows;
    const int end = start + chunks.rows < rows ? start + chunks.rows : rows;
    Pack<Count> sum{};
    for (int first = start; first < end; first += kWarp) {
        const int own = first + static_cast<int>(lane);
        const bool isMine = own < end && tokens[own] == token;
        const unsigned mine = __ballot_sync(kAllLanes, isMine);
        if (mine == 0)
            continue;
        if (isMine)
            list[__popc(mine & ((1U << lane) - 1U))] = own;
        __syncwarp();
        const int count = __popc(mine);
        for (int i = 0; isThere && i < count; i += kAtOnce)
            addListed(sum, list + i, count - i, outGradient, col);
        __syncwarp();
    }
    if (isThere)
        store<Count>(sums.row(blockIdx.y) + col, sum);
}

template <int Count>
__global__ void positionGradientKernel(Rows<float> positionGradient, Rows<float> outGradient, std::int64_t rows,
                                       std::int64_t cols, std::int64_t context) {
    const std::int64_t number = threadNumber();
    const std::int64_t perRow = cols / Count;
    const std::int64_t position = number / perRow;
    const std::int64_t col = number % perRow * Count;
    if (position >= context)
        return;
    Pack<Count> sum{};
#pragma unroll 4
    for (std::int64_t row = position; row < rows; row += context)
        addTo(sum, load<Count>(outGradient.row(row) + col));
    store<Count>(positionGradient.row(position) + col, sum);
}

/// As many chunks as `numbers` of scratch have room for the sums of, but one where those need none.
Chunks chunksOf(const Matrix& tokenGradient, std::int64_t rows, std::int64_t numbers) {
    constexpr std::int64_t kRows = 1024;
    const std::int64_t room = tokenGradient.stride == tokenGradient.cols ? numbers / tokenGradient.size() : 0;
    const std::int64_t count = std::max<std::int64_t>(std::min(ceilDivide(rows, kRows), room), 1);
    const std::int64_t each = ceilDivide(ceilDivide(rows, count), kWarp) * kWarp;
    return {static_cast<int>(ceilDivide(rows, each)), static_cast<int>(each)};
}

Shape shapeFor(std::int64_t packs) { return {.blocks = ceilDivide(packs, kThreads), .threads = kThreads}; }

} // namespace

void KernelDevice::embed(Stream stream, const Matrix& out, const std::uint8_t* tokens, const Matrix& tokenTable,
                         const Matrix& positionTable) {
    withPacks<kWide>(inPacks(kWide, out, tokenTable, positionTable), [&](auto count) {
        launch(embedKernel<count()>, shapeFor(out.size() / count), queue(stream), rowsOf<float>(out), tokens,
               rowsOf<float>(tokenTable), rowsOf<float>(positionTable), out.rows, out.cols, positionTable.rows);
    });
}

void KernelDevice::embedGradient(Stream stream, const Matrix& tokenGradient, const Matrix& positionGradient,
                                 const Matrix& outGradient, const std::uint8_t* tokens) {
    Queue const to = queue(stream);
    const Matrix scratch = scratchOf(stream);
    const Chunks chunks = chunksOf(tokenGradient, outGradient.rows, scratch.cols);
    Matrix sums = tokenGradient;
    if (chunks.count > 1)
        sums.data = scratch.data;
    withPacks<kWide>(inPacks(kWide, sums, positionGradient, outGradient), [&](auto count) {
        Shape shape = shapeFor(outGradient.cols / count);
        shape.across = tokenGradient.rows * chunks.count;
        launch(tokenGradientKernel<count()>, shape, to, rowsOf<float>(sums), rowsOf<float>(outGradient), tokens, chunks,
               outGradient.rows, outGradient.cols);
        launch(positionGradientKernel<count()>, shapeFor(positionGradient.size() / count), to,
               rowsOf<float>(positionGradient), rowsOf<float>(outGradient), outGradient.rows, outGradient.cols,
               positionGradient.rows);
    });
    if (chunks.count > 1)
        sumRows(to, floatsOf(tokenGradient), nullptr, tokenGradient.size(), floatsOf(scratch), chunks.count,
                tokenGradient.size());
}

} // namespace lanewright::engine::cuda
