// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cuda/kernels/attention_parts.h"

/// Attention on tensor cores: what forward and gradient share. A warp owns 16 rows of a head, or twice that; tiles of
/// the others come by in shared memory, the next one on its way while one is computed.
namespace lanewright::engine::cuda::tiles {

constexpr int kWarps = 4;
constexpr int kThreads = kWarps * kWarp;
constexpr int kTile = 16;            ///< rows and depth of one product
constexpr int kApart = 8;            ///< numbers between the rows of a tile, so that eight rows lie in different banks
constexpr float kLog2 = 1.44269504F; ///< log₂ e

/// Rows of a head in shared memory.
template <int Width, int Rows>
struct Tile {
    static constexpr int kStride = Width + kApart;
    Bf16 numbers[Rows * kStride];

    __device__ Bf16* at(int row, int col) { return numbers + row * kStride + col; }
    __device__ const Bf16* at(int row, int col) const { return numbers + row * kStride + col; }
};

using Call = AttentionParts<Bf16>;

/// What stands side by side in rows (B·T,3C), C columns each; rows (B·T,C) are one such part.
enum Part : std::uint8_t { Query, Key, Value };

/// One head of one sample.
struct Head {
    std::int64_t which = 0;
    std::int64_t row = 0; ///< the sample's first token
    std::int64_t col = 0; ///< the head's first number

    __device__ Head(std::int64_t number, const Call& call)
        : which(number), row(number / call.heads * call.context), col(number % call.heads * call.headWidth) {}

    /// The head's columns of rows (B·T,…).
    __device__ Rows<Bf16> of(const Rows<Bf16>& rows, const Call& call, Part part = Query) const {
        return {rows.row(row) + part * call.width() + col, rows.stride};
    }
    __device__ std::int64_t logSum(const Call& call) const { return which * call.context; }
};

/// Where a block stands that owns `Rows` rows of a head.
template <int Rows>
struct Post {
    unsigned blocks = 0; ///< to a head
    Head head;

    __device__ explicit Post(const Call& call)
        : blocks(static_cast<unsigned>((call.context + Rows - 1) / Rows)), head(blockIdx.x / blocks, call) {}

    /// The first of its rows, where blocks take them in turn, and where those begin that own the last ones.
    __device__ int first() const { return static_cast<int>(blockIdx.x % blocks) * Rows; }
    __device__ int firstFromEnd() const { return static_cast<int>(blocks - 1 - blockIdx.x % blocks) * Rows; }
};

/// Asks for `Count` rows of a head from `first` on; zeros beyond the context and the head's width. A thread asks for
/// the same columns of every kStep-th row: so the compiler knows how often, and an address follows from the one before.
template <int Width, int Count>
__device__ void fetch(Tile<Width, Count>& tile, const Rows<Bf16>& rows, int first, const Call& call) {
    constexpr int kChunks = Width / 8;
    constexpr int kStep = kThreads / kChunks;
    static_assert(kThreads % kChunks == 0 && Count % kStep == 0);
    const int row = static_cast<int>(threadIdx.x) / kChunks;
    const int col = static_cast<int>(threadIdx.x) % kChunks * 8;
    const bool isInHead = col < call.headWidth;
    const Bf16* from = rows.row(first + row) + col;
#pragma unroll
    for (int i = 0; i < Count; i += kStep) {
        const bool isThere = isInHead && first + row + i < call.context;
        copyLater<16>(tile.at(row + i, col), isThere ? from : rows.data, isThere);
        from += kStep * rows.stride;
    }
}
/// Asks for one float to a row.
template <int Count>
__device__ void fetch(float (&to)[Count], const float* from, int first, const Call& call) {
    static_assert(Count <= kThreads);
    const int i = static_cast<int>(threadIdx.x);
    if (i < Count) {
        const bool isThere = first + i < call.context;
        copyLater<4>(to + i, isThere ? from + first + i : from, isThere);
    }
}

/// Calls `use` with each `Count` rows from `first` up to `end` and the place, 0 or 1, that `fetch` was to ask for them
/// to; those that come next are on their way meanwhile. Copies that were asked for before are there then, too.
template <int Count, typename Fetch, typename Use>
__device__ void forEachTile(int first, int end, const Fetch& fetch, const Use& use) {
    fetch(first, 0);
    sealCopies();
    for (int row = first, place = 0; row < end; row += Count, place ^= 1) {
        if (row + Count < end)
            fetch(row + Count, place ^ 1);
        sealCopies();
        awaitCopies<1>();
        __syncthreads();
        use(row, place);
        __syncthreads();
    }
}

__device__ inline int laneOf() { return static_cast<int>(threadIdx.x % kWarp); }
__device__ inline int warpOf() { return static_cast<int>(threadIdx.x / kWarp); }

/// The left factor of a product: 16 rows of a tile from `row` on, 16 deep from `depth` on.
template <int Width, int Rows>
__device__ void loadLeft(unsigned (&to)[4], const Tile<Width, Rows>& tile, int row, int depth) {
    loadMatrices(to, tile.at(row + laneOf() % 16, depth + laneOf() / 16 * 8));
}
/// The right factor of two products, whose columns are rows of the tile: from `row` on, 16 deep from `depth` on.
template <int Width, int Rows>
__device__ void loadRightOfRows(unsigned (&to)[4], const Tile<Width, Rows>& tile, int row, int depth) {
    const int lane = laneOf();
    loadMatrices(to, tile.at(row + lane % 8 + lane / 16 * 8, depth + lane / 8 % 2 * 8));
}
/// The same, whose columns are columns of the tile: from `col` on, rows from `depth` on.
template <int Width, int Rows>
__device__ void loadRightOfColumns(unsigned (&to)[4], const Tile<Width, Rows>& tile, int col, int depth) {
    loadMatricesTurned(to, tile.at(depth + laneOf() % 16, col + laneOf() / 16 * 8));
}

/// Sums of 16 rows of `Cols` columns, spread over a warp's lanes.
template <int Cols>
struct Sums {
    float at[Cols / 8][4];

