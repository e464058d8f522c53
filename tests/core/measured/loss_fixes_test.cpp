// SPDX-License-Identifier: Apache-2.0
#include "core/measured/loss_fixes.h"

#include "core/check/validate.h"
#include "core/measured/job_map.h"
#include "core/simulate/simulate.h"
#include "tests/core/measured/hand_made_job.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <stop_token>
#include <utility>
#include <vector>

namespace lanewright {
namespace {

using test::HandMade;
using test::kMs;
using test::Place;
using test::runOf;

/// Replica 0 has the two long microbatches, one of them at the end.
double twoLong(const Place& place) {
    return place.replica == 0 && (place.op.microbatch == 0 || place.op.microbatch == 3) ? 3.0 : 1.0;
}

HandMade jobOfTwoLong() { return {.ranks = 2, .microbatches = 4, .replicas = 2, .steps = 2, .factor = twoLong}; }

TriedFix triedBy(const Run& run, LossFix fix, int step = -1) {
    const Result<TriedFix> tried = tryFix(run, {.fix = fix, .step = step, .seconds = 0.5});
    EXPECT_TRUE(tried) << (tried ? "" : tried.error().message.text());
    return tried ? *tried : TriedFix{};
}

double plannedTime(const Plan& plan) {
    return static_cast<double>(extentOf(simulate(plan.schedule, plan.costs)).length());
}

/// Per op how long it takes, whoever runs it: by kind, stage, and the time itself.
std::map<std::pair<OpKind, int>, std::multiset<Time>> timesOf(const Plan& plan) {
    std::map<std::pair<OpKind, int>, std::multiset<Time>> times;
    for (const Row& row : plan.schedule.order)
        for (const Block& block : row)
            times[{block.op.kind, block.op.stage}].insert(durationOf(plan.schedule, plan.costs, block));
    return times;
}

TEST(JobMap, HoldsTheTimeOfEveryPipelineOfEveryStep) {
    lanewright::Run run = runOf(jobOfTwoLong());
    const JobMap map = jobMapOf(run);
    EXPECT_EQ(map.replicas, (std::vector{0, 1}));
    EXPECT_EQ(map.steps, (std::vector{1, 2}));
    const Time fast = extentOf(run.replicas[0].steps[0].wall).length();
    const Time slow = extentOf(run.steps[0].wall).length();
    EXPECT_LT(fast, slow);
    EXPECT_EQ(map.times, (std::vector{slow, slow, fast, fast}));
    EXPECT_EQ(map.least, fast);
    EXPECT_EQ(map.median, fast); // the lower of two in the middle
    EXPECT_EQ(map.most, slow);
    EXPECT_EQ(map.slowestIn(1), 0u);
}

TEST(JobMap, LeavesOpenWhatAReplicaLacks) {
    lanewright::Run run = runOf(jobOfTwoLong());
    run.replicas[0].replica = 7;
    run.replicas[0].steps.erase(run.replicas[0].steps.begin());
    const JobMap map = jobMapOf(run);
    EXPECT_EQ(map.replicas, (std::vector{0, 7}));
    EXPECT_EQ(map.at(1, 0), 0);
    EXPECT_GT(map.at(1, 1), 0);
}

TEST(Fixes, DealingGivesEachReplicaALongMicrobatch) {
    const lanewright::Run run = runOf(jobOfTwoLong());
    const TriedFix dealt = triedBy(run, LossFix::DealMicrobatches, 2);
    EXPECT_EQ(dealt.step, 2);
    EXPECT_EQ(dealt.steps, 2);
    EXPECT_EQ(dealt.before, static_cast<double>(extentOf(run.steps[0].wall).length()));
    ASSERT_TRUE(dealt.bound && dealt.ordered);
    EXPECT_LT(dealt.after, *dealt.ordered);
    EXPECT_LE(*dealt.ordered, dealt.before);
    EXPECT_LE(*dealt.bound, dealt.after);
    // Steps are alike, so what the plan takes is what all take in the mean.
    EXPECT_EQ(plannedTime(dealt.plan), dealt.after);
    EXPECT_TRUE(isValid(validate(dealt.plan)));
    EXPECT_EQ(dealt.plan.schedule.ranks(), 4);
    EXPECT_EQ(dealt.plan.schedule.microbatches, 8);
    for (const int direction : {0, 1}) {
        EXPECT_EQ(std::ranges::count(dealt.plan.schedule.directionOf, direction), 4);
        int longOnes = 0;
        for (const int microbatch : {0, 3})
            longOnes += dealt.plan.schedule.direction(microbatch) == direction ? 1 : 0;
        EXPECT_EQ(longOnes, 1);
    }
}

TEST(Fixes, OrderingKeepsEachMicrobatchInItsReplicaAndEachOpItsTime) {
    const lanewright::Run run = runOf(jobOfTwoLong());
    const TriedFix ordered = triedBy(run, LossFix::OrderMicrobatches, 1);
    EXPECT_LT(ordered.after, ordered.before);
    ASSERT_TRUE(ordered.bound);
    EXPECT_LE(*ordered.bound, ordered.after);
    EXPECT_EQ(plannedTime(ordered.plan), ordered.after);
    EXPECT_TRUE(isValid(validate(ordered.plan)));
    for (int microbatch = 0; microbatch < 8; ++microbatch)
        EXPECT_EQ(ordered.plan.schedule.direction(microbatch), microbatch / 4);
    std::map<std::pair<OpKind, int>, std::multiset<Time>> measured;
    for (const ReplicaSteps& replica : replicaStepsOf(run))
        for (const Lane& lane : replica.steps->front().wall.lanes)
            for (const Span& span : lane)
                measured[{span.op.kind, span.op.stage}].insert(span.length());
    EXPECT_EQ(timesOf(ordered.plan), measured);
}

TEST(Fixes, OfMicrobatchesShowTheStepThatTookLongestUnlessAnotherIsChosen) {
    HandMade job = jobOfTwoLong();
    job.factor = [](const Place& place) { return twoLong(place) * (place.step == 2 ? 1.5 : 1.0); };
    EXPECT_EQ(triedBy(runOf(job), LossFix::OrderMicrobatches).step, 2);
    EXPECT_EQ(triedBy(runOf(job), LossFix::OrderMicrobatches, 1).step, 1);
    EXPECT_EQ(triedBy(runOf(job), LossFix::OrderMicrobatches, 99).step, 2);
}

TEST(Fixes, AnEvenCutTakesTheMeanOfAllStages) {
    HandMade job{.ranks = 3, .microbatches = 6};
    job.factor = [](const Place& place) { return place.op.stage == 2 ? 1.6 : 1.0; };
    const TriedFix cut = triedBy(runOf(job), LossFix::CutAnew);
    EXPECT_LT(cut.after, cut.before);
    for (const StageCosts& stage : cut.plan.costs.stages.front()) {
        EXPECT_EQ(stage.forward, 24 * kMs); // (20 + 20 + 32) / 3
        EXPECT_EQ(stage.backwardInput + stage.backwardWeight, 48 * kMs);
    }
    EXPECT_EQ(plannedTime(cut.plan), cut.after);
}

TEST(Fixes, SolvingABadOrderFindsABetterOneWithABound) {
    const lanewright::Run run =
        runOf({.generator = "gpipe", .ranks = 3, .microbatches = 6, .transfer = {.every = 5 * kMs}});
    for (const LossFix fix : {LossFix::OtherOrder, LossFix::Solve}) {
        const TriedFix tried = triedBy(run, fix);
        ASSERT_TRUE(tried.bound);
        EXPECT_LE(tried.after, tried.before);
        EXPECT_LE(*tried.bound, tried.after);
        EXPECT_EQ(plannedTime(tried.plan), tried.after);
        EXPECT_TRUE(isValid(validate(tried.plan)));
    }
}

TEST(Fixes, AreOfferedForWhatASchedulerCanMend) {
    const lanewright::Run one = runOf({.replicas = 1});
    const lanewright::Run two = runOf({.replicas = 2});
    EXPECT_EQ(fixesFor(LossCause::Microbatches, one), std::vector{LossFix::OrderMicrobatches});
    EXPECT_EQ(fixesFor(LossCause::Microbatches, two),
              (std::vector{LossFix::DealMicrobatches, LossFix::OrderMicrobatches}));
    EXPECT_EQ(fixesFor(LossCause::Stages, one), std::vector{LossFix::CutAnew});
    EXPECT_TRUE(fixesFor(LossCause::Launch, two).empty());
}

TEST(Fixes, ThatAreStoppedSaySo) {
    std::stop_source stop;
    stop.request_stop();
    const lanewright::Run run = runOf(jobOfTwoLong());
    EXPECT_FALSE(tryFix(run, {.fix = LossFix::DealMicrobatches}, stop.get_token()));
    EXPECT_FALSE(tryFix(run, {.fix = LossFix::Solve}, stop.get_token()));
}

} // namespace
} // namespace lanewright
