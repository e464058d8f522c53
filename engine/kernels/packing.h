// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/tensor.h"

/// Matrices laid out as the tiles of a product read them.
///
/// A product's operands are cut into strips of a few rows of a and panels of some columns of b. In each of them a unit
/// of depth, 32 bits wide, of all its rows (columns) lies together: one number of 32 bits, or two of bf16.
namespace lanewright::engine {

/// What a unit of depth holds.
enum class Unit : std::uint8_t { Fp32, Bf16Pair };

/// Units that `depth` numbers make.
inline std::int64_t unitsOf(Unit unit, std::int64_t depth) { return unit == Unit::Fp32 ? depth : (depth + 1) / 2; }

/// Whether depth runs along the rows of a matrix or down its columns.
enum class Depth : std::uint8_t { AlongRows, DownColumns };

/// Where strips or panels go: `lanes` rows (columns) each, `pitch` floats from the start of one to that of the next.
struct Packed {
    float* to = nullptr;
    std::int64_t lanes = 0;
    std::int64_t pitch = 0;
    Unit unit = Unit::Fp32;
};

/// Packs the `count` rows (columns) from `first` on of `from`. The units of the last strip's (panel's) missing ones are
/// zeros. Numbers are rounded when units hold bf16.
template <typename Number>
void packLanes(const Packed& packed, const View<Number>& from, Depth depth, std::int64_t first, std::int64_t count);

/// The same for what is not read soon: in small blocks that are written past the cache, which would otherwise fetch the
/// lines that they replace. `packed.to` is aligned to 16 bytes, and its lanes are at most 32 and a multiple of 4.
template <typename Number>
void packPastCache(const Packed& packed, const View<Number>& from, Depth depth, std::int64_t first, std::int64_t count);

/// out (m,n) = in (n,m) transposed, in numbers of 32 bits.
void transpose(const Tensor& out, const Tensor& in);

} // namespace lanewright::engine