    __device__ void clear() {
        for (auto& tile : at)
            for (float& number : tile)
                number = 0;
    }
    /// Columns 16·`step` … of rows, as the left factor of a product.
    __device__ void asLeft(unsigned (&to)[4], int step) const {
        to[0] = pair(at[2 * step][0], at[2 * step][1]);
        to[1] = pair(at[2 * step][2], at[2 * step][3]);
        to[2] = pair(at[2 * step + 1][0], at[2 * step + 1][1]);
        to[3] = pair(at[2 * step + 1][2], at[2 * step + 1][3]);
    }
};

/// sums = left (Parts · 16 rows of a tile from `row` on) · right (rows of a tile)ᵀ.
template <int Width, int Rows, int Cols, int Parts>
__device__ void multiplyRows(Sums<Cols> (&sums)[Parts], const Tile<Width, Rows>& left, int row,
                             const Tile<Width, Cols>& right) {
#pragma unroll
    for (int part = 0; part < Parts; ++part)
        sums[part].clear();
#pragma unroll
    for (int depth = 0; depth < Width; depth += kTile) {
        unsigned a[Parts][4];
#pragma unroll
        for (int part = 0; part < Parts; ++part)
            loadLeft(a[part], left, row + part * kTile, depth);
#pragma unroll
        for (int col = 0; col < Cols; col += kTile) {
            unsigned b[4];
            loadRightOfRows(b, right, col, depth);
#pragma unroll
            for (int part = 0; part < Parts; ++part) {
                multiplyTile(sums[part].at[col / 8], a[part], b[0], b[1]);
                multiplyTile(sums[part].at[col / 8 + 1], a[part], b[2], b[3]);
            }
        }
    }
}

/// sums += left (rounded) · right (rows of a tile).
template <int Width, int Cols, int Parts>
__device__ void addProduct(Sums<Width> (&sums)[Parts], const Sums<Cols> (&left)[Parts],
                           const Tile<Width, Cols>& right) {
#pragma unroll
    for (int depth = 0; depth < Cols; depth += kTile) {
        unsigned a[Parts][4];
#pragma unroll
        for (int part = 0; part < Parts; ++part)
            left[part].asLeft(a[part], depth / kTile);
#pragma unroll
        for (int col = 0; col < Width; col += kTile) {
            unsigned b[4];
            loadRightOfColumns(b, right, col, depth);
#pragma unroll
            for (int part = 0; part < Parts; ++part) {
                multiplyTile(sums[part].at[col / 8], a[part], b[0], b[1]);
                multiplyTile(sums[part].at[col / 8 + 1], a[part], b[2], b[3]);
            }
        }
    }
}

/// Hides what a query must not see: in scores of queries (rows from `query` on) and keys (columns from `key` on), those
/// of keys that come after the query become such that nothing comes of them.
template <int Cols>
__device__ void hideLaterKeys(Sums<Cols>& scores, int query, int key) {
    if (key + Cols - 1 <= query)
        return;
#pragma unroll
    for (int col = 0; col < Cols; col += 8)
        for (int i = 0; i < 4; ++i)
            if (key + col + laneOf() % 4 * 2 + i % 2 > query + laneOf() / 4 + i / 2 * 8)
                scores.at[col / 8][i] = -INFINITY;
}
/// The same of keys (rows) and queries (columns).
template <int Cols>
__device__ void hideEarlierQueries(Sums<Cols>& scores, int key, int query) {
    if (key + kTile - 1 <= query)
        return;
#pragma unroll
    for (int col = 0; col < Cols; col += 8)
        for (int i = 0; i < 4; ++i)
            if (key + laneOf() / 4 + i / 2 * 8 > query + col + laneOf() % 4 * 2 + i % 2)
                scores.at[col / 8][i] = -INFINITY;
}

/// Writes 16 rows of a head from `first` on, the upper eight times `scale[0]`, the lower times `scale[1]`.
template <int Width>
__device__ void storeRows(const Rows<Bf16>& to, const Sums<Width>& sums, int first, const float (&scale)[2],
                          const Call& call) {
    for (int half = 0; half < 2; ++half) {
        const int row = first + laneOf() / 4 + half * 8;
        if (row >= call.context)
            continue;
        Bf16* const numbers = to.row(row) + laneOf() % 4 * 2;
#pragma unroll
        for (int col = 0; col < Width; col += 8)
            if (col < call.headWidth)
                *reinterpret_cast<unsigned*>(numbers + col) =
                    pair(sums.at[col / 8][half * 2] * scale[half], sums.at[col / 8][half * 2 + 1] * scale[half]);
    }
}

/// Calls `work` with the width of tiles that takes the heads.
template <typename Work>
void withWidth(const AttentionCall& call, const Work& work) {
    const std::int64_t headWidth = headWidthOf(call);
    if (headWidth <= 32)
        work(std::integral_constant<int, 32>{});
    else if (headWidth <= 64)
        work(std::integral_constant<int, 64>{});
    else
        work(std::integral_constant<int, 128>{});
}

/// Blocks that own `rows` rows of a head each, and have a `Shared` in their shared memory.
template <typename Shared>
Shape shapeFor(const AttentionCall& call, int rows) {
    return {.blocks = call.batch * call.heads * ceilDivide(call.context, rows),
            .threads = kThreads,
            .shared = static_cast<int>(sizeof(Shared))};
}

} // namespace lanewright::engine::cuda::tiles
