// SPDX-License-Identifier: Apache-2.0
#include "core/measured/profile/profile.h"

#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/model/dataflow.h"
#include "core/simulate/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace lanewright {
namespace {

/// Three unlike ranks, with transfers that differ each way.
Plan unlikeRanks(const char* generator, int weightParts = 1) {
    Plan problem = *problemOf({.ranks = 3, .microbatches = 5, .weightParts = weightParts});
    problem.costs.stages = {{{.forward = 30, .backwardInput = 40, .backwardWeight = 20, .optimizer = 7},
                             {.forward = 45, .backwardInput = 38, .backwardWeight = 22, .optimizer = 8},
                             {.forward = 33, .backwardInput = 41, .backwardWeight = 26, .optimizer = 9}}};
    problem.costs.transfer = {.every = 0, .ranks = 3, .matrix = {0, 3, 1, 4, 0, 5, 1, 6, 0}};
    return *generate(generator, problem, {});
}

bool waits(const Plan& plan, const Span& span, const Span* before) {
    const auto receives = [&](const Op& op) {
        const Values needs = needsOf(op, plan.schedule.stages());
        return std::ranges::any_of(needs, [](const Value& value) { return crossesRanks(value.kind); });
    };
    return span.start > (before ? before->end : 0) && (receives(span.op) || (span.paired && receives(*span.paired)));
}

/// A step that ran exactly as planned, as an engine would have noted it.
StepRecord exactStep(const Plan& plan) {
    StepRecord step{.wall = simulate(plan.schedule, plan.costs)};
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank) {
        const Span* before = nullptr;
        for (const Span& span : step.wall.lanes[rank]) {
            if (waits(plan, span, before))
                step.others.push_back({.kind = ActivityKind::Wait,
                                       .rank = rank,
                                       .start = before ? before->end : 0,
                                       .end = span.start,
                                       .op = span.op});
            before = &span;
        }
        const Time end = before->end;
        step.others.push_back({.kind = ActivityKind::Optimizer,
                               .rank = rank,
                               .start = end,
                               .end = end + plan.costs.stages[0][rank].optimizer,
                               .op = {}});
        for (const int other : {rank - 1, rank + 1})
            if (other >= 0 && other < plan.schedule.ranks())
                step.others.push_back({.kind = ActivityKind::Transfer,
                                       .rank = other,
                                       .start = 0,
                                       .end = 100, // noticed late
                                       .op = Op{},
                                       .peer = rank});
    }
    return step;
}

TEST(Profile, FindsTheCostsThatMadeATimeline) {
    for (const int parts : {1, 3})
        for (const char* generator : {"zb-h1", "zb-h2"}) {
            const Plan plan = unlikeRanks(generator, parts);
            const Profile profile = profileOf({.plan = plan, .steps = {exactStep(plan)}});
            Plan unmeasured = plan;
            for (StageCosts& stage : unmeasured.costs.stages[0])
                stage = {};
            const Plan measured = withMeasuredCosts(unmeasured, profile);
            EXPECT_EQ(measured.costs.stages, plan.costs.stages) << generator << parts;
            EXPECT_EQ(simulate(measured.schedule, measured.costs), simulate(plan.schedule, plan.costs))
                << generator << parts;
        }
}

TEST(Profile, FindsTheTimesOfPairsByBothStages) {
    Plan plan = *generate("combined-interleaved-1f1b", *problemOf({.ranks = 2, .microbatches = 6, .chunks = 2}));
    for (int forward = 0; forward < 4; ++forward)
        for (int backward = 0; backward < 4; ++backward)
            plan.costs.pairs.withBW.emplace_back(1000 + 100 * forward + 10 * backward);
    const Profile profile = profileOf({.plan = plan, .steps = {exactStep(plan)}});
    EXPECT_EQ(profile.pairs.size(), 8u) << "each F of a rank with each BW of it";
    Plan unmeasured = plan;
    unmeasured.costs.pairs = {};
    const Plan measured = withMeasuredCosts(unmeasured, profile);
    for (const Row& row : plan.schedule.order)
        for (const Block& block : row)
            if (block.paired) {
                EXPECT_EQ(durationOf(plan.schedule, measured.costs, block),
                          durationOf(plan.schedule, plan.costs, block));
            }
    EXPECT_EQ(measured.costs.pairs.withBW[1], std::nullopt) << "stages of two ranks make no pair";
}

