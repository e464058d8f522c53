// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/planner/partition.h"

namespace lanewright {

/// Small changes to a partition, at random: a cut moves by a few layers, two ranks swap their devices, a device that is
/// not in use takes a rank over, a rank is cut in two or two become one; where the model leaves the choice, a part
/// begins or ends to recompute. A V stays one.
class Changes {
public:
    Changes(const Pricing& pricing, std::uint64_t seed);
    /// The partition, changed in one way; every layer stays in one part, every device on at most one rank.
    Partition of(Partition partition);
    /// The first of a list as a rule, else any.
    template <typename Item>
    const Item& oneOf(const std::vector<Item>& items) {
        return items[m_random.chance(60) ? 0 : below(items.size())];
    }
    /// Whether to change it once more.
    bool another() { return m_random.chance(40); }

private:
    void moveCut(Partition& partition);
    void swapDevices(Partition& partition);
    void replaceDevice(Partition& partition);
    void splitPart(Partition& partition);
    void joinParts(Partition& partition);
    void putOn(Partition& partition, std::size_t rank, const std::vector<int>& devices);
    void toggleRecompute(Partition& partition);
    std::vector<int> unused(const Partition& partition) const;
    std::size_t below(std::size_t count) { return static_cast<std::size_t>(m_random.below(static_cast<int>(count))); }

    const Pricing* m_pricing;
    Random m_random;
};

} // namespace lanewright
