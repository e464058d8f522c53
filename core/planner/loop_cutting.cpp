// SPDX-License-Identifier: Apache-2.0
#include "core/planner/loop_cutting.h"

#include <algorithm>
#include <compare>
#include <utility>

namespace lanewright {

namespace {

/// Devices that share the parts of a rank, with sums over the layers from the first on.
struct LoopGroup {
    std::vector<int> devices = {};
    Bytes memory = std::numeric_limits<Bytes>::max();
    std::vector<double> time = {0}; ///< before each layer, and at the end
    std::vector<Bytes> held = {0};
};

LoopGroup loopGroupOf(const Pricing& pricing, std::span<const int> devices, bool recompute) {
    const int layers = pricing.model().size();
    LoopGroup group{.devices = {devices.begin(), devices.end()}};
    for (const int device : devices)
        group.memory = std::min(group.memory, pricing.cluster().kindOf(device).memory);
    group.time.reserve(static_cast<std::size_t>(layers) + 1);
    group.held.reserve(static_cast<std::size_t>(layers) + 1);
    for (int layer = 0; layer < layers; ++layer) {
        group.time.push_back(group.time.back() + pricing.times(layer, layer + 1, devices, recompute).all());
        // What recomputes holds little between F and B.
        group.held.push_back(group.held.back() +
                             (recompute ? pricing.sums(layer, layer + 1).fixed
                                        : pricing.leastMemory(layer, layer + 1, static_cast<int>(devices.size()))));
    }
    return group;
}

/// What is made small: the first that differs decides.
struct LoopWorth {
    Bytes over = 0; ///< memory that devices have too little
    double slowest = 0;
    double uneven = 0;      ///< squares of what devices take
    double unevenParts = 0; ///< squares of what parts take

    friend std::partial_ordering operator<=>(const LoopWorth&, const LoopWorth&) = default;
};

/// The cuts of a loop over the first so many groups of a row.
class LoopSearch {
public:
    LoopSearch(const std::vector<LoopGroup>& groups, int layers, int ranks, int chunks, bool emptyStages)
        : m_groups(groups), m_ranks(ranks), m_parts(ranks * chunks), m_layers(layers), m_emptyStages(emptyStages) {
        dealOut();
    }

    Partition search(bool recompute) {
        m_worth = worth();
        for (int steps = 4 * m_parts; steps > 0 && improve(); --steps) {
        }
        Partition partition;
        partition.reserve(static_cast<std::size_t>(m_parts));
        for (int part = 0; part < m_parts; ++part)
            partition.push_back({m_cuts[part], m_cuts[part + 1], groupOf(part).devices, recompute});
        return partition;
    }

private:
    static constexpr int kFewParts = 16;

    const LoopGroup& groupOf(int part) const { return m_groups[part % m_ranks]; }
    double timeOf(int part) const { return groupOf(part).time[m_cuts[part + 1]] - groupOf(part).time[m_cuts[part]]; }
    Bytes heldBy(int part) const { return groupOf(part).held[m_cuts[part + 1]] - groupOf(part).held[m_cuts[part]]; }

    /// How few layers a part may have.
    int leastOf(int part) const { return m_emptyStages && part > 0 && part + 1 < m_parts ? 0 : 1; }

    /// By the speeds of the devices, a layer for each part at least.
    void dealOut() {
        double all = 0;
        for (int part = 0; part < m_parts; ++part)
            all += speedOf(part);
        double share = 0;
        m_cuts = {0};
        m_cuts.reserve(static_cast<std::size_t>(m_parts) + 1);
        for (int part = 0; part < m_parts; ++part) {
            share += speedOf(part) / all;
            const std::vector<double>& time = groupOf(part).time;
            const auto place = std::ranges::lower_bound(time, share * time.back()) - time.begin();
            m_cuts.push_back(std::clamp(static_cast<int>(place), m_cuts.back() + 1, m_layers - (m_parts - part - 1)));
        }
        m_cuts.back() = m_layers;
    }
    double speedOf(int part) const { return 1 / std::max(groupOf(part).time.back(), 1e-9); }

    LoopWorth worth() {
        m_time.assign(static_cast<std::size_t>(m_ranks), 0);
        m_held.assign(static_cast<std::size_t>(m_ranks), 0);
        LoopWorth worth;
        for (int part = 0; part < m_parts; ++part) {
            const double time = timeOf(part);
            m_time[part % m_ranks] += time;
            m_held[part % m_ranks] += heldBy(part);
            worth.unevenParts += time * time;
        }
        for (int rank = 0; rank < m_ranks; ++rank) {
            worth.over += std::max<Bytes>(0, m_held[rank] - m_groups[rank].memory);
            worth.slowest = std::max(worth.slowest, m_time[rank]);
            worth.uneven += m_time[rank] * m_time[rank];
        }
        return worth;
    }

    /// The rank that gives a layer up: one with too little memory, else the slowest.
    int giver() {
        worth();
        for (int rank = 0; rank < m_ranks; ++rank)
            if (m_held[rank] > m_groups[rank].memory)
                return rank;
        return static_cast<int>(std::ranges::max_element(m_time) - m_time.begin());
    }

    /// Makes the best step that there is; false: none is better than what there is.
    bool improve() {
        std::pair<int, int> step{-1, -1};
        LoopWorth best = m_worth;
        // Where parts are few, all are tried: what is between moves on, too.
        const bool areFew = m_parts <= kFewParts;
        for (int from = areFew ? 0 : giver(); from < m_parts; from += areFew ? 1 : m_ranks)
            for (int to = 0; to < m_parts && m_cuts[from + 1] - m_cuts[from] > leastOf(from); ++to) {
                move(from, to);
                if (const LoopWorth worth = this->worth(); worth < best) {
                    best = worth;
                    step = {from, to};
                }
                move(to, from);
            }
        if (step.first < 0)
            return false;
        move(step.first, step.second);
        m_worth = best;
        return true;
    }

    /// One part gets a layer less, the other one more.
    void move(int from, int to) {
        for (int part = from; part < to; ++part)
            --m_cuts[part + 1];
        for (int part = to; part < from; ++part)
            ++m_cuts[part + 1];
    }

    const std::vector<LoopGroup>& m_groups;
    int m_ranks;
    int m_parts;
    int m_layers;
    bool m_emptyStages;
    std::vector<int> m_cuts = {}; ///< in front of each part, and behind the last
    LoopWorth m_worth = {};
    std::vector<double> m_time = {}; ///< by rank
    std::vector<Bytes> m_held = {};
};

} // namespace

std::vector<Partition> bestLoopCuts(const Pricing& pricing, std::span<const int> row, const CutLimits& limits,
                                    std::optional<int> chunks, const std::function<bool()>& isOver) {
    const auto each = static_cast<std::size_t>(limits.mostReplicas);
    const int layers = pricing.model().size();
    std::vector<LoopGroup> groups;
    groups.reserve(row.size() / each);
    for (std::size_t at = 0; at + each <= row.size(); at += each)
        groups.push_back(loopGroupOf(pricing, row.subspan(at, each), limits.recompute));
    const int most = std::min({static_cast<int>(groups.size()), layers / 2, limits.mostParts});
    std::vector<Partition> found;
    for (int count = chunks.value_or(2); count <= chunks.value_or(layers / 2); ++count)
        for (int ranks = 2; ranks <= most && ranks * count <= layers; ++ranks) {
            if (isOver && isOver())
                return found;
            found.push_back(LoopSearch(groups, layers, ranks, count, limits.emptyStages).search(limits.recompute));
        }
    return found;
}

} // namespace lanewright
