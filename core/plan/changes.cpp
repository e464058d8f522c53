// SPDX-License-Identifier: Apache-2.0
#include "core/plan/changes.h"

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
    if (partition.size() < 2)
        return;
    const std::size_t one = below(partition.size());
    const std::size_t other = (one + 1 + below(partition.size() - 1)) % partition.size();
    std::swap(partition[one].devices, partition[other].devices);
}

void Changes::replaceDevice(Partition& partition) {
    const std::vector<int> spare = unused(partition);
    if (spare.empty())
        return swapDevices(partition);
    Part& part = partition[below(partition.size())];
    part.devices[below(part.devices.size())] = spare[below(spare.size())];
}

void Changes::splitPart(Partition& partition) {
    const std::vector<int> spare = unused(partition);
    const std::size_t at = below(partition.size());
    if (spare.empty() || partition[at].layers() < 2)
        return moveCut(partition);
    const int cut = partition[at].first + 1 + m_random.below(partition[at].layers() - 1);
    Part after{cut, partition[at].end, {spare[below(spare.size())]}, partition[at].recompute};
    partition[at].end = cut;
    partition.insert(partition.begin() + static_cast<std::ptrdiff_t>(at) + 1, std::move(after));
}

void Changes::joinParts(Partition& partition) {
    if (partition.size() < 2)
        return;
    const std::size_t at = below(partition.size() - 1);
    partition[at].end = partition[at + 1].end;
    partition.erase(partition.begin() + static_cast<std::ptrdiff_t>(at) + 1);
}

void Changes::toggleRecompute(Partition& partition) {
    Part& part = partition[below(partition.size())];
    part.recompute = !part.recompute;
}

std::vector<int> Changes::unused(const Partition& partition) const {
    std::vector<bool> used(static_cast<std::size_t>(m_pricing->cluster().size()));
    for (const Part& part : partition)
        for (const int device : part.devices)
            used[static_cast<std::size_t>(device)] = true;
    std::vector<int> spare;
    for (std::size_t device = 0; device < used.size(); ++device)
        if (!used[device])
            spare.push_back(static_cast<int>(device));
    return spare;
}

} // namespace lanewright
