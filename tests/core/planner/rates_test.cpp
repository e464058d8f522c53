// SPDX-License-Identifier: Apache-2.0
#include "core/planner/input/model_json.h"
#include "core/planner/jitter.h"
#include "core/planner/rates.h"
#include "tests/core/planner/ask_what_if.h"
#include "tests/core/planner/random_problems.h"
#include "tests/support/random_plan.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lanewright::test {
namespace {

const ModelSpec kGpt{.layers = 6, .width = 64, .heads = 2, .context = 32, .vocabulary = 256, .batch = 2};

/// A plan of the GPT on devices of these rates.
Plan profiled(double forward, double backwardInput, double backwardWeight) {
    const LayeredModel model = layersOfGpt(kGpt, {.microbatches = 4, .precision = Precision::Fp32});
    Cluster cluster{.kinds = {{"kind", forward, backwardInput, backwardWeight, 1, Bytes{8} << 30, 0.1}},
                    .joints = {"host"}};
    for (int device = 0; device < 3; ++device) {
        cluster.devices.push_back({"d" + std::to_string(device), 0});
        cluster.wires.push_back({device, 3, 1e9, 1'000, false});
    }
    return Pricing(model, cluster).problem({{0, 3, {0}}, {3, 6, {1}}, {6, 8, {2}}});
}

TEST(Rates, AreThoseThatTheTimesWereMadeOf) {
    const Result<Rates> rates = fittedRates(profiled(2e9, 1.5e9, 3e9));
    ASSERT_TRUE(rates) << rates.error().message;
    EXPECT_NEAR(rates->forward / 2e9, 1, 1e-4);
    EXPECT_NEAR(rates->backwardInput / 1.5e9, 1, 1e-4);
    EXPECT_NEAR(rates->backwardWeight / 3e9, 1, 1e-4);
    EXPECT_LT(*rates->spread, 1e-3);
}

TEST(Rates, CountTheTokensOfEachMicrobatch) {
    // The shares of the context of 32 tokens are 32, 8, 16 and 24. What each takes is made of the same rates.
    Plan plan = profiled(2e9, 1.5e9, 3e9);
    MicrobatchCosts::Table table;
    for (int stage = 0; stage < 3; ++stage)
        for (const int context : {32, 8, 16, 24}) {
            ModelSpec model = kGpt;
            model.context = context;
            const std::array<std::pair<int, int>, 3> cut{{{0, 3}, {3, 6}, {6, 8}}};
            const auto [first, end] = cut[static_cast<std::size_t>(stage)];
            const Work work = LayerSums(layersOfGpt(model, {.precision = Precision::Fp32})).of(first, end).work;
            const auto add = [&](OpKind kind, double operations, double rate) {
                table[static_cast<std::size_t>(kind)].push_back(std::llround(operations / rate * 1e9));
            };
            add(OpKind::F, work.forward, 2e9);
            add(OpKind::B, work.backwardInput, 1.5e9);
            add(OpKind::W, work.backwardWeight, 3e9);
        }
    // With lengths the stage's time is the mean's; without a quadratic part all grow with the length alone.
    const auto mean = [&](OpKind kind, int stage) {
        Time sum = 0;
        for (int microbatch = 0; microbatch < 4; ++microbatch)
            sum += table[static_cast<std::size_t>(kind)][static_cast<std::size_t>(stage * 4 + microbatch)];
        return (sum + 2) / 4;
    };
    for (int stage = 0; stage < 3; ++stage) {
        StageCosts& costs = plan.costs.stages[0][static_cast<std::size_t>(stage)];
        costs.forward = mean(OpKind::F, stage);
        costs.backwardInput = mean(OpKind::B, stage);
        costs.backwardWeight = mean(OpKind::W, stage);
    }
    setMicrobatches(plan, MicrobatchCosts::ofLengths({4096, 1024, 2048, 3072}, {}));
    const Result<Rates> rates = fittedRates(plan);
    ASSERT_TRUE(rates) << rates.error().message;
    EXPECT_NEAR(rates->forward / 2e9, 1, 1e-3);
    EXPECT_NEAR(rates->backwardInput / 1.5e9, 1, 1e-3);
    EXPECT_NEAR(rates->backwardWeight / 3e9, 1, 1e-3);
}

TEST(Rates, SayHowFarOffTheyAreForAStageThatTakesLonger) {
    Plan plan = profiled(2e9, 2e9, 2e9);
    StageCosts& slow = plan.costs.stages[0][1];
    slow.forward *= 2;
    slow.backwardInput *= 2;
    slow.backwardWeight *= 2;
    const Result<Rates> rates = fittedRates(plan);
    ASSERT_TRUE(rates);
    EXPECT_LT(rates->forward, 2e9);
    EXPECT_GT(*rates->spread, 0.2);
    const DeviceKind kind = withRates({.name = "k", .memory = 1}, *rates);
    EXPECT_EQ(kind.forward, rates->forward);
    EXPECT_EQ(kind.spread, *rates->spread);
}

TEST(Rates, RefuseWhatSaysNothing) {
    Plan plan = profiled(2e9, 2e9, 2e9);
    for (StageCosts& stage : plan.costs.stages[0])
        stage.backwardWeight = 0;
    EXPECT_EQ(fittedRates(plan).error().message, "F, B or W took no time here: profile it with B and W apart");
    plan.model.reset();
    EXPECT_EQ(fittedRates(plan).error().message,
              "rates are fitted to a profile of a GPT, and this schedule names no \"model\"");
    plan.model = kGpt;
    plan.model->layersPerStage = {1, 1, 1};
    EXPECT_EQ(fittedRates(plan).error().message, "the schedule's stages are not those of its model");
}

TEST(Jitter, OfNothingGivesTheIterationTimeInBothModes) {
    for (const OptimizerMode mode : kOptimizerModes)
        for (std::uint64_t seed = 1; seed <= trials(3); ++seed) {
            const LayeredModel model = randomModel(seed, 10, 6);
            const Cluster cluster = randomCluster(seed, 5);
            const Result<PlannerResult> result =
                planModel(model, cluster, {.tries = 50, .optimizerMode = mode, .mostReplicas = 2});
            ASSERT_TRUE(result) << seed;
            for (const Candidate& candidate : result->front) {
                const Quantiles still = underJitter(candidate.asRun(), {}, {.share = 0, .draws = 3});
                EXPECT_EQ((Fraction{still.median, 1}), candidate.iterationTime) << seed << ' ' << keyOf(mode);
                EXPECT_EQ((Fraction{still.p99, 1}), candidate.iterationTime) << seed << ' ' << keyOf(mode);
            }
        }
}

TEST(Jitter, GrowsWithItsShare) {
    const LayeredModel model = randomModel(2, 10, 6);
    const Cluster cluster = randomCluster(2, 5);
    const Result<PlannerResult> result = planModel(model, cluster, {.tries = 50});
    ASSERT_TRUE(result);
    const Quantiles little = underJitter(result->best.plan, {}, {.share = 0.05});
    const Quantiles much = underJitter(result->best.plan, {}, {.share = 0.3});
    EXPECT_LE(little.median, little.p90);
    EXPECT_LE(little.p90, little.p99);
    EXPECT_GT(much.p90, little.p90);
    EXPECT_EQ(underJitter(result->best.plan, {}, {.share = 0.3}), much) << "the same seed";
}

TEST(Jitter, TheMostRobustOfTheFrontHasTheLowestNinetiethPercentile) {
    const LayeredModel model = randomModel(4, 12, 8);
    const Cluster cluster = randomCluster(4, 6);
    const Result<PlannerResult> result = planModel(model, cluster, {.tries = static_cast<int>(200 / kOneOf)});
    ASSERT_TRUE(result);
    const Robustness robustness = robustnessOf(result->front, cluster, {.share = 0.1, .draws = 100});
    ASSERT_EQ(robustness.all.size(), result->front.size());
    for (const Quantiles& each : robustness.all)
        EXPECT_GE(each.p90, robustness.all[static_cast<std::size_t>(robustness.best)].p90);
}

TEST(WhatIf, MakesAGptAnewWithALongerContextOrLargerMicrobatches) {
    LayeredModel model = layersOfGpt(kGpt, {.microbatches = 8});
    model.title = "GPT";
    Cluster cluster;
    const double before = model.layers[1].work.forward;
    ASSERT_TRUE(askWhatIf("context=64", model, cluster));
    EXPECT_GT(model.layers[1].work.forward, 2 * before) << "the scores grow faster";
    EXPECT_EQ(model.gpt->context, 64);
    EXPECT_EQ(model.title, "GPT");
    ASSERT_TRUE(askWhatIf("batch=4", model, cluster));
    EXPECT_EQ(model.microbatches, 4) << "as many samples in an iteration";
    ASSERT_TRUE(askWhatIf("recompute=choose", model, cluster));
    EXPECT_EQ(model.recompute, Recompute::Choose);
    ASSERT_TRUE(askWhatIf("context=32", model, cluster));
    EXPECT_EQ(model.recompute, Recompute::Choose);
    EXPECT_FALSE(askWhatIf("recompute=often", model, cluster));
    EXPECT_FALSE(askWhatIf("batch=0", model, cluster));
    LayeredModel timed = randomModel(1, 3, 2);
    EXPECT_FALSE(askWhatIf("context=64", timed, cluster));
}

} // namespace
} // namespace lanewright::test
