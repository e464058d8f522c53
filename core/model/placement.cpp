// SPDX-License-Identifier: Apache-2.0
#include "core/model/placement.h"

#include <map>

namespace lanewright {

Placement linear(int ranks) { return looped(ranks, ranks); }

Placement looped(int ranks, int stages) {
    Placement placement{.ranks = ranks, .directions = {{}}};
    for (int stage = 0; stage < stages; ++stage)
        placement.directions[0].push_back(stage % ranks);
    return placement;
}

Placement zigzag(int ranks, int stages) {
    Placement placement = looped(ranks, stages);
    for (int stage = 0; stage < stages; ++stage)
        if (stage / ranks % 2 == 1)
            placement.directions[0][stage] = ranks - 1 - stage % ranks;
    return placement;
}

Placement twoWays(int ranks) {
    Placement placement = linear(ranks);
    placement.directions.push_back({placement.directions[0].rbegin(), placement.directions[0].rend()});
    return placement;
}

std::vector<StageCopy> copiesOn(const Placement& placement, int rank) {
    std::vector<StageCopy> copies;
    for (int direction = 0; direction < static_cast<int>(placement.directions.size()); ++direction)
        for (int stage = 0; stage < placement.stages(); ++stage)
            if (placement.rankOf(direction, stage) == rank)
                copies.push_back({direction, stage});
    return copies;
}

std::vector<std::vector<int>> chunksOf(const Placement& placement) {
    std::map<int, int> copies;
    std::vector<std::vector<int>> chunks = placement.directions;
    for (std::vector<int>& direction : chunks)
        for (int& rank : direction)
            rank = copies[rank]++;
    return chunks;
}

int chunkOf(const Placement& placement, int direction, int stage) { return chunksOf(placement)[direction][stage]; }

} // namespace lanewright
