// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/catalogue.h"
#include "core/generate/problem.h"

namespace lanewright::test {

/// What the generator makes of F = B = W = 1 and a pair of F and BW 2.5 on each whole rank.
inline Plan pairsOf(const char* generator, int ranks, int microbatches) {
    const UniformProblem numbers{.ranks = ranks, .microbatches = microbatches, .overlapped = kTimeUnit * 5 / 2};
    return *generate(generator, *problemOf(numbers));
}

} // namespace lanewright::test