TEST(Profile, CountsNoWaitWithinAPair) {
    Plan plan = *generate("combined-1f1b", *problemOf({.ranks = 2, .microbatches = 6}));
    plan.costs.pairs.withBW = {1500, {}, {}, 1600};
    StepRecord step{.wall = simulate(plan.schedule, plan.costs)};
    for (int rank = 0; rank < 2; ++rank)
        for (const Span& span : step.wall.lanes[rank])
            if (span.paired) {
                const auto part = [&](const Op& op, Time start, Time end) {
                    step.others.push_back(
                        {.kind = ActivityKind::Part, .rank = rank, .start = start, .end = end, .op = op});
                };
                part(span.op, span.start, span.start + 500);
                part(*span.paired, span.start + 800, span.end);
            }
    lanewright::Run run{.plan = plan, .steps = {step}};
    run.recorder = Recorder{.name = "lanewright", .deviceClock = "host"};
    const Plan measured = withMeasuredCosts(plan, profileOf(run));
    using Times = std::vector<std::optional<Time>>;
    EXPECT_EQ(measured.costs.pairs.withBW, (Times{1500 - 300, {}, {}, 1600}))
        << "stage 0 waits for a gradient, and the last stage makes its own";
}

TEST(Profile, SaysNothingOfPairsThatDidNotRun) {
    Plan plan = *generate("combined-1f1b", *problemOf({.ranks = 2, .microbatches = 6}));
    plan.costs.pairs.withBW = {1500, 1700, 1900, 1600};
    plan.costs.pairs.withB = {1, 2, 3, 4};
    const Plan measured = withMeasuredCosts(plan, profileOf({.plan = plan, .steps = {exactStep(plan)}}));
    using Times = std::vector<std::optional<Time>>;
    EXPECT_EQ(measured.costs.pairs.withBW, (Times{1500, {}, {}, 1600})) << "a rank pairs ops of its own stage";
    EXPECT_EQ(measured.costs.pairs.withB, Times{}) << "no pair with a B ran";
}

TEST(Profile, FindsWhatSharingCosts) {
    Plan plan = *generate("combined-1f1b", *problemOf({.ranks = 2, .microbatches = 6}));
    plan.costs.stages = {std::vector<StageCosts>(2, {.forward = 4000, .backwardInput = 4000, .backwardWeight = 2000})};
    const Chain forward{{Resource::Compute, 3000}, {Resource::Network, 1000}};
    const Chain backward{{Resource::Network, 1000}, {Resource::Compute, 3000}};
    plan.costs.pairs.segments = {{forward, backward, {}}, {forward, backward, {}}};
    for (const std::int64_t sharing : {std::int64_t{0}, PairCosts::kOne / 4, PairCosts::kOne}) {
        plan.costs.pairs.sharing = sharing;
        Plan unmeasured = plan;
        unmeasured.costs.pairs.sharing = PairCosts::kOne / 2;
        const Plan measured = withMeasuredCosts(unmeasured, profileOf({.plan = plan, .steps = {exactStep(plan)}}));
        EXPECT_EQ(measured.costs.pairs, plan.costs.pairs);
        EXPECT_EQ(simulate(measured.schedule, measured.costs), simulate(plan.schedule, plan.costs));
    }
}

TEST(Profile, FindsTheCostsOfTheMeanLengthWhereMicrobatchesHaveLengths) {
    // Times and lengths of which every product is whole: x is 2, 1/2, 1, 1/4 and 5/4, with x/2 + x²/2 work.
    Plan plan = unlikeRanks("zb-h1");
    for (StageCosts& stage : plan.costs.stages[0])
        stage = {.forward = stage.forward * 3200,
                 .backwardInput = stage.backwardInput * 3200,
                 .backwardWeight = stage.backwardWeight * 3200,
                 .optimizer = stage.optimizer};
    for (Time& each : plan.costs.transfer.matrix)
        each *= 4;
    setMicrobatches(plan, MicrobatchCosts::ofLengths({800, 200, 400, 100, 500}, {MicrobatchCosts::kOne / 2}));
    const Profile profile = profileOf({.plan = plan, .steps = {exactStep(plan)}});
    Plan unmeasured = plan;
    for (StageCosts& stage : unmeasured.costs.stages[0])
        stage = {};
    const Plan measured = withMeasuredCosts(unmeasured, profile);
    EXPECT_EQ(measured.costs.stages, plan.costs.stages);
    EXPECT_EQ(measured.costs.microbatches, plan.costs.microbatches);
    EXPECT_EQ(profile.stages[1].forward.low, profile.stages[1].forward.high) << "what a mean one would have taken";
    EXPECT_EQ(simulate(measured.schedule, measured.costs), simulate(plan.schedule, plan.costs));
}

