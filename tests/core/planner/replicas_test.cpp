// SPDX-License-Identifier: Apache-2.0
#include "core/planner/shared_devices.h"

#include "core/check/validate.h"
#include "core/planner/planner.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "tests/core/planner/random_problems.h"
#include "tests/support/random_plan.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

namespace lanewright::test {
namespace {

Time makespanOf(const Plan& plan) { return measure(plan, simulate(plan.schedule, plan.costs)).makespan; }

/// Two layers of 8 ms each way, W included, and 1 GB between them; four devices, two of them half as fast.
LayeredModel twoLayers() {
    const Layer layer{.name = "layer",
                      .work = {8e6, 8e6, 8e6},
                      .fixed = 100,
                      .gradient = 4'000'000,
                      .activation = 64,
                      .keptForWeight = 32,
                      .boundary = 1'000'000'000};
    return {.microbatches = 3, .timed = true, .layers = {layer, layer}};
}

Cluster fourDevices() {
    Cluster cluster{
        .kinds = {{.name = "fast", .speed = 1, .memory = 1 << 20}, {.name = "slow", .speed = 0.5, .memory = 1 << 20}},
        .devices = {{"a", 0}, {"b", 1}, {"c", 0}, {"d", 1}},
        .joints = {"switch"}};
    for (int device = 0; device < 4; ++device)
        cluster.wires.push_back({.a = device, .b = 4, .bandwidth = device == 3 ? 250e9 : 500e9});
    return cluster;
}

TEST(Replicas, GiveEachDeviceItsOwnTimesLinksAndShare) {
    const LayeredModel model = twoLayers();
    const Cluster cluster = fourDevices();
    const Pricing pricing(model, cluster);
    const Partition partition = {{0, 1, {0, 1}}, {1, 2, {2, 3}}};
    const Result<Candidate> candidate = ordered(pricing, partition, CutMethod::Given);
    ASSERT_TRUE(candidate && candidate->onDevices);
    const Plan& plan = *candidate->onDevices;
    EXPECT_TRUE(isValid(validate(plan)));
    EXPECT_EQ(plan.schedule.placement, (Placement{.ranks = 4, .directions = {{0, 2}, {1, 3}}}));
    EXPECT_EQ(plan.schedule.microbatches, 6);
    EXPECT_EQ(plan.costs.of(0, 0).forward, 4'000'000) << "half of a microbatch on a";
    EXPECT_EQ(plan.costs.of(1, 0).forward, 8'000'000) << "on b, which is half as fast";
    EXPECT_EQ(plan.costs.transfer.between(0, 2), 1'000'000) << "half a gigabyte at 500 GB/s";
    EXPECT_EQ(plan.costs.transfer.between(1, 3), 2'000'000) << "at 250 GB/s";
    EXPECT_EQ(plan.costs.of(0, 0).allReduce, plan.costs.of(1, 0).allReduce);
    EXPECT_EQ(plan.memory.of(1, 1).forward, 32);
    EXPECT_EQ(plan.memory.device.size(), 4U);
    ASSERT_GT(plan.costs.of(0, 1).allReduce, plan.costs.of(0, 0).allReduce);
    EXPECT_EQ(candidate->iterationTime, (Fraction{makespanOf(plan) + plan.costs.of(0, 0).allReduce, 1}))
        << "the reduction of the second stage hides behind the next first forward";
    EXPECT_EQ(makespanOf(plan), makespanOf(candidate->plan)) << "its slow devices are as planned";
}

TEST(Replicas, PassADeviceThatIsAloneOneAfterTheOther) {
    const LayeredModel model = twoLayers();
    const Cluster cluster = fourDevices();
    const Pricing pricing(model, cluster);
    const Partition partition = {{0, 1, {0}}, {1, 2, {2, 3}}};
    const Result<Candidate> candidate = ordered(pricing, partition, CutMethod::Given);
    ASSERT_TRUE(candidate && candidate->onDevices);
    const Plan& plan = *candidate->onDevices;
    EXPECT_TRUE(isValid(validate(plan)));
    EXPECT_EQ(plan.schedule.placement, (Placement{.ranks = 3, .directions = {{0, 1}, {0, 2}}}));
    EXPECT_EQ(plan.costs.of(0, 0).forward + plan.costs.of(1, 0).forward, 8'000'000);
    EXPECT_EQ(plan.memory.of(0, 0).fixed + plan.memory.of(1, 0).fixed, 100);
    EXPECT_EQ(plan.costs.of(0, 0).allReduce + plan.costs.of(1, 0).allReduce, 0) << "one device needs none";
    EXPECT_EQ(plan.schedule.order[0][0].op, (Op{.kind = OpKind::F, .stage = 0, .microbatch = 0}));
    EXPECT_EQ(plan.schedule.order[0][1].op, (Op{.kind = OpKind::F, .stage = 0, .microbatch = 3}))
        << "the other half of microbatch 0";
}

TEST(Replicas, AreTheWholeWorkOfAnyPartition) {
    std::uint64_t shared = 0;
    const std::uint64_t count = trials(4);
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        const LayeredModel model = randomModel(seed, 8, 4);
        const Cluster cluster = randomCluster(seed, 6);
        const Result<PlannerResult> result = planModel(model, cluster, {.tries = 60, .mostReplicas = 4});
        ASSERT_TRUE(result) << seed;
        for (const Candidate& each : result->front) {
            if (replicasOf(each.partition) == 1) {
                EXPECT_FALSE(each.onDevices);
                continue;
            }
            ++shared;
            ASSERT_TRUE(each.onDevices) << seed;
            EXPECT_TRUE(isValid(validate(*each.onDevices))) << seed;
            EXPECT_EQ(each.onDevices->schedule.ranks(), each.devices);
            EXPECT_EQ(opCount(each.onDevices->schedule) % opCount(each.plan.schedule), 0);
        }
    }
    EXPECT_GE(shared, count);
}

TEST(Replicas, SayWhichStageCannotBeDealtOut) {
    const LayeredModel model = twoLayers();
    Cluster cluster = fourDevices();
    cluster.devices.push_back({"e", 0});
    for (Wire& wire : cluster.wires)
        wire.b = 5; // the switch comes after the devices
    cluster.wires.push_back({.a = 4, .b = 5, .bandwidth = 500e9});
    const Pricing pricing(model, cluster);
    const Partition partition = {{0, 1, {0, 1}}, {1, 2, {2, 3, 4}}};
    const Result<Candidate> candidate = ordered(pricing, partition, CutMethod::Given);
    ASSERT_TRUE(candidate);
    EXPECT_FALSE(candidate->onDevices);
    EXPECT_EQ(
        asReplicas(pricing, partition, candidate->plan).error().message,
        "stage 0 is on 2 devices and another on 3: the shares of a microbatch can't be dealt out evenly among them");
}

} // namespace
} // namespace lanewright::test
