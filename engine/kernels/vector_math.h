// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kernels/vectorise.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

/// Small functions that compilers turn into vector code inside loops, without any relaxed arithmetic.
namespace lanewright::engine {

/// e^x for −87 ≤ x ≤ 88 to 2 units in the last place; outside it stays at the ends. NaN gives NaN.
///
/// x = k·ln 2 + r; e^r by its Taylor polynomial on |r| ≤ ln 2 / 2; times 2^k by writing the exponent bits.
LANEWRIGHT_INLINE float fastExp(float x) {
    constexpr float kRound = 12582912.0F; // 1.5 · 2^23: adding it rounds to a whole number
    const float bounded = x < -87.0F ? -87.0F : (x > 88.0F ? 88.0F : x);
    const float k = (bounded * 1.44269504F + kRound) - kRound;
    const float r = (bounded - k * 0.693145752F) - k * 1.42860677e-6F;
    float p = 1.98412698e-4F;
    p = p * r + 1.38888889e-3F;
    p = p * r + 8.33333333e-3F;
    p = p * r + 4.16666667e-2F;
    p = p * r + 1.66666667e-1F;
    p = p * r + 0.5F;
    p = p * r + 1.0F;
    p = p * r + 1.0F;
    return p * std::bit_cast<float>((static_cast<std::int32_t>(k) + 127) << 23);
}

/// The number of partial sums that the reductions below keep; the order of additions is the same on every processor.
constexpr int kLanes = 16;

/// The sum of `term(i)` for 0 ≤ i < count.
LANEWRIGHT_INLINE float sumOf(std::int64_t count, auto term) {
    float lanes[kLanes] = {};
    std::int64_t at = 0;
    for (; at + kLanes <= count; at += kLanes)
        for (int lane = 0; lane < kLanes; ++lane)
            lanes[lane] += term(at + lane);
    for (int lane = 0; at < count; ++at, ++lane)
        lanes[lane] += term(at);
    for (int width = kLanes / 2; width > 0; width /= 2)
        for (int lane = 0; lane < width; ++lane)
            lanes[lane] += lanes[lane + width];
    return lanes[0];
}

/// The largest of `count` numbers.
LANEWRIGHT_INLINE float largestOf(const float* numbers, std::int64_t count) {
    float lanes[kLanes];
    for (float& lane : lanes)
        lane = -std::numeric_limits<float>::infinity();
    std::int64_t at = 0;
    for (; at + kLanes <= count; at += kLanes)
        for (int lane = 0; lane < kLanes; ++lane)
            lanes[lane] = numbers[at + lane] > lanes[lane] ? numbers[at + lane] : lanes[lane];
    for (int lane = 0; at < count; ++at, ++lane)
        lanes[lane] = std::max(lanes[lane], numbers[at]);
    return *std::max_element(lanes, lanes + kLanes);
}

} // namespace lanewright::engine
