// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/simulate.h"

#include "tests/support/judging.h"
#include "tests/support/random_plan.h"
#include "tests/support/rows.h"
#include "tests/support/slow_simulator.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

TEST(Simulate, AValueLeavesWhenItsHostHasSentIt) {
    const Schedule schedule{.placement = linear(2), .microbatches = 1, .order = rows(R"(
        F0.0  BW0.0
        F1.0  BW1.0
    )")};
    Costs costs = uniform(2, {.forward = 10, .backwardInput = 20, .backwardWeight = 0}, /*transfer=*/5);
    costs.host = {.send = 1, .receive = 3};
    const Timeline timeline = simulate(schedule, costs);
    EXPECT_EQ(timeline.lanes[0][0].end, 10 + 1);
    EXPECT_EQ(timeline.lanes[1][0].start, 11 + 5) << "receiving begins when the value is there";
    EXPECT_EQ(timeline.lanes[1][0].end, 16 + 3 + 10);
    EXPECT_EQ(timeline.lanes[1][1].end, 29 + 20 + 1);
    EXPECT_EQ(timeline.lanes[0][1].end, 50 + 5 + 3 + 20);
}

TEST(Simulate, WaitsForTheTransferBetweenRanks) {
    const Schedule schedule = linearSchedule(2, 1, R"(
        F0.0  BW0.0
        F1.0  BW1.0
    )");
    const Timeline timeline = simulate(schedule, uniform(2, {}, /*transfer=*/5));
    EXPECT_EQ(timeline.lanes[1][0].start, 1 + 5);
    EXPECT_EQ(timeline.lanes[0][1].start, 6 + 3 + 5);
    EXPECT_EQ(timeline.lanes[0][1].end, 16);
}

TEST(Simulate, MessagesOfALoopTakeWhatTheirBoundarySays) {
    // Boundaries 0 and 2 both lie between ranks 0 and 1.
    const Schedule schedule{.placement = looped(2, 4), .microbatches = 1, .order = rows(R"(
        F0.0  F2.0  BW2.0  BW0.0
        F1.0  F3.0  BW3.0  BW1.0
    )")};
    Costs costs = uniform(4, {}, /*transfer=*/1);
    costs.boundary.time = {10, 20, 30};
    const Timeline timeline = simulate(schedule, costs);
    EXPECT_EQ(timeline.lanes[1][0].start, 1 + 11);
    EXPECT_EQ(timeline.lanes[0][1].start, 13 + 21);
    EXPECT_EQ(timeline.lanes[1][1].start, 35 + 31);
    EXPECT_EQ(timeline.lanes[0][2].start, 67 + 2 + 31);
    EXPECT_EQ(timeline.lanes[1][3].start, 102 + 21);
    EXPECT_EQ(timeline.lanes[0][3].start, 125 + 11);
}

TEST(Simulate, MessagesOfAVGrowFromBoundaryToBoundary) {
    // Down 0, 1, and from the turn on rank 1 back up: boundary 1 lies within that rank.
    const Schedule schedule{.placement = zigzag(2, 4), .microbatches = 1, .order = rows(R"(
        F0.0  F3.0  BW3.0  BW0.0
        F1.0  F2.0  BW2.0  BW1.0
    )")};
    Costs costs = uniform(4);
    costs.boundary = {.time = {}, .size = {100, 200, 300}, .bandwidth = {.every = 10'000'000'000}};
    const Timeline timeline = simulate(schedule, costs);
    EXPECT_EQ(timeline.lanes[1][0].start, 1 + 10);
    EXPECT_EQ(timeline.lanes[1][1].start, 12) << "on its own rank";
    EXPECT_EQ(timeline.lanes[0][1].start, 13 + 30);
    EXPECT_EQ(timeline.lanes[1][2].start, 44 + 2 + 30);
    EXPECT_EQ(timeline.lanes[0][3].start, 76 + 2 + 2 + 10);
}

TEST(Simulate, LoopsAndVsWithBoundariesRunAsTheSlowSimulatorRunsThem) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Dice dice(seed);
        const bool isV = dice.chance(50);
        UniformProblem numbers{.ranks = dice.roll(2, 4), .microbatches = 8, .transfer = dice.roll(0, 3) * kTimeUnit};
        if (!isV)
            numbers.chunks = dice.roll(2, 3);
        Plan plan = made(isV ? "zbv-fixed" : "interleaved-1f1b", numbers);
        for (int stage = 0; stage + 1 < plan.schedule.stages(); ++stage) {
            plan.costs.boundary.time.push_back(dice.roll(0, 2) * kTimeUnit);
            plan.costs.boundary.size.push_back(dice.roll(0, 3) * 1'000'001);
        }
        plan.costs.boundary.bandwidth.every = dice.roll(1, 3) * std::int64_t{1'000'000'000};
        plan.costs.links = dice.chance(50) ? Links::Serial : Links::Latency;
        EXPECT_EQ(simulate(plan.schedule, plan.costs), slowSimulate(plan.schedule, plan.costs)) << seed;
    }
}

TEST(Simulate, ZbH1OfFourRanksAndEightMicrobatchesTakes27Units) {
    const Schedule schedule = linearSchedule(4, 8, zbH1Rows());
    const Timeline timeline = simulate(schedule, unitCosts(4));
    EXPECT_TRUE(reachesEnd(schedule, timeline));
    EXPECT_EQ(extentOf(timeline).length(), unit(27));
}

TEST(Simulate, AGapPutsABlockOffOnlyWhereItBinds) {
    Schedule schedule = linearSchedule(2, 1, R"(
        F0.0 BW0.0
        F1.0 BW1.0
    )");
    schedule.order[0][0].gap = 4;
    schedule.order[0][1].gap = 3; // ends before the gradient is there
    schedule.order[1][1].gap = 2;
    const Timeline timeline = simulate(schedule, uniform(2));
    EXPECT_EQ(timeline.lanes[0][0].start, 4);
    EXPECT_EQ(timeline.lanes[1][1].start, 6 + 2);
    EXPECT_EQ(timeline.lanes[0][1].start, 10);
}

TEST(Simulate, AnOverlappedPairTakesItsOwnTimeAndYieldsBothAtItsEnd) {
    const Schedule schedule = linearSchedule(1, 2, "F0.0 F0.1+BW0.0 BW0.1");
    Costs costs = uniform(1, {.forward = 3, .backwardInput = 4, .backwardWeight = 2});
    EXPECT_EQ(simulate(schedule, costs).lanes[0][1].length(), 9);
    costs.stages[0][0].overlapped = 7;
    const Timeline timeline = simulate(schedule, costs);
    EXPECT_EQ(timeline.lanes[0][1].length(), 7);
    EXPECT_EQ(timeline.lanes[0][2].start, 10);
}

TEST(Simulate, PartsOfWTakeTheirShares) {
    const Schedule schedule = linearSchedule(1, 1, "F0.0 B0.0 W0.0/2 W0.0/0 W0.0/1");
    Costs costs = uniform(1, {.forward = 1, .backwardInput = 1, .backwardWeight = 10});
    costs.weightParts = 3;
    const Timeline timeline = simulate(schedule, costs);
    EXPECT_EQ(timeline.lanes[0][2].length(), 4);
    EXPECT_EQ(timeline.lanes[0][3].length(), 3);
    EXPECT_EQ(timeline.lanes[0].back().end, 12);
}

TEST(Simulate, RecomputationComesBetweenForwardAndBackward) {
    const Schedule schedule = linearSchedule(1, 1, "F0.0 R0.0 B0.0 W0.0");
    const Costs costs = uniform(1, {.recompute = 6});
    EXPECT_EQ(simulate(schedule, costs).lanes[0][2].start, 7);
    const Schedule without = linearSchedule(1, 1, "F0.0 B0.0 W0.0");
    EXPECT_EQ(simulate(without, costs).lanes[0].size(), 1u);
}

TEST(Simulate, TwoDirectionsRunThroughTheRanksBothWays) {
    const Schedule schedule{
        .placement = {.ranks = 2, .directions = {{0, 1}, {1, 0}}}, .microbatches = 2, .order = rows(R"(
        F0.0 F1.1 BW1.1 BW0.0
        F0.1 F1.0 BW1.0 BW0.1
    )")};
    const Timeline timeline = simulate(schedule, uniform(2, {}, 1));
    EXPECT_TRUE(reachesEnd(schedule, timeline));
    EXPECT_EQ(timeline.lanes[0][1].start, 2);
    EXPECT_EQ(timeline.lanes[1][3].start, 6);
}

TEST(Simulate, ASerialLinkCarriesOneValueAtATime) {
    const Schedule schedule = linearSchedule(2, 3, R"(
        F0.0 F0.1 F0.2
        F1.0 F1.1 F1.2
    )");
    Costs costs = uniform(2, {}, 5);
    EXPECT_EQ(simulate(schedule, costs).lanes[1][2].start, 3 + 5);
    costs.links = Links::Serial;
    const Timeline timeline = simulate(schedule, costs);
    EXPECT_EQ(timeline.lanes[1][0].start, 6);
    EXPECT_EQ(timeline.lanes[1][1].start, 11);
    EXPECT_EQ(timeline.lanes[1][2].start, 16);
}

TEST(Simulate, ADuplicateTakesTimeAndYieldsNothing) {
    const Schedule schedule = linearSchedule(2, 1, R"(
        F0.0 F0.0
        F1.0
    )");
    const Timeline timeline = simulate(schedule, uniform(2));
    EXPECT_EQ(timeline.lanes[0][1].end, 2);
    EXPECT_EQ(timeline.lanes[1][0].start, 1);
}

TEST(Simulate, OfTwoMisplacedTwinsTheFirstByRankYields) {
    // Both F0.0 stand ready; that of rank 0 yields although that of rank 1 ends earlier.
    const Schedule schedule = linearSchedule(3, 2, R"(
        F0.1 F0.0
        F0.0
        F1.0
    )");
    EXPECT_EQ(simulate(schedule, uniform(3, {}, 10)).lanes[2][0].start, 2 + 10);
}

TEST(Simulate, AMisplacedOpYieldsWhereItStands) {
    const Schedule schedule = linearSchedule(2, 1, R"(
        BW0.0
        F0.0 F1.0 BW1.0
    )");
    const Timeline timeline = simulate(schedule, uniform(2, {}, 5));
    EXPECT_EQ(timeline.lanes[1][1].start, 1);
    EXPECT_EQ(timeline.lanes[0][0].start, 4 + 5);
}

TEST(Simulate, RanksThatWaitForEachOtherStallAndTheCircleIsTold) {
    const Schedule schedule = linearSchedule(2, 2, R"(
        F0.0 B0.0 F0.1 W0.0 B0.1 W0.1
        F1.0 F1.1 B1.0 W1.0 B1.1 W1.1
    )");
    const Costs costs = uniform(2);
    const Timeline timeline = simulate(schedule, costs);
    EXPECT_FALSE(reachesEnd(schedule, timeline));
    EXPECT_EQ(timeline.lanes[0].size(), 1u);
    EXPECT_EQ(timeline.lanes[1].size(), 1u);
    const std::vector<Stall> stalls = stallsOf(schedule, costs, timeline);
    ASSERT_EQ(stalls.size(), 2u);
    EXPECT_EQ(stalls[0], (Stall{0, 1, op("B0.0"), op("B1.0"), Slot{1, 2}}));
    EXPECT_EQ(stalls[1], (Stall{1, 1, op("F1.1"), op("F0.1"), Slot{0, 2}}));
    EXPECT_EQ(cycleOf(stalls), stalls);
    EXPECT_EQ(explainCycle(stalls), "rank 0 holds F0.1 until B0.0, which waits for B1.0 on rank 1; "
                                    "rank 1 holds B1.0 until F1.1, which waits for F0.1 on rank 0");
}

TEST(Simulate, AnOpThatTheOrderDoesNotHoldIsNoCircle) {
    const Schedule schedule = linearSchedule(2, 1, R"(
        F0.0 BW0.0
        F1.0
    )");
    const Costs costs = uniform(2);
    const std::vector<Stall> stalls = stallsOf(schedule, costs, simulate(schedule, costs));
    ASSERT_EQ(stalls.size(), 1u);
    EXPECT_EQ(stalls[0], (Stall{0, 1, op("BW0.0"), op("BW1.0"), {}}));
    EXPECT_TRUE(cycleOf(stalls).empty());
}

TEST(Simulate, OfTwoCirclesTheShorterOneIsTold) {
    const std::vector<Stall> stalls{{.rank = 0, .behind = Slot{1, 0}},
                                    {.rank = 1, .behind = Slot{2, 0}},
                                    {.rank = 2, .behind = Slot{0, 0}},
                                    {.rank = 3, .behind = Slot{4, 0}},
                                    {.rank = 4, .behind = Slot{3, 0}}};
    const std::vector<Stall> cycle = cycleOf(stalls);
    ASSERT_EQ(cycle.size(), 2u);
    EXPECT_EQ(cycle[0].rank, 3);
}

TEST(Simulate, AnEmptyBoardHasEmptyLanes) {
    Schedule schedule{.placement = linear(3), .microbatches = 2};
    EXPECT_EQ(simulate(schedule, uniform(3)).lanes.size(), 3u);
    schedule.order.resize(3);
    EXPECT_TRUE(reachesEnd(schedule, simulate(schedule, uniform(3))));
}
