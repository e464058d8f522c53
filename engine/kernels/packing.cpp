// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/packing.h"

#include "engine/kernels/vectorise.h"

#include <algorithm>
#include <cstring>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace lanewright::engine {

namespace {

constexpr int kBlock = 8;
/// How far ahead of what is read of a row more of it is fetched: several rows at a time are too many streams for
/// processors to foresee.
constexpr std::int64_t kAheadBytes = 1024;
using Eight = std::uint32_t __attribute__((vector_size(32)));

LANEWRIGHT_INLINE std::uint32_t pairOf(float low, float high) {
    return toBf16(low).bits | (static_cast<std::uint32_t>(toBf16(high).bits) << 16U);
}
LANEWRIGHT_INLINE std::uint32_t pairOf(Bf16 low, Bf16 high) {
    return low.bits | (static_cast<std::uint32_t>(high.bits) << 16U);
}

/// Eight rows of eight units become columns, in three rounds of exchange between neighbours 1, 2 and 4 apart.
LANEWRIGHT_INLINE void transposeEight(Eight (&rows)[kBlock]) {
    Eight half[kBlock];
    for (int i = 0; i < kBlock; i += 2) {
        half[i] = __builtin_shufflevector(rows[i], rows[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
        half[i + 1] = __builtin_shufflevector(rows[i], rows[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    }
    Eight most[kBlock];
    for (int i = 0; i < kBlock; ++i) {
        const int low = i & ~2;
        most[i] = (i & 2) == 0 ? __builtin_shufflevector(half[low], half[low + 2], 0, 1, 8, 9, 4, 5, 12, 13)
                               : __builtin_shufflevector(half[low], half[low + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
    for (int i = 0; i < kBlock; ++i) {
        const int low = i & ~4;
        rows[i] = (i & 4) == 0 ? __builtin_shufflevector(most[low], most[low + 4], 0, 1, 2, 3, 8, 9, 10, 11)
                               : __builtin_shufflevector(most[low], most[low + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

/// Rows of units, `stride` bytes apart.
struct UnitRows {
    const char* data;
    std::int64_t stride;
    std::int64_t units;
};

/// `kCount` ≤ 8 rows become columns of `to`, `lanes` units apart.
template <int kCount>
LANEWRIGHT_INLINE void transposeRows(float* to, std::int64_t lanes, const UnitRows& from) {
    const char* row[kCount];
    for (int i = 0; i < kCount; ++i)
        row[i] = from.data + i * from.stride;
    std::int64_t k = 0;
    for (; k + kBlock <= from.units; k += kBlock, to += kBlock * lanes) {
        Eight rows[kBlock] = {};
        for (int i = 0; i < kCount; ++i) {
            __builtin_prefetch(row[i] + kAheadBytes);
            std::memcpy(&rows[i], row[i], sizeof(Eight));
            row[i] += sizeof(Eight);
        }
        transposeEight(rows);
        for (int i = 0; i < kBlock; ++i)
            std::memcpy(to + i * lanes, &rows[i], kCount * 4);
    }
    for (; k < from.units; ++k, to += lanes)
        for (int i = 0; i < kCount; ++i, row[i - 1] += 4)
            std::memcpy(to + i, row[i], 4);
}

/// The same for any number of rows.
LANEWRIGHT_INLINE void transposeAll(float* to, std::int64_t lanes, const UnitRows& from, std::int64_t count) {
    const auto below = [&](std::int64_t row) {
        return UnitRows{from.data + row * from.stride, from.stride, from.units};
    };
    std::int64_t row = 0;
    for (; row + 8 <= count; row += 8)
        transposeRows<8>(to + row, lanes, below(row));
    if (row + 4 <= count) {
        transposeRows<4>(to + row, lanes, below(row));
        row += 4;
    }
    if (row + 2 <= count) {
        transposeRows<2>(to + row, lanes, below(row));
        row += 2;
    }
    if (row < count)
        transposeRows<1>(to + row, lanes, below(row));
}

/// One unit from numbers `k` … of a row; the numbers after its end are zeros.
LANEWRIGHT_INLINE void convert(std::uint32_t* to, const float* row, std::int64_t units) {
    for (std::int64_t u = 0; u < units; ++u)
        to[u] = pairOf(row[2 * u], row[2 * u + 1]);
}
LANEWRIGHT_INLINE void convert(std::uint32_t* to, const Bf16* row, std::int64_t units) {
    for (std::int64_t u = 0; u < units; ++u)
        to[u] = static_cast<std::uint32_t>(row[u].bits) << 16U;
}

/// Rows whose numbers are not yet what units hold: in pieces that are converted first. `perUnit` numbers make a unit.
template <typename Number>
LANEWRIGHT_INLINE void packConverted(float* to, std::int64_t lanes, const View<Number>& from, std::int64_t first,
                                     std::int64_t count, std::int64_t perUnit) {
    constexpr std::int64_t kPiece = 64;
    constexpr std::int64_t kRows = 32;
    std::uint32_t converted[kRows][kPiece];
    const std::int64_t whole = from.cols / perUnit;
    for (std::int64_t k = 0; k < whole; k += kPiece) {
        const std::int64_t units = std::min(kPiece, whole - k);
        for (std::int64_t r = 0; r < count; ++r)
            convert(converted[r], from.row(first + r) + perUnit * k, units);
        transposeAll(to + k * lanes, lanes, {reinterpret_cast<const char*>(converted), kPiece * 4, units}, count);
    }
}

/// The last unit of rows with an odd number of numbers.
template <typename Number>
LANEWRIGHT_INLINE void packOddEnd(float* to, std::int64_t lanes, const View<Number>& from, std::int64_t first,
                                  std::int64_t count) {
    for (std::int64_t i = 0; i < count && from.cols % 2 != 0; ++i) {
        const std::uint32_t unit = pairOf(from.row(first + i)[from.cols - 1], Number{});
        std::memcpy(to + from.cols / 2 * lanes + i, &unit, sizeof unit);
    }
}

template <typename Number>
LANEWRIGHT_INLINE void packRows(float* to, std::int64_t lanes, Unit unit, const View<Number>& from, std::int64_t first,
                                std::int64_t count) {
    constexpr bool kIsHalf = sizeof(Number) == 2;
    const std::int64_t perUnit = unit == Unit::Fp32 ? 1 : 2;
    const bool asTheyAre = kIsHalf == (unit == Unit::Bf16Pair);
    if (asTheyAre)
        transposeAll(to, lanes,
                     {reinterpret_cast<const char*>(from.row(first)),
                      from.stride * static_cast<std::int64_t>(sizeof(Number)), from.cols / perUnit},
                     count);
    else
        packConverted(to, lanes, from, first, count, perUnit);
    if (unit == Unit::Bf16Pair)
        packOddEnd(to, lanes, from, first, count);
}

/// One unit of depth of `count` columns. `high` is the row that comes second in a pair; the last one may have none.
template <typename Number>
LANEWRIGHT_INLINE void packUnit(float* to, Unit unit, const Number* low, const Number* high, std::int64_t count) {
    if (unit == Unit::Fp32) {
        for (std::int64_t j = 0; j < count; ++j)
            to[j] = low[j];
        return;
    }
    auto* const units = reinterpret_cast<std::uint32_t*>(to);
    if (high == nullptr)
        for (std::int64_t j = 0; j < count; ++j)
            units[j] = pairOf(low[j], Number{});
    else
        for (std::int64_t j = 0; j < count; ++j)
            units[j] = pairOf(low[j], high[j]);
}

/// The same for as many columns as a strip (panel) has. Numbers that stay as they are move in whole pieces: a loop over
/// twelve floats would be compiled to single ones.
template <int kLanes, typename Number>
LANEWRIGHT_INLINE void packWholeUnit(float* to, Unit unit, const Number* low, const Number* high) {
    if constexpr (sizeof(Number) == 4)
        if (unit == Unit::Fp32) {
            std::memcpy(to, low, kLanes * sizeof(float));
            return;
        }
    packUnit(to, unit, low, high, kLanes);
}

/// A few rows at a time: so few that memory is read in few streams, so many that whole lines of the cache are written
/// before the next strip (panel), whose lines may have to take their places.
template <int kLanes, typename Number>
LANEWRIGHT_INLINE void packColumns(const Packed& packed, Unit unit, const View<Number>& from, std::int64_t first,
                                   std::int64_t count) {
    constexpr std::int64_t kTogether = 4;
    constexpr std::int64_t kLine = 64 / static_cast<std::int64_t>(sizeof(Number));
    const std::int64_t perUnit = unit == Unit::Fp32 ? 1 : 2;
    const std::int64_t units = unitsOf(unit, from.rows);
    const auto low = [&](std::int64_t k) { return from.row(perUnit * k) + first; };
    const auto high = [&](std::int64_t k) { return perUnit * k + 1 < from.rows ? low(k) + from.stride : nullptr; };
    const auto shifted = [](const Number* row, std::int64_t by) { return row == nullptr ? row : row + by; };
    for (std::int64_t from4 = 0; from4 < units; from4 += kTogether) {
        const std::int64_t to4 = std::min(units, from4 + kTogether);
        float* to = packed.to;
        std::int64_t col = 0;
        for (; col + kLanes <= count; col += kLanes, to += packed.pitch)
            for (std::int64_t k = from4; k < to4; ++k) {
                for (std::int64_t line = 0; line < kLanes; line += kLine)
                    __builtin_prefetch(low(k) + col + line + kTogether * perUnit * from.stride);
                packWholeUnit<kLanes>(to + k * kLanes, unit, low(k) + col, shifted(high(k), col));
            }
        for (std::int64_t k = from4; k < to4 && col < count; ++k)
            packUnit(to + k * kLanes, unit, low(k) + col, shifted(high(k), col), count - col);
    }
}

template <int kLanes, typename Number>
LANEWRIGHT_INLINE void packColumnsAs(const Packed& packed, const View<Number>& from, std::int64_t first,
                                     std::int64_t count) {
    if (packed.unit == Unit::Fp32)
        packColumns<kLanes>(packed, Unit::Fp32, from, first, count);
    else
        packColumns<kLanes>(packed, Unit::Bf16Pair, from, first, count);
}

template <typename Number>
LANEWRIGHT_INLINE void packAnyColumns(const Packed& packed, const View<Number>& from, std::int64_t first,
                                      std::int64_t count) {
    switch (packed.lanes) {
    case 32: packColumnsAs<32>(packed, from, first, count); break;
    case 16: packColumnsAs<16>(packed, from, first, count); break;
    case 12: packColumnsAs<12>(packed, from, first, count); break;
    case 8: packColumnsAs<8>(packed, from, first, count); break;
    case 6: packColumnsAs<6>(packed, from, first, count); break;
    case 4: packColumnsAs<4>(packed, from, first, count); break;
    default: assert(false && "no tile is that wide"); break;
    }
}

template <typename Number>
LANEWRIGHT_INLINE void packAny(const Packed& packed, const View<Number>& from, Depth depth, std::int64_t first,
                               std::int64_t count) {
    const std::int64_t lanes = packed.lanes;
    const std::int64_t units = unitsOf(packed.unit, depth == Depth::AlongRows ? from.cols : from.rows);
    float* const last = packed.to + count / lanes * packed.pitch;
    for (std::int64_t k = 0; k < units && count % lanes != 0; ++k)
        for (std::int64_t i = count % lanes; i < lanes; ++i)
            last[k * lanes + i] = 0;
    if (depth == Depth::DownColumns)
        packAnyColumns(packed, from, first, count);
    else
        for (std::int64_t at = 0; at < count; at += lanes)
            packRows(packed.to + at / lanes * packed.pitch, lanes, packed.unit, from, first + at,
                     std::min(lanes, count - at));
}

/// Writes whole fours of floats past the cache, where the processor can.
LANEWRIGHT_INLINE void writePastCache(float* to, const float* from, std::int64_t count) {
#if defined(__SSE__)
    for (std::int64_t i = 0; i < count; i += 4)
        _mm_stream_ps(to + i, _mm_load_ps(from + i));
#else
    std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(float));
#endif
}

/// Other threads that are told so see what was written past the cache.
LANEWRIGHT_INLINE void settleWrites() {
#if defined(__SSE__)
    _mm_sfence();
#endif
}

template <typename Number>
LANEWRIGHT_INLINE void packAnyPastCache(const Packed& packed, const View<Number>& from, Depth depth, std::int64_t first,
                                        std::int64_t count) {
    constexpr std::int64_t kMostLanes = 32;
    constexpr std::int64_t kUnits = 64;
    alignas(64) float block[kMostLanes * kUnits];
    const std::int64_t lanes = packed.lanes;
    assert(lanes <= kMostLanes && lanes % 4 == 0);
    const std::int64_t perUnit = packed.unit == Unit::Fp32 ? 1 : 2;
    const std::int64_t numbers = depth == Depth::AlongRows ? from.cols : from.rows;
    for (std::int64_t lane = 0; lane < count; lane += lanes)
        for (std::int64_t number = 0; number < numbers; number += kUnits * perUnit) {
            const std::int64_t some = std::min(kUnits * perUnit, numbers - number);
            const std::int64_t units = unitsOf(packed.unit, some);
            const View<Number> piece =
                depth == Depth::AlongRows ? from.colsFrom(number, some) : from.rowsFrom(number, some);
            packAny({.to = block, .lanes = lanes, .pitch = lanes * units, .unit = packed.unit}, piece, depth,
                    first + lane, std::min(lanes, count - lane));
            writePastCache(packed.to + lane / lanes * packed.pitch + number / perUnit * lanes, block, lanes * units);
        }
    settleWrites();
}

} // namespace

template <>
LANEWRIGHT_CLONES void packPastCache<float>(const Packed& packed, const View<float>& from, Depth depth,
                                            std::int64_t first, std::int64_t count) {
    packAnyPastCache(packed, from, depth, first, count);
}

template <>
LANEWRIGHT_CLONES void packLanes<float>(const Packed& packed, const View<float>& from, Depth depth, std::int64_t first,
                                        std::int64_t count) {
    packAny(packed, from, depth, first, count);
}

template <>
LANEWRIGHT_CLONES void packLanes<Bf16>(const Packed& packed, const View<Bf16>& from, Depth depth, std::int64_t first,
                                       std::int64_t count) {
    packAny(packed, from, depth, first, count);
}

LANEWRIGHT_CLONES
void transpose(const Tensor& out, const Tensor& in) {
    assert(out.rows == in.cols && out.cols == in.rows);
    transposeAll(out.data, out.stride, {reinterpret_cast<const char*>(in.data), in.stride * 4, in.cols}, in.rows);
}

} // namespace lanewright::engine
