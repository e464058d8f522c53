// SPDX-License-Identifier: Apache-2.0
#include "core/planner/all_partitions.h"
#include "core/planner/cutting.h"
#include "core/planner/device_row.h"
#include "core/planner/fitting_cut.h"
#include "core/planner/shape.h"
#include "core/planner/v_cutting.h"
#include "tests/core/planner/random_problems.h"
#include "tests/support/random_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <ranges>
#include <set>

namespace lanewright::test {
namespace {

/// The slowest stage or channel of a partition, by the words of `bestCuts`.
double slowestOf(const Pricing& pricing, const Partition& partition) {
    double slowest = 0;
    for (std::size_t at = 0; at < partition.size(); ++at) {
        const Part& part = partition[at];
        slowest = std::max(slowest, pricing.times(part.first, part.end, part.devices).all());
        if (at > 0)
            slowest = std::max(slowest, 2 * pricing.transfer(part.first, partition[at - 1].devices, part.devices));
    }
    return slowest;
}

/// Every way to cut the rest of the model over the rest of the row.
void forAllCuts(const Pricing& pricing, int first, int device, int mostReplicas, Partition& partition,
                const std::function<void(const Partition&)>& visit) {
    if (first == pricing.model().size())
        return visit(partition);
    for (int end = first + 1; end <= pricing.model().size(); ++end)
        for (int group = 1; group <= mostReplicas && device + group <= pricing.cluster().size(); group *= 2) {
            Part part{first, end, std::vector<int>(static_cast<std::size_t>(group))};
            std::iota(part.devices.begin(), part.devices.end(), device);
            if (!pricing.fits(first, end, part.devices))
                continue;
            partition.push_back(part);
            forAllCuts(pricing, end, device + group, mostReplicas, partition, visit);
            partition.pop_back();
        }
}

std::vector<int> identity(int devices) {
    std::vector<int> row(static_cast<std::size_t>(devices));
    std::iota(row.begin(), row.end(), 0);
    return row;
}

TEST(BestCuts, EqualATrialOfAllCuts) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Dice dice(seed);
        const LayeredModel model = randomModel(seed, dice.roll(1, 6), 4);
        const Cluster cluster = randomCluster(seed, dice.roll(1, 5));
        const Pricing pricing(model, cluster);
        const int replicas = dice.roll(0, 1) == 0 ? 1 : 4;
        std::map<std::size_t, double> least;
        Partition partition;
        forAllCuts(pricing, 0, 0, replicas, partition, [&](const Partition& each) {
            const double slowest = slowestOf(pricing, each);
            const auto [known, isNew] = least.emplace(each.size(), slowest);
            known->second = std::min(known->second, slowest);
        });
        const std::vector<Partition> cuts = bestCuts(pricing, identity(cluster.size()), {.mostReplicas = replicas});
        ASSERT_EQ(cuts.size(), least.size()) << seed;
        for (const Partition& cut : cuts)
            EXPECT_DOUBLE_EQ(slowestOf(pricing, cut), least.at(cut.size())) << seed << ": " << toText(cut, cluster);
    }
}

/// The slowest device or pair of channels of a V.
double slowestOfV(const Pricing& pricing, const Partition& partition) {
    std::vector<double> devices(partition.size() / 2);
    std::vector<double> channels(devices.size());
    for (std::size_t at = 0; at < partition.size(); ++at) {
        const Part& part = partition[at];
        const std::size_t rank = std::min(at, partition.size() - 1 - at);
        devices[rank] += pricing.times(part.first, part.end, part.devices).all();
        if (at > 0 && at != devices.size())
            channels[at < devices.size() ? at - 1 : rank] +=
                2 * pricing.transfer(part.first, partition[at - 1].devices, part.devices);
    }
    return std::max(std::ranges::max(devices), std::ranges::max(channels));
}

/// Every way to cut the model into so many parts.
void forAllCounts(int layers, int parts, std::vector<int>& cuts, const std::function<void()>& visit) {
    if (parts == 1) {
        cuts.push_back(layers);
        visit();
        cuts.pop_back();
        return;
    }
    for (int cut = cuts.empty() ? 1 : cuts.back() + 1; cut <= layers - parts + 1; ++cut) {
        cuts.push_back(cut);
        forAllCounts(layers, parts - 1, cuts, visit);
        cuts.pop_back();
    }
}

