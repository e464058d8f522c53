// SPDX-License-Identifier: Apache-2.0
#include "core/base/decimal.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

using namespace lanewright;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kMiB = std::int64_t{1} << 20;
constexpr std::int64_t kGiB = std::int64_t{1} << 30;

std::int64_t ticks(std::string_view text, std::int64_t scale) {
    const Result<std::int64_t> read = ticksFromDecimal(text, scale);
    EXPECT_TRUE(read) << text;
    return read ? *read : -1;
}

std::string refusal(std::string_view text, std::int64_t scale) {
    const Result<std::int64_t> read = ticksFromDecimal(text, scale);
    EXPECT_FALSE(read) << text;
    return read ? "" : read.error().message.text();
}

} // namespace

TEST(Decimal, ReadsTheMeasuredCostsOfThePapersToTheNanosecond) {
    EXPECT_EQ(ticks("18.522", kMs), 18'522'000);
    EXPECT_EQ(ticks("0.601", kMs), 601'000);
    EXPECT_EQ(ticks("18522", 1'000), 18'522'000);
    EXPECT_EQ(ticks("0.000001", kMs), 1);
}

TEST(Decimal, ReadsSignsExponentsAndZerosAtBothEnds) {
    EXPECT_EQ(ticks("-3", kMs), -3'000'000);
    EXPECT_EQ(ticks("1e-3", kMs), 1'000);
    EXPECT_EQ(ticks("1.5E+2", 1), 150);
    EXPECT_EQ(ticks("0012.500", 2), 25);
    EXPECT_EQ(ticks(".5", kMs), 500'000);
    EXPECT_EQ(ticks("-0.0e99999999999999999999", kMs), 0);
    EXPECT_EQ(ticks("0." + std::string(5000, '0') + "1e5001", 1), 1);
}

TEST(Decimal, IsExactInUnitsThatAreNoPowersOfTen) {
    EXPECT_EQ(ticks("0.5", kMiB), 524'288);
    EXPECT_EQ(ticks("0.00000095367431640625", kMiB), 1);
    EXPECT_EQ(decimalFromTicks(1, kMiB), "0.00000095367431640625");
    EXPECT_EQ(decimalFromTicks(-kGiB - kGiB / 4, kGiB), "-1.25");
}

TEST(Decimal, RefusesWhatIsNoNumberAndShowsIt) {
    for (const char* text : {"", "-", "+1", "1 ", "1,5", "1.2.3", "0x10", "nan", "inf", "e5", "1e", "1e+", ".", "--1"})
        EXPECT_EQ(refusal(text, kMs), "\"" + std::string{text} + "\" is no number");
}

TEST(Decimal, RefusesDigitsBelowOneTick) {
    for (const char* text : {"0.0000001", "1e-400", "18.5220001", "0.1e-999999999999"})
        EXPECT_NE(refusal(text, kMs).find("more decimals than can be kept"), std::string::npos) << text;
    EXPECT_NE(refusal("0.1", kMiB).find("more decimals"), std::string::npos);
    EXPECT_NE(refusal("0." + std::string(5000, '3'), kMs).find("more decimals"), std::string::npos);
}

TEST(Decimal, RefusesWhatDoesNotFit63Bits) {
    EXPECT_EQ(ticks("9223372036854775807", 1), std::numeric_limits<std::int64_t>::max());
    for (const char* text : {"9223372036854775808", "99999999999999999999", "1e19", "1e400", "-1e999999999999"})
        EXPECT_NE(refusal(text, 1).find("too large"), std::string::npos) << text;
    EXPECT_NE(refusal("9223372036854.775808", kMs).find("too large"), std::string::npos);
    EXPECT_NE(refusal(std::string(5000, '7'), 1).find("too large"), std::string::npos);
}

TEST(Decimal, WritesTheShortestNumber) {
    EXPECT_EQ(decimalFromTicks(18'522'000, kMs), "18.522");
    EXPECT_EQ(decimalFromTicks(27'000'000, kMs), "27");
    EXPECT_EQ(decimalFromTicks(0, kMs), "0");
    EXPECT_EQ(decimalFromTicks(-1, kMs), "-0.000001");
    EXPECT_EQ(decimalFromTicks(std::numeric_limits<std::int64_t>::min(), 1), "-9223372036854775808");
}

TEST(Decimal, WhatIsWrittenReadsBackAsTheSameTicks) {
    std::mt19937_64 random{7};
    for (const std::int64_t scale :
         {std::int64_t{1}, std::int64_t{1'000}, kMs, std::int64_t{1'000'000'000}, std::int64_t{1024}, kMiB, kGiB})
        for (int round = 0; round < 500; ++round) {
            const int shift = static_cast<int>(random() % 63) + 1;
            const auto value = static_cast<std::int64_t>(random() >> shift) * (round % 2 == 0 ? 1 : -1);
            EXPECT_EQ(ticks(decimalFromTicks(value, scale), scale), value) << value << " at " << scale;
        }
}
