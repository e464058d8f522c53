// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/v_board.h"

/// The repeating patterns on a V and their squeezed orders. Inside core/generate only.
namespace lanewright {

/// A third of the memory of 1F1B: ⌊(p + 4) / 3⌋ microbatches.
std::vector<Pattern> vMinPattern(int ranks);
/// Half of it: ⌊(p + 2) / 2⌋ microbatches.
std::vector<Pattern> vHalfPattern(int ranks);

/// The order of the repeated pattern, warm-up and cool-down drawn together as far as its memory allows. Costs have no
/// part in it.
Words squeezedWords(const std::vector<Pattern>& patterns, const Instance& instance);

/// Per rank: the most activations of chunks that a rank of the repeated pattern holds.
int activationsOf(const std::vector<Pattern>& patterns, int microbatches);

} // namespace lanewright
