// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

namespace lanewright::engine {

/// A number of 16 bits: the upper half of a float.
struct Bf16 {
    std::uint16_t bits = 0;

    operator float() const { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U); }
    friend bool operator==(const Bf16&, const Bf16&) = default;
};

/// Rounded to the nearest, of two equally near to the even one; NaN stays NaN.
inline Bf16 toBf16(float number) {
    const auto bits = std::bit_cast<std::uint32_t>(number);
    const std::uint32_t rounded = (bits + 0x7FFFU + ((bits >> 16U) & 1U)) >> 16U;
    const bool isNan = (bits & 0x7FFFFFFFU) > 0x7F800000U;
    return {static_cast<std::uint16_t>(isNan ? (bits >> 16U) | 0x40U : rounded)};
}

/// `number` as a `Number`: itself, or rounded.
template <typename Number>
Number rounded(float number);
template <>
inline float rounded<float>(float number) {
    return number;
}
template <>
inline Bf16 rounded<Bf16>(float number) {
    return toBf16(number);
}

/// A view of `rows` × `cols` numbers in memory, row after row; it owns nothing. A vector is a tensor of one row.
///
/// `stride` is the distance between the starts of two rows: more than `cols` for a block of a wider tensor.
template <typename Number>
struct View {
    Number* data = nullptr;
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::int64_t stride = 0;

    View() = default;
    View(Number* from, std::int64_t rowCount, std::int64_t colCount)
        : data(from), rows(rowCount), cols(colCount), stride(colCount) {}

    std::int64_t size() const { return rows * cols; }
    Number* row(std::int64_t index) const { return data + index * stride; }
    bool isWhole() const { return stride == cols; }
    template <typename Other>
    bool sameShape(const View<Other>& other) const {
        return rows == other.rows && cols == other.cols;
    }

    /// The `colCount` columns from `col` on of the `rowCount` rows from `first` on.
    View block(std::int64_t first, std::int64_t rowCount, std::int64_t col, std::int64_t colCount) const {
        assert(first + rowCount <= rows && col + colCount <= cols);
        View part{data + first * stride + col, rowCount, colCount};
        part.stride = stride;
        return part;
    }
    View rowsFrom(std::int64_t first, std::int64_t count) const { return block(first, count, 0, cols); }
    View colsFrom(std::int64_t first, std::int64_t count) const { return block(0, rows, first, count); }
};
using Tensor = View<float>;

} // namespace lanewright::engine
