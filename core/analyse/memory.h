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

/// One curve per rank, over the spans the timeline has. F and R allocate when they start, B and W free when they end.
std::vector<MemoryCurve> memoryCurves(const Schedule& schedule, const MemoryCosts& memory, int weightParts,
                                      const Timeline& timeline);

/// Per rank the largest running sum of activation changes in program order; it depends on the order alone.
std::vector<Bytes> peakMemory(const Schedule& schedule, const MemoryCosts& memory, int weightParts);

/// Per rank: the static bytes of the copies it hosts. Twins each count.
std::vector<Bytes> staticMemory(const Schedule& schedule, const MemoryCosts& memory);

/// How many gradients of weights each rank must hold back because its W do not come in microbatch order, at most at one
/// time, summed over its copies. Published schedules need none.
std::vector<int> stagedWeights(const Schedule& schedule);

/// The first block at which the rank's running sum passes `limit`; none when it never does.
std::optional<int> firstOver(const Schedule& schedule, const MemoryCosts& memory, int weightParts, int rank,
                             Bytes limit);

} // namespace lanewright
