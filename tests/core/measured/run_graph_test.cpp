// SPDX-License-Identifier: Apache-2.0
#include "core/measured/run_graph.h"

#include "core/measured/lost_by_cause.h"
#include "core/measured/profile/run_reading.h"
#include "tests/core/measured/hand_made_job.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lanewright {
namespace {

using test::HandMade;
using test::kMs;
using test::runOf;

std::vector<Time> ownLengths(const StepGraph& graph) {
    std::vector<Time> lengths;
    for (const Action& action : graph.actions)
        lengths.push_back(action.length);
    return lengths;
}

/// With the delays that were measured.
Time replayed(const StepGraph& graph) {
    std::vector<Time> delays;
    std::vector<Time> ends;
    for (const Action& action : graph.actions)
        delays.push_back(action.launch);
    return replay(graph, ownLengths(graph), delays, ends);
}

std::vector<Action> actionsOf(const JobGraph& job, ActionKind kind) {
    std::vector<Action> actions;
    for (const Action& action : job.steps.front().actions)
        if (action.kind == kind)
            actions.push_back(action);
    return actions;
}

TEST(RunGraph, AStepReplaysAsItWasMeasured) {
    for (const char* generator : {"1f1b", "zb-h1", "gpipe"}) {
        HandMade made{.generator = generator, .replicas = 2};
        made.factor = [](const test::Place& place) {
            return 1 + 0.1 * ((place.rank * 7 + place.op.microbatch * 3 + place.step) % 5);
        };
        made.late = [](const test::Place& place) { return place.op.microbatch % 3 == 0 ? 2 * kMs : 0; };
        const Result<JobGraph> job = jobGraphOf(runOf(made));
        ASSERT_TRUE(job) << job.error().message;
        ASSERT_EQ(job->steps.size(), 3u);
        for (const StepGraph& step : job->steps)
            EXPECT_EQ(replayed(step), step.measured) << generator << " step " << step.step;
    }
}

TEST(RunGraph, EachActionStandsBehindAllThatItNeeds) {
    const Result<JobGraph> job = jobGraphOf(runOf({.generator = "zb-h1"}));
    ASSERT_TRUE(job);
    for (const StepGraph& step : job->steps)
        for (std::size_t at = 0; at < step.actions.size(); ++at)
            for (int need = step.firstNeed[at]; need < step.firstNeed[at + 1]; ++need)
                EXPECT_LT(step.needs[need], static_cast<int>(at));
}

TEST(RunGraph, TimeInsideSendsIsCommunicationAndNoLateLaunch) {
    HandMade made;
    const auto isHeldUp = [](int rank, const Op& op) { return rank == 3 && op.kind == OpKind::F && op.microbatch > 0; };
    made.late = [&](const test::Place& place) { return isHeldUp(place.rank, place.op) ? 9 * kMs : 0; };
    lanewright::Run run = runOf(made);
    run.recorder = Recorder{.name = "lanewright", .deviceClock = "host"};
    const auto shareOf = [&](LossCause cause) {
        const LostByCause lost = lostByCause(*jobGraphOf(run));
        const auto found = std::ranges::find(lost.causes, cause, &Loss::cause);
        return found == lost.causes.end() ? 0 : found->share;
    };
    EXPECT_GT(shareOf(LossCause::Launch), 0.02);
    const double before = shareOf(LossCause::Communication);
    for (StepRecord& step : run.steps)
        for (const Span& span : step.wall.lanes[3])
            if (isHeldUp(3, span.op))
                step.side.push_back({SideKind::Receive, 3, span.start - 9 * kMs, span.start,
                                     Op{.kind = OpKind::F, .stage = 2, .microbatch = span.op.microbatch}, 2});
    EXPECT_LT(shareOf(LossCause::Launch), 0.001);
    EXPECT_GT(shareOf(LossCause::Communication), before + 0.02);
}

TEST(RunGraph, AnOpThatHoldsItsWaitDoesNotWaitAgain) {
    lanewright::Run run = runOf({.generator = "1f1b"});
    for (StepRecord& step : run.steps)
        for (Lane& lane : step.wall.lanes)
            for (std::size_t at = 0; at < lane.size(); ++at)
                lane[at].start = at == 0 ? 0 : lane[at - 1].end; // the wait in front of each op is now its own
    run.recorder = Recorder{.name = "test", .waitsInside = true};
    const Result<JobGraph> job = jobGraphOf(run);
    ASSERT_TRUE(job);
    EXPECT_EQ(replayed(job->steps[0]), job->steps[0].measured);
    EXPECT_NEAR(lostByCause(*job).unnamed, 0, 1e-9);
}

TEST(RunGraph, ASendThatLastsHasHandedItsValueOverWhenTheUserBegins) {
    lanewright::Run run = runOf({.ranks = 2, .microbatches = 1, .steps = 1, .transfer = {.every = 10 * kMs}});
    run.recorder = Recorder{.name = "kineto", .deviceClock = "host"};
    // F of stage 0 ends at 20 and is used at 30, while its host goes on sending until 40.
    run.steps[0].side = {
        {SideKind::Send, 0, 20 * kMs, 40 * kMs, Op{.kind = OpKind::F, .stage = 0, .microbatch = 0}, 1}};
    const Result<JobGraph> job = jobGraphOf(run);
    ASSERT_TRUE(job);
    EXPECT_EQ(replayed(job->steps[0]), job->steps[0].measured);
}

TEST(RunGraph, WaysThatNobodyMeasuredTakeWhatALinkTakesWhenARankWaits) {
    const Result<JobGraph> job = jobGraphOf(runOf({.transfer = {.every = 3 * kMs}}));
    ASSERT_TRUE(job);
    for (const Action& way : actionsOf(*job, ActionKind::Transfer))
        EXPECT_EQ(way.length, 3 * kMs) << way.peer << " to " << way.rank;
    EXPECT_EQ(actionsOf(*job, ActionKind::Transfer).size(), 2u * 3 * 8);
}

TEST(RunGraph, AMeasuredWayLastsFromWhenBothSidesAreThere) {
    lanewright::Run run = runOf({.ranks = 2, .microbatches = 1, .steps = 1, .transfer = {.every = 10 * kMs}});
    const Op made{.kind = OpKind::F, .stage = 0, .microbatch = 0};
    // The op ends at 20, the receive was posted long before, and the message took from 24 to 30.
    run.steps[0].side = {
        {.kind = SideKind::Receive, .rank = 1, .start = 0, .end = 30 * kMs, .op = made, .peer = 0},
        {.kind = SideKind::Send, .rank = 0, .start = 24 * kMs, .end = 29 * kMs, .op = made, .peer = 1}};
    const Result<JobGraph> job = jobGraphOf(run);
    ASSERT_TRUE(job);
    const std::vector<Action> ways = actionsOf(*job, ActionKind::Transfer);
    const auto way = std::ranges::find(ways, 1, &Action::rank);
    ASSERT_NE(way, ways.end());
    EXPECT_EQ(way->start, 24 * kMs);
    EXPECT_EQ(way->length, 6 * kMs);
    EXPECT_EQ(way->launch, 4 * kMs) << "the sender was late";
}

TEST(RunGraph, AReceiveThatWasOnlyPostedSaysNothingOfTheWay) {
    lanewright::Run run = runOf({.ranks = 2, .transfer = {.every = 3 * kMs}});
    for (StepRecord& step : run.steps)
        for (int microbatch = 0; microbatch < 8; ++microbatch)
            step.side.push_back({.kind = SideKind::Receive,
                                 .rank = 1,
                                 .start = -5 * kMs,
                                 .end = -4 * kMs,
                                 .op = Op{.kind = OpKind::F, .stage = 0, .microbatch = microbatch},
                                 .peer = 0});
    EXPECT_FALSE(receivesAreTransfers(run));
    const Result<JobGraph> job = jobGraphOf(run);
    ASSERT_TRUE(job);
    for (const Action& way : actionsOf(*job, ActionKind::Transfer))
        EXPECT_EQ(way.length, 3 * kMs);
    EXPECT_EQ(replayed(job->steps[0]), job->steps[0].measured);
}

/// Two replicas of two ranks; the second takes twice as long, and both reduce their gradients once both are there.
Run reducing() {
    HandMade made{.ranks = 2, .microbatches = 2, .replicas = 2, .steps = 1};
    made.factor = [](const test::Place& place) { return place.replica == 1 ? 2.0 : 1.0; };
    lanewright::Run run = runOf(made);
    StepRecord& slow = run.replicas[0].steps[0];
    for (int rank = 0; rank < 2; ++rank) {
        const Time all = extentOf(slow.wall.lanes[rank]).end;
        for (StepRecord* step : {&run.steps[0], &slow})
            step->side.push_back({.kind = SideKind::Reduce,
                                  .rank = rank,
                                  .start = extentOf(step->wall.lanes[rank]).end,
                                  .end = all + 7 * kMs,
                                  .stage = rank});
    }
    return run;
}

TEST(RunGraph, ACollectiveTakesTheTimeAfterTheLastHasCome) {
    const Result<JobGraph> job = jobGraphOf(reducing());
    ASSERT_TRUE(job);
    const std::vector<Action> reductions = actionsOf(*job, ActionKind::Outside);
    ASSERT_EQ(reductions.size(), 4u);
    for (const Action& reduction : reductions) {
        EXPECT_EQ(reduction.length, 7 * kMs);
        EXPECT_EQ(reduction.launch, 0);
        EXPECT_GE(reduction.group, 0);
    }
    EXPECT_EQ(replayed(job->steps[0]), job->steps[0].measured);
}

TEST(RunGraph, SpansBesideEachOtherDoNotWaitForEachOther) {
    lanewright::Run run = runOf({.ranks = 2, .steps = 1});
    const Time end = extentOf(run.steps[0].wall).end;
    run.steps[0].side = {
        {.kind = SideKind::Host, .rank = 0, .start = end, .end = end + 50 * kMs, .name = "saving"},
        {.kind = SideKind::Host, .rank = 0, .start = end + 10 * kMs, .end = end + 20 * kMs, .name = "loading"}};
    const Result<JobGraph> job = jobGraphOf(run);
    ASSERT_TRUE(job);
    EXPECT_EQ(job->steps[0].measured, end + 50 * kMs);
    EXPECT_EQ(replayed(job->steps[0]), job->steps[0].measured);
}

TEST(RunGraph, SpansThatNeverMeetAreNoCollectiveOfAll) {
    lanewright::Run run = reducing();
    // Each is over before another begins.
    for (StepRecord* step : {&run.steps[0], &run.replicas[0].steps[0]})
        for (SideSpan& span : step->side)
            span = {.kind = SideKind::Collective,
                    .rank = span.rank,
                    .start = span.start,
                    .end = span.start + 10,
                    .name = "norm"};
    const Result<JobGraph> job = jobGraphOf(run);
    ASSERT_TRUE(job);
    for (const Action& action : actionsOf(*job, ActionKind::Outside))
        EXPECT_EQ(action.group, -1);
}

TEST(RunGraph, AStepThatAReplicaLacksIsLeftOut) {
    lanewright::Run run = runOf({.replicas = 2});
    run.replicas[0].steps[1].wall.lanes[2].pop_back();
    const Result<JobGraph> job = jobGraphOf(run);
    ASSERT_TRUE(job);
    EXPECT_EQ(job->steps.size(), 2u);
    EXPECT_EQ(job->leftOut, 1);
    run.replicas[0].steps.clear();
    const Result<JobGraph> none = jobGraphOf(run);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().message, "no step of the run has all of its ops, so there is nothing to replay");
}

TEST(RunGraph, TheFirstStepOfOurOwnRunsFindsColdCaches) {
    lanewright::Run run = runOf({});
    EXPECT_EQ(warmStepsOf(run).size(), 3u) << "a recorder chose its steps";
    run.recorder = {};
    ASSERT_EQ(warmStepsOf(run).size(), 2u);
    EXPECT_EQ(warmStepsOf(run)[0]->step, 2);
}

TEST(GraphBuilder, RefusesActionsThatWaitForEachOther) {
    GraphBuilder builder;
    const int first = builder.add({.length = 1});
    const int second = builder.add({.length = 1});
    builder.need(first, second);
    builder.need(second, first);
    const Result<StepGraph> graph = std::move(builder).finish(4);
    ASSERT_FALSE(graph);
    EXPECT_EQ(graph.error().message, "the ops of step 4 wait for each other in a circle");
}

} // namespace
} // namespace lanewright
