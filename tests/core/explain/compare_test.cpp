// SPDX-License-Identifier: Apache-2.0
#include "core/explain/compare.h"

#include "core/simulate/simulate.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

TEST(Compare, APlanDoesNotDeviateFromItself) {
    const Plan plan = smallPlan();
    Timeline timeline = simulate(plan.schedule, plan.costs);
    const Timeline planned = timeline;
    for (Lane& lane : timeline.lanes)
        for (Span& span : lane) {
            span.start += 1000; // another clock
            span.end += 1000;
        }
    const Comparison same = compare(plan, planned, timeline);
    EXPECT_EQ(same.deviations.size(), 8u);
    for (const Deviation& deviation : same.deviations)
        EXPECT_TRUE(deviation.slip() == 0 && deviation.stretch() == 0);
    EXPECT_TRUE(same.inversions.empty());
    EXPECT_EQ(same.lost, LostTime{});
    EXPECT_EQ(same.plannedMakespan, unit(9));
    EXPECT_EQ(same.actualLongestSpan, unit(9));
}

TEST(Compare, LongerOpsLoseTimeByTheirDurations) {
    const Plan plan = smallPlan();
    Costs slower = plan.costs;
    slower.stages[0][1].forward = unit(2);
    const Comparison comparison = compare(plan, simulate(plan.schedule, plan.costs), simulate(plan.schedule, slower));
    EXPECT_EQ(comparison.lost, (LostTime{.difference = unit(2), .durations = unit(2), .waits = 0, .opTimes = unit(2)}));
    const Deviation& first = comparison.deviations[4]; // by rank, then planned start
    EXPECT_EQ(first.op, op("F1.0"));
    EXPECT_EQ(first.slip(), 0);
    EXPECT_EQ(first.stretch(), unit(1));
}

TEST(Compare, TransfersAndGapsLoseTimeByWaiting) {
    const Plan plan = smallPlan();
    Costs distant = plan.costs;
    distant.transfer.every = unit(1);
    const Comparison comparison = compare(plan, simulate(plan.schedule, plan.costs), simulate(plan.schedule, distant));
    EXPECT_EQ(comparison.lost,
              (LostTime{.difference = unit(2), .durations = 0, .waits = unit(2), .transfers = unit(2)}));
}

TEST(Compare, ABlockThatMovesForwardMakesOneInversion) {
    const Plan plan = linearPlan(1, 3, "F0.0 F0.1 F0.2 BW0.0 BW0.1 BW0.2");
    Plan other = plan;
    other.schedule.order = rows("F0.0 BW0.0 F0.1 F0.2 BW0.1 BW0.2");
    const Comparison comparison =
        compare(plan, simulate(plan.schedule, plan.costs), simulate(other.schedule, other.costs));
    EXPECT_EQ(comparison.inversions, (std::vector<Inversion>{{0, op("F0.2"), op("BW0.0")}}));
}

TEST(Compare, OpsOfOnlyOneTimelineAreListed) {
    const Plan plan = linearPlan(1, 1, "F0.0 BW0.0");
    Plan other = plan;
    other.schedule.order = rows("F0.0 B0.0 W0.0");
    const Comparison comparison =
        compare(plan, simulate(plan.schedule, plan.costs), simulate(other.schedule, other.costs));
    EXPECT_EQ(comparison.deviations.size(), 1u);
    EXPECT_EQ(comparison.onlyPlanned, std::vector<Op>{op("BW0.0")});
    EXPECT_EQ(comparison.onlyActual, (std::vector<Op>{op("B0.0"), op("W0.0")}));
}

TEST(Compare, BothOpsOfAPairAreCompared) {
    const Plan plan = linearPlan(1, 2, "F0.0 F0.1+BW0.0 BW0.1");
    Plan apart = plan;
    apart.schedule.order = rows("F0.0 F0.1 BW0.0 BW0.1");
    const Comparison comparison =
        compare(plan, simulate(plan.schedule, plan.costs), simulate(apart.schedule, apart.costs));
    ASSERT_EQ(comparison.deviations.size(), 4u);
    EXPECT_EQ(comparison.deviations[2], (Deviation{op("BW0.0"), 0, unit(1), unit(2), unit(3), unit(2)}));
}

TEST(Compare, OneOpThatTookLongerThanItsLikeIsJitter) {
    const Plan plan = linearPlan(1, 3, "F0.0 F0.1 F0.2 BW0.0 BW0.1 BW0.2");
    const Timeline planned = simulate(plan.schedule, plan.costs);
    Timeline actual = planned;
    actual.lanes[0][1].end += unit(1);
    for (std::size_t position = 2; position < 6; ++position) {
        actual.lanes[0][position].start += unit(1);
        actual.lanes[0][position].end += unit(1);
    }
    EXPECT_EQ(compare(plan, planned, actual).lost,
              (LostTime{.difference = unit(1), .durations = unit(1), .jitter = unit(1)}));
}

TEST(Compare, TimeBetweenTheOpsOfARankIsLaunch) {
    const Plan plan = linearPlan(1, 2, "F0.0 F0.1 BW0.0 BW0.1");
    const Timeline planned = simulate(plan.schedule, plan.costs);
    Timeline actual = planned;
    for (std::size_t position = 2; position < 4; ++position) {
        actual.lanes[0][position].start += unit(1);
        actual.lanes[0][position].end += unit(1);
    }
    EXPECT_EQ(compare(plan, planned, actual).lost,
              (LostTime{.difference = unit(1), .waits = unit(1), .launch = unit(1)}));
}

TEST(Compare, AnotherOrderIsTakenFirst) {
    const Plan plan = smallPlan();
    Schedule other = plan.schedule;
    std::swap(other.order[0][2], other.order[0][3]);
    const Comparison comparison = compare(plan, simulate(plan.schedule, plan.costs), simulate(other, plan.costs));
    EXPECT_EQ(comparison.lost.schedule, comparison.lost.difference);
    EXPECT_EQ(comparison.lost.difference, unit(2));
    EXPECT_EQ(comparison.lost.opTimes + comparison.lost.jitter + comparison.lost.transfers + comparison.lost.launch, 0);
}

TEST(Compare, ThePartsOfTheLostTimeAddUp) {
    Plan plan = linearPlan(4, 8, zbH1Rows());
    plan.costs.transfer.every = unit() / 8;
    Costs real = plan.costs;
    real.stages.front()[2] = {.forward = unit() * 3 / 2, .backwardInput = unit(), .backwardWeight = unit() / 2};
    real.transfer.every = unit() / 2;
    Timeline actual = simulate(plan.schedule, real);
    for (Lane& lane : actual.lanes)
        for (std::size_t i = 0; i < lane.size(); i += 3)
            lane[i].end -= unit() / 16;
    const LostTime lost = compare(plan, simulate(plan.schedule, plan.costs), actual).lost;
    EXPECT_EQ(lost.durations + lost.waits, lost.difference);
    EXPECT_EQ(lost.schedule + lost.opTimes + lost.jitter + lost.transfers + lost.launch, lost.difference);
    EXPECT_EQ(lost.schedule, 0);
}

TEST(Compare, ARetimedPlanKeepsItsOrderAndTakesTheActualLengths) {
    const Plan plan = smallPlan();
    Costs slower = plan.costs;
    slower.stages[0][1].forward = unit(2);
    slower.transfer.every = unit(3);
    const Timeline again = retimed(plan, simulate(plan.schedule, slower));
    slower.transfer.every = 0;
    EXPECT_EQ(again, simulate(plan.schedule, slower));
}
