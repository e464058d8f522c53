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

/// Per rank.
std::vector<Largest> largestOn(const Instance& instance) {
    std::vector<Largest> largest(instance.ranks());
    for (const Chunk& chunk : instance.chunks) {
        Largest& own = largest[chunk.rank];
        own.forward = std::max(own.forward, chunk.forwardMemory);
        own.weight = std::max(own.weight, -chunk.weightMemory);
        own.recompute = std::max(own.recompute, chunk.recomputeMemory);
    }
    return largest;
}

/// From the most room that a rank has to the least.
std::vector<Room> roomsOf(const Instance& instance, const std::vector<Largest>& largest) {
    int most = 1;
    for (int rank = 0; rank < instance.ranks(); ++rank) {
        const Bytes all = static_cast<Bytes>(instance.microbatches[0]) * std::ssize(instance.onRank[rank]);
        const Bytes each = largest[rank].forward;
        most = std::max(most, static_cast<int>(each > 0 ? std::min(all, instance.limit[rank] / each) : all));
    }
    std::vector<Room> rooms;
    for (int forwards = most; forwards >= static_cast<int>(instance.onRank[0].size()); --forwards)
        for (int weights = kMostWeights; weights >= 0; --weights)
            rooms.push_back({forwards, weights});
    const auto bytes = [&](const Room& room) {
        return room.forwards * largest[0].forward + room.weights * largest[0].weight;
    };
    std::ranges::stable_sort(rooms, std::greater<>{}, bytes);
    return rooms;
}

/// The least limits with that room, or those of the instance where they are less.
std::vector<Bytes> limitsOf(const Instance& instance, const std::vector<Largest>& largest, const Room& room) {
    std::vector<Bytes> limits = instance.limit;
    for (int rank = 0; rank < instance.ranks(); ++rank) {
        const auto& [forward, weight, recompute] = largest[rank];
        limits[rank] = std::min(limits[rank], room.forwards * forward + room.weights * weight + recompute);
    }
    return limits;
}

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

std::vector<Bytes> roomFor(const Instance& instance, int microbatches) {
    std::vector<Bytes> room(instance.ranks());
    for (int rank = 0; rank < instance.ranks(); ++rank) {
        Bytes recompute = 0;
        for (const int chunk : instance.onRank[rank]) {
            room[rank] += microbatches * instance.chunks[chunk].forwardMemory;
            recompute = std::max(recompute, instance.chunks[chunk].recomputeMemory);
        }
        room[rank] += recompute;
    }
    return room;
}

Plan withRoomFor(const Plan& problem, int microbatches) {
    Plan plan = problem;
    const std::vector<Bytes> room = roomFor(instanceOf(problem), microbatches);
    plan.memory.limit.assign(room.begin(), room.end());
    return plan;
}

void tryLowerLimits(const Plan& problem, OrderSearch& search, const LessSearch& less) {
    const std::vector<Largest> largest = largestOn(search.instance());
    Instance within = search.instance();
    std::int64_t placed = 0;
    for (const Room& room : roomsOf(search.instance(), largest)) {
        if (search.isDone() || placed >= less.budget)
            return;
        std::vector<Bytes> limits = limitsOf(search.instance(), largest, room);
        if (limits == within.limit)
            continue;
        within.limit = std::move(limits);
        if (!search.isBeatable(leastWithin(problem, search.objective(), within.limit)))
            return;
        const std::int64_t byRounds = less.offerRounds(within, search);
        placed += byRounds + search.offerLists(within, less.rules, less.mostRules, less.budget - byRounds);
    }
}

} // namespace lanewright
