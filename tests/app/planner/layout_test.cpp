// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planner/cluster_layout.h"
#include "app/planner/planner_text.h"
#include "core/planner/what_if.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lanewright::app {
namespace {

const QRectF kArea(0, 0, 900, 260);

/// Hosts of so many devices, on one switch.
Cluster hostsOnSwitch(int hosts, int devices) {
    Cluster cluster{.kinds = {{.name = "kind", .memory = 1}}, .joints = {"switch"}};
    for (int device = 0; device < hosts * devices; ++device)
        cluster.devices.push_back({"d" + std::to_string(device), 0});
    const int first = cluster.size();
    for (int host = 0; host < hosts; ++host) {
        cluster.joints.push_back("h" + std::to_string(host));
        for (int device = 0; device < devices; ++device)
            cluster.wires.push_back({host * devices + device, first + 1 + host, 1e11, 0, false});
        cluster.wires.push_back({first, first + 1 + host, 1e10, 0, true});
    }
    return cluster;
}

void expectApart(const std::vector<QRectF>& rects) {
    for (std::size_t one = 0; one < rects.size(); ++one)
        for (std::size_t other = 0; other < one; ++other)
            EXPECT_FALSE(rects[one].intersects(rects[other])) << one << " and " << other;
}

TEST(ClusterLayout, KeepsDevicesApartInsideTheAreaAndInTheirHosts) {
    std::vector<Cluster> clusters = {hostsOnSwitch(1, 1), hostsOnSwitch(3, 2), hostsOnSwitch(8, 8),
                                     hostsOnSwitch(16, 8)};
    for (const ClusterPreset& preset : clusterPresets())
        clusters.push_back(preset.make());
    for (const Cluster& cluster : clusters) {
        const ClusterLayout layout = ClusterLayout::of(cluster, kArea);
        ASSERT_EQ(layout.devices.size(), cluster.devices.size());
        expectApart(layout.devices);
        for (const QRectF& device : layout.devices) {
            EXPECT_TRUE(kArea.contains(device));
            EXPECT_GE(device.width(), 8);
            EXPECT_GE(device.height(), 8);
        }
        std::vector<QRectF> frames;
        for (const ClusterLayout::Group& group : layout.groups) {
            frames.push_back(group.frame);
            for (const int device : group.devices)
                EXPECT_TRUE(group.frame.contains(layout.devices[static_cast<std::size_t>(device)]));
        }
        expectApart(frames);
    }
}

TEST(ClusterLayout, TellsWhatLiesBetweenDevicesOfOneSwitchThoughTheirWiresDiffer) {
    Cluster cluster = hostsOnSwitch(1, 3);
    const int host = cluster.size() + 1;
    for (Wire& wire : cluster.wires)
        wire.latency = 2'000;
    EXPECT_EQ(betweenText(cluster, host, {0, 1, 2}), "100 GB/s · 4 µs");
    cluster.wires[0].bandwidth = 1e9;
    cluster.wires[0].latency = 100'000;
    cluster.wires[1].bandwidth = 2e9;
    cluster.wires[1].latency = 50'000;
    EXPECT_EQ(betweenText(cluster, host, {0, 1}), "1 GB/s · 150 µs");
    EXPECT_EQ(betweenText(cluster, host, {0, 1, 2}), "1 GB/s – 2 GB/s · 52 µs – 150 µs");
    EXPECT_EQ(betweenText(cluster, host - 1, {0, 1}), "");
}

TEST(ClusterLayout, DrawsTheWiresBetweenHostsAndNotThoseInsideThem) {
    const Cluster cluster = hostsOnSwitch(3, 2);
    const ClusterLayout layout = ClusterLayout::of(cluster, kArea);
    ASSERT_EQ(layout.outside.size(), 3U);
    for (const int wire : layout.outside)
        EXPECT_TRUE(cluster.wires[static_cast<std::size_t>(wire)].shared);
    EXPECT_EQ(layout.groups.size(), 3U);
}

TEST(ClusterLayout, OneRowOfFramesTakesTheWholeHeight) {
    const std::vector<ClusterPreset>& presets = clusterPresets();
    const auto mixed = std::ranges::find(presets, "mixed", &ClusterPreset::name);
    ASSERT_NE(mixed, presets.end());
    // As high as a screen of 720 pixels leaves it.
    const QRectF low(0, 0, 860, 170);
    const ClusterLayout layout = ClusterLayout::of(mixed->make(), low);
    ASSERT_EQ(layout.groups.size(), 2U);
    for (const ClusterLayout::Group& group : layout.groups)
        EXPECT_NEAR(group.frame.height(), low.height(), 1);
}

TEST(ClusterLayout, FindsTheDeviceUnderAPoint) {
    const ClusterLayout layout = ClusterLayout::of(hostsOnSwitch(2, 4), kArea);
    EXPECT_EQ(layout.deviceAt(layout.devices[5].center()), 5);
    EXPECT_EQ(layout.deviceAt({-1, -1}), -1);
}

} // namespace
} // namespace lanewright::app
