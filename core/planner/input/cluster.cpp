// SPDX-License-Identifier: Apache-2.0
#include "core/planner/input/cluster.h"

#include <algorithm>
#include <limits>
#include <queue>
#include <tuple>

namespace lanewright {

namespace {

/// Wires by node.
std::vector<std::vector<int>> wiresByNode(const Cluster& cluster) {
    std::vector<std::vector<int>> at(cluster.nodes());
    for (std::size_t wire = 0; wire < cluster.wires.size(); ++wire) {
        at[cluster.wires[wire].a].push_back(static_cast<int>(wire));
        at[cluster.wires[wire].b].push_back(static_cast<int>(wire));
    }
    return at;
}

/// The widest ways from one device to all nodes, by Dijkstra's method with the narrowest wire in place of the sum.
std::vector<Way> widestFrom(const Cluster& cluster, const std::vector<std::vector<int>>& wiresAt, int device) {
    std::vector<Way> ways(cluster.nodes());
    std::vector<bool> settled(ways.size());
    ways[device].bandwidth = std::numeric_limits<double>::infinity();
    // Bandwidth, latency negated so that less is more, node.
    std::priority_queue<std::tuple<double, Time, int>> open;
    open.emplace(std::numeric_limits<double>::infinity(), 0, device);
    while (!open.empty()) {
        const int node = std::get<2>(open.top());
        open.pop();
        if (settled[node])
            continue;
        settled[node] = true;
        const Way here = ways[node];
        // Values don't pass through other devices.
        if (node < cluster.size() && node != device)
            continue;
        for (const int number : wiresAt[node]) {
            const Wire& wire = cluster.wires[number];
            const int next = wire.a == node ? wire.b : wire.a;
            const double bandwidth = std::min(here.bandwidth, wire.bandwidth);
            const Time latency = here.latency + wire.latency;
            Way& way = ways[next];
            if (settled[next] ||
                std::pair(bandwidth, -latency) <= std::pair(way.bandwidth, way.bandwidth > 0 ? -way.latency : Time{1}))
                continue;
            way = {.bandwidth = bandwidth, .latency = latency, .wires = here.wires};
            way.wires.push_back(number);
            open.emplace(bandwidth, -latency, next);
        }
    }
    ways.resize(cluster.size());
    return ways;
}

} // namespace

Ways::Ways(const Cluster& cluster) : m_devices(static_cast<std::size_t>(cluster.size())) {
    const std::vector<std::vector<int>> wiresAt = wiresByNode(cluster);
    m_ways.reserve(m_devices * m_devices);
    for (int device = 0; device < cluster.size(); ++device)
        std::ranges::move(widestFrom(cluster, wiresAt, device), std::back_inserter(m_ways));
}

Result<Done> checkReach(const Cluster& cluster, const Ways& ways) {
    for (int one = 0; one < cluster.size(); ++one)
        for (int other = one + 1; other < cluster.size(); ++other)
            if (ways.between(one, other).bandwidth <= 0)
                return Error{say(phrase("planner", "no way leads from device %1 to device %2"),
                                 cluster.devices[one].name, cluster.devices[other].name)};
    return Done{};
}

} // namespace lanewright
