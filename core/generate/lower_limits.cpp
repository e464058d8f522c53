// SPDX-License-Identifier: Apache-2.0
#include "core/generate/lower_limits.h"

#include "core/bounds/bounds.h"

#include <algorithm>
#include <utility>

namespace lanewright {

namespace {

constexpr int kMostWeights = 2; ///< W waiting beside the activations in flight

/// What the rank's chunks take at most, each number by itself.
struct Largest {
    Bytes forward = 0;
    Bytes weight = 0;
    Bytes recompute = 0;
};

/// So many activations of chunks in flight and so many W waiting, on every rank.
struct Room {
    int forwards = 0;
    int weights = 0;
};

class LowerLimits {
public:
    explicit LowerLimits(const Instance& instance) : m_instance(instance), m_largest(instance.ranks()) {
        for (const Chunk& chunk : instance.chunks) {
            Largest& own = m_largest[chunk.rank];
            own.forward = std::max(own.forward, chunk.forwardMemory);
            own.weight = std::max(own.weight, -chunk.weightMemory);
            own.recompute = std::max(own.recompute, chunk.recomputeMemory);
        }
    }

    /// From the most room to the least.
    std::vector<Room> rooms() const {
        const int chunks = static_cast<int>(m_instance.onRank[0].size());
        int most = 1;
        for (int rank = 0; rank < m_instance.ranks(); ++rank)
            most = std::max(most, forwardsOn(rank));
        std::vector<Room> rooms;
        for (int forwards = most; forwards >= chunks; --forwards)
            for (int weights = kMostWeights; weights >= 0; --weights)
                rooms.push_back({forwards, weights});
        const auto bytes = [&](const Room& room) {
            return room.forwards * m_largest[0].forward + room.weights * m_largest[0].weight;
        };
        std::ranges::stable_sort(rooms, std::greater<>{}, bytes);
        return rooms;
    }

    /// The least limits with that room, or our own where they are less.
    std::vector<Bytes> limitsOf(const Room& room) const {
        std::vector<Bytes> limits = m_instance.limit;
        for (int rank = 0; rank < m_instance.ranks(); ++rank) {
            const Largest& own = m_largest[rank];
            limits[rank] =
                std::min(limits[rank], room.forwards * own.forward + room.weights * own.weight + own.recompute);
        }
        return limits;
    }

private:
    int forwardsOn(int rank) const {
        const Bytes each = m_largest[rank].forward;
        const Bytes most =
            static_cast<Bytes>(m_instance.microbatches[0]) * static_cast<Bytes>(m_instance.onRank[rank].size());
        return static_cast<int>(each > 0 ? std::min(most, m_instance.limit[rank] / each) : most);
    }

    const Instance& m_instance;
    std::vector<Largest> m_largest;
};

} // namespace

Fraction leastWithin(const Plan& problem, Objective objective, const std::vector<Bytes>& limits) {
    Plan within = problem;
    within.schedule.order.clear();
    within.memory.limit.assign(limits.size(), std::nullopt);
    for (std::size_t rank = 0; rank < limits.size(); ++rank)
        if (limits[rank] < Instance::kNoLimit)
            within.memory.limit[rank] = limits[rank];
    return lowerBounds(within, objective, BoundEffort::Instant).front().value;
}

void tryLowerLimits(const Plan& problem, Objective objective, const OrderSearch& search, std::int64_t budget,
                    const std::function<std::int64_t(const Instance&)>& tryWithin) {
    const LowerLimits lower(search.instance());
    Instance less = search.instance();
    std::int64_t placed = 0;
    for (const Room& room : lower.rooms()) {
        if (search.isDone() || placed >= budget)
            return;
        std::vector<Bytes> limits = lower.limitsOf(room);
        if (limits == less.limit)
            continue;
        less.limit = std::move(limits);
        if (!search.isBeatable(leastWithin(problem, objective, less.limit)))
            return;
        placed += tryWithin(less);
    }
}

} // namespace lanewright
