// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/instance.h"

#include "core/base/places.h"
#include "core/model/text.h"
#include "core/simulate/amounts.h"

#include <algorithm>

namespace lanewright {

namespace {

Chunk chunkFrom(const Plan& problem, int direction, int stage) {
    const Placement& placement = problem.schedule.placement;
    const StageCosts& costs = problem.costs.of(direction, stage);
    const StageMemory& memory = problem.memory.of(direction, stage);
    const int rank = placement.rankOf(direction, stage);
    const Bytes recompute = costs.recompute ? memory.recompute : 0;
    Chunk chunk{.direction = direction,
                .stage = stage,
                .rank = rank,
                .forward = costs.forward,
                .backward = costs.backwardInput + costs.recompute.value_or(0),
                .weight = costs.backwardWeight,
                .forwardMemory = memory.forward,
                .backwardMemory = memory.backwardInput + recompute,
                .weightMemory = memory.backwardWeight,
                .recomputeMemory = recompute,
                .overlapped = costs.overlapped,
                .recompute = costs.recompute};
    if (stage + 1 < placement.stages()) {
        const int next = placement.rankOf(direction, stage + 1);
        chunk.down = problem.costs.transfer.between(rank, next);
        chunk.up = problem.costs.transfer.between(next, rank);
    }
    return chunk;
}

/// What one microbatch of the direction takes of a rank when it runs alone, and the op that takes the most.
struct Need {
    Bytes bytes = 0;
    Op op = {};
};

Need needOf(const Instance& instance, int rank, int direction) {
    Need need;
    Bytes held = 0;
    const auto raise = [&](Bytes bytes, const Op& op) {
        if (bytes > need.bytes)
            need = {bytes, op};
    };
    const auto ours = [&](const Chunk& chunk) { return chunk.rank == rank && chunk.direction == direction; };
    for (const Chunk& chunk : instance.chunks)
        if (ours(chunk)) {
            held += chunk.forwardMemory;
            raise(held, {.kind = OpKind::F, .stage = chunk.stage});
        }
    for (auto chunk = instance.chunks.rbegin(); chunk != instance.chunks.rend(); ++chunk)
        if (ours(*chunk)) {
            raise(held + chunk->recomputeMemory, {.kind = OpKind::R, .stage = chunk->stage});
            held += chunk->backwardMemory + chunk->weightMemory;
        }
    return need;
}

} // namespace

Time Instance::workOf(int rank) const {
    Time work = 0;
    for (const int chunk : onRank[rank])
        work += microbatchesOf(chunk) * chunks[chunk].work();
    return work;
}

std::vector<int> Instance::places() const {
    std::vector<int> places(chunks.size());
    for (const std::vector<int>& ours : onRank)
        for (std::size_t place = 0; place < ours.size(); ++place)
            places[ours[place]] = static_cast<int>(place);
    return places;
}

Instance instanceOf(const Plan& problem) {
    const Schedule& schedule = problem.schedule;
    const int directions = static_cast<int>(schedule.placement.directions.size());
    Instance instance{.stages = schedule.stages(),
                      .weightParts = problem.costs.weightParts,
                      .optimizerMode = problem.optimizerMode,
                      .iterationEnd = iterationEndOf(problem)};
    instance.microbatches.assign(directions, 0);
    if (directions == 1)
        instance.microbatches[0] = schedule.microbatches;
    else
        for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
            ++instance.microbatches[schedule.direction(microbatch)];
    instance.onRank.resize(schedule.ranks());
    for (int direction = 0; direction < directions; ++direction)
        for (int stage = 0; stage < instance.stages; ++stage) {
            const Chunk chunk = chunkFrom(problem, direction, stage);
            instance.onRank[chunk.rank].push_back(static_cast<int>(instance.chunks.size()));
            instance.chunks.push_back(chunk);
        }
    for (int rank = 0; rank < schedule.ranks(); ++rank)
        instance.limit.push_back(std::clamp<Bytes>(problem.memory.limitOf(rank).value_or(Instance::kNoLimit),
                                                   -Instance::kNoLimit, Instance::kNoLimit));
    return instance;
}

Result<Done> checkRoom(const Plan& problem) {
    const Instance instance = instanceOf(problem);
    for (int rank = 0; rank < instance.ranks(); ++rank) {
        Need need;
        for (int direction = 0; direction < static_cast<int>(instance.microbatches.size()); ++direction)
            if (const Need own = needOf(instance, rank, direction);
                instance.microbatches[direction] > 0 && own.bytes > need.bytes)
                need = own;
        if (need.bytes <= instance.limit[rank])
            continue;
        return Error{
            say(phrase("refusal", "rank %1 can't run %2: one microbatch takes %3 there, and its memory limit is "
                                  "%4; the least limit that would do is %3"),
                rank, toText(need.op), inUnit(need.bytes, problem.memoryUnit),
                inUnit(*problem.memory.limitOf(rank), problem.memoryUnit)),
            say(kRankPlace, rank)};
    }
    return Done{};
}

} // namespace lanewright
