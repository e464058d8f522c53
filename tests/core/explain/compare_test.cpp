// SPDX-License-Identifier: Apache-2.0
#include "core/explain/compare.h"

#include "core/open/open_file.h"
#include "core/simulate/simulate.h"

#include "tests/support/repository.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

using namespace lanewright;
using namespace lanewright::test;

namespace {

struct Shown {
    std::string name = {};
    Plan plan = {};
    Timeline timeline = {};
};

Shown shown(const std::string& name, const Opened& opened) {
    if (const Plan* plan = std::get_if<Plan>(&opened))
        return {name, *plan, simulate(plan->schedule, plan->costs)};
    const Run& run = std::get<Run>(opened);
    return {name, run.plan, representativeStep(run)->wall};
}

/// All files of the gallery and the runs of other tests; the plan of each run stands beside it.
std::vector<Shown> allFiles() {
    std::vector<Shown> files;
    for (const char* folder : {"schedules/gallery", "tests/fuzz/corpus/run"})
        for (const auto& entry : std::filesystem::directory_iterator{inRepository(folder)}) {
            const std::string name = entry.path().filename().string();
            if (!name.ends_with(".lwsched") && !name.ends_with(".lwrun"))
                continue;
            const Result<Opened> opened = openFile(entry.path().string());
            EXPECT_TRUE(opened) << name;
            if (!opened)
                continue;
            files.push_back(shown(name, *opened));
            if (const Run* run = std::get_if<Run>(&*opened))
                files.push_back(shown("the plan of " + name, run->plan));
        }
    return files;
}

Time partsOf(const LostTime& lost) { return lost.schedule + lost.opTimes + lost.jitter + lost.transfers + lost.launch; }

} // namespace

TEST(Compare, ComparesAnyTwoFiles) {
    const std::vector<Shown> files = allFiles();
    EXPECT_GE(files.size(), 30u);
    for (const Shown& one : files)
        for (const Shown& other : files) {
            const Comparison comparison = compare(one.plan, one.timeline, other.plan, other.timeline);
            EXPECT_EQ(comparison.difference(), extentOf(other.timeline).length() - extentOf(one.timeline).length());
            if (!comparison.lost)
                continue;
            EXPECT_EQ(comparison.lost->difference, comparison.difference()) << one.name << " " << other.name;
            EXPECT_EQ(comparison.lost->durations + comparison.lost->waits, comparison.difference());
            EXPECT_EQ(partsOf(*comparison.lost), comparison.difference()) << one.name << " " << other.name;
        }
}

TEST(Compare, NoFileDiffersFromItself) {
    for (const Shown& file : allFiles()) {
        const Comparison same = compare(file.plan, file.timeline, file.plan, file.timeline);
        EXPECT_EQ(same.likeness, Likeness::SameBlocks) << file.name;
        EXPECT_EQ(same.lost, LostTime{}) << file.name;
        EXPECT_TRUE(same.inversions.empty() && same.onlyPlanned.empty() && same.onlyActual.empty()) << file.name;
        for (const Deviation& deviation : same.deviations)
            EXPECT_TRUE(deviation.slip() == 0 && deviation.stretch() == 0) << file.name;
    }
}

