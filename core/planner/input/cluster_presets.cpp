// SPDX-License-Identifier: Apache-2.0
#include "core/model/title.h"
#include "core/planner/input/cluster.h"

#include <utility>

namespace lanewright {

namespace {

// Bandwidths and memory are those of data sheets. What devices reach in training is a round guess, to begin with until
// somebody measures; hence the wide spread.

DeviceKind kindOf(const char* name, double rate, Bytes memory) {
    return {.name = name,
            .forward = rate,
            .backwardInput = 0.95 * rate,
            .backwardWeight = 1.1 * rate,
            .memory = memory,
            .spread = 0.15};
}

/// Builds a cluster of hosts; nodes are numbered when all devices are there.
class Builder {
public:
    Builder(const char* title, std::vector<DeviceKind> kinds)
        : m_cluster{.title = title::read(title), .kinds = std::move(kinds)} {}

    /// `count` devices, each on a wire of its own; `latency` is that between two of them.
    Builder& host(const std::string& name, int kind, int count, double bandwidth, Time latency) {
        const int joint = static_cast<int>(m_cluster.joints.size());
        m_cluster.joints.push_back(name);
        for (int at = 0; at < count; ++at) {
            m_cluster.wires.push_back({m_cluster.size(), hostEnd(joint), bandwidth, latency / 2, false});
            m_cluster.devices.push_back({name + "/" + std::to_string(at), kind});
        }
        return *this;
    }
    /// A wire between two hosts that all values share.
    Builder& join(int one, int other, double bandwidth, Time latency) {
        m_cluster.wires.push_back({hostEnd(one), hostEnd(other), bandwidth, latency, true});
        return *this;
    }
    Cluster done() {
        for (Wire& wire : m_cluster.wires)
            for (int* const end : {&wire.a, &wire.b})
                if (*end < 0)
                    *end = m_cluster.size() - 1 - *end;
        return std::move(m_cluster);
    }

private:
    static int hostEnd(int joint) { return -1 - joint; }

    Cluster m_cluster;
};

Cluster island() {
    return Builder("NVLink island: 8 H100", {kindOf("H100", 400 * kTera, 80 * kGiB)})
        .host("node0", 0, 8, 450 * kGiga, 4'000)
        .done();
}

Cluster overEthernet() {
    return Builder("Two nodes over Ethernet: 2 x 4 A100", {kindOf("A100", 150 * kTera, 80 * kGiB)})
        .host("node0", 0, 4, 300 * kGiga, 4'000)
        .host("node1", 0, 4, 300 * kGiga, 4'000)
        .join(0, 1, 12.5 * kGiga, 20'000)
        .done();
}

Cluster mixed() {
    return Builder("Mixed generations: 4 A100, 4 V100",
                   {kindOf("A100", 150 * kTera, 40 * kGiB), kindOf("V100", 60 * kTera, 16 * kGiB)})
        .host("new", 0, 4, 300 * kGiga, 4'000)
        .host("old", 1, 4, 150 * kGiga, 5'000)
        .join(0, 1, 25 * kGiga, 10'000)
        .done();
}

Cluster laptop() {
    return Builder("A laptop: 2 cores", {kindOf("core", 0.2 * kTera, 8 * kGiB)})
        .host("laptop", 0, 2, 8 * kGiga, 20'000)
        .done();
}

} // namespace

const std::vector<ClusterPreset>& clusterPresets() {
    static const std::vector<ClusterPreset> presets = {
        {"nvlink", "8 H100 on one host", &island},
        {"ethernet", "2 hosts of 4 A100, 100 Gbit/s between them", &overEthernet},
        {"mixed", "4 A100 and 4 V100, 200 Gbit/s between their hosts", &mixed},
        {"laptop", "2 cores of one processor", &laptop},
    };
    return presets;
}

} // namespace lanewright
