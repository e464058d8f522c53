// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/accelerator/device.h"
#include "engine/device/tensor.h"

namespace lanewright::engine::reference {

/// The number in a row and column, whatever its kind.
inline float get(const Matrix& matrix, std::int64_t row, std::int64_t col) {
    const std::int64_t at = row * matrix.stride + col;
    return matrix.kind == NumberKind::Float ? static_cast<const float*>(matrix.data)[at]
                                            : static_cast<float>(static_cast<const Bf16*>(matrix.data)[at]);
}

/// Writes it, rounded to its kind.
inline void put(const Matrix& matrix, std::int64_t row, std::int64_t col, double number) {
    const std::int64_t at = row * matrix.stride + col;
    if (matrix.kind == NumberKind::Float)
        static_cast<float*>(matrix.data)[at] = static_cast<float>(number);
    else
        static_cast<Bf16*>(matrix.data)[at] = toBf16(static_cast<float>(number));
}

/// Does `work(row, col)` for every number.
template <typename Work>
void forEach(const Matrix& matrix, Work work) {
    for (std::int64_t i = 0; i < matrix.rows; ++i)
        for (std::int64_t j = 0; j < matrix.cols; ++j)
            work(i, j);
}

} // namespace lanewright::engine::reference
