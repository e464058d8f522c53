// SPDX-License-Identifier: Apache-2.0
#include "core/generate/memory_limits.h"

#include "core/base/places.h"
#include "core/model/text.h"
#include "core/simulate/amounts.h"
#include "core/simulate/memory.h"

namespace lanewright {

Result<Schedule> withinLimits(const Plan& problem, Schedule schedule, const std::string& method) {
    const int parts = problem.costs.weightParts;
    const std::vector<Bytes> peaks = peakMemory(schedule, problem.memory, parts);
    for (int rank = 0; rank < schedule.ranks(); ++rank) {
        const std::optional<Bytes> limit = problem.memory.limitOf(rank);
        if (!limit || peaks[rank] <= *limit)
            continue;
        const int position = *firstOver(schedule, problem.memory, parts, rank, *limit);
        return Error{
            say(phrase("refusal", "%1 needs a memory limit of at least %2 on rank %3: from %4 on it would hold more "
                                  "than its limit of %5"),
                method, inUnit(peaks[rank], problem.memoryUnit), rank, toText(schedule.order[rank][position].op, parts),
                inUnit(*limit, problem.memoryUnit)),
            say(kRankPlace, rank)};
    }
    return schedule;
}

} // namespace lanewright
