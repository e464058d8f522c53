// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kernels/tile.h"

/// The tile of a product, written once for all processors. Only the files named tile_*.cpp include it; everything stays
/// inside each of them, since the linker must not share code between processors.
namespace lanewright::engine {
namespace {

inline std::uint16_t halfOf(float number) {
    const auto bits = __builtin_bit_cast(std::uint32_t, number);
    const std::uint32_t nearest = (bits + 0x7FFFU + ((bits >> 16U) & 1U)) >> 16U;
    const bool isNan = (bits & 0x7FFFFFFFU) > 0x7F800000U;
    return static_cast<std::uint16_t>(isNan ? (bits >> 16U) | 0x40U : nearest);
}

/// All sums of a tile, in registers.
template <typename Isa, int kRows>
using Sums = typename Isa::Vec[kRows][Isa::kVecs];

/// Does `change(row, vector, sum)` to each; unrolled, so that sums need no memory.
template <typename Isa, int kRows, typename Change>
inline void forEach(Sums<Isa, kRows>& sums, const Change& change) {
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 4
        for (int v = 0; v < Isa::kVecs; ++v)
            change(i, v, sums[i][v]);
}

/// Rounds and stores a tile of all its columns.
template <typename Isa, int kRows>
inline void storeHalves(const Tile& tile, const Sums<Isa, kRows>& sums) {
    alignas(64) float numbers[Isa::kCols];
    for (int i = 0; i < kRows; ++i) {
        for (int v = 0; v < Isa::kVecs; ++v)
            Isa::store(numbers + v * Isa::kWidth, sums[i][v]);
        std::uint16_t* const out = tile.outHalf + i * tile.outStride;
        for (int j = 0; j < Isa::kCols; ++j)
            out[j] = halfOf(numbers[j]);
    }
}

/// Finishes and stores a tile of all its columns.
template <typename Isa, int kRows>
inline void finishWhole(const Tile& tile, Sums<Isa, kRows>& sums) {
    using Vec = typename Isa::Vec;
    const Finish& finish = tile.finish;
    const auto at = [](auto* matrix, std::int64_t stride, int row, int v) {
        return matrix + row * stride + v * Isa::kWidth;
    };
    if (finish.scale != 1)
        forEach<Isa, kRows>(sums, [&](int, int, Vec& sum) { sum = Isa::multiply(sum, finish.scale); });
    if (finish.bias != nullptr)
        forEach<Isa, kRows>(sums,
                            [&](int, int v, Vec& sum) { sum = Isa::add(sum, Isa::load(at(finish.bias, 0, 0, v))); });
    if (finish.residual != nullptr)
        forEach<Isa, kRows>(sums, [&](int row, int v, Vec& sum) {
            sum = Isa::add(Isa::load(at(finish.residual, finish.residualStride, row, v)), sum);
        });
    if (tile.out == nullptr)
        return storeHalves<Isa, kRows>(tile, sums);
    forEach<Isa, kRows>(sums, [&](int row, int v, Vec& sum) { Isa::store(at(tile.out, tile.outStride, row, v), sum); });
}

/// The same for a tile with fewer columns: number by number, and nothing is read past its end.
template <typename Isa, int kRows>
inline void finishPiece(const Tile& tile, const Sums<Isa, kRows>& sums) {
    alignas(64) float numbers[Isa::kCols];
    for (int i = 0; i < kRows; ++i) {
        for (int v = 0; v < Isa::kVecs; ++v)
            Isa::store(numbers + v * Isa::kWidth, Isa::multiply(sums[i][v], tile.finish.scale));
        for (std::int64_t j = 0; j < tile.cols; ++j) {
            if (tile.finish.bias != nullptr)
                numbers[j] += tile.finish.bias[j];
            if (tile.finish.residual != nullptr)
                numbers[j] = tile.finish.residual[i * tile.finish.residualStride + j] + numbers[j];
        }
        for (std::int64_t j = 0; j < tile.cols && tile.out != nullptr; ++j)
            tile.out[i * tile.outStride + j] = numbers[j];
        for (std::int64_t j = 0; j < tile.cols && tile.out == nullptr; ++j)
            tile.outHalf[i * tile.outStride + j] = halfOf(numbers[j]);
    }
}

/// Each sum is one chain over the whole depth, so its bits depend on its row and column alone.
template <typename Isa, typename Kind, int kRows>
void computeTile(const Tile& tile) {
    Sums<Isa, kRows> sums;
    forEach<Isa, kRows>(sums, [](int, int, typename Isa::Vec& sum) { sum = Isa::zero(); });
    const float* strip = tile.strip;
    const float* panel = tile.panel;
    const auto step = [&] {
        typename Kind::Right right[Isa::kVecs];
#pragma GCC unroll 4
        for (int v = 0; v < Isa::kVecs; ++v)
            right[v] = Kind::right(panel + v * Isa::kWidth);
#pragma GCC unroll 16
        for (int i = 0; i < kRows; ++i) {
            const typename Kind::Left left = Kind::left(strip + i);
#pragma GCC unroll 4
            for (int v = 0; v < Isa::kVecs; ++v)
                sums[i][v] = Kind::step(left, right[v], sums[i][v]);
        }
        strip += Isa::kRows;
        panel += Isa::kCols;
    };
    const float* ahead = tile.ahead;
    for (std::int64_t k = 0; k + 1 < tile.depth; k += 2, ahead += 2 * kAheadPerUnit) {
        __builtin_prefetch(ahead, 0, 2);
        step();
        step();
    }
    if (tile.depth % 2 != 0)
        step();
    if (tile.cols == Isa::kCols)
        finishWhole<Isa, kRows>(tile, sums);
    else
        finishPiece<Isa, kRows>(tile, sums);
}

template <typename Isa, typename Kind, int kRows = Isa::kRows>
void computeRows(const Tile& tile) {
    if (tile.rows == kRows)
        computeTile<Isa, Kind, kRows>(tile);
    else if constexpr (kRows > 1)
        computeRows<Isa, Kind, kRows - 1>(tile);
}

/// One number a unit.
template <typename Isa>
struct Fp32 {
    using Left = typename Isa::Vec;
    using Right = typename Isa::Vec;
    static Left left(const float* from) { return Isa::all(*from); }
    static Right right(const float* from) { return Isa::load(from); }
    static typename Isa::Vec step(Left left, Right right, typename Isa::Vec sum) { return Isa::fma(left, right, sum); }
};

/// Two bf16 a unit, on processors that have no product of their own for them.
template <typename Isa>
struct WidenedBf16 {
    struct Pair {
        typename Isa::Vec low;
        typename Isa::Vec high;
    };
    using Left = Pair;
    using Right = Pair;
    static Pair pairOf(typename Isa::Vec units) { return {Isa::lowHalves(units), Isa::highHalves(units)}; }
    static Left left(const float* from) { return pairOf(Isa::all(*from)); }
    static Right right(const float* from) { return pairOf(Isa::load(from)); }
    static typename Isa::Vec step(const Pair& left, const Pair& right, typename Isa::Vec sum) {
        return Isa::fma(left.high, right.high, Isa::fma(left.low, right.low, sum));
    }
};

/// The tiles of a processor.
template <typename Isa, typename Bf16 = WidenedBf16<Isa>>
constexpr TileSet tileSet(const char* name) {
    return {.name = name,
            .rows = Isa::kRows,
            .cols = Isa::kCols,
            .fp32 = computeRows<Isa, Fp32<Isa>>,
            .bf16 = computeRows<Isa, Bf16>};
}

} // namespace
} // namespace lanewright::engine
