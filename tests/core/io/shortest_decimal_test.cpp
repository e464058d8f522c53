// SPDX-License-Identifier: Apache-2.0
#include "packaging/wasi/shortest_decimal.h"

#include <bit>
#include <charconv>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <string>

namespace lanewright {

namespace {

/// As the board's module writes it, with the library's own form in front where they differ.
std::string differing(double value) {
    char ours[64];
    char theirs[64];
    const std::string mine(ours, wasi::writeShortest(ours, value));
    const std::string own(theirs, std::to_chars(theirs, theirs + sizeof theirs, value).ptr);
    return mine == own ? "" : own + " is written " + mine;
}

} // namespace

TEST(ShortestDecimal, IsTheLibrarysForPowersOfTwoAndTheirNeighbours) {
    for (int exponent = -1074; exponent < 1024; ++exponent) {
        const double power = std::ldexp(1.0, exponent);
        EXPECT_EQ(differing(power), "");
        EXPECT_EQ(differing(-power), "");
        EXPECT_EQ(differing(std::nextafter(power, 0)), "");
        EXPECT_EQ(differing(std::nextafter(power, std::numeric_limits<double>::max())), "");
    }
}

TEST(ShortestDecimal, IsTheLibrarysForShortDecimals) {
    for (int exponent = -325; exponent < 308; ++exponent)
        for (const char* digits : {"1", "5", "9", "12", "95", "123456789"})
            EXPECT_EQ(differing(std::strtod((std::string{digits} + "e" + std::to_string(exponent)).c_str(), nullptr)),
                      "");
}

TEST(ShortestDecimal, IsTheLibrarysForRandomDoubles) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t bits = random();
        const auto any = std::bit_cast<double>(bits);
        EXPECT_EQ(std::isfinite(any) ? differing(any) : "", "");
        EXPECT_EQ(differing(std::bit_cast<double>(bits >> 12)), "") << "subnormal";
        EXPECT_EQ(differing(static_cast<double>(bits >> random() % 64)), "") << "whole";
        EXPECT_EQ(differing(static_cast<double>(bits % 1'000'000) / static_cast<double>(1 + random() % 100'000)), "");
    }
}

TEST(ShortestDecimal, WritesZeroWithItsSign) {
    EXPECT_EQ(differing(0.0), "");
    EXPECT_EQ(differing(-0.0), "");
}

} // namespace lanewright
