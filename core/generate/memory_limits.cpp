// SPDX-License-Identifier: Apache-2.0
#include "core/generate/memory_limits.h"

#include "core/base/places.h"
#include "core/model/text.h"
#include "core/sequence/instance.h"
#include "core/simulate/amounts.h"
#include "core/simulate/memory.h"

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
    }
    return plan;
}

Result<Schedule> withinLimits(const Plan& problem, Schedule schedule, const std::string& method) {
    const int parts = problem.costs.weightParts;
    const std::vector<Bytes> peaks = peakMemory(schedule, problem.memory, parts);
    const std::vector<std::optional<Bytes>> rooms = activationRoom(schedule, problem.memory);
    const auto text = [&](Bytes bytes) { return inUnit(bytes, problem.memoryUnit); };
    for (int rank = 0; rank < schedule.ranks(); ++rank) {
        const std::optional<Bytes> room = rooms[rank];
        if (!room || peaks[rank] <= *room)
            continue;
        const int position = *firstOver(schedule, problem.memory, parts, rank, *room);
        const std::string op = toText(schedule.order[rank][position].op, parts);
        if (room == problem.memory.limitOf(rank))
            return Error{
                say(phrase("refusal", "%1 needs a memory limit of at least %2 on rank %3: from %4 on it would hold "
                                      "more than its limit of %5"),
                    method, text(peaks[rank]), rank, op, text(*room)),
                say(kRankPlace, rank)};
        const Bytes device = *problem.memory.deviceOf(rank);
        return Error{say(phrase("refusal", "%1 needs a device with at least %2 on rank %3: from %4 on it would hold "
                                           "more than the %5 of its device"),
                         method, text(device - *room + peaks[rank]), rank, op, text(device)),
                     say(kRankPlace, rank)};
    }
    return schedule;
}

} // namespace lanewright
