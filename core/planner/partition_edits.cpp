// SPDX-License-Identifier: Apache-2.0
#include "core/planner/partition_edits.h"

#include "core/planner/shape.h"

#include <algorithm>
#include <utility>

namespace lanewright {

Partition withCutAt(Partition partition, int cut, int layer) {
    Part& before = partition[cut];
    Part& after = partition[static_cast<std::size_t>(cut) + 1];
    if (before.first + 1 > after.end - 1)
        return partition; // one layer, or none, for both
    const int place = std::clamp(layer, before.first + 1, after.end - 1);
    before.end = place;
    after.first = place;
    return partition;
}

Partition withPartOn(Partition partition, int part, int device) {
    const std::vector<int>& own = partition[part].devices;
    if (std::ranges::find(own, device) != own.end())
        return partition;
    const int before = own.front();
    for (Part& each : partition)
        for (int& used : each.devices)
            used = used == device ? before : used == before ? device : used;
    return partition;
}

Partition withRankSplit(Partition partition, int rank, std::span<const int> cuts, int device) {
    const std::vector<int> parts = partsOn(partition, rank);
    bool isInside = partOn(partition, device) < 0;
    for (std::size_t at = 0; at < parts.size(); ++at) {
        const Part& part = partition[parts[at]];
        isInside = isInside && cuts[at] > part.first && cuts[at] < part.end;
    }
    if (!isInside)
        return partition;
    const bool isV = shapeOf(partition) == Shape::V;
    for (std::size_t at = parts.size(); at-- > 0;) {
        Part& part = partition[parts[at]];
        const bool isUp = isV && at > 0;
        Part made = part;
        made.devices = {device};
        (isUp ? made.end : made.first) = cuts[at];
        (isUp ? part.first : part.end) = cuts[at];
        partition.insert(partition.begin() + parts[at] + (isUp ? 0 : 1), std::move(made));
    }
    return partition;
}

Partition withRanksJoined(Partition partition, int rank) {
    const std::vector<int> parts = partsOn(partition, rank);
    if (rank < 0 || rank + 1 >= ranksOf(partition) || (parts.size() > 1 && ranksOf(partition) == 2))
        return partition;
    const bool isV = shapeOf(partition) == Shape::V;
    for (std::size_t at = parts.size(); at-- > 0;) {
        const bool isUp = isV && at > 0;
        const int other = parts[at] + (isUp ? -1 : 1);
        Part& part = partition[parts[at]];
        const Part& gone = partition[other];
        part.first = std::min(part.first, gone.first);
        part.end = std::max(part.end, gone.end);
        partition.erase(partition.begin() + other);
    }
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
                return Error{say(phrase("planner", "stage %1 was on %2, which is not there"), part, name)};
            device = static_cast<int>(found - to.devices.begin());
        }
    return partition;
}

} // namespace lanewright
