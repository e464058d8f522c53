// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <ranges>

/// The value in the middle of some samples, of which there must be one at least. Samples are put into another order; of
/// structures the member named by `projection` counts. Of an even number of samples two are in the middle, and each
/// name says what becomes of them.
namespace lanewright {

/// A sample: of two in the middle the higher one.
template <std::ranges::random_access_range Samples, typename Projection = std::identity>
auto upperMedian(Samples&& samples, Projection projection = {}) {
    const auto middle = std::ranges::next(std::ranges::begin(samples), std::ranges::ssize(samples) / 2);
    std::ranges::nth_element(samples, middle, {}, projection);
    return *middle;
}

/// A sample: of two in the middle the lower one.
template <std::ranges::random_access_range Samples>
auto lowerMedian(Samples&& samples) {
    const auto middle = std::ranges::next(std::ranges::begin(samples), (std::ranges::ssize(samples) - 1) / 2);
    std::ranges::nth_element(samples, middle);
    return *middle;
}

/// The mean of two in the middle, rounded up; for whole numbers.
template <std::ranges::random_access_range Samples>
auto middleMedian(Samples&& samples) {
    const auto upper = upperMedian(samples);
    const auto half = std::ranges::ssize(samples) / 2;
    if (std::ranges::ssize(samples) % 2 != 0)
        return upper;
    const auto begin = std::ranges::begin(samples);
    const auto lower = *std::ranges::max_element(begin, std::ranges::next(begin, half));
    return lower + (upper - lower + 1) / 2;
}

} // namespace lanewright
