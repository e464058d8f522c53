// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

/// In what turns ranks of a loop pass their chunks. Inside core/generate and core/solve only.
namespace lanewright {

/// The k-th F or backward of a rank, whose chunk is counted from the end for backwards.
struct ChunkTurn {
    int chunk = 0;
    int microbatch = 0;
};

/// Groups of microbatches pass one chunk after the other before the next group comes.
std::vector<ChunkTurn> turnsOf(const std::vector<int>& groups, int chunks);

/// Full groups, and what is left as one more.
std::vector<int> groupsOf(int microbatches, int group);

/// As many groups as there are full ones of `least`, and one at least, which share the microbatches as evenly as it
/// goes, the larger ones first: where it goes evenly, those of PyTorch's ScheduleInterleaved1F1B, max(1, m / p) rounds.
std::vector<int> balancedGroups(int microbatches, int least);

} // namespace lanewright
