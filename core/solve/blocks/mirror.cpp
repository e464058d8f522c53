// SPDX-License-Identifier: Apache-2.0
#include "core/solve/blocks/mirror.h"

#include "core/base/switches.h"

#include <cstddef>

namespace lanewright {

namespace {

/// The chunk with the direction and the rank of another.
Chunk movedTo(Chunk chunk, const Chunk& other) {
    chunk.direction = other.direction;
    chunk.rank = other.rank;
    return chunk;
}

} // namespace

std::optional<Mirror> mirrorOf(const Instance& instance) {
    if (isOff("mirror"))
        return {};
    if (instance.microbatches.size() % 2 != 0 || instance.apart || !instance.each.empty() || !instance.kept.empty())
        return {};
    const std::vector<int> places = instance.places();
    Mirror mirror;
    mirror.rank.assign(static_cast<std::size_t>(instance.ranks()), -1);
    for (const std::vector<int>& chunks : instance.onRank)
        mirror.place.emplace_back(chunks.size(), 0);
    for (std::size_t i = 0; i < instance.chunks.size(); ++i) {
        const Chunk& chunk = instance.chunks[i];
        const int twin = (chunk.direction ^ 1) * instance.stages + chunk.stage;
        const Chunk& other = instance.chunks[static_cast<std::size_t>(twin)];
        const auto from = static_cast<std::size_t>(chunk.rank);
        const auto to = static_cast<std::size_t>(other.rank);
        if (mirror.rank[from] < 0) {
            mirror.rank[from] = other.rank;
            if (instance.limit[from] != instance.limit[to] ||
                instance.onRank[from].size() != instance.onRank[to].size())
                return {};
        }
        if (mirror.rank[from] != other.rank || movedTo(chunk, other) != other ||
            instance.microbatchesOf(static_cast<int>(i)) != instance.microbatchesOf(twin))
            return {};
        mirror.place[from][static_cast<std::size_t>(places[i])] = places[static_cast<std::size_t>(twin)];
    }
    for (std::size_t rank = 0; rank < mirror.rank.size(); ++rank)
        if (mirror.rank[rank] < 0)
            mirror.rank[rank] = static_cast<int>(rank);
    return mirror;
}

} // namespace lanewright
