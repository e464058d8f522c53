// SPDX-License-Identifier: Apache-2.0
#include "core/edit/edits.h"

#include "core/model/text.h"
#include "core/simulate/simulate.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace lanewright;
using namespace lanewright::test;

namespace {

Plan plan(Placement placement, int microbatches, const char* rows) {
    Plan plan;
    plan.schedule = {.placement = std::move(placement), .microbatches = microbatches, .order = *rowsFromText(rows)};
    plan.costs = uniform(plan.schedule.stages());
    return plan;
}

std::vector<Op> sortedOps(const Schedule& schedule) {
    std::vector<Op> ops;
    for (const Row& row : schedule.order)
        for (const Block& block : row) {
            ops.push_back(block.op);
            if (block.paired)
                ops.push_back(*block.paired);
        }
    std::ranges::sort(ops);
    return ops;
}

const char* kThree = R"(
    F0.0 F0.1 F0.2 BW0.0 BW0.1 BW0.2
    F1.0 F1.1 BW1.0 F1.2 BW1.1 BW1.2
    F2.0 BW2.0 F2.1 BW2.1 F2.2 BW2.2
)";

} // namespace

TEST(MoveStage, MergesItsOpsWhereTheyArePlanned) {
    const auto moved = moveStage(plan(linear(2), 2, "F0.0 F0.1 BW0.0 BW0.1\nF1.0 BW1.0 F1.1 BW1.1"), {0, 1}, 0);
    ASSERT_TRUE(moved);
    EXPECT_EQ(moved->schedule.placement.directions[0], (std::vector<int>{0, 0}));
    EXPECT_EQ(textOf(moved->schedule.order[0]), "F0.0 F0.1 F1.0 BW1.0 BW0.0 F1.1 BW1.1 BW0.1");
    EXPECT_TRUE(moved->schedule.order[1].empty());
}

TEST(MoveStage, MakesAnOrderThatRunsWhereAMicrobatchTakesNoTime) {
    Plan before = plan(linear(3), 3, kThree);
    setMicrobatches(before, MicrobatchCosts::ofShares({0, MicrobatchCosts::kOne, 0}, {}));
    for (int stage = 0; stage < 3; ++stage)
        for (int rank = 0; rank < 3; ++rank) {
            const auto after = moveStage(before, {0, stage}, rank);
            ASSERT_TRUE(after);
            EXPECT_TRUE(reachesEnd(after->schedule, simulate(after->schedule, after->costs)));
            EXPECT_EQ(after->costs.microbatches, before.costs.microbatches);
        }
}

TEST(MoveStage, KeepsEveryOpAndThePlacementMatches) {
    const Plan before = plan(linear(3), 3, kThree);
    for (int stage = 0; stage < 3; ++stage)
        for (int rank = 0; rank < 3; ++rank) {
            const auto after = moveStage(before, {0, stage}, rank);
            ASSERT_TRUE(after);
            EXPECT_EQ(sortedOps(after->schedule), sortedOps(before.schedule));
            for (int row = 0; row < 3; ++row)
                for (const Block& block : after->schedule.order[row])
                    EXPECT_EQ(after->schedule.rankOf(block.op), row) << toText(block);
            EXPECT_TRUE(reachesEnd(after->schedule, simulate(after->schedule, after->costs)));
        }
}

TEST(MoveStage, BlocksThatTakeNoTimeStillRunToTheEnd) {
    Plan before = plan(linear(3), 3, kThree);
    before.costs = uniform(3, {.forward = 0, .backwardInput = 0, .backwardWeight = 0});
    for (int stage = 0; stage < 3; ++stage)
        for (int rank = 0; rank < 3; ++rank) {
            const auto after = moveStage(before, {0, stage}, rank);
            ASSERT_TRUE(after);
            EXPECT_EQ(sortedOps(after->schedule), sortedOps(before.schedule));
            EXPECT_TRUE(reachesEnd(after->schedule, simulate(after->schedule, after->costs)))
                << stage << " to " << rank;
        }
}

TEST(MoveStage, BringsBlocksThatNeverStartToTheEnd) {
    const auto moved = moveStage(plan(linear(2), 2, "F0.0 BW0.0 F0.1 BW0.1\nF1.1 F1.0 BW1.0 BW1.1"), {0, 1}, 0);
    ASSERT_TRUE(moved);
    EXPECT_EQ(textOf(moved->schedule.order[0]), "F0.0 BW0.0 F0.1 BW0.1 F1.1 F1.0 BW1.0 BW1.1");
}

TEST(MoveStage, TakesOneOfTwoDirectionsAndPartsItsPairs) {
    const Placement placement{.ranks = 2, .directions = {{0, 1}, {1, 0}}};
    const Plan before = plan(placement, 2, "F0.0 F1.1+BW0.0 BW1.1\nF0.1 F1.0 BW1.0 BW0.1");
    const auto after = moveStage(before, {1, 1}, 1);
    ASSERT_TRUE(after);
    EXPECT_EQ(after->schedule.placement.directions, (std::vector<std::vector<int>>{{0, 1}, {1, 1}}));
    EXPECT_EQ(sortedOps(after->schedule), sortedOps(before.schedule));
    EXPECT_EQ(textOf(after->schedule.order[0]), "F0.0 BW0.0");
    EXPECT_EQ(textOf(after->schedule.order[1]), "F0.1 F1.0 BW1.0 F1.1 BW1.1 BW0.1");
}

TEST(MoveStage, OfAProblemChangesThePlacementOnly) {
    Plan problem = plan(linear(2), 2, "");
    const auto moved = moveStage(problem, {0, 1}, 0);
    ASSERT_TRUE(moved);
    problem.schedule.placement.directions = {{0, 0}};
    EXPECT_EQ(*moved, problem);
}

TEST(MoveStage, RefusesStagesAndRanksThatDoNotExist) {
    const Plan before = plan(linear(3), 3, kThree);
    EXPECT_EQ(*moveStage(before, {0, 1}, 1), before);
    EXPECT_EQ(moveStage(before, {0, 3}, 0).error().message, "there is no stage 3 in direction 0");
    EXPECT_EQ(moveStage(before, {1, 0}, 0).error().message, "there is no stage 0 in direction 1");
    EXPECT_EQ(moveStage(before, {0, 0}, 3).error().message, "there is no rank 3; the plan has 3");
}
