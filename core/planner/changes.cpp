// SPDX-License-Identifier: Apache-2.0
#include "core/planner/changes.h"

#include "core/planner/partition_edits.h"
#include "core/planner/shape.h"

#include <algorithm>
#include <utility>

namespace lanewright {

Changes::Changes(const Pricing& pricing, std::uint64_t seed) : m_pricing(&pricing), m_random(seed) {}

Partition Changes::of(Partition partition) {
    if (m_pricing->model().recompute == Recompute::Choose && m_random.chance(15)) {
        toggleRecompute(partition);
        return partition;
    }
    const int kind = m_random.below(100);
    if (kind < 50)
        moveCut(partition);
    else if (kind < 65)
        swapDevices(partition);
    else if (kind < 80)
        replaceDevice(partition);
    else if (kind < 90)
        splitPart(partition);
    else
        joinParts(partition);
    return partition;
}

void Changes::moveCut(Partition& partition) {
    if (partition.size() < 2)
        return;
    const std::size_t right = 1 + below(partition.size() - 1);
    Part& before = partition[right - 1];
    Part& after = partition[right];
    const int steps = m_random.chance(75) ? 1 : 2;
    const int cut = std::clamp(before.end + (m_random.chance(50) ? steps : -steps), before.first + 1, after.end - 1);
    before.end = cut;
    after.first = cut;
}

void Changes::swapDevices(Partition& partition) {
    const auto ranks = static_cast<std::size_t>(ranksOf(partition));
    if (ranks < 2)
        return;
    const std::size_t one = below(ranks);
    const std::size_t other = (one + 1 + below(ranks - 1)) % ranks;
    const std::vector<int> devices = partition[one].devices;
    putOn(partition, one, partition[other].devices);
    putOn(partition, other, devices);
}

void Changes::replaceDevice(Partition& partition) {
    const std::vector<int> spare = unused(partition);
    if (spare.empty())
        return swapDevices(partition);
    const std::size_t rank = below(static_cast<std::size_t>(ranksOf(partition)));
    std::vector<int> devices = partition[rank].devices;
    devices[below(devices.size())] = spare[below(spare.size())];
    putOn(partition, rank, devices);
}

void Changes::splitPart(Partition& partition) {
    const std::vector<int> spare = unused(partition);
    const int rank = m_random.below(ranksOf(partition));
    const std::vector<int> parts = partsOn(partition, rank);
    const auto isShort = [&](int part) { return partition[part].layers() < 2; };
    if (spare.empty() || std::ranges::any_of(parts, isShort))
        return moveCut(partition);
    std::vector<int> cuts;
    for (const int part : parts) {
        const Part& whole = partition[part];
        cuts.push_back(whole.first + 1 + m_random.below(whole.layers() - 1));
    }
    partition = withRankSplit(std::move(partition), rank, cuts, spare[below(spare.size())]);
}

void Changes::joinParts(Partition& partition) {
    if (const int ranks = ranksOf(partition); ranks > 1)
        partition = withRanksJoined(std::move(partition), m_random.below(ranks - 1));
}

void Changes::putOn(Partition& partition, std::size_t rank, const std::vector<int>& devices) {
    for (const int part : partsOn(partition, static_cast<int>(rank)))
        partition[part].devices = devices;
}

void Changes::toggleRecompute(Partition& partition) {
    Part& part = partition[below(partition.size())];
    part.recompute = !part.recompute;
}

std::vector<int> Changes::unused(const Partition& partition) const {
    std::vector<bool> used(m_pricing->cluster().size());
    for (const Part& part : partition)
        for (const int device : part.devices)
            used[device] = true;
    std::vector<int> spare;
    for (std::size_t device = 0; device < used.size(); ++device)
        if (!used[device])
            spare.push_back(static_cast<int>(device));
    return spare;
}

} // namespace lanewright
