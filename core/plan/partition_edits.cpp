// SPDX-License-Identifier: Apache-2.0
#include "core/plan/partition_edits.h"

#include <algorithm>
#include <utility>

namespace lanewright {

Partition withCutAt(Partition partition, int cut, int layer) {
    Part& before = partition[static_cast<std::size_t>(cut)];
    Part& after = partition[static_cast<std::size_t>(cut) + 1];
    const int place = std::clamp(layer, before.first + 1, after.end - 1);
    before.end = place;
    after.first = place;
    return partition;
}

Partition withPartOn(Partition partition, int part, int device) {
    std::vector<int>& own = partition[static_cast<std::size_t>(part)].devices;
    if (std::ranges::find(own, device) != own.end())
        return partition;
    if (const int other = partOn(partition, device); other >= 0)
        std::ranges::replace(partition[static_cast<std::size_t>(other)].devices, device, own.front());
    own.front() = device;
    return partition;
}

Partition withPartSplit(Partition partition, int part, int layer, int device) {
    Part& before = partition[static_cast<std::size_t>(part)];
    if (layer <= before.first || layer >= before.end || partOn(partition, device) >= 0)
        return partition;
    Part after{layer, before.end, {device}, before.recompute};
    before.end = layer;
    partition.insert(partition.begin() + part + 1, std::move(after));
    return partition;
}

Partition withPartsJoined(Partition partition, int part) {
    if (part < 0 || part + 1 >= static_cast<int>(partition.size()))
        return partition;
    partition[static_cast<std::size_t>(part)].end = partition[static_cast<std::size_t>(part) + 1].end;
    partition.erase(partition.begin() + part + 1);
    return partition;
}

int partOn(const Partition& partition, int device) {
    for (std::size_t part = 0; part < partition.size(); ++part)
        if (std::ranges::find(partition[part].devices, device) != partition[part].devices.end())
            return static_cast<int>(part);
    return -1;
}

Result<Partition> carriedOver(Partition partition, const Cluster& from, const Cluster& to) {
    for (std::size_t part = 0; part < partition.size(); ++part)
        for (int& device : partition[part].devices) {
            const std::string& name = from.nameOf(device);
            const auto found = std::ranges::find(to.devices, name, &Device::name);
            if (found == to.devices.end())
                return Error{"stage " + std::to_string(part) + " was on " + name + ", which is not there"};
            device = static_cast<int>(found - to.devices.begin());
        }
    return partition;
}

} // namespace lanewright
