// SPDX-License-Identifier: Apache-2.0
#include "core/planner/v_cutting.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace lanewright {

namespace {

constexpr int kHalvings = 24; ///< halvings of the range in which the slowest time lies

/// Sums over the layers from the first on, for one group of devices.
struct VGroup {
    std::vector<int> devices = {};
    Bytes memory = 0;
    std::vector<double> time = {0}; ///< before each layer, and at the end
    std::vector<Bytes> held = {0};

    double timeOf(int first, int end) const { return time[end] - time[first]; }
    Bytes heldBy(int first, int end) const { return held[end] - held[first]; }
};

VGroup groupOf(const Pricing& pricing, std::span<const int> devices, bool recompute) {
    VGroup group{.devices = {devices.begin(), devices.end()}, .memory = std::numeric_limits<Bytes>::max()};
    for (const int device : devices)
        group.memory = std::min(group.memory, pricing.cluster().kindOf(device).memory);
    for (int layer = 0; layer < pricing.model().size(); ++layer) {
        group.time.push_back(group.time.back() + pricing.times(layer, layer + 1, devices, recompute).all());
        const Layer sum = pricing.sums(layer, layer + 1);
        // What recomputes holds little between F and B.
        group.held.push_back(
            group.held.back() +
            (recompute ? sum.fixed : pricing.leastMemory(layer, layer + 1, static_cast<int>(devices.size()))));
    }
    return group;
}

/// Both arms of a V over the first so many groups of a row.
class VSearch {
public:
    VSearch(const Pricing& pricing, const std::vector<VGroup>& groups, const CutLimits& limits, int ranks)
        : m_pricing(pricing), m_groups(groups), m_limits(limits), m_layers(pricing.model().size()), m_ranks(ranks) {}

    std::optional<Partition> search() {
        double high = 0;
        for (int rank = 0; rank < m_ranks; ++rank)
            high = std::max(high, m_groups[rank].timeOf(0, m_layers));
        high = std::max(high, slowestChannel());
        double low = 0;
        std::optional<Partition> best = within(high);
        for (int step = 0; step < kHalvings && best; ++step) {
            const double middle = (low + high) / 2;
            std::optional<Partition> found = within(middle);
            (found ? high : low) = middle;
            if (found)
                best = std::move(found);
        }
        return best;
    }

private:
    /// The layers that are left: those before `first` are on the way down, those from `end` on, on the way up.
    struct LayersLeft {
        int end = -1;    ///< −1: not to be reached
        int before = -1; ///< `first` one rank earlier
    };

    double channelOf(int rank, int first, int end) const {
        const std::vector<int>& from = m_groups[rank].devices;
        const std::vector<int>& to = m_groups[static_cast<std::size_t>(rank) + 1].devices;
        return 2 * (m_pricing.transfer(first, from, to) + m_pricing.transfer(end, to, from));
    }

    double slowestChannel() const {
        double slowest = 0;
        for (int rank = 0; rank + 1 < m_ranks; ++rank)
            for (int cut = 1; cut < m_layers; ++cut)
                slowest = std::max(slowest, channelOf(rank, cut, cut));
        return slowest;
    }

    /// A partition in which nothing takes longer than `slowest`.
    std::optional<Partition> within(double slowest) {
        m_states.assign(static_cast<std::size_t>(m_ranks) + 1,
                        std::vector<LayersLeft>(static_cast<std::size_t>(m_layers) + 1));
        m_states[0][0].end = m_layers;
        for (int rank = 0; rank < m_ranks; ++rank)
            for (int first = rank; first <= m_layers; ++first)
                if (m_states[rank][first].end >= 0)
                    extend(rank, first, slowest);
        for (int middle = m_ranks; middle <= m_layers; ++middle)
            if (m_states.back()[middle].end == middle)
                return partitionFrom(middle);
        return {};
    }

    /// Gives the rank layers from `first` on, and as many from the other end as it has time and memory for.
    void extend(int rank, int first, double slowest) {
        const VGroup& group = m_groups[rank];
        std::vector<LayersLeft>& reached = m_states[static_cast<std::size_t>(rank) + 1];
        const int last = m_states[rank][first].end;
        const int after = 2 * (m_ranks - rank - 1); // layers that those to come need at least
        int end = first + 1 + after;
        for (int next = first + 1; next + after < last; ++next) {
            end = std::max(end, next + after);
            while (end < last && (group.timeOf(first, next) + group.timeOf(end, last) > slowest ||
                                  group.heldBy(first, next) + group.heldBy(end, last) > group.memory))
                ++end;
            if (end == last)
                return; // with more on the way down there is less room for the way up
            const int taken = sendable(rank, next, end, last, slowest);
            LayersLeft& state = reached[next];
            if (rank + 1 == m_ranks ? taken == next : taken < last && (state.end < 0 || taken < state.end))
                state = {taken, first};
        }
    }

    /// The first end of those from `end` on whose channels are quick enough; `last`: none.
    int sendable(int rank, int next, int end, int last, double slowest) const {
        while (rank + 1 < m_ranks && end < last && channelOf(rank, next, end) > slowest)
            ++end;
        return end;
    }

    Partition partitionFrom(int middle) const {
        Partition down;
        Partition up;
        int first = middle;
        int end = middle;
        for (int rank = m_ranks; rank > 0; --rank) {
            const LayersLeft& state = m_states[rank][first];
            const int last = m_states[static_cast<std::size_t>(rank) - 1][state.before].end;
            const std::vector<int>& devices = m_groups[static_cast<std::size_t>(rank) - 1].devices;
            down.push_back({state.before, first, devices, m_limits.recompute});
            up.push_back({end, last, devices, m_limits.recompute});
            first = state.before;
            end = last;
        }
        std::ranges::reverse(down);
        down.insert(down.end(), up.begin(), up.end());
        return down;
    }

    const Pricing& m_pricing;
    const std::vector<VGroup>& m_groups;
    const CutLimits& m_limits;
    int m_layers;
    int m_ranks;
    std::vector<std::vector<LayersLeft>> m_states = {}; ///< by ranks that are done, then `first`
};

} // namespace

std::vector<Partition> bestVCuts(const Pricing& pricing, std::span<const int> row, const CutLimits& limits,
                                 const std::function<bool()>& isOver) {
    const auto each = static_cast<std::size_t>(limits.mostReplicas);
    std::vector<VGroup> groups;
    for (std::size_t at = 0; at + each <= row.size(); at += each)
        groups.push_back(groupOf(pricing, row.subspan(at, each), limits.recompute));
    const int most = std::min({static_cast<int>(groups.size()), pricing.model().size() / 2, limits.mostParts});
    std::vector<Partition> found;
    for (int ranks = 2; ranks <= most && !(isOver && isOver()); ++ranks)
        if (std::optional<Partition> best = VSearch(pricing, groups, limits, ranks).search())
            found.push_back(*std::move(best));
    return found;
}

} // namespace lanewright
