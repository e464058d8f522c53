// SPDX-License-Identifier: Apache-2.0
#include "core/planner/device_row.h"

#include "core/base/counted_up.h"

#include <algorithm>
#include <limits>

namespace lanewright {

namespace {

/// A graph whose nodes are merged one into another.
class MinimumCutSearch {
public:
    MinimumCutSearch(int nodes, std::vector<double> weight)
        : m_nodes(static_cast<std::size_t>(nodes)), m_weight(std::move(weight)), m_merged(m_nodes),
          m_alive(countedUp(m_nodes)) {
        for (std::size_t node = 0; node < m_nodes; ++node)
            m_merged[node] = {static_cast<int>(node)};
    }

    std::vector<int> search() {
        while (m_alive.size() > 1)
            phase();
        std::ranges::sort(m_best);
        return m_best;
    }

private:
    double& at(std::size_t a, std::size_t b) { return m_weight[a * m_nodes + b]; }

    /// Puts the nodes into a row, next always the one most tightly tied to those that stand in it. The last one by
    /// itself is the least cut between the last two; these are then merged.
    void phase() {
        std::vector<double> tie(m_nodes, 0);
        std::vector<std::size_t> waiting = m_alive;
        std::size_t last = waiting.front();
        std::size_t before = last;
        double cut = 0;
        while (!waiting.empty()) {
            const auto next = std::ranges::max_element(waiting, {}, [&](std::size_t node) { return tie[node]; });
            before = last;
            last = *next;
            cut = tie[last];
            waiting.erase(next);
            for (const std::size_t node : waiting)
                tie[node] += at(last, node);
        }
        if (cut < m_least) {
            m_least = cut;
            m_best = m_merged[last];
        }
        merge(before, last);
    }

    void merge(std::size_t into, std::size_t from) {
        m_merged[into].insert(m_merged[into].end(), m_merged[from].begin(), m_merged[from].end());
        std::erase(m_alive, from);
        for (const std::size_t node : m_alive) {
            at(into, node) += at(from, node);
            at(node, into) = at(into, node);
        }
    }

    std::size_t m_nodes;
    std::vector<double> m_weight;
    std::vector<std::vector<int>> m_merged; ///< the first nodes that each stands for
    std::vector<std::size_t> m_alive;
    double m_least = std::numeric_limits<double>::infinity();
    std::vector<int> m_best = {};
};

void arrange(const Ways& ways, const std::vector<int>& devices, bool flip, bool flipped, std::vector<int>& row) {
    if (devices.size() < 2) {
        row.insert(row.end(), devices.begin(), devices.end());
        return;
    }
    const std::size_t count = devices.size();
    std::vector<double> weight(count * count);
    for (std::size_t a = 0; a < count; ++a)
        for (std::size_t b = 0; b < count; ++b)
            if (a != b)
                weight[a * count + b] = ways.between(devices[a], devices[b]).bandwidth;
    std::vector<int> sides[2];
    const std::vector<int> cut = minimumCut(static_cast<int>(count), std::move(weight));
    for (std::size_t at = 0; at < count; ++at)
        sides[std::ranges::binary_search(cut, static_cast<int>(at)) ? 1 : 0].push_back(devices[at]);
    if (sides[1].front() < sides[0].front())
        std::swap(sides[0], sides[1]);
    if (flip)
        std::swap(sides[0], sides[1]);
    for (const std::vector<int>& side : sides)
        arrange(ways, side, flip != flipped, flipped, row);
}

} // namespace

std::vector<int> minimumCut(int nodes, std::vector<double> weight) {
    return MinimumCutSearch(nodes, std::move(weight)).search();
}

std::vector<int> recursiveOrder(const Cluster& cluster, const Ways& ways, bool flipped) {
    std::vector<int> devices = countedUp(cluster.size());
    std::vector<int> row;
    row.reserve(devices.size());
    arrange(ways, devices, false, flipped, row);
    return row;
}

} // namespace lanewright
