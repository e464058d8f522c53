// SPDX-License-Identifier: Apache-2.0
#include "core/planner/all_partitions.h"

#include <cmath>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

double choose(int n, int k) {
    double ways = 1;
    for (int i = 1; i <= k; ++i)
        ways *= static_cast<double>(n - k + i) / i;
    return ways;
}

/// Rows of `parts` groups from `devices` devices.
double countRows(int parts, int devices, int mostReplicas) {
    if (parts == 0)
        return 1;
    double rows = 0;
    for (int group = 1; group <= mostReplicas && group <= devices; group *= 2)
        rows += choose(devices, group) * countRows(parts - 1, devices - group, mostReplicas);
    return rows;
}

class Walk {
public:
    Walk(int layers, int devices, int mostReplicas, Recompute recompute,
         const std::function<bool(const Partition&)>& visit)
        : m_layers(layers), m_mostReplicas(mostReplicas), m_recompute(recompute),
          m_used(static_cast<std::size_t>(devices)), m_visit(&visit) {}

    /// Makes it walk over the partitions on a V of so many ranks alone.
    void beV(int ranks) { m_ranksOfV = static_cast<std::size_t>(ranks); }

    /// Adds parts that begin with layer `first`. Returns false when no more are wanted.
    bool go(int first) {
        const bool isFull = m_ranksOfV > 0 && m_partition.size() == 2 * m_ranksOfV;
        if (first == m_layers)
            return (m_ranksOfV > 0 && !isFull) || (*m_visit)(m_partition);
        if (isFull)
            return true;
        for (int end = first + 1; end <= m_layers; ++end)
            for (const bool recompute : {false, true})
                if (may(recompute) && !addPart({first, end, {}, recompute}))
                    return false;
        return true;
    }

private:
    bool may(bool recompute) const {
        return m_recompute == Recompute::Choose || recompute == (m_recompute == Recompute::Always);
    }

    /// Adds a part on all devices it may have, and all that follows. On its way up a V has no choice.
    bool addPart(Part part) {
        const bool isUp = m_ranksOfV > 0 && m_partition.size() >= m_ranksOfV;
        if (isUp)
            part.devices = m_partition[2 * m_ranksOfV - 1 - m_partition.size()].devices;
        m_partition.push_back(std::move(part));
        bool wanted = !isUp || go(m_partition.back().end);
        for (int group = 1; !isUp && wanted && group <= m_mostReplicas; group *= 2)
            wanted = fill(group, 0);
        m_partition.pop_back();
        return wanted;
    }

    /// Gives the last part `missing` more devices, from `from` on.
    bool fill(int missing, std::size_t from) {
        if (missing == 0)
            return go(m_partition.back().end);
        for (std::size_t device = from; device < m_used.size(); ++device) {
            if (m_used[device])
                continue;
            m_used[device] = true;
            m_partition.back().devices.push_back(static_cast<int>(device));
            const bool wanted = fill(missing - 1, device + 1);
            m_partition.back().devices.pop_back();
            m_used[device] = false;
            if (!wanted)
                return false;
        }
        return true;
    }

    int m_layers;
    int m_mostReplicas;
    Recompute m_recompute;
    std::size_t m_ranksOfV = 0; ///< 0: it is none
    std::vector<bool> m_used;
    Partition m_partition = {};
    const std::function<bool(const Partition&)>* m_visit;
};

} // namespace

double countPartitions(int layers, int devices, int mostReplicas, Recompute recompute, std::optional<Shape> shape) {
    constexpr double kMany = 1e9;
    const auto cuts = [&](int parts) {
        return choose(layers - 1, parts - 1) * (recompute == Recompute::Choose ? std::exp2(parts) : 1);
    };
    double count = 0;
    for (int ranks = 1; ranks <= layers && ranks <= devices && count < kMany; ++ranks) {
        const double rows = countRows(ranks, devices, mostReplicas);
        if (shape != Shape::V)
            count += rows * cuts(ranks);
        if (shape != Shape::Linear && ranks > 1 && 2 * ranks <= layers)
            count += rows * cuts(2 * ranks);
    }
    return count;
}

void forAllPartitions(int layers, int devices, int mostReplicas, Recompute recompute, std::optional<Shape> shape,
                      const std::function<bool(const Partition&)>& visit) {
    Walk walk(layers, devices, mostReplicas, recompute, visit);
    if (shape != Shape::V && !walk.go(0))
        return;
    for (int ranks = 2; shape != Shape::Linear && ranks <= devices && 2 * ranks <= layers; ++ranks) {
        walk.beV(ranks);
        if (!walk.go(0))
            return;
    }
}

} // namespace lanewright
