// SPDX-License-Identifier: Apache-2.0
#include "core/generate/memory_limits.h"

#include "core/base/places.h"
#include "core/model/text.h"
#include "core/model/totals.h"
#include "core/sequence/instance.h"
#include "core/simulate/amounts.h"
#include "core/simulate/memory.h"
#include "core/simulate/metrics.h"

#include <algorithm>

namespace lanewright {

Plan withRoomFor(const Plan& problem, int microbatches) {
    const Instance instance = instanceOf(problem);
    Plan plan = problem;
    plan.memory.limit.assign(instance.ranks(), 0);
    for (int rank = 0; rank < instance.ranks(); ++rank) {
        Bytes recompute = 0;
        for (const int chunk : instance.onRank[rank]) {
            *plan.memory.limit[rank] += microbatches * instance.chunks[chunk].forwardMemory;
            recompute = std::max(recompute, instance.chunks[chunk].recomputeMemory);
        }
        *plan.memory.limit[rank] += recompute;
        plan.memory.limit[rank] = std::min(*plan.memory.limit[rank], kMaxMemory); // the most that a file may say
    }
    return plan;
}

Result<Schedule> withinLimits(const Plan& problem, Schedule schedule, const std::string& method) {
    Plan plan = problem;
    plan.schedule = std::move(schedule);
    const int parts = plan.costs.weightParts;
    const std::vector<Bytes> peaks = peakMemory(plan.schedule, plan.memory, parts);
    const std::vector<Bytes> total = totalMemory(plan, peaks);
    const auto text = [&](Bytes bytes) { return inUnit(bytes, plan.memoryUnit); };
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank) {
        const Row& row = plan.schedule.order[rank];
        const auto op = [&](Bytes room) {
            const std::optional<int> position = firstOver(plan.schedule, plan.memory, parts, rank, room);
            return position ? toText(row[*position].op, parts) : std::string{};
        };
        if (const std::optional<Bytes> limit = plan.memory.limitOf(rank); limit && peaks[rank] > *limit)
            return Error{
                say(phrase("refusal", "%1 needs a memory limit of at least %2 on rank %3: from %4 on it would hold "
                                      "more than its limit of %5"),
                    method, text(peaks[rank]), rank, op(*limit), text(*limit)),
                say(kRankPlace, rank)};
        const std::optional<Bytes> device = plan.memory.deviceOf(rank);
        if (!device || total[rank] <= *device || row.empty())
            continue;
        return Error{say(phrase("refusal", "%1 needs a device with at least %2 on rank %3: from %4 on it would hold "
                                           "more than the %5 of its device"),
                         method, text(total[rank]), rank, op(*device - (total[rank] - peaks[rank])), text(*device)),
                     say(kRankPlace, rank)};
    }
    return std::move(plan.schedule);
}

} // namespace lanewright
