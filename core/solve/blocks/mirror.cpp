// SPDX-License-Identifier: Apache-2.0
#include "core/solve/blocks/mirror.h"

#include "core/base/switches.h"

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
    mirror.rank.assign(instance.ranks(), -1);
    for (const std::vector<int>& chunks : instance.onRank)
        mirror.place.emplace_back(chunks.size(), 0);
    for (int i = 0; i < static_cast<int>(instance.chunks.size()); ++i) {
        const Chunk& chunk = instance.chunks[i];
        const int twin = (chunk.direction ^ 1) * instance.stages + chunk.stage;
        const Chunk& other = instance.chunks[twin];
        int& rank = mirror.rank[chunk.rank];
        rank = rank < 0 ? other.rank : rank;
        const bool areAlike =
            movedTo(chunk, other) == other && instance.microbatchesOf(i) == instance.microbatchesOf(twin);
        if (!areAlike || rank != other.rank || instance.limit[chunk.rank] != instance.limit[rank] ||
            instance.onRank[chunk.rank].size() != instance.onRank[rank].size())
            return {};
        mirror.place[chunk.rank][places[i]] = places[twin];
    }
    for (int rank = 0; rank < instance.ranks(); ++rank)
        if (mirror.rank[rank] < 0)
            mirror.rank[rank] = rank;
    return mirror;
}

} // namespace lanewright