TEST(BestVCuts, AreThereWhereverATrialOfAllCutsFindsOneAndNearlyAlwaysThatOne) {
    int found = 0;
    int best = 0;
    for (std::uint64_t seed = 1; seed <= 80; ++seed) {
        Dice dice(seed);
        const LayeredModel model = randomModel(seed, dice.roll(4, 10), 4);
        Cluster cluster = randomCluster(seed, dice.roll(2, 5));
        const bool wide = seed % 2 == 0;
        for (Wire& wire : cluster.wires)
            wire = wide ? Wire{wire.a, wire.b, 1e15, 0, false} : wire;
        const Pricing pricing(model, cluster);
        const std::vector<Partition> cuts = bestVCuts(pricing, identity(cluster.size()), {});
        for (int ranks = 2; ranks <= cluster.size() && 2 * ranks <= model.size(); ++ranks) {
            double least = 1e30;
            std::vector<int> ends;
            forAllCounts(model.size(), 2 * ranks, ends, [&] {
                Partition each;
                for (const int device : downAndBack(identity(ranks)))
                    each.push_back({each.empty() ? 0 : each.back().end, ends[each.size()], {device}});
                if (pricing.fits(each))
                    least = std::min(least, slowestOfV(pricing, each));
            });
            const auto cut = std::ranges::find(cuts, static_cast<std::size_t>(2 * ranks), &Partition::size);
            ASSERT_EQ(cut != cuts.end(), least < 1e30) << seed;
            if (cut == cuts.end())
                continue;
            ++found;
            ASSERT_TRUE(pricing.fits(*cut)) << seed;
            const double slowest = slowestOfV(pricing, *cut);
            EXPECT_GE(slowest, least * (1 - 1e-9)) << seed;
            EXPECT_TRUE(!wide || slowest <= 1.1 * least) << seed << ": " << slowest / least;
            best += slowest <= least * (1 + 1e-5) ? 1 : 0;
        }
    }
    EXPECT_GE(found, 100);
    EXPECT_GE(best, found * 9 / 10);
}

TEST(BestCuts, KeepTheAllReduceBelowItsLimit) {
    LayeredModel model = randomModel(1, 4, 4);
    const Cluster cluster = randomCluster(1, 4);
    const Pricing pricing(model, cluster);
    double most = 0;
    for (const Partition& cut : bestCuts(pricing, identity(4), {.mostReplicas = 4}))
        for (const Part& part : cut)
            most = std::max(most, pricing.allReduce(part.first, part.end, part.devices));
    ASSERT_GT(most, 0);
    for (const Partition& cut : bestCuts(pricing, identity(4), {.mostReplicas = 4, .mostAllReduce = most / 2}))
        for (const Part& part : cut)
            EXPECT_LE(pricing.allReduce(part.first, part.end, part.devices), most / 2);
}

double slowestPartOf(const Pricing& pricing, const Partition& partition) {
    double slowest = 0;
    for (const Part& part : partition)
        slowest = std::max(slowest, pricing.times(part.first, part.end, part.devices).all());
    return slowest;
}

TEST(FittingCut, IsNoSlowerThanATrialOfAllCutsWhereTransfersTakeNoTime) {
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Dice dice(seed);
        const LayeredModel model = randomModel(seed, dice.roll(1, 7), 4);
        const Cluster cluster = randomCluster(seed, dice.roll(1, 5));
        const Pricing pricing(model, cluster);
        double least = std::numeric_limits<double>::infinity();
        Partition partition;
        forAllCuts(pricing, 0, 0, 1, partition,
                   [&](const Partition& cut) { least = std::min(least, slowestPartOf(pricing, cut)); });
        const std::optional<Partition> fitting =
            fittingCut(pricing, identity(cluster.size()), cluster.size(), Shape::Linear);
        if (fitting) {
            EXPECT_TRUE(pricing.fits(*fitting)) << "seed " << seed;
            EXPECT_LE(slowestPartOf(pricing, *fitting), 1.002 * least) << "seed " << seed;
        } else {
            EXPECT_EQ(least, std::numeric_limits<double>::infinity()) << "seed " << seed;
        }
        found += fitting ? 1 : 0;
    }
    EXPECT_GT(found, 20);
}

TEST(FittingCut, MakesAVThatFits) {
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Dice dice(seed);
        const LayeredModel model = randomModel(seed, dice.roll(4, 20), 4);
        const Cluster cluster = randomCluster(seed, dice.roll(2, 6));
        const Pricing pricing(model, cluster);
        const std::optional<Partition> cut = fittingCut(pricing, identity(cluster.size()), 4, Shape::V);
        if (!cut)
            continue;
        ++found;
        EXPECT_EQ(shapeOf(*cut), Shape::V) << "seed " << seed;
        EXPECT_LE(ranksOf(*cut), 4) << "seed " << seed;
        EXPECT_TRUE(pricing.fits(*cut)) << "seed " << seed;
        EXPECT_EQ(cut->front().first, 0) << "seed " << seed;
        EXPECT_EQ(cut->back().end, model.size()) << "seed " << seed;
        for (std::size_t at = 1; at < cut->size(); ++at)
            EXPECT_EQ((*cut)[at].first, (*cut)[at - 1].end) << "seed " << seed;
    }
    EXPECT_GT(found, 20);
}

