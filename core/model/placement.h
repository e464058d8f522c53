// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace lanewright {

/// Which rank hosts which stage.
///
/// `directions[d][stage]` is the rank of the stage's copy on path `d`. One direction normally, two in bidirectional
/// schedules (Chimera, DualPipe), where every stage lives twice.
struct Placement {
    int ranks = 0;
    std::vector<std::vector<int>> directions;

    int stages() const { return directions.empty() ? 0 : static_cast<int>(directions.front().size()); }
    int rankOf(int direction, int stage) const { return directions[direction][stage]; }

    friend bool operator==(const Placement&, const Placement&) = default;
};

/// One copy of a stage.
struct StageCopy {
    int direction = 0;
    int stage = 0;

    friend bool operator==(const StageCopy&, const StageCopy&) = default;
};

/// Stage i on rank i.
Placement linear(int ranks);

/// Stage i on rank i mod `ranks`: the placement of interleaved schedules. `stages` is a multiple of `ranks`.
Placement looped(int ranks, int stages);

/// Stages go down the ranks and back up, and down again: of two chunks a V. The last rank of an arm hosts the first
/// stage of the next. `stages` is a multiple of `ranks`.
Placement zigzag(int ranks, int stages);

/// Two directions of one stage per rank: stage i on rank i, and its twin on rank `ranks` − 1 − i.
Placement twoWays(int ranks);

/// The copies that `rank` hosts, by direction, then stage. A copy's place in this list is its chunk.
std::vector<StageCopy> copiesOn(const Placement& placement, int rank);

/// The chunks of all copies, by direction and stage.
std::vector<std::vector<int>> chunksOf(const Placement& placement);

/// The place of a stage's copy among the copies its rank hosts.
int chunkOf(const Placement& placement, int direction, int stage);

} // namespace lanewright
