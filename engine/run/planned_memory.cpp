// SPDX-License-Identifier: Apache-2.0
#include "engine/run/planned_memory.h"

#include "engine/gpt/packed_weights.h"
#include "engine/gpt/slab.h"
#include "engine/run/rank_stages.h"

#include <algorithm>

namespace lanewright::engine {

namespace {

Bytes bytesOf(std::int64_t floats) { return floats * static_cast<Bytes>(sizeof(float)); }

StageMemory activationsOf(const SlabLayout& slab, bool recomputes) {
    const Bytes all = bytesOf(slab.stashCount() + slab.residueCount());
    const Bytes seed = bytesOf(slab.seedCount());
    return {.forward = recomputes ? seed : all,
            .backwardInput = -bytesOf(slab.stashCount()),
            .backwardWeight = -bytesOf(slab.residueCount()),
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
            stages.push_back(activationsOf(slab, request.plan.costs.recomputes(direction, stage)));
        }
    }
    return memory;
}

std::vector<StageBytes> stageBytes(const RunRequest& request) {
    constexpr std::int64_t kBank = 3; // weights and two moments
    const MemoryCosts memory = plannedMemory(request);
    std::vector<StageBytes> stages;
    for (int direction = 0; direction < static_cast<int>(memory.stages.size()); ++direction) {
        const int count = static_cast<int>(memory.stages[direction].size());
        for (int stage = 0; stage < count; ++stage) {
            const ParameterLayout layout(request.model, shapeOf(request.model, count, stage));
            StageMemory bytes = memory.of(direction, stage);
            const int rank = request.plan.schedule.placement.rankOf(direction, stage);
            bytes.fixed = bytesOf((1 + kBank * banksOn(request, rank)) * layout.count() +
                                  PackedWeights::countFor(layout, request.precision));
            stages.push_back({.copy = {.direction = direction, .stage = stage}, .memory = bytes});
        }
    }
    return stages;
}

std::vector<Bytes> plannedPeaks(const RunRequest& request) {
    const Schedule& schedule = request.plan.schedule;
    const int parts = request.plan.costs.weightParts;
    const MemoryCosts memory = plannedMemory(request);
    std::vector<SlabLayout> slabs;
    slabs.reserve(static_cast<std::size_t>(schedule.stages()));
    for (int stage = 0; stage < schedule.stages(); ++stage)
        slabs.emplace_back(request.model, shapeOf(request.model, schedule.stages(), stage), request.precision, parts);
    const auto change = [&](const Op& op) {
        if (op.kind == OpKind::W)
            return -bytesOf(slabs[static_cast<std::size_t>(op.stage)].residueCount(op.part));
        return memory.change(op, schedule.direction(op.microbatch), parts);
    };
    std::vector<Bytes> peaks;
    for (const Row& row : schedule.order) {
        Bytes live = 0;
        Bytes& peak = peaks.emplace_back(0);
        for (const Block& block : row) {
            // Of an overlapped pair the forward comes first, as in the executor.
            const Bytes first = change(block.op);
            const Bytes second = block.paired ? change(*block.paired) : 0;
            peak = std::max({peak, live + first, live + second, live + first + second});
            live += first + second;
        }
    }
    return peaks;
}

} // namespace lanewright::engine