/// A step that ran exactly as planned, as the recorder of PyTorch would have noted it: an op is what it computed, and
/// what its host did with values stands beside it.
StepRecord recordedStep(const Plan& plan) {
    StepRecord step{.step = 5, .wall = simulate(plan.schedule, plan.costs)};
    const Costs& costs = plan.costs;
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank) {
        Time free = 0;
        for (Span& span : step.wall.lanes[rank]) {
            const int stage = span.op.stage;
            const bool isForward = span.op.kind == OpKind::F;
            const auto isElsewhere = [&](int other) { return other >= 0 && other < plan.schedule.stages(); };
            const bool receives = span.op.kind != OpKind::W && isElsewhere(stage + (isForward ? -1 : 1));
            const bool sends = span.op.kind != OpKind::W && isElsewhere(stage + (isForward ? 1 : -1));
            const Time end = span.end;
            if (receives) {
                const Op made{
                    .kind = span.op.kind, .stage = stage + (isForward ? -1 : 1), .microbatch = span.op.microbatch};
                step.side.push_back({SideKind::Receive, rank, free, free + costs.host.receive, made, made.stage});
                span.start += costs.host.receive;
                step.others.push_back(
                    {.kind = ActivityKind::Wait, .rank = rank, .start = free, .end = span.start, .op = span.op});
            }
            if (sends) {
                span.end -= costs.host.send;
                step.side.push_back({SideKind::Send, rank, span.end, end, span.op, stage + (isForward ? 1 : -1)});
            }
            free = end;
        }
    }
    return step;
}

TEST(Profile, TakesHostTimesFromTheRecorderOfPytorch) {
    Plan plan = unlikeRanks("zb-h1");
    plan.costs.host = {.send = 6, .receive = 2};
    for (StageCosts& stage : plan.costs.stages.front())
        stage.optimizer = 0;
    lanewright::Run run{.plan = plan, .steps = {recordedStep(plan)}};
    run.recorder = Recorder{.name = "lanewright", .deviceClock = "host"};
    run.plan.costs.host = {};
    const Plan measured = withMeasuredCosts(run.plan, profileOf(run));
    EXPECT_EQ(measured.costs.host, plan.costs.host);
    EXPECT_EQ(measured.costs.stages, plan.costs.stages);
    for (const auto& [from, to] : {std::pair(0, 1), {1, 0}, {1, 2}, {2, 1}})
        EXPECT_EQ(measured.costs.transfer.between(from, to), plan.costs.transfer.between(from, to)) << from << to;

    run.recorder->deviceClock = "cuda-events";
    EXPECT_TRUE(withMeasuredCosts(plan, profileOf(run)).costs.host.areNone()) << "a GPU does not wait for its host";
    run.recorder.reset();
    EXPECT_TRUE(withMeasuredCosts(plan, profileOf(run)).costs.host.areNone()) << "our engine's are part of its ops";
}

/// F of stage 0 ends at 10 and is sent, F of stage 1 begins at `used`, on a rank that came to it at `due`.
lanewright::Run twoRanks(Time due, Time used, std::optional<Time> posted = {}) {
    const Op made{.kind = OpKind::F, .stage = 0, .microbatch = 0};
    const Op user{.kind = OpKind::F, .stage = 1, .microbatch = 0};
    StepRecord step{
        .step = 5,
        .wall = {.lanes = {{{.op = made, .start = 0, .end = 10}}, {{.op = user, .start = used, .end = used + 10}}}}};
    step.others.push_back({.kind = ActivityKind::Wait, .rank = 1, .start = due, .end = used, .op = user});
    if (posted)
        step.side.push_back({SideKind::Receive, 1, *posted, *posted, made, 0});
    Plan plan = *generate("gpipe", *problemOf({.ranks = 2, .microbatches = 1}), {});
    return {.plan = plan, .steps = {step}, .recorder = Recorder{.name = "lanewright", .deviceClock = "cuda-events"}};
}

