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

/// Stores one finished row of a tile; `Isa::kCols` sums in vectors.
template <typename Isa>
inline void storeRow(const Tile& tile, int row, const typename Isa::Vec (&sums)[Isa::kVecs]) {
    if (tile.out != nullptr && tile.cols == Isa::kCols) {
        for (int v = 0; v < Isa::kVecs; ++v)
            Isa::store(tile.out + row * tile.outStride + v * Isa::kWidth, sums[v]);
        return;
    }
    alignas(64) float numbers[Isa::kCols];
    for (int v = 0; v < Isa::kVecs; ++v)
        Isa::store(numbers + v * Isa::kWidth, sums[v]);
    if (tile.out != nullptr)
        for (std::int64_t j = 0; j < tile.cols; ++j)
            tile.out[row * tile.outStride + j] = numbers[j];
    else
        for (std::int64_t j = 0; j < tile.cols; ++j)
            tile.outHalf[row * tile.outStride + j] = halfOf(numbers[j]);
}

/// `Isa::kCols` numbers of a row of which the tile may have fewer; nothing is read past its end.
template <typename Isa>
inline void loadRow(const float* from, std::int64_t cols, typename Isa::Vec (&numbers)[Isa::kVecs]) {
    alignas(64) float whole[Isa::kCols];
    if (cols < Isa::kCols) {
        for (int j = 0; j < Isa::kCols; ++j)
            whole[j] = j < cols ? from[j] : 0;
        from = whole;
    }
    for (int v = 0; v < Isa::kVecs; ++v)
        numbers[v] = Isa::load(from + v * Isa::kWidth);
}

template <typename Isa, int kRows>
inline void finishTile(const Tile& tile, typename Isa::Vec (&sums)[kRows][Isa::kVecs]) {
    typename Isa::Vec bias[Isa::kVecs];
    for (typename Isa::Vec& numbers : bias)
        numbers = Isa::zero();
    if (tile.finish.bias != nullptr)
        loadRow<Isa>(tile.finish.bias, tile.cols, bias);
    for (int i = 0; i < kRows; ++i) {
        typename Isa::Vec other[Isa::kVecs];
        for (typename Isa::Vec& numbers : other)
            numbers = Isa::zero();
        if (tile.finish.residual != nullptr)
            loadRow<Isa>(tile.finish.residual + i * tile.finish.residualStride, tile.cols, other);
        for (int v = 0; v < Isa::kVecs; ++v) {
            typename Isa::Vec sum = Isa::multiply(sums[i][v], tile.finish.scale);
            if (tile.finish.bias != nullptr)
                sum = Isa::add(sum, bias[v]);
            if (tile.finish.residual != nullptr)
                sum = Isa::add(other[v], sum);
            sums[i][v] = sum;
        }
        storeRow<Isa>(tile, i, sums[i]);
    }
}

/// Each sum is one chain over the whole depth, so its bits depend on its row and column alone.
template <typename Isa, typename Kind, int kRows>
void computeTile(const Tile& tile) {
    typename Isa::Vec sums[kRows][Isa::kVecs];
    for (int i = 0; i < kRows; ++i)
        for (int v = 0; v < Isa::kVecs; ++v)
            sums[i][v] = Isa::zero();
    const float* strip = tile.strip;
    const float* panel = tile.panel;
    for (std::int64_t k = 0; k < tile.depth; ++k, strip += Isa::kRows, panel += Isa::kCols) {
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
    }
    finishTile<Isa, kRows>(tile, sums);
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

} // namespace
} // namespace lanewright::engine
