// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "core/planner/input/layered_model.h"

#include <string>
#include <vector>

/// Devices and what connects them.
namespace lanewright {

inline constexpr double kTera = 1e12;         ///< rates are told in tera-operations per second
inline constexpr double kGiga = 1e9;          ///< bandwidths in gigabytes per second
inline constexpr Bytes kGiB = Bytes{1} << 30; ///< memories in GiB

/// How fast devices of one kind really compute, as measured or guessed: operations per second of F, B and W each, since
/// no device reaches its peak and none does all three equally well.
struct DeviceKind {
    std::string name = {};
    double forward = 0;
    double backwardInput = 0;
    double backwardWeight = 0;
    double speed = 1;    ///< for models of measured times: they are divided by it
    Bytes memory = 0;    ///< what one device has, for everything
    double spread = 0.1; ///< what predicted times may be off by, as a share

    friend bool operator==(const DeviceKind&, const DeviceKind&) = default;
};

struct Device {
    std::string name = {};
    int kind = 0;

    friend bool operator==(const Device&, const Device&) = default;
};

/// A wire between two nodes, both ways. Nodes are the devices, then the hosts and switches.
struct Wire {
    int a = 0;
    int b = 0;
    double bandwidth = 0; ///< bytes per second, each way
    Time latency = 0;
    bool shared = false; ///< by all values that cross it at once; else each has it to itself

    friend bool operator==(const Wire&, const Wire&) = default;
};

struct Cluster {
    Message title = {};
    std::vector<DeviceKind> kinds = {};
    std::vector<Device> devices = {};
    std::vector<std::string> joints = {}; ///< hosts and switches: nodes without a device
    std::vector<Wire> wires = {};

    int size() const { return static_cast<int>(devices.size()); }
    int nodes() const { return static_cast<int>(devices.size() + joints.size()); }
    const DeviceKind& kindOf(int device) const { return kinds[devices[device].kind]; }
    const std::string& nameOf(int node) const { return node < size() ? devices[node].name : joints[node - size()]; }
    friend bool operator==(const Cluster&, const Cluster&) = default;
};

/// The way of values between two devices.
struct Way {
    double bandwidth = 0; ///< its narrowest wire's; 0: there is no way
    Time latency = 0;     ///< all its wires together
    std::vector<int> wires = {};
};

/// The ways between all devices: the widest, and of equally wide ones the one with the least latency.
class Ways {
public:
    explicit Ways(const Cluster& cluster);
    const Way& between(int from, int to) const { return m_ways[static_cast<std::size_t>(from) * m_devices + to]; }

private:
    std::size_t m_devices;
    std::vector<Way> m_ways;
};

/// Fails, naming two devices, where none leads from one to the other; that both reach a third does not help them.
Result<Done> checkReach(const Cluster& cluster, const Ways& ways);

/// Named clusters to begin with.
struct ClusterPreset {
    std::string_view name;
    std::string_view summary;
    Cluster (*make)();
};
const std::vector<ClusterPreset>& clusterPresets();

} // namespace lanewright