TEST(Profile, AValueThatMayHaveLainReadyBoundsItsWayOnly) {
    const Profile waited = profileOf(twoRanks(/*due=*/4, /*used=*/13));
    ASSERT_EQ(waited.links.size(), 1u);
    EXPECT_TRUE(waited.links[0].waitedFor);
    EXPECT_EQ(waited.links[0].transfer.mean, 3);

    const lanewright::Run late = twoRanks(/*due=*/20, /*used=*/21);
    const Profile ready = profileOf(late);
    ASSERT_EQ(ready.links.size(), 1u);
    EXPECT_FALSE(ready.links[0].waitedFor);
    EXPECT_EQ(ready.links[0].transfer.mean, 11) << "at most since it was made";
    const Plan plan = withMeasuredCosts(late.plan, ready);
    EXPECT_TRUE(plan.costs.transfer.isAtMost(0, 1));
    EXPECT_FALSE(withMeasuredCosts(late.plan, waited).costs.transfer.isAtMost(0, 1));
}

TEST(Profile, OfALinkWhoseUsersMayHoldTheirWaitsNobodyKnowsATime) {
    lanewright::Run run = twoRanks(/*due=*/4, /*used=*/13);
    run.steps[0].others.clear();
    run.recorder->waitsInside = true;
    run.plan.costs.transfer.every = 7;
    const Profile profile = profileOf(run);
    ASSERT_EQ(profile.links.size(), 1u);
    EXPECT_EQ(profile.links[0].transfer, Measured{});
    EXPECT_EQ(withMeasuredCosts(run.plan, profile).costs.transfer, run.plan.costs.transfer) << "stays as it was";
}

TEST(Profile, AValueTravelsFromWhenItsReceiveIsPosted) {
    const LinkProfile late = profileOf(twoRanks(/*due=*/12, /*used=*/15, /*posted=*/12)).links.at(0);
    EXPECT_EQ(late.transfer.mean, 3);
    EXPECT_FALSE(late.waitedFor) << "it was made before the rank came";
    EXPECT_EQ(profileOf(twoRanks(/*due=*/4, /*used=*/15, /*posted=*/11)).links.at(0).transfer.mean, 4);
}

TEST(Profile, OfABoundTheLeastCounts) {
    lanewright::Run run = twoRanks(/*due=*/20, /*used=*/21);
    run.steps.push_back(twoRanks(30, 41).steps.front());
    run.steps.back().step = 6;
    const Measured bound = profileOf(run).links.at(0).transfer;
    EXPECT_EQ(bound.mean, 11);
    EXPECT_EQ(bound.high, 11);
    EXPECT_EQ(bound.samples, 2);
}

TEST(Profile, WhatAnOpDidBeforeItWaitedIsPartOfIt) {
    lanewright::Run run = twoRanks(/*due=*/4, /*used=*/13);
    const Op user{.kind = OpKind::F, .stage = 1, .microbatch = 0};
    run.steps[0].others.push_back({.kind = ActivityKind::Part, .rank = 1, .start = 1, .end = 4, .op = user});
    EXPECT_EQ(profileOf(run).stages.at(1).forward.mean, 10 + 3);
}

TEST(Profile, CountsWhatEndsASendAmongTheTimeOfSending) {
    Plan plan = unlikeRanks("zb-h1");
    plan.costs.host = {.send = 6, .receive = 2};
    lanewright::Run run{.plan = plan, .steps = {recordedStep(plan)}};
    run.recorder = Recorder{.name = "lanewright", .deviceClock = "host"};
    StepRecord& step = run.steps.front();
    const auto sends = std::ranges::count(step.side, SideKind::Send, &SideSpan::kind);
    for (std::ptrdiff_t i = 0; i < sends; ++i)
        step.side.push_back({.kind = SideKind::Other, .rank = 0, .start = 10, .end = 13, .name = "0WAIT_SEND_F0"});
    EXPECT_EQ(profileOf(run).send.mean, 6 + 3);
}