TEST(Compare, SplitsTheDifferenceOnlyBetweenTheSameBlocks) {
    const auto likeness = [](const Plan& one, const Plan& other) {
        const Comparison comparison =
            compare(one, simulate(one.schedule, one.costs), other, simulate(other.schedule, other.costs));
        EXPECT_EQ(comparison.lost.has_value(), comparison.likeness == Likeness::SameBlocks);
        return comparison.likeness;
    };
    const Plan plan = linearPlan(1, 2, "F0.0 F0.1 BW0.0 BW0.1");
    EXPECT_EQ(likeness(plan, linearPlan(1, 2, "F0.0 BW0.0 F0.1 BW0.1")), Likeness::SameBlocks);
    EXPECT_EQ(likeness(plan, linearPlan(1, 2, "F0.0 F0.1+BW0.0 BW0.1")), Likeness::OtherPairs);
    EXPECT_EQ(likeness(plan, linearPlan(1, 2, "F0.0 F0.1 B0.0 W0.0 BW0.1")), Likeness::OtherOps);
    EXPECT_EQ(likeness(plan, linearPlan(1, 3, "F0.0 F0.1 F0.2 BW0.0 BW0.1 BW0.2")), Likeness::OtherMicrobatches);
    EXPECT_EQ(likeness(plan, smallPlan()), Likeness::OtherStages);
    Plan onOneRank = smallPlan();
    onOneRank.schedule.placement.ranks = 1;
    onOneRank.schedule.placement.directions = {{0, 0}};
    onOneRank.schedule.order = rows("F0.0 F1.0 BW1.0 BW0.0 F0.1 F1.1 BW1.1 BW0.1");
    EXPECT_EQ(likeness(smallPlan(), onOneRank), Likeness::OtherRanks);
}

TEST(Compare, AnOpOfOtherStagesIsAnotherOp) {
    const Plan one = linearPlan(1, 1, "F0.0 BW0.0");
    const Plan other = linearPlan(2, 1, "F0.0 BW0.0\nF1.0 BW1.0");
    const Comparison comparison =
        compare(one, simulate(one.schedule, one.costs), other, simulate(other.schedule, other.costs));
    EXPECT_TRUE(comparison.deviations.empty());
    EXPECT_EQ(comparison.onlyPlanned.size(), 2u);
    EXPECT_EQ(comparison.onlyActual.size(), 4u);
    EXPECT_EQ(comparison.difference(), unit(3));
}

TEST(Compare, TakesTheMeasuredLengthsOfARunThatAnotherIsHeldAgainst) {
    const Plan plan = linearPlan(1, 2, "F0.0 F0.1 BW0.0 BW0.1");
    Costs slow = plan.costs;
    slow.stages[0][0].forward = unit(5);
    const Timeline before = simulate(plan.schedule, slow);
    // Each F takes 2 units more, and before its last block the rank does nothing for one.
    slow.stages[0][0].forward = unit(7);
    Timeline after = simulate(plan.schedule, slow);
    after.lanes[0][3].start += unit(1);
    after.lanes[0][3].end += unit(1);
    EXPECT_EQ(
        compare(plan, before, plan, after).lost,
        (LostTime{
            .difference = unit(5), .durations = unit(4), .waits = unit(1), .opTimes = unit(4), .launch = unit(1)}));
}

TEST(Compare, LengthsThatThePlanKnowsAreNoJitter) {
    Plan plan = linearPlan(1, 3, "F0.0 F0.1 F0.2 BW0.0 BW0.1 BW0.2");
    constexpr std::int64_t one = MicrobatchCosts::kOne;
    plan.costs.microbatches = MicrobatchCosts::ofShares({one, one, 4 * one}, {});
    const Timeline planned = simulate(plan.schedule, plan.costs);
    Timeline actual = planned;
    actual.lanes[0][2].end += unit(1);
    for (std::size_t position = 3; position < 6; ++position) {
        actual.lanes[0][position].start += unit(1);
        actual.lanes[0][position].end += unit(1);
    }
    EXPECT_EQ(compare(plan, planned, plan, actual).lost,
              (LostTime{.difference = unit(1), .durations = unit(1), .jitter = unit(1)}));
}

