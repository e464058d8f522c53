// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/sequence.h"

#include <vector>

namespace lanewright {

/// How many microbatches pass one chunk of a rank after the other before it turns to its next chunk: on all ranks, the
/// first group first, F and backwards alike, as in interleaved 1F1B (D. Narayanan et al.: Efficient Large-Scale
/// Language Model Training on GPU Clusters. SC 2021), whose groups have as many as there are ranks. Those of a good
/// order differ where memory is short. Empty: chunks take no turns.
using Groups = std::vector<int>;

/// The k-th F or backward of a rank, whose chunk is counted from the end for backwards.
struct ChunkTurn {
    int chunk = 0;
    int microbatch = 0;
};

/// Groups of microbatches pass one chunk after the other before the next group comes.
std::vector<ChunkTurn> turnsOf(const Groups& groups, int chunks);

/// The F or B that a rank with so many chunks runs when it is the turn's.
Code codeOf(const ChunkTurn& turn, OpKind kind, int places);

/// Full groups, and what is left as one more.
Groups groupsOf(int microbatches, int group);

/// As many groups as there are full ones of `least`, and one at least, which share the microbatches as evenly as it
/// goes, the larger ones first: where it goes evenly, those of PyTorch's ScheduleInterleaved1F1B, max(1, m / p) rounds.
Groups balancedGroups(int microbatches, int least);

} // namespace lanewright
