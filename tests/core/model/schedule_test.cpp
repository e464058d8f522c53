// SPDX-License-Identifier: Apache-2.0
#include "core/model/schedule.h"

#include "core/model/block_ops.h"
#include "core/model/text.h"
#include "core/model/timeline.h"

#include <gtest/gtest.h>

using namespace lanewright;

TEST(Schedule, DealsMicrobatchesToDirectionsInEqualConsecutiveHalves) {
    Schedule schedule{.placement = {.ranks = 2, .directions = {{0, 1}, {1, 0}}}, .microbatches = 4};
    EXPECT_EQ(schedule.direction(1), 0);
    EXPECT_EQ(schedule.direction(2), 1);
    EXPECT_EQ(schedule.rankOf(*opFromText("F0.3")), 1);
    schedule.directionOf = {1, 0, 1, 0};
    EXPECT_EQ(schedule.direction(0), 1);
}

TEST(Schedule, FindsTheSlotOfAnOpInAPair) {
    const Schedule schedule{.placement = linear(1), .microbatches = 2, .order = *rowsFromText("F0.0 F0.1+BW0.0 BW0.1")};
    EXPECT_EQ(slotOf(schedule, *opFromText("BW0.0")), (Slot{0, 1}));
    EXPECT_EQ(slotOf(schedule, *opFromText("W0.0")), std::nullopt);
    EXPECT_EQ(opCount(schedule), 4);
}

TEST(Schedule, SaysWhichKindsAndPairsItHolds) {
    Schedule schedule{.placement = linear(1), .microbatches = 2, .order = *rowsFromText("F0.0 F0.1+BW0.0 W0.1")};
    EXPECT_TRUE(holdsKind(schedule.order, OpKind::BW));
    EXPECT_FALSE(holdsKind(schedule.order, OpKind::B));
    EXPECT_TRUE(hasPairs(schedule));
    EXPECT_FALSE(holdsBackward(schedule.order[0][0]));
    EXPECT_TRUE(holdsBackward(schedule.order[0][1]));
    EXPECT_FALSE(holdsBackward(schedule.order[0][2]));
    schedule.order[0][1].paired.reset();
    EXPECT_FALSE(hasPairs(schedule));
}

TEST(Schedule, OpsOutsideTheShapeDoNotFit) {
    Schedule schedule{.placement = linear(1), .microbatches = 1, .order = *rowsFromText("F0.0 BW0.0")};
    EXPECT_TRUE(fitsShape(schedule));
    schedule.order[0].push_back({.op = *opFromText("F0.1")});
    EXPECT_FALSE(fitsShape(schedule));
    schedule.order[0].back() = {.op = *opFromText("W0.0/1")};
    EXPECT_FALSE(fitsShape(schedule));
    EXPECT_TRUE(fitsShape(schedule, 2));
}

TEST(Placement, LoopedPlacementGivesARankSeveralChunks) {
    const Placement placement = looped(2, 4);
    EXPECT_EQ(copiesOn(placement, 1), (std::vector<StageCopy>{{0, 1}, {0, 3}}));
    EXPECT_EQ(chunkOf(placement, 0, 3), 1);
}

TEST(Timeline, ExtentReachesOverAllLanes) {
    const Timeline timeline{.lanes = {{{.start = 2, .end = 5}}, {}, {{.start = 1, .end = 3}}}};
    EXPECT_EQ(extentOf(timeline), (Extent{1, 5}));
    EXPECT_EQ(extentOf(Timeline{}), (Extent{}));
}
