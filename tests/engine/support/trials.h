// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace lanewright::engine::test {

/// How many random trials a test makes: so many, times the environment variable LANEWRIGHT_TRIALS. The trials beyond
/// the usual ones are new ones, not the same again.
inline std::uint64_t trials(std::uint64_t usual) {
    const char* const value = std::getenv("LANEWRIGHT_TRIALS");
    if (value == nullptr)
        return usual;
    const std::string_view text{value};
    std::uint64_t times = 0;
    const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), times);
    if (trouble != std::errc{} || end != text.data() + text.size() || times == 0) {
        ADD_FAILURE() << "LANEWRIGHT_TRIALS is \"" << text << "\"; it is a number of at least 1";
        return usual;
    }
    return usual * times;
}

} // namespace lanewright::engine::test
