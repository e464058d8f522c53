// SPDX-License-Identifier: Apache-2.0
#include "core/planner/fitting_cut.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <ranges>

namespace lanewright {

namespace {

constexpr double kClose = 1.001; ///< a time that is no longer than so many times the least

/// What parts take, or may take at most.
struct Room {
    double time = 0; ///< per microbatch
    Bytes memory = 0;

    friend Room operator-(const Room& all, const Room& taken) {
        return {all.time - taken.time, all.memory - taken.memory};
    }
    friend Room operator/(const Room& all, int parts) { return {all.time / parts, all.memory / parts}; }
};

/// The least that a part needs, and how far it reaches with what there is.
class Reach {
public:
    Reach(const Pricing& pricing, int held) : m_pricing(&pricing), m_held(held) {}

    int layers() const { return m_pricing->model().size(); }

    Room roomOf(int device, double most) const { return {most, m_pricing->cluster().kindOf(device).memory}; }

    Room needOf(int first, int end, int device) const {
        const Layer sum = m_pricing->sums(first, end);
        return {m_pricing->times(first, end, std::span(&device, 1)).all(), sum.fixed + m_held * sum.activation};
    }

    bool holds(int first, int end, int device, const Room& room) const {
        const Room need = needOf(first, end, device);
        return need.memory <= room.memory && need.time <= room.time;
    }

    /// The largest end up to `most` with which the part holds; `first` where not even a layer does.
    int lastFrom(int first, int most, int device, const Room& room) const {
        const auto ends = std::views::iota(first + 1, std::max(most, first) + 1);
        return *std::ranges::partition_point(ends, [&](int end) { return holds(first, end, device, room); }) - 1;
    }

    /// The smallest beginning, at least `least`.
    int firstTo(int least, int end, int device, const Room& room) const {
        const auto begins = std::views::iota(std::min(least, end), end);
        return *std::ranges::partition_point(begins, [&](int first) { return !holds(first, end, device, room); });
    }

    Part part(int first, int end, int device) const {
        return {first, end, {device}, m_pricing->model().recompute == Recompute::Always};
    }

private:
    const Pricing* m_pricing;
    int m_held; ///< microbatches
};

/// Cuts the layers within a time per microbatch, one device after the other.
class GreedyCut {
public:
    /// `parts`: of each device; they share its time and its memory equally.
    GreedyCut(const Reach& reach, double most, int parts)
        : m_reach(&reach), m_most(most), m_parts(parts), m_back(reach.layers()) {}

    /// Takes what the device can; nothing where it can't take a layer for each of its parts.
    void serve(int device) {
        const Room room = m_reach->roomOf(device, m_most) / m_parts;
        if (m_parts == 1) {
            if (const int end = m_reach->lastFrom(m_front, m_back, device, room); end > m_front) {
                m_down.push_back(m_reach->part(m_front, end, device));
                m_front = end;
            }
            return;
        }
        // On one rank it would be no V; the last has what is left, in two parts.
        const int leaves = m_down.empty() ? 2 : 0;
        const int end = m_reach->lastFrom(m_front, m_back - 1 - leaves, device, room);
        const int begin = m_reach->firstTo(end + leaves, m_back, device, room);
        if (end <= m_front || begin >= m_back)
            return;
        m_down.push_back(m_reach->part(m_front, end, device));
        m_up.push_back(m_reach->part(begin, m_back, device));
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
    const Reach* m_reach;
    double m_most;
    int m_parts;
    int m_front = 0; ///< the first layer that is left
    int m_back;      ///< one past the last
    Partition m_down = {};
    Partition m_up = {}; ///< a V's, the last part first
};

/// Deals the layers out round and round: each part takes its share of what the parts before have left to its device,
/// and a layer at least. The device of the last part keeps what the last layer needs, often a head.
class RoundCut {
public:
    RoundCut(const Reach& reach, double most, int ranks, int chunks)
        : m_reach(&reach), m_most(most), m_ranks(static_cast<std::size_t>(ranks)), m_chunks(chunks) {}