TEST(Compare, APlanDoesNotDeviateFromItself) {
    const Plan plan = smallPlan();
    Timeline timeline = simulate(plan.schedule, plan.costs);
    const Timeline planned = timeline;
    for (Lane& lane : timeline.lanes)
        for (Span& span : lane) {
            span.start += 1000; // another clock
            span.end += 1000;
        }
    const Comparison same = compare(plan, planned, plan, timeline);
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
    const Comparison comparison =
        compare(plan, simulate(plan.schedule, plan.costs), plan, simulate(plan.schedule, slower));
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
    const Comparison comparison =
        compare(plan, simulate(plan.schedule, plan.costs), plan, simulate(plan.schedule, distant));
    EXPECT_EQ(comparison.lost,
              (LostTime{.difference = unit(2), .durations = 0, .waits = unit(2), .transfers = unit(2)}));
}

TEST(Compare, ABlockThatMovesForwardMakesOneInversion) {
    const Plan plan = linearPlan(1, 3, "F0.0 F0.1 F0.2 BW0.0 BW0.1 BW0.2");
    Plan other = plan;
    other.schedule.order = rows("F0.0 BW0.0 F0.1 F0.2 BW0.1 BW0.2");
    const Comparison comparison =
        compare(plan, simulate(plan.schedule, plan.costs), other, simulate(other.schedule, other.costs));
    EXPECT_EQ(comparison.inversions, (std::vector<Inversion>{{0, op("F0.2"), op("BW0.0")}}));
}

TEST(Compare, OpsOfOnlyOneTimelineAreListed) {
    const Plan plan = linearPlan(1, 1, "F0.0 BW0.0");
    Plan other = plan;
    other.schedule.order = rows("F0.0 B0.0 W0.0");
    const Comparison comparison =
        compare(plan, simulate(plan.schedule, plan.costs), other, simulate(other.schedule, other.costs));
    EXPECT_EQ(comparison.deviations.size(), 1u);
    EXPECT_EQ(comparison.onlyPlanned, std::vector<Op>{op("BW0.0")});
    EXPECT_EQ(comparison.onlyActual, (std::vector<Op>{op("B0.0"), op("W0.0")}));
}

TEST(Compare, BothOpsOfAPairAreCompared) {
    const Plan plan = linearPlan(1, 2, "F0.0 F0.1+BW0.0 BW0.1");
    Plan apart = plan;
    apart.schedule.order = rows("F0.0 F0.1 BW0.0 BW0.1");
    const Comparison comparison =
        compare(plan, simulate(plan.schedule, plan.costs), apart, simulate(apart.schedule, apart.costs));
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
    EXPECT_EQ(compare(plan, planned, plan, actual).lost,
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
    EXPECT_EQ(compare(plan, planned, plan, actual).lost,
              (LostTime{.difference = unit(1), .waits = unit(1), .launch = unit(1)}));
}

TEST(Compare, WhatABoundaryAddsIsTransfers) {
    Plan far = linearPlan(2, 2, "F0.0 F0.1 BW0.0 BW0.1\nF1.0 BW1.0 F1.1 BW1.1");
    Plan near = far;
    far.costs.boundary.time = {3 * kTimeUnit};
    for (const auto& [planned, actual] : {std::pair{far, near}, std::pair{near, far}}) {
        const Comparison both = compare(planned, simulate(planned.schedule, planned.costs), actual,
                                        simulate(actual.schedule, actual.costs));
        ASSERT_TRUE(both.lost);
        EXPECT_NE(both.lost->difference, 0);
        EXPECT_EQ(both.lost->transfers, both.lost->difference);
        EXPECT_EQ(both.lost->launch, 0);
    }
}

TEST(Compare, AnotherOrderIsTakenFirst) {
    const Plan plan = smallPlan();
    Schedule other = plan.schedule;
    std::swap(other.order[0][2], other.order[0][3]);
    const Comparison comparison = compare(plan, simulate(plan.schedule, plan.costs), plan, simulate(other, plan.costs));
    EXPECT_EQ(comparison.lost, (LostTime{.difference = unit(2), .waits = unit(2), .schedule = unit(2)}));
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
    const LostTime lost = compare(plan, simulate(plan.schedule, plan.costs), plan, actual).lost.value();
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
