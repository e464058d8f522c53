// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/numbers.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace lanewright::app {
namespace {

using test::op;
using test::unit;

TEST(Numbers, AreShortAndCarryTheUnitOfThePlan) {
    EXPECT_EQ(timeText(unit(27), TimeUnit::Ms), QStringLiteral("27"));
    EXPECT_EQ(timeText(unit(27) + 500'000, TimeUnit::Ms), QStringLiteral("27.5"));
    EXPECT_EQ(timeText(-unit(2), TimeUnit::Ms), QStringLiteral("−2"));
    EXPECT_EQ(timeText(-1, TimeUnit::Ms), QStringLiteral("0")); // no minus on what rounds to nothing
    EXPECT_EQ(timeWithUnit(unit(27), TimeUnit::Ms), QStringLiteral("27 ms"));
    EXPECT_EQ(timeWithUnit(unit(27), TimeUnit::Unit), QStringLiteral("27"));
    EXPECT_EQ(timeChange(unit(27), unit(28), TimeUnit::Ms), QStringLiteral("27 → 28 ms"));
}

TEST(Numbers, NameMemoryByActivationsWhereItIsAbstract) {
    EXPECT_EQ(memoryText(4 * kMemoryUnit, MemoryUnit::Unit), QStringLiteral("4"));
    EXPECT_EQ(unitText(MemoryUnit::Unit), QStringLiteral("act."));
    EXPECT_EQ(memoryText(3 << 20, MemoryUnit::MiB), QStringLiteral("3"));
    EXPECT_EQ(unitText(MemoryUnit::MiB), QStringLiteral("MiB"));
}

TEST(Numbers, WriteSharesAndChangesOfThem) {
    EXPECT_EQ(percentText(1.0 / 9), QStringLiteral("11.1 %"));
    EXPECT_EQ(changeText(1.0 / 27), QStringLiteral("+3.7 %"));
    EXPECT_EQ(changeText(-0.034), QStringLiteral("−3.4 %"));
}

TEST(Numbers, NameThePartOfWOnlyWhereThereAreSeveral) {
    EXPECT_EQ(opText(op("W2.5")), QStringLiteral("W2.5"));
    EXPECT_EQ(opText({OpKind::W, 1, 2, 5}, 2), QStringLiteral("W2.5/1"));
}

TEST(Numbers, RoundHalvesAwayFromZeroSoThatADifferenceIsTheDifference) {
    constexpr Time kMicro = 1000;
    EXPECT_EQ(timeText(982'425 * kMicro, TimeUnit::Ms), QStringLiteral("982.43"));
    EXPECT_EQ(timeText(839'400 * kMicro, TimeUnit::Ms), QStringLiteral("839.4"));
    EXPECT_EQ(timeText(143'025 * kMicro, TimeUnit::Ms), QStringLiteral("143.03"));
    EXPECT_EQ(timeText(-572'025 * kMicro, TimeUnit::Ms), QStringLiteral("−572.03"));
    EXPECT_EQ(timeText(999'995 * kMicro, TimeUnit::Ms), QStringLiteral("1000"));
    EXPECT_EQ(timeText(-4 * kMicro, TimeUnit::Ms), QStringLiteral("0"));
    EXPECT_EQ(timeText(18'522 * kMicro, TimeUnit::S), QStringLiteral("0.019"));
    EXPECT_EQ(roundedText(std::numeric_limits<std::int64_t>::max(), 1, 2), QStringLiteral("9223372036854775807.00"));
}

} // namespace
} // namespace lanewright::app
