// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/engine/reference_kernels/number.h"
#include "tests/engine/support/numbers.h"

#include <vector>

namespace lanewright::engine::test {

/// A matrix of either kind with memory of its own, on the host.
struct HostMatrix {
    std::vector<std::uint32_t> memory;
    Matrix matrix;

    HostMatrix(NumberKind kind, std::int64_t rows, std::int64_t cols)
        : memory(static_cast<std::size_t>(rows * cols)), matrix{memory.data(), kind, rows, cols, cols} {}
    /// Filled with normal numbers of deviation 1, rounded to its kind.
    HostMatrix(NumberKind kind, std::int64_t rows, std::int64_t cols, std::uint64_t seed)
        : HostMatrix(kind, rows, cols) {
        reference::forEach(matrix, [&](std::int64_t i, std::int64_t j) {
            reference::put(matrix, i, j, normalFrom(randomAt(seed, static_cast<std::uint64_t>(i * cols + j))));
        });
    }

    template <typename Number>
    View<Number> view() {
        return {static_cast<Number*>(matrix.data), matrix.rows, matrix.cols};
    }
    Doubles doubles() const {
        Doubles numbers;
        numbers.reserve(static_cast<std::size_t>(matrix.size()));
        reference::forEach(matrix,
                           [&](std::int64_t i, std::int64_t j) { numbers.push_back(reference::get(matrix, i, j)); });
        return numbers;
    }
};

/// Every number within `tolerance` of the other's, relative to the largest of these.
inline void expectNear(const Doubles& got, const Doubles& expected, double tolerance) {
    ASSERT_EQ(got.size(), expected.size());
    double scale = 0;
    for (const double number : expected)
        scale = std::max(scale, std::abs(number));
    for (std::size_t i = 0; i < got.size(); ++i)
        ASSERT_NEAR(got[i], expected[i], tolerance * scale) << "at " << i;
}

} // namespace lanewright::engine::test
