// SPDX-License-Identifier: Apache-2.0
#include "core/generate/limits.h"

#include "core/analyse/memory.h"
#include "core/base/decimal.h"
#include "core/model/text.h"

namespace lanewright {

std::string bytesText(const Plan& plan, Bytes bytes) {
    return decimalFromTicks(bytes, scaleOf(plan.memoryUnit)) + " " + std::string{toText(plan.memoryUnit)};
}

Result<Schedule> withinLimits(const Plan& problem, Schedule schedule, const std::string& method) {
    const int parts = problem.costs.weightParts;
    const std::vector<Bytes> peaks = peakMemory(schedule, problem.memory, parts);
    for (int rank = 0; rank < schedule.ranks(); ++rank) {
        const std::optional<Bytes> limit = problem.memory.limitOf(rank);
        if (!limit || peaks[rank] <= *limit)
            continue;
        const int position = *firstOver(schedule, problem.memory, parts, rank, *limit);
        return Error{method + " needs a memory limit of at least " + bytesText(problem, peaks[rank]) + " on rank " +
                         std::to_string(rank) + ": from " + toText(schedule.order[rank][position].op, parts) +
                         " on it would hold more than its limit of " + bytesText(problem, *limit),
                     "rank " + std::to_string(rank)};
    }
    return schedule;
}

} // namespace lanewright
