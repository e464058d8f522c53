// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/memory_costs.h"
#include "core/model/plan.h"
#include "core/model/timeline.h"

#include <vector>

namespace lanewright {

/// The activation memory of a rank from `time` on.
struct MemoryPoint {
    Time time = 0;
    Bytes bytes = 0;

    friend bool operator==(const MemoryPoint&, const MemoryPoint&) = default;
};

/// A step function, by time.
using MemoryCurve = std::vector<MemoryPoint>;

/// How the block changes the activation memory of its rank, all in all.
Bytes memoryChangeOf(const Plan& plan, const Block& block);

/// One curve per rank, over the spans the timeline has. F and R allocate when they start, B and W free when they end.
std::vector<MemoryCurve> memoryCurves(const Schedule& schedule, const MemoryCosts& memory, int weightParts,
                                      const Timeline& timeline);

/// Per rank the largest running sum of activation changes in program order; it depends on the order alone.
std::vector<Bytes> peakMemory(const Schedule& schedule, const MemoryCosts& memory, int weightParts);

/// Per rank: the static bytes of the copies it hosts. Twins each count.
std::vector<Bytes> staticMemory(const Schedule& schedule, const MemoryCosts& memory);

/// Per rank: the most bytes that its activations may take, which is its limit, or what its static memory leaves of its
/// device where that is less: below 0 where it leaves nothing. None where the rank has neither.
std::vector<std::optional<Bytes>> activationRoom(const Schedule& schedule, const MemoryCosts& memory);

/// Buffers that a copy of a stage needs for gradients of weights that come before their turn. A buffer holds the
/// gradient of all its weights.
struct StagedCopy {
    int rank = 0;
    int direction = 0;
    int stage = 0;
    int buffers = 0;

    friend bool operator==(const StagedCopy&, const StagedCopy&) = default;
};

/// The copies whose W do not come in microbatch order, with the most gradients they hold back at one time; by rank,
/// direction, stage. Gradients are added in microbatch order, so that results do not depend on the schedule. Of the
/// published schedules only breadth-first ones hold any back.
std::vector<StagedCopy> stagedCopies(const Schedule& schedule, int weightParts = 1);

/// The same per rank: the buffers of its copies together.
std::vector<int> stagedWeights(const Schedule& schedule, int weightParts = 1);

/// The first block at which the rank's running sum passes `limit`; none when it never does.
std::optional<int> firstOver(const Schedule& schedule, const MemoryCosts& memory, int weightParts, int rank,
                             Bytes limit);

} // namespace lanewright