TEST(Profile, OfAPacedRunGivesThePlansHostTimesBack) {
    Plan plan = unlikeRanks("1f1b");
    plan.costs.host = {.send = 6, .receive = 2};
    StepRecord step{.step = 1, .wall = simulate(plan.schedule, plan.costs)};
    step.virtualTime = step.wall;
    const Plan measured = withMeasuredCosts(plan, profileOf({.plan = plan, .paced = true, .steps = {step, step}}));
    EXPECT_EQ(measured.costs.stages, plan.costs.stages);
    EXPECT_EQ(measured.costs.host, plan.costs.host);
    EXPECT_EQ(simulate(measured.schedule, measured.costs), step.wall);
}

TEST(Profile, MeasuresSharesOnMicrobatchesThatTheEngineTrainsAlike) {
    const Plan alike = unlikeRanks("zb-h1");
    Plan plan = alike;
    setMicrobatches(plan, MicrobatchCosts::ofShares(std::vector<std::int64_t>(5, 3 * MicrobatchCosts::kOne), {}));
    const Plan measured = withMeasuredCosts(plan, profileOf({.plan = plan, .steps = {exactStep(alike)}}));
    EXPECT_EQ(measured.costs.stages, alike.costs.stages);
    EXPECT_EQ(measured.costs.microbatches, plan.costs.microbatches);
}

TEST(Profile, PutsMeasuredBackwardsInOneInThePlaceOfATable) {
    const Plan ran = unlikeRanks("1f1b");
    MicrobatchCosts::Table table;
    table[static_cast<std::size_t>(OpKind::BW)] = std::vector<Time>(15, 2000);
    Plan plan = ran;
    setMicrobatches(plan, MicrobatchCosts::ofTable(5, table, {}));
    const Plan measured = withMeasuredCosts(plan, profileOf({.plan = plan, .steps = {exactStep(ran)}}));
    for (const Row& row : ran.schedule.order)
        for (const Block& block : row)
            EXPECT_EQ(measured.costs.duration(block.op, 0, measured.schedule.placement),
                      ran.costs.duration(block.op, 0, ran.schedule.placement));
}

TEST(Profile, PutsMeasuredTimesInThePlaceOfATable) {
    const Plan ran = unlikeRanks("zb-h1");
    MicrobatchCosts::Table table;
    table[static_cast<std::size_t>(OpKind::F)] = std::vector<Time>(15, 1000);
    table[static_cast<std::size_t>(OpKind::BW)] = std::vector<Time>(15, 2000);
    Plan plan = ran;
    setMicrobatches(plan, MicrobatchCosts::ofTable(5, table, std::vector<std::int64_t>(5, 2 * MicrobatchCosts::kOne)));
    const Plan measured = withMeasuredCosts(plan, profileOf({.plan = plan, .steps = {exactStep(ran)}}));
    EXPECT_EQ(measured.costs.microbatches.size(), plan.costs.microbatches.size());
    EXPECT_TRUE(measured.costs.microbatches.table()[static_cast<std::size_t>(OpKind::BW)].empty());
    for (const Row& row : ran.schedule.order)
        for (const Block& block : row)
            EXPECT_EQ(measured.costs.duration(block.op, 0, measured.schedule.placement),
                      ran.costs.duration(block.op, 0, ran.schedule.placement));
}

TEST(Profile, CountsWhatARankDoesBetweenOpsToTheOpBefore) {
    const Plan plan = unlikeRanks("zb-h1");
    StepRecord step = exactStep(plan);
    // The last ops of rank 2 follow each other; each now ends one tick before the next begins.
    for (Span& span : step.wall.lanes[2])
        span.end -= 1;
    const Profile profile = profileOf({.plan = plan, .steps = {step}});
    EXPECT_EQ(profile.stages[2].forward.median, 33);
    EXPECT_EQ(profile.stages[2].backwardInput.median, 41);
}

TEST(Profile, LeavesTheFirstStepOutWhereThereAreMore) {
    const Plan plan = unlikeRanks("zb-h1");
    Plan slow = plan;
    for (StageCosts& stage : slow.costs.stages[0])
        stage.forward *= 10;
    const Profile profile = profileOf({.plan = plan, .steps = {exactStep(slow), exactStep(plan), exactStep(plan)}});
    EXPECT_EQ(profile.steps, 2);
    EXPECT_EQ(profile.stages[0].forward, (Measured{.mean = 30, .median = 30, .low = 30, .high = 30, .samples = 10}));
}

