// SPDX-License-Identifier: Apache-2.0
#include "core/planner/fitting_cut.h"

#include <algorithm>
#include <iterator>
#include <ranges>

namespace lanewright {

namespace {

/// Cuts the layers within a time per microbatch, one device after the other.
class GreedyCut {
public:
    /// `parts`: of each device; they share its time and its memory equally.
    GreedyCut(const Pricing& pricing, double most, int parts, int held)
        : m_pricing(&pricing), m_most(most / parts), m_parts(parts), m_held(held), m_back(pricing.model().size()) {}

    /// Takes what the device can; nothing where it can't take a layer for each of its parts.
    void serve(int device) {
        if (m_parts == 1) {
            if (const int end = lastFrom(m_front, m_back, device); end > m_front) {
                add(m_down, m_front, end, device);
                m_front = end;
            }
            return;
        }
        // On one rank it would be no V; the last has what is left, in two parts.
        const int leaves = m_down.empty() ? 2 : 0;
        const int end = lastFrom(m_front, m_back - 1 - leaves, device);
        const int begin = firstTo(end + leaves, m_back, device);
        if (end <= m_front || begin >= m_back)
            return;
        add(m_down, m_front, end, device);
        add(m_up, begin, m_back, device);
        m_front = end;
        m_back = begin;
    }

    bool isDone() const { return m_front == m_back; }
    int ranks() const { return static_cast<int>(m_down.size()); }

    Partition take() {
        std::ranges::copy(m_up | std::views::reverse, std::back_inserter(m_down));
        return std::move(m_down);
    }

private:
    bool holds(int first, int end, int device) const {
        const int devices[] = {device};
        const Bytes memory = m_pricing->cluster().kindOf(device).memory / m_parts;
        const Layer sum = m_pricing->sums(first, end);
        return sum.fixed + m_held * sum.activation <= memory && m_pricing->times(first, end, devices).all() <= m_most;
    }

    /// The largest end up to `most` with which the part holds.
    int lastFrom(int first, int most, int device) const {
        const auto ends = std::views::iota(first + 1, std::max(most, first) + 1);
        return *std::ranges::partition_point(ends, [&](int end) { return holds(first, end, device); }) - 1;
    }

    /// The smallest beginning, at least `least`.
    int firstTo(int least, int end, int device) const {
        const auto begins = std::views::iota(std::min(least, end), end);
        return *std::ranges::partition_point(begins, [&](int first) { return !holds(first, end, device); });
    }

    void add(Partition& parts, int first, int end, int device) const {
        parts.push_back({first, end, {device}, m_pricing->model().recompute == Recompute::Always});
    }

    const Pricing* m_pricing;
    double m_most;
    int m_parts;
    int m_held;      ///< microbatches
    int m_front = 0; ///< the first layer that is left
    int m_back;      ///< one past the last
    Partition m_down = {};
    Partition m_up = {}; ///< a V's, the last part first
};

std::optional<Partition> greedyCut(const Pricing& pricing, std::span<const int> row, int mostRanks, Shape shape,
                                   int held, double most) {
    GreedyCut greedy(pricing, most, shape == Shape::V ? 2 : 1, held);
    for (const int device : row) {
        if (greedy.isDone() || greedy.ranks() == mostRanks)
            break;
        greedy.serve(device);
    }
    if (!greedy.isDone())
        return {};
    Partition partition = greedy.take();
    const bool isWanted = shapeOf(partition) == shape && pricing.fits(partition);
    return isWanted ? std::optional(std::move(partition)) : std::nullopt;
}

} // namespace

std::optional<Partition> fittingCut(const Pricing& pricing, std::span<const int> row, int mostRanks, Shape shape,
                                    int held) {
    constexpr double kClose = 1.001; // times the least time
    double most = 0;
    for (const int device : row)
        most = std::max(most, 2 * pricing.times(0, pricing.model().size(), std::span(&device, 1)).all());
    std::optional<Partition> best = greedyCut(pricing, row, mostRanks, shape, held, most);
    if (!best)
        return {};
    for (double least = 0; most > kClose * least && most > 1;) {
        const double middle = (least + most) / 2;
        if (std::optional<Partition> partition = greedyCut(pricing, row, mostRanks, shape, held, middle)) {
            best = std::move(partition);
            most = middle;
        } else {
            least = middle;
        }
    }
    return best;
}

} // namespace lanewright