/// The slowest device of a partition.
double slowestDeviceOf(const Pricing& pricing, const Partition& partition) {
    std::map<int, double> times;
    for (const Part& part : partition)
        times[part.devices.front()] += pricing.times(part.first, part.end, part.devices).all();
    return std::ranges::max(times | std::views::values);
}

TEST(FittingCut, MakesALoopHardlySlowerThanATrialOfAllWhereTheyFit) {
    int there = 0;
    int found = 0;
    double slower = 0;
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
        Dice dice(seed);
        const LayeredModel model = randomModel(seed, dice.roll(6, 10), 4);
        Cluster cluster = randomCluster(seed, dice.roll(2, 4));
        const Layer all = LayerSums(model).of(0, model.size());
        for (DeviceKind& kind : cluster.kinds)
            kind.memory = (all.fixed + all.activation) * dice.roll(7, 30) / 10 / cluster.size();
        const Pricing pricing(model, cluster);
        const int chunks = dice.roll(2, 3);
        double least = std::numeric_limits<double>::infinity();
        forAllPartitions(
            model.size(), cluster.size(), 1, Recompute::Never, Shape::Loop,
            [&](const Partition& each) {
                const std::span round(each.data(), static_cast<std::size_t>(ranksOf(each)));
                if (std::ranges::is_sorted(round, {}, &Part::devices) && pricing.fits(each))
                    least = std::min(least, slowestDeviceOf(pricing, each));
                return true;
            },
            chunks);
        there += least < std::numeric_limits<double>::infinity() ? 1 : 0;
        const std::optional<Partition> cut =
            fittingCut(pricing, identity(cluster.size()), 4, Shape::Loop, {.chunks = chunks});
        if (!cut)
            continue;
        ++found;
        EXPECT_EQ(shapeOf(*cut), Shape::Loop) << "seed " << seed;
        EXPECT_EQ(chunksOf(*cut), chunks) << "seed " << seed;
        EXPECT_TRUE(pricing.fits(*cut)) << "seed " << seed;
        EXPECT_EQ(cut->back().end, model.size()) << "seed " << seed;
        slower += slowestDeviceOf(pricing, *cut) / least - 1;
    }
    EXPECT_GE(there, 60);
    EXPECT_GE(10 * found, 8 * there) << found << " of " << there;
    EXPECT_LE(slower / found, 0.2);
}

/// A head as large as six layers: its device has so many fewer in front of it.
TEST(FittingCut, KeepsRoomForTheHeadOfALoop) {
    LayeredModel model{.microbatches = 4, .timed = true};
    model.layers.assign(26, {.name = "block", .work = {1e6, 1e6, 1e6}, .fixed = 1});
    model.layers.push_back({.name = "head", .work = {6e6, 6e6, 6e6}, .fixed = 6});
    Cluster cluster = equalDevices(4);
    cluster.kinds.front().memory = 8;
    const Pricing pricing(model, cluster);
    const std::optional<Partition> cut = fittingCut(pricing, identity(4), 4, Shape::Loop, {.chunks = 3});
    ASSERT_TRUE(cut);
    EXPECT_EQ(partsOn(*cut, 3), (std::vector{3, 7, 11}));
    EXPECT_EQ(slowestDeviceOf(pricing, *cut), 24e6) << "all four are as full as they can be";
}

/// Each layer takes 1 + 1 with one microbatch, 1 + 3 with three.
TEST(FittingCut, LeavesRoomForTheMicrobatchesThatAreHeld) {
    LayeredModel model{.microbatches = 4, .timed = true};
    model.layers.assign(8, {.name = "layer", .fixed = 1, .activation = 1});
    Cluster cluster = equalDevices(4);
    cluster.kinds.front().memory = 8;
    const Pricing pricing(model, cluster);
    const auto cutWith = [&](int held) { return fittingCut(pricing, identity(4), 4, Shape::Linear, {.held = held}); };
    EXPECT_EQ(cutWith(1)->size(), 2U);
    EXPECT_EQ(cutWith(3)->size(), 4U);
    EXPECT_FALSE(cutWith(4));
}

