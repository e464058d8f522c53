// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/lane_layout.h"
#include "core/simulate/simulate.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

namespace lanewright::app {
namespace {

using test::op;
using test::unit;

PlacedLanes place(const Plan& plan) {
    return placePlan(plan.schedule, plan.costs, simulate(plan.schedule, plan.costs));
}

PlacedLane laneOf(std::vector<std::pair<Time, Time>> spans) {
    PlacedLane lane;
    for (const auto& [start, end] : spans)
        lane.blocks.push_back({.start = start, .end = end});
    return lane;
}

TEST(Layout, PutsBlocksWhereTheSimulationStartsThem) {
    const PlacedLanes lanes = place(test::linearPlan(2, 1, R"(
        F0.0 B0.0 W0.0
        F1.0 B1.0 W1.0
    )"));
    ASSERT_EQ(lanes.lanes.size(), 2U);
    EXPECT_EQ(lanes.lanes[1].blocks[1].start, unit(2));
    EXPECT_EQ(lanes.lanes[0].blocks[1].op, op("B0.0"));
    EXPECT_EQ(lanes.lanes[0].blocks[1].start, unit(3));
    EXPECT_EQ(lanes.end, unit(5));
    EXPECT_FALSE(lanes.stalls);
}

TEST(Layout, BlocksAreAsWideAsTheirMicrobatchesAreLong) {
    Plan plan = test::linearPlan(1, 2, "F0.0 F0.1");
    setMicrobatches(plan, MicrobatchCosts::ofLengths({100, 300}, {}));
    const PlacedLane lane = place(plan).lanes[0];
    EXPECT_EQ(lane.blocks[0].end, unit(1) / 2);
    EXPECT_EQ(lane.blocks[1].end, unit(2));
    EXPECT_EQ(lane.blocks[0].length, 100);
    EXPECT_EQ(lane.longest, 300);
    setMicrobatches(plan, MicrobatchCosts::ofShares({MicrobatchCosts::kOne, 3 * MicrobatchCosts::kOne}, {}));
    EXPECT_EQ(place(plan).lanes[0].blocks[1].length, 150);
    EXPECT_TRUE(place(plan).lanes[0].blocks[1].inPercent);
    setMicrobatches(plan, {});
    EXPECT_EQ(place(plan).lanes[0].blocks[1].length, -1) << "nothing is said where all are alike";
}

TEST(Layout, BlocksKnowHowTheirTimeIsSpent) {
    Plan plan = test::linearPlan(1, 2, "F0.0 F0.1+B0.0 W0.0 B0.1 W0.1");
    EXPECT_TRUE(place(plan).stretches.empty()) << "a pair that takes as long as its parts";
    const Time half = unit(1) / 2;
    plan.costs.pairs.segments = {{.forward = {{Resource::Compute, half}, {Resource::Network, half}},
                                  .backwardInput = {{Resource::Network, half}, {Resource::Compute, half}}}};
    const PlacedLanes lanes = place(plan);
    const std::vector<PlacedBlock>& blocks = lanes.lanes[0].blocks;
    ASSERT_TRUE(lanes.stretchesOf(blocks[1]));
    EXPECT_EQ(lanes.stretchesOf(blocks[1])->first,
              (std::vector<Stretch>{{Spends::Computing, 0, half}, {Spends::Hidden, half, unit(1)}}));
    EXPECT_EQ(lanes.stretchesOf(blocks[0])->first.back(), (Stretch{Spends::Exposed, half, unit(1)}));
    EXPECT_FALSE(lanes.stretchesOf(blocks[2])) << "W computes alone";
    EXPECT_EQ(lanes.stretches.size(), 3u) << "F, B and their pair, each once";
    plan.costs.pairs = {.withB = {unit(3) / 2}};
    EXPECT_EQ(place(plan).stretches, (std::vector<BlockStretches>{{.length = unit(3) / 2, .saved = half}}));
}

TEST(Layout, ParksWhatNeverStartsBehindTheLatestEnd) {
    const PlacedLanes lanes = place(test::linearPlan(2, 1, R"(
        F0.0 B0.0
        B1.0 F1.0
    )"));
    EXPECT_TRUE(lanes.stalls);
    EXPECT_EQ(lanes.reached, unit(1));
    EXPECT_FALSE(lanes.lanes[0].blocks[0].parked);
    ASSERT_EQ(lanes.lanes[1].blocks.size(), 2U);
    EXPECT_TRUE(lanes.lanes[1].blocks[0].parked);
    EXPECT_GT(lanes.lanes[1].blocks[0].start, unit(1));
    EXPECT_EQ(lanes.lanes[1].blocks[1].start, lanes.lanes[1].blocks[0].end);
    EXPECT_EQ(lanes.end, lanes.lanes[1].blocks[1].end);
    EXPECT_EQ(lanes.stalledRank, 1);
    EXPECT_EQ(lanes.stalledAt, 0) << "rank 0 goes on for a while, rank 1 never begins";
}

TEST(Layout, SaysWhichRankAllOthersWaitForAndWhenItStops) {
    const PlacedLanes lanes = place(test::linearPlan(3, 2, R"(
        F0.0 F0.1 B0.0 W0.0 B0.1 W0.1
        F1.0 W1.0 F1.1 B1.0 B1.1 W1.1
        F2.0 B2.0 W2.0 F2.1 B2.1 W2.1
    )"));
    EXPECT_TRUE(lanes.stalls);
    EXPECT_EQ(lanes.stalledRank, 1) << "W1.0 stands before its own B";
    EXPECT_EQ(lanes.stalledAt, unit(2));
    EXPECT_GT(lanes.reached, lanes.stalledAt);
    EXPECT_EQ(place(test::linearPlan(1, 1, "F0.0 B0.0 W0.0")).stalledRank, -1);
}

TEST(Layout, KnowsHowLongNearlyAllBlocksOfASortAre) {
    const PlacedLanes lanes = place(test::linearPlan(1, 2, "F0.0 F0.1+B0.0 W0.0 B0.1 W0.1"));
    EXPECT_EQ(lanes.sorts, (std::vector<BlockSort>{{OpKind::F, false, unit(1)},
                                                   {OpKind::B, false, unit(1)},
                                                   {OpKind::W, false, unit(1)},
                                                   {OpKind::F, true, unit(2)},
                                                   {OpKind::B, true, unit(2)}}));
    Plan uneven = test::linearPlan(2, 1, "F0.0 B0.0 W0.0\nF1.0 B1.0 W1.0");
    uneven.costs.stages[0].back().backwardWeight = unit(1) / 100;
    for (const BlockSort& sort : place(uneven).sorts)
        EXPECT_EQ(sort.length, sort.kind == OpKind::W ? unit(1) / 2 : unit(1)) << "not below half of what is usual";
}

TEST(Layout, NumbersTheChunksOfARankThatHostsSeveralStages) {
    Plan plan{.schedule = {.placement = looped(2, 4), .microbatches = 1, .order = test::rows(R"(
        F0.0 F2.0
        F1.0 F3.0
    )")},
              .costs = test::unitCosts(4)};
    const PlacedLanes lanes = place(plan);
    EXPECT_TRUE(lanes.lanes[0].namesStage);
    EXPECT_EQ(lanes.lanes[0].blocks[0].chunk, 0);
    EXPECT_EQ(lanes.lanes[0].blocks[1].chunk, 1);
    EXPECT_FALSE(place(test::linearPlan(1, 1, "F0.0")).lanes[0].namesStage);
}

TEST(Layout, ShiftsAMeasuredRunToItsFirstStart) {
    const Plan plan = test::linearPlan(2, 1, "F0.0\nF1.0");
    const Timeline measured{.lanes = {{{op("F0.0"), {}, 700, 900}}, {{op("F1.0"), {}, 1000, 1300}}}};
    const PlacedLanes lanes = placeRun(plan.schedule, measured);
    EXPECT_EQ(lanes.lanes[0].blocks[0].start, 0);
    EXPECT_EQ(lanes.lanes[1].blocks[0].end, 600);
    EXPECT_EQ(lanes.end, 600);
}

TEST(Layout, DropsMeasuredOpsThatThePlanDoesNotKnow) {
    const Plan plan = test::linearPlan(1, 1, "F0.0");
    const Timeline foreign{.lanes = {{{op("F0.0"), {}, 0, 1}, {op("F7.0"), {}, 1, 2}}, {{op("F0.9"), {}, 0, 1}}}};
    const PlacedLanes lanes = placeRun(plan.schedule, foreign);
    ASSERT_EQ(lanes.lanes.size(), 1U);
    EXPECT_EQ(lanes.lanes[0].blocks.size(), 1U);
}

TEST(Layout, FindsTheVisiblePartOfALane) {
    const PlacedLane lane = laneOf({{0, 10}, {10, 20}, {30, 40}, {40, 50}});
    const Visible middle = visibleIn(lane, 15, 31);
    EXPECT_EQ(middle.first, 1U);
    EXPECT_EQ(middle.last, 3U);
    const Visible bubble = visibleIn(lane, 20, 30);
    EXPECT_EQ(bubble.first, bubble.last);
    const Visible beyond = visibleIn(lane, 60, 70);
    EXPECT_EQ(beyond.first, 4U);
    EXPECT_EQ(beyond.last, 4U);
}

TEST(Layout, FindsTheBlockAtATimeAndNoneInABubble) {
    const PlacedLane lane = laneOf({{0, 10}, {10, 20}, {30, 40}});
    EXPECT_EQ(blockAt(lane, 0), 0);
    EXPECT_EQ(blockAt(lane, 10), 1);
    EXPECT_EQ(blockAt(lane, 25), std::nullopt);
    EXPECT_EQ(blockAt(lane, 40), std::nullopt);
}

TEST(Layout, DropsIntoTheBoundaryBehindEveryMiddleThatIsPassed) {
    const PlacedLane lane = laneOf({{0, 10}, {10, 20}, {30, 40}});
    EXPECT_EQ(boundaryAt(lane, -5), 0);
    EXPECT_EQ(boundaryAt(lane, 4), 0);
    EXPECT_EQ(boundaryAt(lane, 6), 1);
    EXPECT_EQ(boundaryAt(lane, 25), 2);
    EXPECT_EQ(boundaryAt(lane, 99), 3);
}

TEST(Layout, LetsTheCaretStickNearTheMiddleItCrossed) {
    const PlacedLane lane = laneOf({{0, 10}, {10, 20}, {20, 30}});
    EXPECT_EQ(stickyBoundaryAt(lane, 17, 1, 4), 1); // 2 past the middle at 15
    EXPECT_EQ(stickyBoundaryAt(lane, 20, 1, 4), 2); // 5 past
    EXPECT_EQ(stickyBoundaryAt(lane, 13, 2, 4), 2); // on the way back
    EXPECT_EQ(stickyBoundaryAt(lane, 10, 2, 4), 1);
    EXPECT_EQ(stickyBoundaryAt(lane, 28, 0, 4), 3); // far jumps are not held up
    EXPECT_EQ(stickyBoundaryAt(lane, 28, -1, 4), 3);
    EXPECT_EQ(stickyBoundaryAt(PlacedLane{}, 5, 0, 4), 0);
}

TEST(Layout, FindsOpsOnTheirRankAndElsewhere) {
    const Plan plan = test::linearPlan(2, 2, R"(
        F0.0 F1.1
        F1.0 F0.1
    )");
    const PlacedLanes lanes = place(plan);
    EXPECT_EQ(slotOf(lanes, plan.schedule, op("F1.0")), (Slot{1, 0}));
    EXPECT_EQ(slotOf(lanes, plan.schedule, op("F1.1")), (Slot{0, 1}));
    EXPECT_EQ(slotOf(lanes, plan.schedule, op("B1.1")), std::nullopt);
    EXPECT_EQ(slotOf(lanes, plan.schedule, op("F9.9")), std::nullopt);
}

TEST(Layout, FindsManyOpsAsItFindsFew) {
    const Plan plan = test::linearPlan(4, 8, test::zbH1Rows());
    const PlacedLanes lanes = place(plan);
    std::set<Op> ops;
    std::vector<Slot> expected;
    for (int rank = 0; rank < 4; ++rank)
        for (int position = 0; position < 24; position += 2) {
            ops.insert(plan.schedule.order[rank][position].op);
            expected.push_back({rank, position});
        }
    EXPECT_EQ(slotsOf(lanes, plan.schedule, ops), expected);
    EXPECT_EQ(slotsOf(lanes, plan.schedule, {op("F0.0"), op("B3.0")}), (std::vector<Slot>{{0, 0}, {3, 1}}));
}

TEST(LaneGeometry, KeepsBlocksAndBarsInsideTheirLane) {
    for (int height = 8; height <= 240; ++height)
        for (const bool bars : {false, true}) {
            const LaneGeometry geometry{.lanes = 3, .top = 26, .laneHeight = height, .withBars = bars};
            EXPECT_GE(geometry.blockTop(1), geometry.laneTop(1)) << height;
            EXPECT_LE(geometry.blockTop(1) + geometry.blockHeight(), geometry.laneTop(2)) << height;
            if (bars && height >= 12) {
                EXPECT_GE(geometry.barTop(1), geometry.blockTop(1) + geometry.blockHeight()) << height;
                EXPECT_LE(geometry.barTop(1) + geometry.barHeight(), geometry.laneTop(2)) << height;
                EXPECT_LT(geometry.barHeight(), geometry.blockHeight()) << height;
            }
        }
}

TEST(LaneGeometry, KnowsTheLaneAtAHeight) {
    const LaneGeometry geometry{.lanes = 3, .top = 26, .laneHeight = 50, .scroll = 20};
    EXPECT_EQ(geometry.rankAt(10), -1);
    EXPECT_EQ(geometry.rankAt(26), 0);
    EXPECT_EQ(geometry.rankAt(55), 0);
    EXPECT_EQ(geometry.rankAt(56), 1);
    EXPECT_EQ(geometry.rankAt(156), -1);
}

} // namespace
} // namespace lanewright::app
