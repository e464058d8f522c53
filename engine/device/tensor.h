// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <cstdint>

namespace lanewright::engine {

/// A view of `rows` × `cols` numbers in memory, row after row; it owns nothing. A vector is a tensor of one row.
///
/// `stride` is the distance between the starts of two rows: more than `cols` for a block of a wider tensor.
struct Tensor {
    float* data = nullptr;
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::int64_t stride = 0;

    Tensor() = default;
    Tensor(float* from, std::int64_t rowCount, std::int64_t colCount)
        : data(from), rows(rowCount), cols(colCount), stride(colCount) {}

    std::int64_t size() const { return rows * cols; }
    float* row(std::int64_t index) const { return data + index * stride; }
    bool isWhole() const { return stride == cols; }
    bool sameShape(const Tensor& other) const { return rows == other.rows && cols == other.cols; }

    /// The `colCount` columns from `col` on of the `rowCount` rows from `first` on.
    Tensor block(std::int64_t first, std::int64_t rowCount, std::int64_t col, std::int64_t colCount) const {
        assert(first + rowCount <= rows && col + colCount <= cols);
        Tensor part{data + first * stride + col, rowCount, colCount};
        part.stride = stride;
        return part;
    }
};

} // namespace lanewright::engine
