// SPDX-License-Identifier: Apache-2.0
#include "core/plan/all_partitions.h"

#include <cmath>
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

    /// Adds parts that begin with layer `first`. Returns false when no more are wanted.
    bool go(int first) {
        if (first == m_layers)
            return (*m_visit)(m_partition);
        for (int end = first + 1; end <= m_layers; ++end)
            for (int group = 1; group <= m_mostReplicas; group *= 2) {
                for (const bool recompute : {false, true}) {
                    if (!may(recompute))
                        continue;
                    m_partition.push_back({first, end, {}, recompute});
                    const bool wanted = fill(group, 0);
                    m_partition.pop_back();
                    if (!wanted)
                        return false;
                }
            }
        return true;
    }

private:
    bool may(bool recompute) const {
        return m_recompute == Recompute::Choose || recompute == (m_recompute == Recompute::Always);
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
    std::vector<bool> m_used;
    Partition m_partition = {};
    const std::function<bool(const Partition&)>* m_visit;
};

} // namespace

double countPartitions(int layers, int devices, int mostReplicas, Recompute recompute) {
    constexpr double kMany = 1e9;
    double count = 0;
    for (int parts = 1; parts <= layers && parts <= devices && count < kMany; ++parts)
        count += choose(layers - 1, parts - 1) * countRows(parts, devices, mostReplicas) *
                 (recompute == Recompute::Choose ? std::exp2(parts) : 1);
    return count;
}

void forAllPartitions(int layers, int devices, int mostReplicas, Recompute recompute,
                      const std::function<bool(const Partition&)>& visit) {
    Walk(layers, devices, mostReplicas, recompute, visit).go(0);
}

} // namespace lanewright
