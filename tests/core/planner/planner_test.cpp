// SPDX-License-Identifier: Apache-2.0
#include "core/planner/planner.h"

#include "core/check/validate.h"
#include "core/model/objective.h"
#include "tests/core/planner/random_problems.h"
#include "tests/support/random_plan.h"
#include "tests/support/rows.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lanewright::test {
namespace {

/// Equal devices and links: within the memory of 1F1B a V or a loop has nearly no bubble, one stage a device has.
TEST(Planner, TakesAVOrALoopWhereMemoryForbidsToFillTheBubbleOtherwise) {
    LayeredModel model{.microbatches = 12, .timed = true};
    for (int layer = 0; layer < 16; ++layer)
        model.layers.push_back(
            {.name = "layer", .work = {1e6, 1e6, 1e6}, .activation = kMemoryUnit, .keptForWeight = kMemoryUnit});
    Cluster cluster{.kinds = {{.name = "all", .memory = 17 * kMemoryUnit}}, .joints = {"switch"}};
    for (int device = 0; device < 4; ++device) {
        cluster.devices.push_back({"d" + std::to_string(device), 0});
        cluster.wires.push_back({.a = device, .b = 4, .bandwidth = 1e12});
    }
    const Result<PlannerResult> both = planModel(model, cluster, {.tries = 50});
    const Result<PlannerResult> linear = planModel(model, cluster, {.tries = 50, .shape = Shape::Linear});
    const Result<PlannerResult> onlyV = planModel(model, cluster, {.tries = 50, .shape = Shape::V});
    ASSERT_TRUE(both && linear && onlyV);
    EXPECT_NE(shapeOf(both->best.partition), Shape::Linear);
    EXPECT_LT(onlyV->best.iterationTime, linear->best.iterationTime);
    EXPECT_LT(both->best.iterationTime, linear->best.iterationTime);
    EXPECT_LE(both->best.iterationTime, onlyV->best.iterationTime);
    for (const Candidate& candidate : linear->front)
        EXPECT_EQ(shapeOf(candidate.partition), Shape::Linear);
    for (const Candidate& candidate : onlyV->front) {
        EXPECT_EQ(shapeOf(candidate.partition), Shape::V);
        EXPECT_TRUE(isValid(validate(candidate.plan)));
        EXPECT_EQ(candidate.plan.schedule.placement, zigzag(candidate.devices, 2 * candidate.devices));
    }
    const Result<PlannerResult> none = planModel(randomModel(1, 3, 2), cluster, {.shape = Shape::V});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().message, "a V takes 4 layers and 2 devices at least, not 3 and 4");
}

TEST(Planner, RecomputesEveryStageWhereTheModelSaysSo) {
    LayeredModel model = randomModel(5, 10, 6);
    const Cluster cluster = randomCluster(5, 5);
    const Result<PlannerResult> never = planModel(model, cluster, {.tries = 25});
    model.recompute = Recompute::Always;
    const Result<PlannerResult> always = planModel(model, cluster, {.tries = 25});
    model.recompute = Recompute::Choose;
    const Result<PlannerResult> chosen = planModel(model, cluster, {.tries = 25});
    ASSERT_TRUE(never && always && chosen);
    for (const Part& part : always->best.partition)
        EXPECT_TRUE(part.recompute);
    for (int stage = 0; stage < always->best.plan.schedule.stages(); ++stage)
        EXPECT_TRUE(always->best.plan.costs.recomputes(0, stage));
    EXPECT_GT(always->best.iterationTime, never->best.iterationTime);
    EXPECT_LE(chosen->best.iterationTime, always->best.iterationTime);
}

TEST(Planner, GivesAFrontThatNoPlanOfItBeatsAndIsNeverWorseThanEqualLayers) {
    for (std::uint64_t seed = 1; seed <= trials(1); ++seed) {
        const LayeredModel model = randomModel(seed, 12, 8);
        const Cluster cluster = randomCluster(seed, 6);
        const Result<PlannerResult> result =
            planModel(model, cluster, {.tries = static_cast<int>(300 / kOneOf), .mostReplicas = 2});
        ASSERT_TRUE(result) << seed;
        EXPECT_EQ(result->front.front().partition, result->best.partition) << seed;
        for (const Candidate& one : result->front) {
            EXPECT_TRUE(isValid(validate(one.plan)));
            for (const Candidate& other : result->front)
                EXPECT_TRUE(&one == &other || !one.isAsGoodAs(other)) << seed;
        }
        for (const Candidate& other : result->others)
            EXPECT_LE(result->best.iterationTime, other.iterationTime) << toText(other.method);
    }
}

