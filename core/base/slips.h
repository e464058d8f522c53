// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lanewright {

/// How many slips of the pen lie between two words: the optimal string alignment distance (Damerau 1964).
int slipsBetween(std::string_view a, std::string_view b);

/// So many may lie between a word and what is proposed in its place.
constexpr int slipsOf(std::string_view word) {
    constexpr std::size_t kShort = 6;
    return word.size() < kShort ? 1 : 2;
}

} // namespace lanewright
