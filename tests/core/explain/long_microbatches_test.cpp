// SPDX-License-Identifier: Apache-2.0
#include "core/explain/long_microbatches.h"

#include "core/explain/bubbles.h"
#include "core/explain/explain.h"
#include "core/simulate/simulate.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

using namespace lanewright;
using namespace lanewright::test;

namespace {

/// Forwards of two stages, whose microbatches take so many times as long.
Plan withShares(std::string_view order, const std::vector<int>& shares) {
    Plan plan = linearPlan(2, static_cast<int>(shares.size()), order);
    std::vector<std::int64_t> work;
    for (const int share : shares)
        work.push_back(share * MicrobatchCosts::kOne);
    setMicrobatches(plan, MicrobatchCosts::ofShares(std::move(work), {}));
    return plan;
}

BubbleReason idleAt(const Plan& plan, int rank, Time time) {
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    return explain(plan, timeline, bubbleAt(timeline, rank, time).value());
}

Explanation whyOf(const Plan& plan, std::string_view word) {
    return explain(plan, simulate(plan.schedule, plan.costs), op(word)).value();
}

} // namespace

TEST(LongMicrobatches, AWaitForOneNamesIt) {
    const Plan plan = withShares(R"(
        F0.0 F0.1
        F1.0 F1.1
    )",
                                 {1, 3});
    const BubbleReason idle = idleAt(plan, 1, unit(3));
    EXPECT_EQ(idle.longOp, op("F0.1"));
    EXPECT_EQ(idle.sentence, "Rank 1 is idle for 2 units: F1.1 needs the output of F0.1, and rank 0 is not done with "
                             "that until 4 units. Microbatch 1 is long: F0.1 costs 3 units, 1 unit more than the mean "
                             "on stage 0.");
    EXPECT_EQ(whyOf(plan, "F1.1").longOp, op("F0.1"));
}

TEST(LongMicrobatches, TheOneInTheWayIsNamedWhereAnotherIsWaitedFor) {
    // rank 0: F0 F1 F1 F1 F1 F2        F1.2 waits for F0.2, which is short and stands behind F0.1.
    // rank 1: .  F0 .  .  .  .  F2 F1
    const Plan plan = withShares(R"(
        F0.0 F0.1 F0.2
        F1.0 F1.2 F1.1
    )",
                                 {1, 4, 1});
    const Explanation waiting = whyOf(plan, "F1.2");
    EXPECT_EQ(waiting.bindingOp, op("F0.2"));
    EXPECT_EQ(waiting.longOp, op("F0.1"));
    EXPECT_EQ(waiting.sentence, "F1.2 starts at 6 units, when the output of F0.2 arrives from rank 0; rank 1 was idle "
                                "for 4 units before. Microbatch 1 is long: F0.1 costs 4 units, 2 units more than the "
                                "mean on stage 0.");
}

TEST(LongMicrobatches, FillAndDrainMayBeDueToOneToo) {
    const Plan plan = withShares(R"(
        F0.0 F0.1 F0.2
        F1.0 F1.1 F1.2
    )",
                                 {4, 1, 4});
    EXPECT_EQ(idleAt(plan, 1, 0).longOp, op("F0.0"));
    EXPECT_EQ(idleAt(plan, 0, unit(10)).longOp, op("F1.2"));
}

TEST(LongMicrobatches, NoneIsToBlameForAWaitForAShortOne) {
    const Plan plan = withShares(R"(
        F0.0 F0.1
        F1.0 F1.1
    )",
                                 {1, 3});
    EXPECT_EQ(idleAt(plan, 1, 0).longOp, std::nullopt) << "the pipeline fills with the shorter one";
    EXPECT_EQ(whyOf(plan, "F0.1").longOp, std::nullopt) << "it waits for nothing";
}

TEST(LongMicrobatches, ATenthOfTheWaitIsTheLeast) {
    const auto excess = [](std::int64_t share) {
        Plan plan = linearPlan(2, 2, "F0.0 F0.1\nF1.0 F1.1");
        // Rank 1 is done with the first at 2 or so, and waits for a stage that is slow for both.
        plan.costs.stages[0][0].forward = unit(10);
        setMicrobatches(plan, MicrobatchCosts::ofShares({MicrobatchCosts::kOne, share}, {}));
        return idleAt(plan, 1, unit(15)).longOp;
    };
    // The wait is 9 units and a half of what the second is longer, of which that half is above the mean.
    EXPECT_EQ(excess(MicrobatchCosts::kOne / 10 * 11), std::nullopt);
    EXPECT_EQ(excess(MicrobatchCosts::kOne / 10 * 13), op("F0.1"));
}

TEST(LongMicrobatches, OfAPairTheLongerOpIsNamed) {
    const Plan plan = withShares(R"(
        F0.0 F0.1 F0.2 BW0.0 BW0.1 BW0.2
        F1.0 F1.1+BW1.0 F1.2 BW1.1 BW1.2
    )",
                                 {4, 4, 1});
    const Explanation waiting = whyOf(plan, "BW0.0");
    EXPECT_EQ(waiting.longOp, op("BW1.0"));
    // 4 and 8 units, where the mean is 3 and 6.
    EXPECT_EQ(waiting.sentence,
              "BW0.0 starts at 20 units, when the output of BW1.0 arrives from rank 1; rank 0 was idle "
              "for 11 units before. Microbatch 0 is long: F1.1+BW1.0 costs 12 units, 3 units more "
              "than the mean on stage 1.");
}

TEST(LongMicrobatches, NothingIsSaidWhereAllAreAlike) {
    EXPECT_EQ(idleAt(smallPlan(), 0, unit(3)).longOp, std::nullopt);
}
