// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/v/v_board.h"

/// The repeating patterns on a V and their squeezed orders. Inside core/generate only. After Qi, Wan, Amar, Lin:
/// Pipeline Parallelism with Controllable Memory (arXiv:2405.15362).
///
/// When every microbatch passes in the same slots, six slots behind the one before, a rank holds as many activations as
/// the time between their F and their B says. On a V those times add up to the same on every rank, so memory is even,
/// and shorter hops between ranks make it less. Repeated alone, a pattern leaves free slots in the warm-up and the
/// cool-down; squeezing moves ops into them without holding more.
namespace lanewright {

/// A third of the memory of 1F1B: ⌊(p + 4) / 3⌋ microbatches.
RepeatedPattern vMinPattern(int ranks);
/// Half of it: ⌊(p + 2) / 2⌋ microbatches.
RepeatedPattern vHalfPattern(int ranks);

/// How many slots a microbatch takes from a rank to the next: F and B of the arm down the ranks, and of the arm up.
struct Hop {
    int down = 4;
    int up = 2;
};
constexpr Hop kFull{4, 2};  ///< the pattern that fills all of 1F1B's memory
constexpr Hop kHalf{2, 1};  ///< V-Half
constexpr Hop kThird{1, 1}; ///< V-Min

/// A pattern between two of V-Min, V-Half and the one that fills all of 1F1B's memory: `fast` of the hops from rank to
/// rank are quick, the others slow. The fast hops are those at the tip of the V, or those at its open end. Without
/// ranks where no such pattern repeats.
RepeatedPattern mixedPattern(int ranks, int fast, bool fastAtTip, const Hop& slow, const Hop& quick,
                             int repeat = kRepeat);

/// The order of the repeated pattern, warm-up and cool-down drawn together as far as `most` activations of chunks on
/// each rank allow (or as many as the pattern has, where that is more). Costs have no part in it.
Sequences squeezedSequences(const RepeatedPattern& pattern, const Instance& instance, int most = 0);

/// The order of 1F1B-V: of a pattern in which a B with its W takes twice as long as an F, drawn together as far as its
/// memory allows. W stand behind their B, but need not stand right behind it. Costs have no part in it.
///
/// Where B and W are one op of two slots, the pattern of unit ops would collide on a rank. A pause of half a period at
/// every third backward on the way keeps the slots of a rank apart, for about two thirds of the memory of 1F1B.
Sequences fusedSequences(const Instance& instance);

/// The most activations of chunks that a rank of the repeated pattern holds.
int activationsOf(const RepeatedPattern& pattern, int microbatches);

} // namespace lanewright
