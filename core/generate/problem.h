// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <optional>

namespace lanewright {

/// The few numbers from which a uniform problem is made: the options of `generate` and the fields of the dialog.
///
/// Times and memory are for a whole rank and are divided evenly among its chunks.
struct UniformProblem {
    int ranks = 4;
    int microbatches = 8;
    int chunks = 1;
    TimeUnit timeUnit = TimeUnit::Unit;
    MemoryUnit memoryUnit = MemoryUnit::Unit;
    Time forward = kTimeUnit;
    Time backwardInput = kTimeUnit;
    Time backwardWeight = kTimeUnit;
    Time transfer = 0;
    int weightParts = 1;                 ///< into how many parts each W is cut
    std::optional<Time> overlapped = {}; ///< how long a pair of F and BW takes; none: the sum of its parts
    StageMemory memory = {.forward = kMemoryUnit, .backwardWeight = -kMemoryUnit};
    std::optional<Bytes> memoryLimit = {};

    friend bool operator==(const UniformProblem&, const UniformProblem&) = default;
};

/// A problem on `ranks` ranks with stage i on rank i mod ranks. Fails, naming the number, when one is out of range
/// (1 ≤ ranks ≤ 4096, 1 ≤ microbatches ≤ 1048576, 1 ≤ chunks ≤ 64, 1 ≤ parts of W ≤ 64, no negative time).
Result<Plan> problemOf(const UniformProblem& numbers);

} // namespace lanewright
