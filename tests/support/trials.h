// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string_view>

/// How much the longest tests look at: a sample as a rule, more with the environment variable LANEWRIGHT_TRIALS=10.
namespace lanewright::test {

/// What LANEWRIGHT_TRIALS says, 1 where it is not set.
inline std::uint64_t trialsFactor() {
    const char* const value = std::getenv("LANEWRIGHT_TRIALS");
    if (value == nullptr)
        return 1;
    const std::string_view text{value};
    std::uint64_t times = 0;
    const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), times);
    if (trouble != std::errc{} || end != text.data() + text.size() || times == 0) {
        ADD_FAILURE() << "LANEWRIGHT_TRIALS is \"" << text << "\"; it is a number of at least 1";
        return 1;
    }
    return times;
}

/// How many random trials a test makes: so many, times LANEWRIGHT_TRIALS. The trials beyond the usual ones are new
/// ones, not the same again.
inline std::uint64_t trials(std::uint64_t usual) { return usual * trialsFactor(); }

/// A test that walks a list takes every so manieth entry; with LANEWRIGHT_TRIALS at least `usual`, each.
inline std::size_t stride(std::size_t usual) {
    return std::max<std::size_t>(1, usual / static_cast<std::size_t>(trialsFactor()));
}

} // namespace lanewright::test
