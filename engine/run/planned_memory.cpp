// SPDX-License-Identifier: Apache-2.0
#include "engine/run/planned_memory.h"

#include "core/model/sample_tokens.h"

#include "engine/gpt/packed_weights.h"
#include "engine/gpt/slab.h"
#include "engine/run/stage_settings.h"

#include <algorithm>

namespace lanewright::engine {

namespace {

Bytes bytesOf(std::int64_t floats) { return floats * static_cast<Bytes>(sizeof(float)); }

/// What of a slab lives how long.
struct SlabBytes {
    Bytes seed = 0;
    Bytes stash = 0;
    Bytes residue = 0;

    StageMemory activations(bool recomputes) const {
        const Bytes all = stash + residue;
        return {.forward = recomputes ? seed : all,
                .backwardInput = -stash,
                .backwardWeight = -residue,
                .recompute = recomputes ? all - seed : 0};
    }
};

SlabBytes bytesOf(const SlabLayout& slab) {
    return {bytesOf(slab.seedCount()), bytesOf(slab.stashCount()), bytesOf(slab.residueCount())};
}

/// The mean over the microbatches, rounded to whole bytes: what one of the mean length takes, since all of it grows
/// with the length.
SlabBytes meanOf(const SlabLayouts& slabs, int microbatches) {
    SlabBytes sum;
    for (int microbatch = 0; microbatch < microbatches; ++microbatch) {
        const SlabBytes each = bytesOf(slabs.of(microbatch));
        sum.seed += each.seed;
        sum.stash += each.stash;
        sum.residue += each.residue;
    }
    const auto share = [&](Bytes bytes) { return (bytes + microbatches / 2) / microbatches; };
    return {share(sum.seed), share(sum.stash), share(sum.residue)};
}

/// By how much an op changes what its rank holds.
Bytes changeBy(const Op& op, const SlabLayout& slab, bool recomputes) {
    const StageMemory memory = bytesOf(slab).activations(recomputes);
    switch (op.kind) {
    case OpKind::F: return memory.forward;
    case OpKind::B: return memory.backwardInput;
    case OpKind::W: return -bytesOf(slab.residueCount(op.part));
    case OpKind::BW: return memory.backwardInput + memory.backwardWeight;
    case OpKind::R: return memory.recompute;
    }
    return 0;
}

SlabLayouts layoutsOf(const RunRequest& request, int stage) {
    return {request.model, shapeOf(request.model, request.plan.schedule.stages(), stage), request.precision,
            request.plan.costs.weightParts, microbatchShapes(request.model, request.plan)};
}

} // namespace

MemoryCosts plannedMemory(const RunRequest& request) {
    const Placement& placement = request.plan.schedule.placement;
    MemoryCosts memory;
    for (int direction = 0; direction < static_cast<int>(placement.directions.size()); ++direction) {
        std::vector<StageMemory>& stages = memory.stages.emplace_back();
        for (int stage = 0; stage < placement.stages(); ++stage) {
            const SlabBytes slab = meanOf(layoutsOf(request, stage), request.plan.schedule.microbatches);
            stages.push_back(slab.activations(request.plan.costs.recomputes(direction, stage)));
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
            const ParameterLayout layout = layoutOf(request, stage);
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
    std::vector<SlabLayouts> slabs;
    slabs.reserve(schedule.stages());
    for (int stage = 0; stage < schedule.stages(); ++stage)
        slabs.push_back(layoutsOf(request, stage));
    const auto change = [&](const Op& op) {
        const bool recomputes = request.plan.costs.recomputes(schedule.direction(op.microbatch), op.stage);
        return changeBy(op, slabs[op.stage].of(op.microbatch), recomputes);
    };
    std::vector<Bytes> peaks;
    for (const Row& row : schedule.order) {
        Bytes live = 0;
        Bytes& peak = peaks.emplace_back(0);
        for (const Block& block : row) {
            // The forward of an overlapped pair comes first, as in the executor.
            const Bytes first = change(block.op);
            const Bytes second = block.paired ? change(*block.paired) : 0;
            peak = std::max({peak, live + first, live + second, live + first + second});
            live += first + second;
        }
    }
    return peaks;
}

} // namespace lanewright::engine
