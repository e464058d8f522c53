// SPDX-License-Identifier: Apache-2.0
#include "core/edit/bubble_fixes.h"

#include "core/check/validate.h"
#include "core/simulate/simulate.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

TEST(BubbleFixes, TakeAGapAway) {
    const Plan plan = linearPlan(2, 2, R"(
        F0.0 F0.1 BW0.0 BW0.1
        F1.0 BW1.0 F1.1 BW1.1
    )");
    Plan held = plan;
    held.schedule.order[1][2].gap = unit(1);
    const Timeline timeline = simulate(held.schedule, held.costs);
    const std::vector<BubbleFix> fixes = fixesOf(held, timeline, bubbleAt(timeline, 1, unit(4)).value());
    ASSERT_FALSE(fixes.empty());
    EXPECT_TRUE(fixes.front().removesGap);
    EXPECT_EQ(fixes.front().gain(), unit(1));
    EXPECT_EQ(withFix(held.schedule, fixes.front()), plan.schedule);
}

TEST(BubbleFixes, AWThatCouldRunInABubbleIsOffered) {
    // rank 0 waits for B1.0 and then runs B0.0 W0.0; W1.0 of rank 1 stands in front of B1.0's successor.
    const Plan plan = linearPlan(2, 2, R"(
        F0.0 F0.1 B0.0 B0.1 W0.0 W0.1
        F1.0 B1.0 W1.0 F1.1 B1.1 W1.1
    )");
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    const Bubble bubble = bubbleAt(timeline, 0, unit(4)).value();
    EXPECT_EQ(bubble.position, 3);
    const std::vector<BubbleFix> fixes = fixesOf(plan, timeline, bubble);
    ASSERT_FALSE(fixes.empty());
    EXPECT_EQ(fixes.front().op, op("W0.0"));
    EXPECT_EQ(fixes.front().before, 3);
    for (const BubbleFix& fix : fixes) {
        Plan next = plan;
        next.schedule = withFix(plan.schedule, fix);
        EXPECT_TRUE(isValid(validate(next)));
        EXPECT_EQ(extentOf(simulate(next.schedule, next.costs)).length(), fix.makespanAfter);
        EXPECT_LE(fix.makespanAfter, fix.makespanBefore);
    }
}
