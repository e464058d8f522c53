// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

namespace lanewright {

/// Takes the last of a list that is not empty.
template <typename T>
T takeLast(std::vector<T>& list) {
    T last = std::move(list.back());
    list.pop_back();
    return last;
}

} // namespace lanewright