TEST(EqualLayers, DiffersByOneAtMostAndUsesNoMoreDevicesThanLayers) {
    const LayeredModel model = randomModel(1, 7, 1);
    const Partition three = equalLayers(model, identity(3));
    ASSERT_EQ(three.size(), 3U);
    EXPECT_EQ(three[0].layers(), 3);
    EXPECT_EQ(three[2].layers(), 2);
    EXPECT_EQ(three[2].end, 7);
    EXPECT_EQ(equalLayers(model, identity(9)).size(), 7U);
}

TEST(MinimumCut, EqualsATrialOfAllSides) {
    for (std::uint64_t seed = 1; seed <= 80; ++seed) {
        Dice dice(seed);
        const int nodes = dice.roll(2, 8);
        std::vector<double> weight(static_cast<std::size_t>(nodes) * nodes);
        for (int a = 0; a < nodes; ++a)
            for (int b = 0; b < a; ++b)
                weight[static_cast<std::size_t>(a) * nodes + b] = weight[static_cast<std::size_t>(b) * nodes + a] =
                    dice.roll(0, 9);
        const auto cutOf = [&](const auto& isIn) {
            double cut = 0;
            for (int a = 0; a < nodes; ++a)
                for (int b = 0; b < nodes; ++b)
                    cut += isIn(a) && !isIn(b) ? weight[static_cast<std::size_t>(a) * nodes + b] : 0;
            return cut;
        };
        double least = 1e9;
        for (int side = 1; side + 1 < 1 << nodes; ++side)
            least = std::min(least, cutOf([&](int node) { return (side >> node & 1) != 0; }));
        const std::vector<int> found = minimumCut(nodes, weight);
        ASSERT_FALSE(found.empty());
        ASSERT_LT(static_cast<int>(found.size()), nodes);
        EXPECT_EQ(cutOf([&](int node) { return std::ranges::count(found, node) > 0; }), least) << seed;
    }
}

TEST(RecursiveOrder, KeepsHostsTogetherAndEveryDeviceOnce) {
    Cluster cluster{.kinds = {{.name = "kind", .memory = 1}}, .joints = {"left", "right"}};
    for (int at = 0; at < 6; ++at)
        cluster.devices.push_back({"d" + std::to_string(at), 0});
    // Devices of both hosts take turns.
    for (int at = 0; at < 6; ++at)
        cluster.wires.push_back({.a = at, .b = 6 + at % 2, .bandwidth = 100});
    cluster.wires.push_back({.a = 6, .b = 7, .bandwidth = 1});
    const Ways ways(cluster);
    for (const bool flipped : {false, true}) {
        const std::vector<int> row = recursiveOrder(cluster, ways, flipped);
        EXPECT_EQ(std::set<int>(row.begin(), row.end()).size(), 6U);
        int changes = 0;
        for (std::size_t at = 1; at < row.size(); ++at)
            changes += row[at] % 2 != row[at - 1] % 2 ? 1 : 0;
        EXPECT_EQ(changes, 1);
    }
}

TEST(Ways, AreTheWidestAndNeverLeadThroughADevice) {
    // 0 – 1 – 2 in a row, and a switch that joins 0 and 2 by thinner wires.
    Cluster cluster{.kinds = {{.name = "kind", .memory = 1}}, .joints = {"switch"}};
    for (int at = 0; at < 3; ++at)
        cluster.devices.push_back({"d" + std::to_string(at), 0});
    cluster.wires = {{0, 1, 100, 1}, {1, 2, 100, 1}, {0, 3, 10, 5}, {3, 2, 20, 6}};
    const Ways ways(cluster);
    EXPECT_EQ(ways.between(0, 1).bandwidth, 100);
    EXPECT_EQ(ways.between(0, 2).bandwidth, 10);
    EXPECT_EQ(ways.between(0, 2).latency, 11);
    EXPECT_EQ(ways.between(2, 0).wires, (std::vector<int>{3, 2}));
    cluster.wires.pop_back();
    const Result<Done> reach = checkReach(cluster, Ways(cluster));
    ASSERT_FALSE(reach);
    EXPECT_EQ(reach.error().message, "no way leads from device d0 to device d2");
}

TEST(Ways, AreWantedBetweenAllDevicesNotOnlyFromTheFirst) {
    // 1 – 0 – 2 in a row.
    Cluster cluster{.kinds = {{.name = "kind", .memory = 1}}};
    for (int at = 0; at < 3; ++at)
        cluster.devices.push_back({"d" + std::to_string(at), 0});
    cluster.wires = {{0, 1, 100, 1}, {0, 2, 100, 1}};
    const Result<Done> reach = checkReach(cluster, Ways(cluster));
    ASSERT_FALSE(reach);
    EXPECT_EQ(reach.error().message, "no way leads from device d1 to device d2");
}

} // namespace
} // namespace lanewright::test