    /// Nothing where the layers do not end with the last part.
    Partition over(std::span<const int> row) {
        for (const int device : row) {
            m_rooms.push_back(m_reach->roomOf(device, m_most));
            if (!serve(device))
                m_rooms.pop_back(); // it is passed over
            if (m_rooms.size() == m_ranks)
                break;
        }
        while (m_rooms.size() == m_ranks && left() > 0 && serve(m_parts[m_parts.size() - m_ranks].devices.front())) {
        }
        const bool isWhole = left() == 0 && m_parts.back().end == m_reach->layers();
        return isWhole ? std::move(m_parts) : Partition{};
    }

private:
    int left() const { return static_cast<int>(m_ranks) * m_chunks - static_cast<int>(m_parts.size()); }

    /// False where the device can't take the next part.
    bool serve(int device) {
        const std::size_t rank = m_parts.size() % m_ranks;
        const int chunks = m_chunks - static_cast<int>(m_parts.size() / m_ranks); // that are to come
        const int layers = m_reach->layers();
        Room room = m_rooms[rank];
        Room share = room / chunks;
        if (rank + 1 == m_ranks && chunks > 1) {
            room = room - m_reach->needOf(layers - 1, layers, device);
            const Room others = room / (chunks - 1);
            share = {std::min(share.time, others.time), std::min(share.memory, others.memory)};
        }
        const int first = m_parts.empty() ? 0 : m_parts.back().end;
        const int end = std::max(m_reach->lastFrom(first, layers - (left() - 1), device, share),
                                 m_reach->lastFrom(first, first + 1, device, room));
        if (end == first)
            return false;
        m_rooms[rank] = m_rooms[rank] - m_reach->needOf(first, end, device);
        m_parts.push_back(m_reach->part(first, end, device));
        return true;
    }

    const Reach* m_reach;
    double m_most;
    std::size_t m_ranks;
    int m_chunks;
    std::vector<Room> m_rooms = {}; ///< by rank: what is left
    Partition m_parts = {};
};

Partition greedyCut(const Reach& reach, std::span<const int> row, int mostRanks, Shape shape, double most) {
    GreedyCut greedy(reach, most, shape == Shape::V ? 2 : 1);
    for (const int device : row) {
        if (greedy.isDone() || greedy.ranks() == mostRanks)
            break;
        greedy.serve(device);
    }
    return greedy.isDone() ? greedy.take() : Partition{};
}

/// The cut within the least time up to `most`, which becomes that time; none where there is none.
std::optional<Partition> quickestCut(const Pricing& pricing, Shape shape, double& most,
                                     const std::function<Partition(double)>& cutWithin) {
    const auto wantedWithin = [&](double time) {
        Partition partition = cutWithin(time);
        const bool isWanted = !partition.empty() && shapeOf(partition) == shape && pricing.fits(partition);
        return isWanted ? std::optional(std::move(partition)) : std::nullopt;
    };
    std::optional<Partition> best = wantedWithin(most);
    for (double least = 0; best && most > kClose * least && most > 1;) {
        const double middle = (least + most) / 2;
        if (std::optional<Partition> partition = wantedWithin(middle)) {
            best = std::move(partition);
            most = middle;
        } else {
            least = middle;
        }
    }
    return best;
}

} // namespace

std::optional<Partition> fittingCut(const Pricing& pricing, std::span<const int> row, int mostRanks, Shape shape,
                                    const FittingOptions& options) {
    const Reach reach(pricing, options.held);
    double most = 0; // with which any device may have all layers as one of its parts
    for (const int device : row)
        most = std::max(most, std::max(2, options.chunks) * reach.needOf(0, reach.layers(), device).time);
    if (shape != Shape::Loop)
        return quickestCut(pricing, shape, most,
                           [&](double time) { return greedyCut(reach, row, mostRanks, shape, time); });
    std::optional<Partition> best;
    const int mostOfLoop = std::min({mostRanks, static_cast<int>(row.size()), reach.layers() / options.chunks});
    for (int ranks = mostOfLoop; ranks >= 2; --ranks) {
        const auto cutWithin = [&](double time) { return RoundCut(reach, time, ranks, options.chunks).over(row); };
        // Fewer only where that is quicker: it happens where devices are unlike.
        double quicker = most / kClose;
        if (std::optional<Partition> cut = quickestCut(pricing, shape, quicker, cutWithin)) {
            best = std::move(cut);
            most = quicker;
        }
    }
    return best;
}

} // namespace lanewright
