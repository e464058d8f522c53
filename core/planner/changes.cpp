// SPDX-License-Identifier: Apache-2.0
#include "core/planner/changes.h"

#include "core/planner/partition_edits.h"
#include "core/planner/shape.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

int countOf(const auto& items) { return static_cast<int>(items.size()); }

std::vector<int> unused(const Partition& partition, int all) {
    std::vector<bool> used(static_cast<std::size_t>(all));
    for (const Part& part : partition)
        for (const int device : part.devices)
            used[device] = true;
    std::vector<int> spare;
    for (int device = 0; device < all; ++device)
        if (!used[device])
            spare.push_back(device);
    return spare;
}

void putOn(Partition& partition, const std::vector<int>& parts, const std::vector<int>& devices) {
    for (const int part : parts)
        partition[part].devices = devices;
}

Partition withCutMoved(Partition partition, Random& random) {
    if (partition.size() < 2)
        return partition;
    const int cut = random.below(countOf(partition) - 1);
    const int steps = random.chance(75) ? 1 : 2;
    const int layer = partition[cut].end + (random.chance(50) ? steps : -steps);
    return withCutAt(std::move(partition), cut, layer);
}

Partition withDevicesSwapped(Partition partition, Random& random) {
    const int ranks = ranksOf(partition);
    if (ranks < 2)
        return partition;
    const int one = random.below(ranks);
    const int other = (one + 1 + random.below(ranks - 1)) % ranks;
    // Which parts a rank has is told by their devices.
    const std::vector<int> ones = partsOn(partition, one);
    const std::vector<int> others = partsOn(partition, other);
    const std::vector<int> devices = partition[one].devices;
    putOn(partition, ones, std::vector<int>{partition[other].devices});
    putOn(partition, others, devices);
    return partition;
}

Partition withDeviceReplaced(Partition partition, int all, Random& random) {
    const std::vector<int> spare = unused(partition, all);
    if (spare.empty())
        return withDevicesSwapped(std::move(partition), random);
    const int rank = random.below(ranksOf(partition));
    std::vector<int> devices = partition[rank].devices;
    devices[random.below(countOf(devices))] = spare[random.below(countOf(spare))];
    putOn(partition, partsOn(partition, rank), devices);
    return partition;
}

Partition withPartSplit(Partition partition, int all, Random& random) {
    const std::vector<int> spare = unused(partition, all);
    const int rank = random.below(ranksOf(partition));
    const std::vector<int> parts = partsOn(partition, rank);
    const auto isShort = [&](int part) { return partition[part].layers() < 2; };
    if (spare.empty() || std::ranges::any_of(parts, isShort))
        return withCutMoved(std::move(partition), random);
    std::vector<int> cuts;
    for (const int part : parts) {
        const Part& whole = partition[part];
        cuts.push_back(whole.first + 1 + random.below(whole.layers() - 1));
    }
    return withRankSplit(std::move(partition), rank, cuts, spare[random.below(countOf(spare))]);
}

} // namespace

Partition changed(Partition partition, const Pricing& pricing, Random& random) {
    if (pricing.model().recompute == Recompute::Choose && random.chance(15)) {
        Part& part = partition[random.below(countOf(partition))];
        part.recompute = !part.recompute;
        return partition;
    }
    const int kind = random.below(100);
    if (kind < 50)
        return withCutMoved(std::move(partition), random);
    if (kind < 65)
        return withDevicesSwapped(std::move(partition), random);
    if (kind < 80)
        return withDeviceReplaced(std::move(partition), pricing.cluster().size(), random);
    if (kind < 90)
        return withPartSplit(std::move(partition), pricing.cluster().size(), random);
    const int ranks = ranksOf(partition);
    return ranks > 1 ? withRanksJoined(std::move(partition), random.below(ranks - 1)) : partition;
}

} // namespace lanewright
