// SPDX-License-Identifier: Apache-2.0
#include "core/measured/run_costs.h"

#include "core/simulate/memory.h"
#include "core/simulate/simulate.h"
#include "tests/core/measured/hand_made_job.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lanewright {
namespace {

using test::HandMade;
using test::kMs;
using test::planOf;
using test::runOf;

RunCosts costsFrom(const Run& run, const CostsRequest& request = {}) {
    const Result<RunCosts> costs = costsOf(run, run.plan, request);
    EXPECT_TRUE(costs) << costs.error().message;
    return costs ? *costs : RunCosts{};
}

/// Three unlike stages.
Plan unlike(const char* generator) {
    Plan plan = planOf({.generator = generator, .ranks = 3, .transfer = {.every = 2 * kMs}});
    for (int stage = 0; stage < 3; ++stage)
        plan.costs.stages[0][stage] = {.forward = (20 + stage) * kMs,
                                       .backwardInput = (25 - stage) * kMs,
                                       .backwardWeight = (11 + 3 * stage) * kMs};
    return plan;
}

TEST(RunCosts, OfAPacedRunAreThePlans) {
    for (const char* generator : {"1f1b", "zb-h1"}) {
        Plan plan = unlike(generator);
        StepRecord step{.step = 1, .wall = simulate(plan.schedule, plan.costs)};
        step.virtualTime = step.wall;
        // The wall clock of a busy machine says something else.
        for (Lane& lane : step.wall.lanes)
            for (Span& span : lane) {
                span.start *= 3;
                span.end *= 3;
            }
        const lanewright::Run run{.plan = plan, .paced = true, .steps = {step, step}};
        const RunCosts costs = costsFrom(run);
        EXPECT_EQ(costs.plan.costs.stages, plan.costs.stages) << generator;
        EXPECT_EQ(simulate(plan.schedule, costs.plan.costs), simulate(plan.schedule, plan.costs)) << generator;
        EXPECT_EQ(costs.measured, costs.predicted) << generator;
    }
}

/// Every product of these is whole: x is 2, 1/2, 1, 1/4, 5/4 and thrice 1, with x/2 + x²/2 work.
MicrobatchCosts someLengths() {
    return MicrobatchCosts::ofLengths({800, 200, 400, 100, 500, 400, 400, 400}, {MicrobatchCosts::kOne / 2});
}

TEST(RunCosts, AreThoseOfTheMeanLengthOnce) {
    Plan plan = unlike("zb-h1");
    setMicrobatches(plan, someLengths());
    StepRecord step{.step = 1, .wall = simulate(plan.schedule, plan.costs)};
    step.virtualTime = step.wall;
    const lanewright::Run knowing{.plan = plan, .paced = true, .steps = {step, step}};
    EXPECT_EQ(costsFrom(knowing).plan.costs.stages, plan.costs.stages);
    EXPECT_EQ(costsFrom(knowing).predicted, costsFrom(knowing).measured);

    lanewright::Run unknowing = runOf({.ranks = 3}, plan);
    setMicrobatches(unknowing.plan, {});
    const Result<RunCosts> costs = costsOf(unknowing, plan);
    ASSERT_TRUE(costs);
    EXPECT_EQ(costs->plan.costs.stages, plan.costs.stages);
    EXPECT_EQ(costs->plan.costs.microbatches, plan.costs.microbatches);
}

TEST(RunCosts, OfMicrobatchesThatPytorchPadsAreThoseOfTheLongest) {
    Plan plan = unlike("zb-h1");
    const StepRecord step{.step = 1, .wall = simulate(plan.schedule, plan.costs)};
    const lanewright::Run run{.plan = plan, .backend = "torch", .steps = {step, step}};
    setMicrobatches(plan, someLengths());
    const Result<RunCosts> costs = costsOf(run, plan);
    ASSERT_TRUE(costs);
    // Twice the mean length is 2/2 + 4/2 of the work, so the mean has a third of what was measured.
    EXPECT_NEAR(costs->plan.costs.of(0, 0).forward, costs->profile.stages[0].forward.mean / 3.0, 1);
    EXPECT_EQ(costs->plan.costs.microbatches, plan.costs.microbatches);
}

TEST(RunCosts, OfMicrobatchesThatTheEngineTrainsAlikeAreThoseOfShareOne) {
    Plan plan = unlike("zb-h1");
    const StepRecord step{.step = 1, .wall = simulate(plan.schedule, plan.costs)};
    setMicrobatches(plan, MicrobatchCosts::ofShares(std::vector<std::int64_t>(8, 3 * MicrobatchCosts::kOne), {}));
    const RunCosts costs = costsFrom({.plan = plan, .steps = {step, step}});
    EXPECT_EQ(costs.plan.costs.of(0, 0).forward, costs.profile.stages[0].forward.mean);
    EXPECT_EQ(costs.plan.costs.microbatches, plan.costs.microbatches);
}

TEST(RunCosts, OfARunWithATableSuitAPlanWithASmallerOne) {
    const auto tabled = [](Plan plan) {
        const auto count = static_cast<std::size_t>(plan.schedule.stages()) * plan.schedule.microbatches;
        MicrobatchCosts::Table table;
        table[static_cast<std::size_t>(OpKind::F)] = std::vector<Time>(count, 3 * kMs);
        setMicrobatches(plan, MicrobatchCosts::ofTable(plan.schedule.microbatches, std::move(table), {}));
        return plan;
    };
    lanewright::Run run = runOf({});
    run.plan = tabled(run.plan);
    const Result<RunCosts> costs = costsOf(run, tabled(planOf({.microbatches = 4})));
    ASSERT_TRUE(costs);
    EXPECT_EQ(
        costs->plan.costs.duration({.kind = OpKind::F, .stage = 3, .microbatch = 3}, 0, costs->plan.schedule.placement),
        20 * kMs);
}

TEST(RunCosts, OfSomebodyElsesRunCountNoBubbles) {
    const Plan plan = unlike("zb-h1");
    lanewright::Run run = runOf({.ranks = 3}, plan);
    run.plan.costs = uniform(3);
    const RunCosts costs = costsFrom(run);
    EXPECT_EQ(costs.plan.costs.stages, plan.costs.stages);
    EXPECT_EQ(costs.plan.costs.transfer.between(0, 1), 2 * kMs);
    EXPECT_EQ(costs.predicted, costs.measured);
}

TEST(RunCosts, DivideABackwardInOneAsThePlanDoes) {
    const Plan plan = unlike("1f1b");
    lanewright::Run run = runOf({.ranks = 3}, plan);
    for (int stage = 0; stage < 3; ++stage)
        run.plan.costs.stages[0][stage] = {.forward = 1, .backwardInput = 3, .backwardWeight = 1};
    const RunCosts costs = costsFrom(run);
    for (int stage = 0; stage < 3; ++stage) {
        const Time whole = (36 + 2 * stage) * kMs;
        EXPECT_EQ(costs.plan.costs.of(0, stage).backwardInput, whole * 3 / 4);
        EXPECT_EQ(costs.plan.costs.of(0, stage).backwardWeight, whole / 4);
        EXPECT_EQ(costs.profile.stages[stage].backward.median, whole);
    }
}

TEST(RunCosts, KeepATimeForEachStageAndMicrobatch) {
    HandMade job{.generator = "zb-h1"};
    job.factor = [](const test::Place& place) { return 1 + 0.25 * place.op.microbatch + place.op.stage; };
    const RunCosts costs = costsFrom(runOf(job), {.eachMicrobatch = true});
    const auto time = [&](OpKind kind, int stage, int microbatch) {
        return costs.plan.costs.duration({.kind = kind, .stage = stage, .microbatch = microbatch}, 0,
                                         costs.plan.schedule.placement);
    };
    EXPECT_EQ(time(OpKind::F, 2, 4), 20 * kMs * 4);
    EXPECT_EQ(time(OpKind::B, 0, 0), 20 * kMs);
    EXPECT_EQ(time(OpKind::W, 3, 1), 20 * kMs * 17 / 4);
    EXPECT_EQ(costs.predicted, costs.measured);
}

TEST(RunCosts, OfOneStepOfOneReplica) {
    HandMade job{.replicas = 2};
    job.factor = [](const test::Place& place) { return 1.0 + place.replica + 0.5 * place.step; };
    const lanewright::Run run = runOf(job);
    const RunCosts costs = costsFrom(run, {.step = 3, .replica = 1});
    EXPECT_EQ(costs.plan.costs.of(0, 0).forward, 70 * kMs);
    EXPECT_EQ(costs.profile.steps, 1);
    const Result<RunCosts> noStep = costsOf(run, run.plan, {.step = 9});
    ASSERT_FALSE(noStep);
    EXPECT_EQ(noStep.error().message, "the run has no step 9");
    const Result<RunCosts> noReplica = costsOf(run, run.plan, {.replica = 5});
    ASSERT_FALSE(noReplica);
    EXPECT_EQ(noReplica.error().message, "the run has no replica 5");
}

TEST(RunCosts, RefuseAPlanOfAnotherShape) {
    const lanewright::Run run = runOf({});
    const Result<RunCosts> costs = costsOf(run, planOf({.ranks = 2}));
    ASSERT_FALSE(costs);
    EXPECT_EQ(costs.error().message, "the plan has 2 stages and the run 4");
    const Plan longer = planOf({.microbatches = 9});
    EXPECT_TRUE(costsOf(run, longer)) << "times of stages suit any number of microbatches";
    EXPECT_FALSE(costsOf(run, longer, {.eachMicrobatch = true}));
}

TEST(RunCosts, PytorchRunsTheFirstStagesBackwardAsItsW) {
    const HandMade job{.generator = "zb-h1"};
    const RunCosts ours = costsFrom(runOf(job));
    EXPECT_FALSE(ours.firstStageWhole);
    const RunCosts costs = costsFrom(runOf(job), {.asPytorch = true});
    EXPECT_EQ(costs.plan.costs.of(0, 0).backwardInput, 0);
    EXPECT_EQ(costs.plan.costs.of(0, 0).backwardWeight, 40 * kMs);
    EXPECT_EQ(costs.plan.costs.of(0, 1), ours.plan.costs.of(0, 1));
    HandMade torch = job;
    torch.factor = [](const test::Place& place) {
        if (place.op.stage != 0 || place.op.kind == OpKind::F)
            return 1.0;
        return place.op.kind == OpKind::B ? 0.01 : 2.0;
    };
    EXPECT_TRUE(costsFrom(runOf(torch)).firstStageWhole);
}

TEST(RunCosts, FindWhatOpsHoldByWhatRanksHeld) {
    for (const char* generator : {"1f1b", "zb-h1"}) {
        Plan plan = unlike(generator);
        plan.memoryUnit = MemoryUnit::MiB;
        plan.memory.stages = {{{.forward = 100, .backwardInput = -30, .backwardWeight = -70},
                               {.forward = 60, .backwardInput = -20, .backwardWeight = -40},
                               {.forward = 90, .backwardInput = -10, .backwardWeight = -80}}};
        lanewright::Run run = runOf({.ranks = 3}, plan);
        for (StepRecord& step : run.steps)
            for (const Lane& lane : step.wall.lanes) {
                Bytes held = 0;
                step.live.emplace_back();
                for (const Span& span : lane) {
                    const Bytes change = plan.memory.change(span.op, 0, 1);
                    step.live.back().push_back(held + std::max<Bytes>(0, change));
                    held += change;
                }
            }
        const std::vector<StageBytes> memory = memoryOf(run);
        ASSERT_EQ(memory.size(), 3u) << generator;
        for (const StageBytes& stage : memory) {
            const StageMemory& own = plan.memory.of(0, stage.copy.stage);
            EXPECT_EQ(stage.memory.forward, own.forward);
            EXPECT_EQ(stage.memory.backwardInput, generator == std::string{"1f1b"} ? 0 : own.backwardInput);
            EXPECT_EQ(stage.memory.forward + stage.memory.backwardInput + stage.memory.backwardWeight, 0);
        }
        EXPECT_EQ(peakMemory(plan.schedule, costsFrom(run).plan.memory, 1), peakMemory(plan.schedule, plan.memory, 1));
    }
    EXPECT_TRUE(memoryOf(runOf({})).empty()) << "nobody counted";
}

} // namespace
} // namespace lanewright