TEST(Planner, MakesNoMoreStagesThanItMay) {
    const LayeredModel model = randomModel(3, 10, 6);
    const Cluster cluster = randomCluster(3, 5);
    const Result<PlannerResult> result = planModel(model, cluster, {.tries = 200, .mostReplicas = 2, .mostParts = 2});
    ASSERT_TRUE(result);
    for (const Candidate& each : result->front)
        EXPECT_LE(ranksOf(each.partition), 2);
}

TEST(Planner, WithTheSameTriesMakesTheSamePlan) {
    const LayeredModel model = randomModel(3, 10, 6);
    const Cluster cluster = randomCluster(3, 5);
    const Result<PlannerResult> once = planModel(model, cluster, {.tries = static_cast<int>(200 / kOneOf), .seed = 7});
    const Result<PlannerResult> twice = planModel(model, cluster, {.tries = static_cast<int>(200 / kOneOf), .seed = 7});
    ASSERT_TRUE(once && twice);
    EXPECT_EQ(once->best.plan, twice->best.plan);
    EXPECT_EQ(once->front.size(), twice->front.size());
}

TEST(Planner, SaysInOneSentenceWhatCannotBePlanned) {
    const LayeredModel model = randomModel(1, 3, 2);
    Cluster apart = randomCluster(1, 3);
    apart.wires.erase(apart.wires.begin());
    const Result<PlannerResult> alone = planModel(model, apart);
    ASSERT_FALSE(alone);
    EXPECT_EQ(alone.error().message, "no way leads from device d0 to device d1");

    LayeredModel large = model;
    large.layers[1].fixed = Bytes{100} << 30;
    const Result<PlannerResult> tooLarge = planModel(large, randomCluster(1, 3));
    ASSERT_FALSE(tooLarge);
    EXPECT_EQ(
        tooLarge.error().message.text().rfind("layer 1 (layer 1) needs 100 GiB, but no device holds more than", 0), 0U);

    LayeredModel many = randomModel(1, 60, 2);
    for (Layer& layer : many.layers)
        layer.fixed = 40 * kMemoryUnit;
    const Result<PlannerResult> noRoom = planModel(many, randomCluster(1, 3));
    ASSERT_FALSE(noRoom);
    EXPECT_EQ(noRoom.error().message, "the model does not fit: whichever way its 60 layers are cut over the 3 devices, "
                                      "one of them has too little memory");
}

TEST(Planner, MakesNoPlanThatNoFileCanHold) {
    const auto refusal = [](const LayeredModel& model, const Cluster& cluster) {
        const Result<PlannerResult> result = planModel(model, cluster, {.tries = 20, .mostReplicas = 2});
        return result ? "" : result.error().message.text();
    };
    LayeredModel model = randomModel(1, 4, 2);
    Cluster cluster = randomCluster(1, 2);
    for (DeviceKind& kind : cluster.kinds)
        kind.speed = 1e-30;
    EXPECT_EQ(refusal(model, cluster), "one of the times of such a plan is more than 10^15 ns (11.5 days), which is "
                                       "more than can be counted");
    for (DeviceKind& kind : cluster.kinds)
        kind.speed = 1;
    for (Layer& layer : model.layers)
        layer.work.forward = 2e14;
    model.microbatches = 40;
    EXPECT_EQ(refusal(model, cluster), "all durations together come to more than 10^16 ns (116 days), which is more "
                                       "than can be counted");
    // Some cuts can be counted: one device alone has no slow wire.
    model = randomModel(1, 4, 2);
    for (Wire& wire : cluster.wires)
        wire.bandwidth = 1e-30;
    const Result<PlannerResult> alone = planModel(model, cluster, {.tries = 20});
    ASSERT_TRUE(alone) << alone.error().message;
    for (const Candidate& candidate : alone->front)
        EXPECT_EQ(candidate.partition.size(), 1U);
}

