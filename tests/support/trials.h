// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

/// How much the longest tests look at: a sample as a rule, more with the environment variable LANEWRIGHT_TRIALS=10, and
/// a share of it under a sanitizer, where all takes many times as long and the first few tell what the others would.
namespace lanewright::test {

/// One of so many is looked at.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kOneOf = 4;
#else
constexpr std::uint64_t kOneOf = 1;
#endif

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

/// How many random trials a test makes: so many, times LANEWRIGHT_TRIALS, but at least the second number. The trials
/// beyond the usual ones are new ones, not the same again.
inline std::uint64_t trials(std::uint64_t usual, std::uint64_t least = 1) {
    return std::max(least, usual * trialsFactor() / kOneOf);
}

/// A test that walks a list takes every so manieth entry; with LANEWRIGHT_TRIALS at least `usual`, each.
inline std::size_t stride(std::size_t usual) {
    return std::max<std::size_t>(1, usual * kOneOf / static_cast<std::size_t>(trialsFactor()));
}

/// The entries of a list that such a test looks at.
template <typename List>
auto sampled(const List& list, std::size_t usual = 1) {
    std::vector<typename List::value_type> few;
    std::size_t at = 0;
    for (const auto& entry : list)
        if (at++ % stride(usual) == 0)
            few.push_back(entry);
    return few;
}

} // namespace lanewright::test
