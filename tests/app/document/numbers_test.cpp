// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/numbers.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

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

} // namespace
} // namespace lanewright::app