TEST(Profile, PlansWithMeansOfTheStepsInTheMiddle) {
    const Plan plan = unlikeRanks("zb-h1");
    std::vector<StepRecord> steps(2, exactStep(plan));
    for (const int forward : {36, 33, 3000}) {
        Plan other = plan;
        other.costs.stages[0][0].forward = forward;
        steps.push_back(exactStep(other));
    }
    // Warm steps: 30, 36, 33, 3000. The middle half: 33 and 36.
    const Profile profile = profileOf({.plan = plan, .steps = steps});
    const Measured& forward = profile.stages[0].forward;
    EXPECT_EQ(forward.median, 33);
    EXPECT_EQ(forward.high, 36);
    EXPECT_EQ(forward.mean, 35) << "34.5, rounded";
    EXPECT_EQ(withMeasuredCosts(plan, profile).costs.stages[0][0].forward, forward.mean);
}

TEST(Profile, OfNothingLeavesThePlanAsItIs) {
    const Plan plan = unlikeRanks("zb-h1");
    EXPECT_EQ(withMeasuredCosts(plan, profileOf({.plan = plan})), plan);
}

TEST(Profile, HalvesTheWayThereAndBack) {
    Profile profile{.links = {{.from = 0, .to = 1}, {.from = 1, .to = 0}}};
    addTrips(profile, {{.from = 0, .to = 1, .valueBytes = 4000, .small = {200, 220, 180}, .large = {2200, 2300, 2200}},
                       {.from = 4, .to = 5, .valueBytes = 1, .small = {1}, .large = {1}}});
    EXPECT_EQ(profile.links[0].latency.median, 100);
    EXPECT_DOUBLE_EQ(profile.links[0].bytesPerSecond, 4e9);
    EXPECT_EQ(profile.links[1].latency.samples, 0);
}

TEST(Profile, KeepsLimitsInForwardsWhereThePlanHasNoUnitOfMemory) {
    Plan plan = unlikeRanks("zb-h1");
    plan.memory.limit = {3 * kMemoryUnit, std::nullopt, 5 * kMemoryUnit / 2};
    const std::vector<StageBytes> stages = {
        {.copy = {0, 0}, .memory = {.forward = 1000, .backwardInput = -100, .backwardWeight = -900, .fixed = 7}},
        {.copy = {0, 1}, .memory = {.forward = 2000, .backwardInput = -200, .backwardWeight = -1800}},
        {.copy = {0, 2}, .memory = {.forward = 4000, .backwardInput = -400, .backwardWeight = -3600}}};
    plan.memory.stages = {std::vector<StageMemory>(3, plan.memory.of(0, 0))};
    plan.memory.stages[0][1].fixed = 2 * plan.memory.of(0, 1).forward;
    const Plan measured = withMeasuredMemory(plan, stages);
    EXPECT_EQ(measured.memoryUnit, MemoryUnit::MiB);
    EXPECT_EQ(measured.memory.of(0, 0), stages[0].memory);
    EXPECT_EQ(measured.memory.limit, (std::vector<std::optional<Bytes>>{3000, std::nullopt, 10'000}));
    EXPECT_EQ(measured.memory.of(0, 1).fixed, 4000) << "nobody measured it: two forwards, as before";
    plan.memoryUnit = MemoryUnit::KiB;
    EXPECT_EQ(withMeasuredMemory(plan, stages).memory.limit, plan.memory.limit);
    EXPECT_EQ(withMeasuredMemory(plan, stages).memory.of(0, 0).fixed, 7);
    EXPECT_EQ(withMeasuredMemory(plan, stages).memory.of(0, 1).fixed, plan.memory.of(0, 1).fixed);
}

TEST(Measured, IsTheMedianBetweenTheQuartiles) {
    EXPECT_EQ(measuredOf({}), Measured{});
    EXPECT_EQ(measuredOf({5}), (Measured{.mean = 5, .median = 5, .low = 5, .high = 5, .samples = 1}));
    EXPECT_EQ(measuredOf({9, 1, 7, 3, 5}), (Measured{.mean = 5, .median = 5, .low = 3, .high = 7, .samples = 5}));
    EXPECT_EQ(measuredOf({1, 2, 30}).mean, 11);
}

} // namespace
} // namespace lanewright
