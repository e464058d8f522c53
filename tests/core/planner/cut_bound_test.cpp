// SPDX-License-Identifier: Apache-2.0
#include "core/planner/cut_bound.h"

#include "core/planner/all_partitions.h"
#include "core/planner/planner.h"
#include "tests/core/planner/random_problems.h"
#include "tests/support/random_plan.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

/// The bound on the cut against every partition there is.
namespace lanewright::test {
namespace {

LayeredModel alike(int layers, int microbatches, double forward, double backward, double weight) {
    LayeredModel model{.microbatches = microbatches, .timed = true};
    model.layers.assign(static_cast<std::size_t>(layers), {.work = {forward, backward, weight}});
    return model;
}

/// Devices of one kind, all connected by a wire that takes no time.
Cluster alike(int devices) {
    Cluster cluster;
    cluster.kinds.push_back({.name = "one", .memory = Bytes{1} << 40});
    cluster.joints.push_back("switch");
    for (int at = 0; at < devices; ++at) {
        cluster.devices.push_back({"d" + std::to_string(at), 0});
        cluster.wires.push_back({.a = at, .b = devices, .bandwidth = 1e18});
    }
    return cluster;
}

std::optional<Time> boundOf(const LayeredModel& model, const Cluster& cluster, const CutFamily& family = {},
                            OptimizerMode mode = OptimizerMode::Synchronous) {
    const Pricing pricing(model, cluster, mode);
    return leastIterationOfCuts(pricing, family);
}

/// The best iteration over all partitions, of the generators' orders.
Fraction leastOfAll(const Pricing& pricing, int mostReplicas) {
    Fraction least{std::numeric_limits<Time>::max()};
    forAllPartitions(pricing.model().size(), pricing.cluster().size(), mostReplicas, pricing.model().recompute, {},
                     [&](const Partition& partition) {
                         if (pricing.fits(partition))
                             if (const auto candidate = ordered(pricing, partition, CutMethod::All))
                                 least = std::min(least, candidate->iterationTime);
                         return true;
                     });
    return least;
}

/// Some layers of the model talk for some of their time.
void makeTalk(LayeredModel& model, Dice& dice) {
    for (Layer& layer : model.layers) {
        const auto chain = [&](double work) {
            const auto whole = static_cast<Time>(work);
            const Time talks = whole * dice.roll(0, 3) / 4;
            return Chain{{Resource::Compute, whole - talks}, {Resource::Network, talks}};
        };
        if (dice.chance(70))
            layer.segments = {chain(layer.work.forward), chain(layer.work.backwardInput), {}};
    }
    model.sharing = PairCosts::kOne / 10 * dice.roll(0, 2);
}

class CutBoundInModes : public testing::TestWithParam<OptimizerMode> {};

INSTANTIATE_TEST_SUITE_P(Modes, CutBoundInModes, testing::ValuesIn(kOptimizerModes),
                         [](const auto& mode) { return std::string{keyOf(mode.param)}; });

TEST(CutBound, OfEqualLayersIsTheWorkAndTheWayInAndOut) {
    // Four layers on two devices: the second waits for two forwards, has four microbatches of two layers, and the last
    // gradient goes back through two layers: 2 + 4 · 2 · 3 + 2 with all work in F and B.
    const LayeredModel model = alike(4, 4, 1000, 2000, 0);
    const CutFamily linear{.shape = Shape::Linear};
    EXPECT_EQ(boundOf(model, alike(2), linear), 2 * 1000 + 4 * 2 * 3000 + 2 * 2000);
    EXPECT_EQ(boundOf(model, alike(1), linear), 4 * 4 * 3000) << "one device has no way in";
    EXPECT_EQ(boundOf(model, alike(2), linear, OptimizerMode::PostValidated), 4 * 2 * 3000)
        << "nor have post-validated";
}

TEST(CutBound, CountsTheLayersThatCantBeCut) {
    // 3, 5 and 3 on two devices: one has 8. A free division would say 5.5.
    LayeredModel model = alike(3, 1000, 0, 0, 0);
    for (int layer = 0; layer < 3; ++layer)
        model.layers[static_cast<std::size_t>(layer)].work.backwardWeight = layer == 1 ? 5000 : 3000;
    EXPECT_EQ(boundOf(model, alike(2), {.shape = Shape::Linear}, OptimizerMode::PostValidated), 1000 * 8000);
}

TEST(CutBound, SaysNothingWhereNothingFits) {
    LayeredModel model = alike(2, 1, 1000, 1000, 1000);
    model.layers[0].fixed = Bytes{1} << 41;
    EXPECT_FALSE(boundOf(model, alike(2), {.shape = Shape::Linear}));
}

TEST(CutBound, OverlapLowersIt) {
    LayeredModel model = alike(2, 100, 4000, 4000, 0);
    EXPECT_EQ(boundOf(model, alike(2), {.shape = Shape::Linear}, OptimizerMode::PostValidated), 100 * 8000);
    for (Layer& layer : model.layers)
        layer.segments = {{{Resource::Compute, 3000}, {Resource::Network, 1000}},
                          {{Resource::Network, 1000}, {Resource::Compute, 3000}},
                          {}};
    EXPECT_EQ(boundOf(model, alike(2), {.shape = Shape::Linear}, OptimizerMode::PostValidated), 100 * 6000)
        << "all of the network behind compute";
    model.sharing = PairCosts::kOne / 2;
    EXPECT_EQ(boundOf(model, alike(2), {.shape = Shape::Linear}, OptimizerMode::PostValidated), 100 * 7000);
}

TEST_P(CutBoundInModes, IsNeverAboveTheBestOfAllPartitions) {
    double sum = 0;
    int close = 0;
    const std::uint64_t count = trials(60);
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        Dice dice(seed);
        LayeredModel model = randomModel(seed, dice.roll(2, 6), dice.roll(1, 6));
        const Cluster cluster = randomCluster(seed, dice.roll(1, 3));
        const int replicas = seed % 4 == 0 ? 2 : 1;
        if (seed % 5 == 0)
            model.recompute = seed % 10 == 0 ? Recompute::Always : Recompute::Choose;
        if (seed % 3 == 0)
            makeTalk(model, dice);
        const Pricing pricing(model, cluster, GetParam());
        const Fraction least = leastOfAll(pricing, replicas);
        if (least.numerator == std::numeric_limits<Time>::max())
            continue;
        const std::optional<Time> bound = leastIterationOfCuts(pricing, {.mostReplicas = replicas});
        ASSERT_TRUE(bound) << seed;
        ASSERT_LE(Fraction{*bound}, least) << seed;
        const double share = static_cast<double>(*bound) / least.value();
        sum += share;
        close += share > 0.95 ? 1 : 0;
    }
    // It is worth being told: near the best of the generators' orders alone.
    EXPECT_GT(sum, 0.7 * static_cast<double>(count));
    EXPECT_GT(close, static_cast<int>(count / 8));
}

/// Where the exact search knows the optimum over all cuts and orders.
TEST_P(CutBoundInModes, IsNeverAboveTheOptimumOfThePlanner) {
    const std::uint64_t count = trials(12);
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        Dice dice(seed);
        LayeredModel model = randomModel(seed + 100, dice.roll(1, 4), 2);
        if (seed % 2 == 0)
            makeTalk(model, dice);
        const Cluster cluster = randomCluster(seed, dice.roll(1, 3));
        const Result<PlannerResult> result = planModel(model, cluster, {.tries = 0, .optimizerMode = GetParam()});
        if (!result)
            continue;
        ASSERT_TRUE(result->cutBound) << seed;
        EXPECT_LE(*result->cutBound, result->best.iterationTime) << seed;
    }
}

} // namespace
} // namespace lanewright::test
