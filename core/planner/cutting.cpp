// SPDX-License-Identifier: Apache-2.0
#include "core/planner/cutting.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace lanewright {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Sums over every run of layers.
class Runs {
public:
    Runs(const Pricing& pricing, bool recompute)
        : m_recompute(recompute), m_side(static_cast<std::size_t>(pricing.model().size()) + 1),
          m_fixed(m_side * m_side), m_activation(m_side * m_side), m_gradient(m_side * m_side) {
        const int layers = pricing.model().size();
        m_time.resize(pricing.cluster().kinds.size());
        for (std::size_t kind = 0; kind < m_time.size(); ++kind)
            fillTimes(pricing, static_cast<int>(kind));
        for (int first = 0; first < layers; ++first)
            for (int end = first + 1; end <= layers; ++end) {
                const Layer sum = pricing.sums(first, end);
                m_fixed[at(first, end)] = sum.fixed;
                m_activation[at(first, end)] = sum.activation;
                m_gradient[at(first, end)] = static_cast<double>(sum.gradient);
            }
    }

    std::size_t at(int first, int end) const { return static_cast<std::size_t>(first) * m_side + end; }
    const std::vector<double>& times(int kind) const { return m_time[kind]; }
    Bytes memory(std::size_t run, int replicas) const {
        return m_fixed[run] + (m_activation[run] + replicas - 1) / replicas;
    }
    double gradient(std::size_t run) const { return m_gradient[run]; }

private:
    void fillTimes(const Pricing& pricing, int kind) {
        std::vector<double>& times = m_time[kind];
        times.assign(m_side * m_side, kNever);
        for (int device = 0; device < pricing.cluster().size(); ++device)
            if (pricing.cluster().devices[device].kind == kind) {
                for (int first = 0; first < pricing.model().size(); ++first)
                    for (int end = first + 1; end <= pricing.model().size(); ++end)
                        times[at(first, end)] = pricing.times(first, end, std::span(&device, 1), m_recompute).all();
                return;
            }
    }

    bool m_recompute;
    std::size_t m_side;
    std::vector<std::vector<double>> m_time; ///< by kind, on one device
    std::vector<Bytes> m_fixed;
    std::vector<Bytes> m_activation;
    std::vector<double> m_gradient;
};

/// Devices that stand next to each other.
struct Group {
    std::span<const int> devices;
    int kind = -1; ///< the kind of all of them; −1: they are of several
    Bytes memory = 0;
    double narrowest = kNever; ///< bandwidth between two of them
};

class CutSearch {
public:
    CutSearch(const Pricing& pricing, std::span<const int> row, const CutLimits& limits,
              const std::function<bool()>& isOver)
        : m_pricing(pricing), m_runs(pricing, limits.recompute), m_row(row), m_limits(limits), m_isOver(isOver),
          m_layers(pricing.model().size()), m_devices(static_cast<int>(row.size())) {
        for (int count = 1; count <= std::min(limits.mostReplicas, m_devices); count *= 2)
            m_counts.push_back(count);
        // What is remembered of all numbers of parts stays within a gibibyte.
        constexpr std::size_t kMost = (std::size_t{1} << 30) / sizeof(CutBefore);
        const std::size_t each =
            (static_cast<std::size_t>(m_devices) + 1) * m_counts.size() * (static_cast<std::size_t>(m_layers) + 1);
        m_parts =
            std::min({limits.mostParts, m_layers, m_devices, static_cast<int>(std::max<std::size_t>(1, kMost / each))});
        m_groups.resize((static_cast<std::size_t>(m_devices) + 1) * m_counts.size());
        for (int end = 1; end <= m_devices; ++end)
            for (std::size_t count = 0; count < m_counts.size() && m_counts[count] <= end; ++count)
                groupAt(end, count) = groupOf(end, m_counts[count]);
    }

    std::vector<Partition> search() {
        std::vector<Partition> found;
        for (int parts = 1; parts <= m_parts && !isOver(); ++parts) {
            m_steps.emplace_back(states());
            m_before = std::exchange(m_slowest, std::vector<double>(states(), kNever));
            advance(parts);
            if (isOver())
                break; // the table of this number of parts is not whole
            if (std::optional<Partition> best = bestOf(parts))
                found.push_back(*std::move(best));
        }
        return found;
    }

private:
    /// The state before on the best way to a state.
    struct CutBefore {
        std::int16_t cut = -1;
        std::uint8_t count = 0;
    };

    bool isOver() const { return m_isOver && m_isOver(); }
    std::size_t states() const { return m_groups.size() * (static_cast<std::size_t>(m_layers) + 1); }
    std::size_t state(int end, std::size_t count, int layers) const {
        return (static_cast<std::size_t>(end) * m_counts.size() + count) * (m_layers + 1) + layers;
    }
    Group& groupAt(int end, std::size_t count) { return m_groups[end * m_counts.size() + count]; }

    Group groupOf(int end, int count) const {
        Group group{.devices = m_row.subspan(static_cast<std::size_t>(end - count), static_cast<std::size_t>(count))};
        const Cluster& cluster = m_pricing.cluster();
        group.kind = cluster.devices[group.devices.front()].kind;
        group.memory = cluster.kindOf(group.devices.front()).memory;
        for (const int device : group.devices) {
            if (cluster.devices[device].kind != group.kind)
                group.kind = -1;
            group.memory = std::min(group.memory, cluster.kindOf(device).memory);
            for (const int other : group.devices)
                if (other != device)
                    group.narrowest = std::min(group.narrowest, m_pricing.ways().between(device, other).bandwidth);
        }
        return group;
    }

