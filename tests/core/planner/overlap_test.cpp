// SPDX-License-Identifier: Apache-2.0
#include "core/check/validate.h"
#include "core/planner/cutting.h"
#include "core/planner/input/model_json.h"
#include "core/planner/planner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

/// Models whose layers talk, and cuts that are judged after overlap.
namespace lanewright::test {
namespace {

constexpr Time kMs = 1'000'000;

/// Three layers that compute alone, then three that talk for half of their time. All take as long.
LayeredModel halfTalks() {
    LayeredModel model{.microbatches = 32, .timed = true};
    const Layer quiet{.name = "dense", .work = {4.0 * kMs, 4.0 * kMs, 0}, .activation = 1, .keptForWeight = 1};
    Layer talking = quiet;
    talking.name = "experts";
    talking.segments = {.forward = {{Resource::Compute, 2 * kMs}, {Resource::Network, 2 * kMs}},
                        .backwardInput = {{Resource::Network, 2 * kMs}, {Resource::Compute, 2 * kMs}}};
    model.layers = {quiet, quiet, quiet, talking, talking, talking};
    return model;
}

Cluster twoDevices() {
    Cluster cluster{.kinds = {{.name = "one", .memory = Bytes{1} << 40}}, .joints = {"switch"}};
    for (int at = 0; at < 2; ++at) {
        cluster.devices.push_back({"d" + std::to_string(at), 0});
        cluster.wires.push_back({.a = at, .b = 2, .bandwidth = 1e18});
    }
    return cluster;
}

Partition cutAt(int cut) { return {{0, cut, {0}}, {cut, 6, {1}}}; }

} // namespace

TEST(Overlap, CutsAreBalancedByWhatIsLeft) {
    // In the sum 3 and 3 layers are level, 24 each. After overlap a talking layer takes 4, so 2 and 4 are better.
    const LayeredModel model = halfTalks();
    const Cluster cluster = twoDevices();
    const Pricing pricing(model, cluster);
    EXPECT_EQ(pricing.times(3, 6, std::array{0}).hidden, 3.0 * 4 * kMs);
    EXPECT_EQ(pricing.times(0, 3, std::array{0}).hidden, 0);
    const std::vector<Partition> cuts = bestCuts(pricing, std::array{0, 1}, {});
    ASSERT_EQ(cuts.size(), 2u);
    EXPECT_EQ(cuts[1], cutAt(2));
    LayeredModel silent = model;
    for (Layer& layer : silent.layers)
        layer.segments = {};
    const Pricing plain(silent, cluster);
    EXPECT_EQ(bestCuts(plain, std::array{0, 1}, {})[1], cutAt(3));
}

TEST(Overlap, ThatCutIsShorterOnceItIsOrdered) {
    const LayeredModel model = halfTalks();
    const Cluster cluster = twoDevices();
    const Pricing pricing(model, cluster);
    const Result<Candidate> after = ordered(pricing, cutAt(2), CutMethod::Given);
    const Result<Candidate> before = ordered(pricing, cutAt(3), CutMethod::Given);
    ASSERT_TRUE(after && before);
    EXPECT_LT(after->iterationTime.value(), 0.92 * before->iterationTime.value());
    EXPECT_TRUE(after->order.starts_with("combined-1f1b")) << after->order;
    EXPECT_TRUE(isValid(validate(after->plan)));
    // Of the second stage all network is hidden: F and B of 4 layers, 8 and 24 apart.
    EXPECT_EQ(after->plan.costs.pairs.segments.size(), 2u);
}

TEST(Overlap, ThePlannerFindsIt) {
    const LayeredModel model = halfTalks();
    const Result<PlannerResult> result = planModel(model, twoDevices(), {.tries = 10, .shape = Shape::Linear});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->best.partition[0].end, 2);
    ASSERT_TRUE(result->cutBound);
    EXPECT_LE(*result->cutBound, result->best.iterationTime);
    EXPECT_GT(result->cutBound->value(), 0.9 * result->best.iterationTime.value());
}

TEST(Overlap, AStageHasTheSegmentsOfItsLayers) {
    LayeredModel model = halfTalks();
    const StageSegments stage = segmentsOf(model, 2, 4);
    EXPECT_EQ(stage.forward, (Chain{{Resource::Compute, 6 * kMs}, {Resource::Network, 2 * kMs}}));
    EXPECT_EQ(stage.backwardInput, (Chain{{Resource::Network, 2 * kMs}, {Resource::Compute, 6 * kMs}}))
        << "from the last layer on";
    // Of many layers no op has more segments than a file may say, and nothing is lost.
    model.layers.assign(100, model.layers.back());
    const StageSegments whole = segmentsOf(model, 0, 100);
    EXPECT_LE(whole.forward.size(), static_cast<std::size_t>(PairCosts::kMostSegments));
    EXPECT_EQ(lengthOf(whole.forward), 400 * kMs);
    EXPECT_EQ(lengthOn(Resource::Network, whole.forward), 200 * kMs);
    EXPECT_EQ(lengthOn(Resource::Network, whole.backwardInput), 200 * kMs);
}

TEST(Overlap, AModelSaysWhatItsLayersConsistOf) {
    const auto read = [](const char* segments) {
        return modelFromJson(std::string{R"({"format": "lanewright-model", "version": 1, "sharing": 0.25, "layers": [
            {"forward": 3, "backward_input": 4, "backward_weight": 2, "segments": )"} +
                             segments + "}]}");
    };
    const Result<LayeredModel> model =
        read(R"({"forward": [["compute", 2], ["network", 1]], "backward_input": [["network", 1], ["compute", 3]]})");
    ASSERT_TRUE(model) << model.error().message.text();
    EXPECT_EQ(model->sharing, PairCosts::kOne / 4);
    EXPECT_EQ(model->layers[0].segments.forward, (Chain{{Resource::Compute, 2 * kMs}, {Resource::Network, 1 * kMs}}));
    EXPECT_TRUE(model->overlaps());
    EXPECT_FALSE(read(R"({"forward": [["compute", 2]]})")) << "F takes 3";
    EXPECT_FALSE(read("{}")->overlaps());
}

} // namespace lanewright::test
