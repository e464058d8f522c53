// SPDX-License-Identifier: Apache-2.0
#include "engine/run/planned_memory.h"

#include "core/analyse/memory.h"

#include "engine/gpt/slab.h"

namespace lanewright::engine {

namespace {

StageMemory memoryOf(const SlabLayout& slab, bool recomputes) {
    const auto bytes = [](std::int64_t floats) { return floats * static_cast<Bytes>(sizeof(float)); };
    const Bytes all = bytes(slab.stashCount() + slab.residueCount());
    const Bytes seed = bytes(slab.seedCount());
    return {.forward = recomputes ? seed : all,
            .backwardInput = -bytes(slab.stashCount()),
            .backwardWeight = -bytes(slab.residueCount()),
            .recompute = recomputes ? all - seed : 0};
}

} // namespace

MemoryCosts plannedMemory(const RunRequest& request) {
    const Placement& placement = request.plan.schedule.placement;
    MemoryCosts memory;
    for (int direction = 0; direction < static_cast<int>(placement.directions.size()); ++direction) {
        std::vector<StageMemory>& stages = memory.stages.emplace_back();
        for (int stage = 0; stage < placement.stages(); ++stage) {
            const SlabLayout slab(request.model, shapeOf(request.model, placement.stages(), stage), request.precision);
            stages.push_back(memoryOf(slab, request.plan.costs.recomputes(direction, stage)));
        }
    }
    return memory;
}

std::vector<Bytes> plannedPeaks(const RunRequest& request) {
    return peakMemory(request.plan.schedule, plannedMemory(request), request.plan.costs.weightParts);
}

} // namespace lanewright::engine
