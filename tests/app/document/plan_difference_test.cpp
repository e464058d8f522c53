// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/plan_difference.h"
#include "core/edit/edits.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

namespace lanewright::app {
namespace {

using test::op;

Plan plainZbH1() { return test::linearPlan(4, 8, test::zbH1Rows()); }

TEST(PlanDifference, OfEqualPlansIsNothing) { EXPECT_TRUE(differencesOf(plainZbH1(), plainZbH1()).isEmpty()); }

TEST(PlanDifference, CountsABlockThatMovedFarOnce) {
    const Schedule before = plainZbH1().schedule;
    const Slot last{0, static_cast<int>(before.order[0].size()) - 1};
    const Schedule after = *moveBlock(before, last, 0);
    EXPECT_EQ(orderDifference(before, after), (OrderDifference{.common = 96, .moved = 1}));
    EXPECT_EQ(orderDifference(after, before), (OrderDifference{.common = 96, .moved = 1}));
}

TEST(PlanDifference, CountsWhatOnlyOneHas) {
    const Schedule whole = plainZbH1().schedule;
    Schedule less = whole;
    less.order[2].resize(20);
    EXPECT_EQ(orderDifference(whole, less), (OrderDifference{.common = 92, .onlyA = 4}));
    EXPECT_EQ(orderDifference(less, whole), (OrderDifference{.common = 92, .onlyB = 4}));
}

TEST(PlanDifference, NamesEachPartThatDiffers) {
    const Plan ours = plainZbH1();
    Plan theirs = ours;
    theirs.title = "theirs";
    theirs.costs.stages[0][0].forward *= 2;
    const Slot second{0, 1};
    theirs.schedule = *setGap(theirs.schedule, second, 5);
    const QString lines = differencesOf(theirs, ours).join(QLatin1Char('\n'));
    EXPECT_TRUE(lines.contains(QStringLiteral("Title: theirs there,"))) << lines.toStdString();
    EXPECT_TRUE(lines.contains(QStringLiteral("The costs differ")));
    EXPECT_TRUE(lines.contains(QStringLiteral("The gaps differ")));
    EXPECT_TRUE(lines.contains(QStringLiteral("Makespan: ")));
    EXPECT_FALSE(lines.contains(QStringLiteral("Order")));
}

TEST(PlanDifference, TellsMicrobatchesFromCosts) {
    const Plan ours = plainZbH1();
    Plan theirs = ours;
    setMicrobatches(theirs, MicrobatchCosts::ofLengths({100, 300, 100, 100, 100, 100, 100, 100}, {}));
    const QString lines = differencesOf(theirs, ours).join(QLatin1Char('\n'));
    EXPECT_TRUE(lines.contains(QStringLiteral("The lengths or shares of microbatches differ"))) << lines.toStdString();
    EXPECT_FALSE(lines.contains(QStringLiteral("The costs differ"))) << lines.toStdString();
    EXPECT_FALSE(lines.contains(QStringLiteral("Memory"))) << lines.toStdString();
}

} // namespace
} // namespace lanewright::app
