// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/buffer.h"
#include "engine/device/tensor.h"
#include "engine/gpt/counter_random.h"
#include "tests/engine/support/reference_gpt.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace lanewright::engine::test {

/// A tensor with memory of its own.
struct Numbers {
    Buffer memory;
    Tensor tensor;

    Numbers(std::int64_t rows, std::int64_t cols) : memory(rows * cols), tensor(memory.data(), rows, cols) {
        std::fill_n(memory.data(), memory.size(), 0.0F);
    }
    /// Filled with normal numbers of the given deviation.
    Numbers(std::int64_t rows, std::int64_t cols, std::uint64_t seed, float deviation = 1) : Numbers(rows, cols) {
        for (std::int64_t i = 0; i < memory.size(); ++i)
            memory.data()[i] = deviation * normalFrom(randomAt(seed, static_cast<std::uint64_t>(i)));
    }
    Doubles doubles() const { return {memory.data(), memory.data() + memory.size()}; }
};

/// Every number within `tolerance` of the reference's, relative to the largest of them.
inline void expectNear(const Numbers& got, const Doubles& expected, double tolerance) {
    ASSERT_EQ(got.memory.size(), static_cast<std::int64_t>(expected.size()));
    double scale = 0;
    for (const double number : expected)
        scale = std::max(scale, std::abs(number));
    double worst = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        ASSERT_FALSE(std::isnan(got.memory.data()[i])) << "at " << i;
        worst = std::max(worst, std::abs(got.memory.data()[i] - expected[i]));
    }
    EXPECT_LE(worst, tolerance * scale) << "largest number " << scale;
}

/// The gradient of `loss` at `at` by central differences in double precision.
template <typename Loss>
Doubles differences(const Doubles& at, Loss loss) {
    Doubles gradient(at.size());
    Doubles moved = at;
    for (std::size_t i = 0; i < at.size(); ++i) {
        const double step = 1e-5 * std::max(1.0, std::abs(at[i]));
        moved[i] = at[i] + step;
        const double above = loss(moved);
        moved[i] = at[i] - step;
        const double below = loss(moved);
        moved[i] = at[i];
        gradient[i] = (above - below) / (2 * step);
    }
    return gradient;
}

/// Σ a·b.
inline double dot(const Doubles& a, const Doubles& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += a[i] * b[i];
    return sum;
}

} // namespace lanewright::engine::test
