// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/problem.h"

namespace lanewright::test {

/// Chunks of a rank one behind the other in a loop, and room for `room` activations of a chunk. Times and memory are
/// for a whole rank.
inline Plan loopProblem(int ranks, int microbatches, Bytes room, int chunks = 2) {
    UniformProblem numbers{.ranks = ranks, .microbatches = microbatches, .chunks = chunks};
    numbers.forward = 16;
    numbers.backwardInput = 22;
    numbers.backwardWeight = 18;
    numbers.transfer = 1;
    numbers.memory = {.forward = 8, .backwardInput = -4, .backwardWeight = -4};
    numbers.memoryLimit = 8 * room / chunks;
    return *problemOf(numbers);
}

} // namespace lanewright::test