    double timeOf(const Group& group, int first, int end) const {
        if (group.kind < 0)
            return m_pricing.times(first, end, group.devices, m_limits.recompute).all();
        return m_runs.times(group.kind)[m_runs.at(first, end)] / static_cast<double>(group.devices.size());
    }

    bool suits(const Group& group, int first, int end) const {
        const std::size_t run = m_runs.at(first, end);
        const int replicas = static_cast<int>(group.devices.size());
        if (m_runs.memory(run, replicas) > group.memory)
            return false;
        return replicas == 1 ||
               2.0 * (replicas - 1) / replicas * m_runs.gradient(run) / group.narrowest * 1e9 <= m_limits.mostAllReduce;
    }

    void advance(int parts) {
        for (int end = parts; end <= m_devices && !isOver(); ++end)
            for (std::size_t count = 0; count < m_counts.size() && m_counts[count] <= end; ++count) {
                if (parts == 1)
                    begin(end, count);
                else
                    for (std::size_t before = 0; before < m_counts.size(); ++before)
                        if (m_counts[count] + m_counts[before] <= end)
                            extend(end, count, before);
            }
    }

    /// The first part starts at the first device.
    void begin(int end, std::size_t count) {
        if (m_counts[count] != end)
            return;
        const Group& group = groupAt(end, count);
        for (int layers = 1; layers <= m_layers; ++layers)
            if (suits(group, 0, layers))
                reach(state(end, count, layers), timeOf(group, 0, layers), {0, 0});
    }

    void reach(std::size_t state, double slowest, const CutBefore& from) {
        m_slowest[state] = slowest;
        m_steps.back()[state] = from;
    }

    void extend(int end, std::size_t count, std::size_t before) {
        const Group& group = groupAt(end, count);
        const int joint = end - m_counts[count];
        const Group& sender = groupAt(joint, before);
        std::vector<double> channel(static_cast<std::size_t>(m_layers) + 1);
        for (int cut = 1; cut < m_layers; ++cut)
            channel[cut] = 2 * m_pricing.transfer(cut, sender.devices, group.devices);
        for (int layers = 2; layers <= m_layers; ++layers) {
            const std::size_t here = state(end, count, layers);
            for (int cut = layers - 1; cut >= 1; --cut) {
                const double time = timeOf(group, cut, layers);
                // With an earlier cut this part only gets longer.
                if (time >= m_slowest[here] || !suits(group, cut, layers))
                    break;
                const double slowest = std::max({time, channel[cut], m_before[state(joint, before, cut)]});
                if (slowest < m_slowest[here])
                    reach(here, slowest, {static_cast<std::int16_t>(cut), static_cast<std::uint8_t>(before)});
            }
        }
    }

    std::optional<Partition> bestOf(int parts) const {
        int end = 0;
        std::size_t count = 0;
        double slowest = kNever;
        for (int devices = 1; devices <= m_devices; ++devices)
            for (std::size_t each = 0; each < m_counts.size(); ++each)
                if (m_slowest[state(devices, each, m_layers)] < slowest) {
                    slowest = m_slowest[state(devices, each, m_layers)];
                    end = devices;
                    count = each;
                }
        if (end == 0)
            return {};
        Partition partition;
        int layers = m_layers;
        for (int part = parts; part > 0; --part) {
            const CutBefore& step = m_steps[part - 1][state(end, count, layers)];
            const std::span<const int> devices = m_row.subspan(static_cast<std::size_t>(end - m_counts[count]),
                                                               static_cast<std::size_t>(m_counts[count]));
            partition.push_back({step.cut, layers, {devices.begin(), devices.end()}, m_limits.recompute});
            end -= m_counts[count];
            layers = step.cut;
            count = step.count;
        }
        std::ranges::reverse(partition);
        return partition;
    }

    const Pricing& m_pricing;
    Runs m_runs;
    std::span<const int> m_row;
    const CutLimits& m_limits;
    const std::function<bool()>& m_isOver;
    int m_layers;
    int m_devices;
    int m_parts = 0;
    std::vector<int> m_counts = {};                   ///< how many devices a part may have
    std::vector<Group> m_groups = {};                 ///< by the place behind its last device, then count
    std::vector<std::vector<CutBefore>> m_steps = {}; ///< by parts, then state
    std::vector<double> m_slowest = {};               ///< by state, with the parts so far
    std::vector<double> m_before = {};                ///< with one part less
};

} // namespace

std::vector<Partition> bestCuts(const Pricing& pricing, std::span<const int> row, const CutLimits& limits,
                                const std::function<bool()>& isOver) {
    return CutSearch(pricing, row, limits, isOver).search();
}

Partition equalLayers(const LayeredModel& model, std::span<const int> row) {
    const int parts = std::min(model.size(), static_cast<int>(row.size()));
    Partition partition;
    partition.reserve(parts);
    for (int part = 0, first = 0; part < parts; ++part) {
        const int end = first + model.size() / parts + (part < model.size() % parts ? 1 : 0);
        partition.push_back({first, end, {row[part]}, model.recompute == Recompute::Always});
        first = end;
    }
    return partition;
}

} // namespace lanewright