TEST(Planner, StopsWhenItIsAskedAndKeepsTheBest) {
    std::stop_source stop;
    int calls = 0;
    const Result<PlannerResult> result = planModel(randomModel(2, 30, 16), randomCluster(2, 8), {.timeLimit = 600},
                                                   stop.get_token(), [&](const PlannerResult&) {
                                                       if (++calls == 2)
                                                           stop.request_stop();
                                                   });
    ASSERT_TRUE(result);
    EXPECT_TRUE(isValid(validate(result->best.plan)));
}

TEST(Planner, HasAPlanAtOnceSoThatNoTimeIsEnough) {
    const LayeredModel model = randomModel(4, 60, 4);
    Cluster cluster = randomCluster(4, 20);
    for (DeviceKind& kind : cluster.kinds)
        kind.memory = Bytes{1} << 50;
    for (const auto shape :
         {std::optional<Shape>{}, std::optional{Shape::Linear}, std::optional{Shape::V}, std::optional{Shape::Loop}}) {
        const Result<PlannerResult> result =
            planModel(model, cluster, {.timeLimit = 0, .mostParts = 8, .shape = shape});
        ASSERT_TRUE(result);
        EXPECT_EQ(result->tried, 1);
        EXPECT_EQ(result->best.method, CutMethod::EqualLayers);
        EXPECT_EQ(shapeOf(result->best.partition), shape.value_or(Shape::Linear));
    }
}

TEST(Planner, HasAPlanAtOnceWhereEqualLayersDoNotFit) {
    const LayeredModel model = randomModel(4, 60, 4);
    Cluster cluster = randomCluster(4, 20);
    Bytes all = 0;
    for (const Layer& layer : model.layers)
        all += layer.fixed + layer.activation;
    for (DeviceKind& kind : cluster.kinds)
        kind.memory = all;
    // The first device in the row holds a layer or two, so not a twentieth or, of a V, a fortieth twice.
    cluster.kinds.push_back(cluster.kindOf(0));
    cluster.kinds.back().memory = 20;
    cluster.devices[0].kind = static_cast<int>(cluster.kinds.size()) - 1;
    for (const auto shape :
         {std::optional<Shape>{}, std::optional{Shape::Linear}, std::optional{Shape::V}, std::optional{Shape::Loop}}) {
        const Result<PlannerResult> result =
            planModel(model, cluster, {.timeLimit = 0, .mostParts = 8, .shape = shape});
        ASSERT_TRUE(result) << result.error().message.text();
        EXPECT_EQ(result->best.method, CutMethod::AsManyAsFit);
        EXPECT_EQ(shapeOf(result->best.partition), shape.value_or(Shape::Linear));
    }
}

TEST(Gpt, HasTheParametersAndOperationsOfGpt2) {
    const ModelSpec small{.layers = 12, .width = 768, .heads = 12, .context = 1024, .vocabulary = 50257, .batch = 1};
    for (const Grain grain : {Grain::Layer, Grain::Half}) {
        const LayeredModel model = layersOfGpt(small, {.grain = grain});
        EXPECT_EQ(model.size(), grain == Grain::Layer ? 14 : 26);
        const Layer all = LayerSums(model).of(0, model.size());
        // 124 439 808 with the head's matrix tied to the embedding; here it is one of its own.
        EXPECT_EQ(all.parameters, 124'439'808 + 50257 * 768);
        EXPECT_EQ(all.blocks, 12);
        // 2 operations per weight and token in F, and causal scores: 2 tokens of context on average of every 4.
        const double tokens = 1024;
        EXPECT_DOUBLE_EQ(all.work.forward, tokens * (2.0 * (12 * 12 * 768.0 * 768.0 + 768.0 * 50257.0)) +
                                               12 * 2.0 * tokens * tokens * 768);
        EXPECT_DOUBLE_EQ(all.work.backwardWeight, tokens * (2.0 * (12 * 12 * 768.0 * 768.0 + 768.0 * 50257.0)));
    }
}

} // namespace
} // namespace lanewright::test
