// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/kernels/launch.h"

namespace lanewright::engine::cuda {

namespace {

constexpr int kThreads = 128;
constexpr int kWide = 4;
constexpr int kAtOnce = 8;

__device__ std::int64_t threadNumber() { return std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; }

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

/// A block row to each token of the vocabulary. Every warp goes through all tokens, 32 at a time, and lists those that
/// are its own.
template <int Count>
__global__ void tokenGradientKernel(Rows<float> tokenGradient, Rows<float> outGradient, const std::uint8_t* tokens,
                                    int rows, std::int64_t cols) {
    __shared__ int lists[kThreads / kWarp][kWarp];
    const unsigned lane = threadIdx.x % kWarp;
    int* const list = lists[threadIdx.x / kWarp];
    const std::int64_t col = threadNumber() * Count;
    const bool isThere = col < cols;
    Pack<Count> sum{};
    for (int first = 0; first < rows; first += kWarp) {
        const int own = first + static_cast<int>(lane);
        const bool isMine = own < rows && tokens[own] == blockIdx.y;
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
        store<Count>(tokenGradient.row(blockIdx.y) + col, sum);
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

Shape shapeFor(std::int64_t packs) { return {.blocks = ceilDivide(packs, kThreads), .threads = kThreads}; }

} // namespace

void embed(Queue queue, const Matrix& out, const std::uint8_t* tokens, const Matrix& tokenTable,
           const Matrix& positionTable) {
    withPacks<kWide>(inPacks(kWide, out, tokenTable, positionTable), [&](auto count) {
        launch(embedKernel<count()>, shapeFor(out.size() / count), queue, rowsOf<float>(out), tokens,
               rowsOf<float>(tokenTable), rowsOf<float>(positionTable), out.rows, out.cols, positionTable.rows);
    });
}

void embedGradient(Queue queue, const Matrix& tokenGradient, const Matrix& positionGradient, const Matrix& outGradient,
                   const std::uint8_t* tokens) {
    withPacks<kWide>(inPacks(kWide, tokenGradient, positionGradient, outGradient), [&](auto count) {
        Shape shape = shapeFor(outGradient.cols / count);
        shape.across = tokenGradient.rows;
        launch(tokenGradientKernel<count()>, shape, queue, rowsOf<float>(tokenGradient), rowsOf<float>(outGradient),
               tokens, outGradient.rows, outGradient.cols);
        launch(positionGradientKernel<count()>, shapeFor(positionGradient.size() / count), queue,
               rowsOf<float>(positionGradient), rowsOf<float>(outGradient), outGradient.rows, outGradient.cols,
               positionGradient.rows);
    });
}

} // namespace lanewright::engine::cuda
