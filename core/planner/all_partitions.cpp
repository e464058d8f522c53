// SPDX-License-Identifier: Apache-2.0
#include "core/planner/all_partitions.h"

#include <algorithm>
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

    /// Makes it walk over the partitions of a V or a loop of so many ranks alone.
    void beShaped(Shape shape, int ranks, int parts, bool emptyStages) {
        m_shape = shape;
        m_emptyStages = emptyStages;
        m_ranks = static_cast<std::size_t>(ranks);
        m_parts = static_cast<std::size_t>(parts);
    }

    /// Adds parts that begin with layer `first`. Returns false when no more are wanted.
    bool go(int first) {
        const bool isFull = m_parts > 0 && m_partition.size() == m_parts;
        if (first == m_layers && (m_parts == 0 || isFull))
            return (*m_visit)(m_partition);
        if (isFull || first == m_layers)
            return true; // the last part has a layer
        const bool mayBeEmpty = m_emptyStages && !m_partition.empty() && m_partition.size() + 1 < m_parts;
        for (int end = first + (mayBeEmpty ? 0 : 1); end <= m_layers; ++end)
            for (const bool recompute : {false, true})
                if (may(recompute) && !addPart({first, end, {}, recompute}))
                    return false;
        return true;
    }

private:
    bool may(bool recompute) const {
        return m_recompute == Recompute::Choose || recompute == (m_recompute == Recompute::Always);
    }

    /// Adds a part on all devices it may have, and all that follows. Behind the first of each rank there is no choice.
    bool addPart(Part part) {
        const std::size_t at = m_partition.size();
        const bool isAgain = m_parts > 0 && at >= m_ranks;
        if (isAgain)
            part.devices = m_partition[m_shape == Shape::V ? m_parts - 1 - at : at - m_ranks].devices;
        m_partition.push_back(std::move(part));
        bool wanted = !isAgain || go(m_partition.back().end);
        for (int group = 1; !isAgain && wanted && group <= m_mostReplicas; group *= 2)
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
    Shape m_shape = Shape::Linear;
    std::size_t m_ranks = 0;
    std::size_t m_parts = 0; ///< where it is a V or a loop; else 0
    bool m_emptyStages = false;
    std::vector<bool> m_used;
    Partition m_partition = {};
    const std::function<bool(const Partition&)>* m_visit;
};

} // namespace

double countPartitions(int layers, int devices, int mostReplicas, Recompute recompute, std::optional<Shape> shape,
                       std::optional<int> chunks, bool emptyStages) {
    constexpr double kMany = 1e9;
    const auto cuts = [&](int parts, bool empty = false) {
        return choose(empty ? layers + parts - 3 : layers - 1, parts - 1) *
               (recompute == Recompute::Choose ? std::exp2(parts) : 1);
    };
    const auto wants = [shape](Shape each) { return shape.value_or(each) == each; };
    double count = 0;
    for (int ranks = 1; ranks <= layers && ranks <= devices && count < kMany; ++ranks) {
        const double rows = countRows(ranks, devices, mostReplicas);
        if (wants(Shape::Linear))
            count += rows * cuts(ranks);
        if (wants(Shape::V) && ranks > 1 && 2 * ranks <= layers)
            count += rows * cuts(2 * ranks);
        for (int each = chunks.value_or(2); wants(Shape::Loop) && ranks > 1 && each * ranks <= layers; ++each)
            if (each == chunks.value_or(each))
                count += rows * cuts(each * ranks, emptyStages);
    }
    return count;
}

void forAllPartitions(int layers, int devices, int mostReplicas, Recompute recompute, std::optional<Shape> shape,
                      const std::function<bool(const Partition&)>& visit, std::optional<int> chunks, bool emptyStages) {
    Walk walk(layers, devices, mostReplicas, recompute, visit);
    const auto wants = [shape](Shape each) { return shape.value_or(each) == each; };
    if (wants(Shape::Linear) && !walk.go(0))
        return;
    for (const Shape each : {Shape::V, Shape::Loop})
        for (int ranks = 2; wants(each) && ranks <= devices; ++ranks)
            for (int parts = 2 * ranks; parts <= (each == Shape::V ? std::min(layers, 2 * ranks) : layers);
                 parts += ranks) {
                if (each == Shape::Loop && parts != chunks.value_or(parts / ranks) * ranks)
                    continue;
                walk.beShaped(each, ranks, parts, emptyStages && each == Shape::Loop);
                if (!walk.go(0))
                    return;
            }
}

} // namespace lanewright
