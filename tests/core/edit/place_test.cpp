// SPDX-License-Identifier: Apache-2.0
#include "core/edit/place.h"

#include "core/check/unplaced.h"
#include "core/check/validate.h"
#include "core/edit/edits.h"
#include "core/model/text.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <set>

using namespace lanewright;

namespace {

using test::op;
using test::unit;

std::string textOf(const std::vector<Op>& ops, int weightParts = 1) {
    std::string text;
    for (const Op& each : ops)
        text += (text.empty() ? "" : " ") + toText(each, weightParts);
    return text;
}

Plan without(Plan plan, std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words)
        plan.schedule = *removeOp(plan.schedule, op(word));
    return plan;
}

Time makespanOf(const Plan& plan) { return extentOf(simulate(plan.schedule, plan.costs)).length(); }

TEST(Unplaced, AreTheOpsThatTheShapeDemandsAndNoRowHolds) {
    const Plan plan = test::linearPlan(2, 2, "F0.0 F0.1 B0.1 W0.1\n F1.0 F1.1 B1.0 W1.0 B1.1 W1.1");
    EXPECT_EQ(textOf(unplacedOps(plan)), "B0.0 W0.0");
    EXPECT_TRUE(unplacedOps(test::linearPlan(4, 8, test::zbH1Rows())).empty());
}

TEST(Unplaced, OfAnEmptyBoardAreAllOpsStageAfterStage) {
    Plan plan = test::linearPlan(2, 2, "");
    EXPECT_EQ(textOf(unplacedOps(plan)), "F0.0 F0.1 B0.0 B0.1 W0.0 W0.1 F1.0 F1.1 B1.0 B1.1 W1.0 W1.1");
    EXPECT_EQ(textOf(unplacedOps(plan, /*backwardInOne=*/true)), "F0.0 F0.1 BW0.0 BW0.1 F1.0 F1.1 BW1.0 BW1.1");
    plan.schedule.order.resize(2);
    EXPECT_EQ(unplacedOps(plan).size(), 12U);
}

TEST(Unplaced, AreFusedWhereTheOrderIs) {
    const Plan plan = test::linearPlan(2, 2, "F0.0 F0.1 BW0.0\n F1.0 F1.1 BW1.0 BW1.1");
    EXPECT_EQ(textOf(unplacedOps(plan)), "BW0.1");
}

TEST(Unplaced, FollowTheCopiesOfTwoDirections) {
    Plan plan = test::linearPlan(2, 2, "");
    plan.schedule.placement = twoWays(2);
    EXPECT_EQ(textOf(unplacedOps(plan, true)), "F0.0 BW0.0 F1.0 BW1.0 F0.1 BW0.1 F1.1 BW1.1");
}

TEST(Unplaced, NameThePartsOfWAndR) {
    Plan plan = test::linearPlan(1, 1, "F0.0 B0.0 W0.0/1");
    plan.costs.weightParts = 3;
    for (auto& direction : plan.costs.stages)
        for (StageCosts& stage : direction)
            stage.recompute = 1;
    EXPECT_EQ(textOf(unplacedOps(plan), 3), "R0.0 W0.0/0 W0.0/2");
}

TEST(Place, PutsAnOpWhereTheMakespanStaysSmallest) {
    const Plan whole = test::linearPlan(4, 8, test::zbH1Rows());
    for (const std::string_view word : {"F0.0", "F1.5", "B1.3", "W3.4", "W0.0", "B0.7"}) {
        Plan plan = without(whole, {word});
        plan.schedule = *placeOps(plan, {op(word)});
        EXPECT_TRUE(isValid(validate(plan))) << word;
        EXPECT_LE(makespanOf(plan), makespanOf(whole)) << word;
    }
}

TEST(Place, RefusesWhatIsPlacedAndWhatIsNotOfTheShape) {
    const Plan plan = test::linearPlan(4, 8, test::zbH1Rows());
    EXPECT_FALSE(placeOps(plan, {op("F0.8")}));
    EXPECT_FALSE(placeOps(plan, {op("F9.0")}));
    EXPECT_EQ(*placeOps(plan, {op("F0.0")}), plan.schedule);
}

