// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace lanewright {

/// The numbers from 0 on, so many; none where the count is below 0.
template <typename Number>
std::vector<Number> countedUp(Number count) {
    std::vector<Number> numbers(static_cast<std::size_t>(std::max(count, Number{0})));
    std::iota(numbers.begin(), numbers.end(), Number{0});
    return numbers;
}

} // namespace lanewright
