// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/generate/loop/turns.h"
#include "core/sequence/instance.h"
#include "core/sequence/sequence.h"

#include <vector>

/// Groups of microbatches on a loop. Inside core/solve only.
namespace lanewright {

/// How many microbatches pass one chunk of a rank after the other before it turns to its next chunk: on all ranks, the
/// first group first, F and backwards alike, as in interleaved 1F1B (D. Narayanan et al.: Efficient Large-Scale
/// Language Model Training on GPU Clusters. SC 2021), whose groups have as many as there are ranks. Those of a good
/// order differ where memory is short. Empty: chunks take no turns.
using Groups = std::vector<int>;

/// True on a loop with several chunks on each rank; elsewhere groups gain nothing.
bool canGroup(const Instance& instance);

/// The F or B that a rank with so many chunks runs when it is the turn's.
Code codeOf(const ChunkTurn& turn, OpKind kind, int places);

/// A group gives a microbatch to another, becomes two, or one with the next; or nothing changes.
void changeGroups(Groups& groups, Random& random);

} // namespace lanewright