TEST(Place, FillsAnEmptyBoardWithAScheduleThatRuns) {
    Plan plan = test::linearPlan(4, 8, "");
    plan.memory = test::unitMemory(4, 4, 0, 4 * kMemoryUnit);
    const Result<Schedule> filled = placeOps(plan, unplacedOps(plan));
    ASSERT_TRUE(filled);
    plan.schedule = *filled;
    for (const Finding& finding : validate(plan))
        EXPECT_NE(finding.severity, Severity::Error) << finding.message;
    // 8 microbatches of 3 units each on the busiest rank, and 3 units to fill and to drain the ranks before it.
    EXPECT_LE(makespanOf(plan), unit(36)) << "hardly better than one microbatch after the other";
}

TEST(Place, PutsBackWhatWasTakenFromManyRanks) {
    const Plan whole = test::linearPlan(4, 8, test::zbH1Rows());
    Plan plan = without(whole, {"F0.3", "F1.3", "B2.3", "W3.3", "B0.3", "W0.3"});
    EXPECT_GT(validate(plan).size(), 5U);
    plan.schedule = *placeOps(plan, unplacedOps(plan));
    EXPECT_TRUE(isValid(validate(plan)));
    EXPECT_LE(makespanOf(plan), makespanOf(whole) + unit());
}

TEST(Place, FillsALargeBoardAlongTheClock) {
    Plan plan = test::linearPlan(16, 128, "");
    plan.memory = uniformMemory(16, 16, {.forward = 1, .backwardWeight = -1}, 16);
    const std::vector<Op> missing = unplacedOps(plan);
    ASSERT_GT(missing.size(), static_cast<std::size_t>(kMostTried));
    int told = 0;
    const Result<Schedule> filled = placeOps(plan, missing, {.stop = {}, .progress = [&](int placed, int all) {
                                                                 EXPECT_GE(placed, told);
                                                                 EXPECT_EQ(all, 16 * 128 * 3);
                                                                 told = placed;
                                                             }});
    ASSERT_TRUE(filled);
    EXPECT_GT(told, 0);
    plan.schedule = *filled;
    EXPECT_TRUE(isValid(validate(plan)));
    // 128 microbatches of 3 units, and the way down and up once.
    EXPECT_LE(makespanOf(plan), unit(3 * 128 + 3 * 16));
}

TEST(Place, LeavesWhatIsInALargeOrderInItsOrder) {
    const Plan whole = test::linearPlan(8, 256, "");
    Plan plan = whole;
    const std::vector<Op> missing = unplacedOps(whole);
    const std::vector<Op> few(missing.begin(), missing.begin() + static_cast<std::ptrdiff_t>(missing.size() / 30));
    plan.schedule = *placeOps(whole, few);
    const std::vector<Op> rest = unplacedOps(plan);
    ASSERT_GT(rest.size(), static_cast<std::size_t>(kMostTried));
    const Result<Schedule> filled = placeOps(plan, rest);
    ASSERT_TRUE(filled);
    const std::set<Op> placed(rest.begin(), rest.end());
    for (std::size_t rank = 0; rank < filled->order.size(); ++rank) {
        Row kept = filled->order[rank];
        std::erase_if(kept, [&](const Block& block) { return placed.contains(block.op); });
        EXPECT_EQ(kept, plan.schedule.order[rank]) << "rank " << rank;
    }
    plan.schedule = *filled;
    EXPECT_TRUE(isValid(validate(plan)));
}

TEST(Place, LosesNothingWhereTheOrderStandsInTheWay) {
    Plan plan = test::linearPlan(2, 1500, "B0.0 F0.0\nB1.1 F1.1");
    plan.schedule = *placeOps(plan, unplacedOps(plan));
    EXPECT_TRUE(unplacedOps(plan).empty());
    EXPECT_FALSE(isValid(validate(plan))) << "B0.0 still stands before its F";
}

TEST(Place, StopsWhenItIsAsked) {
    const Plan plan = test::linearPlan(16, 128, "");
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(placeOps(plan, unplacedOps(plan), {.stop = stop.get_token(), .progress = {}}));
}

} // namespace
