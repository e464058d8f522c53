// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/solve/microbatch_turns.h"

#include <vector>

/// Which microbatch takes which turn where nothing is searched for: what a search starts from. Inside core/solve only.
///
/// Each costs a sort of all turns by the work of their microbatches.
namespace lanewright {

/// The turns of each replica and direction get their own microbatches sorted by work, the longest or the shortest
/// first.
MicrobatchTurns::Deal sortedReplicas(const MicrobatchTurns& turns, bool longFirst);

/// All microbatches, the longest first.
std::vector<int> longestFirst(const MicrobatchTurns& turns);

/// The longest to the first replicas, the next to the last ones first, and so on.
MicrobatchTurns::Deal dealtToAndFro(const MicrobatchTurns& turns, const std::vector<int>& longFirst);

/// Each to the replica with the least work that has turns left (R. L. Graham 1969).
MicrobatchTurns::Deal dealtByLoad(const MicrobatchTurns& turns, const std::vector<int>& longFirst);

} // namespace lanewright
