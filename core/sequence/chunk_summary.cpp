// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/chunk_summary.h"

#include "core/base/mapped.h"
#include "core/base/wide.h"
#include "core/simulate/amounts.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace lanewright {

namespace {

/// `ownTimes` without host times.
OwnTimes computeTimes(const Costs& costs, int direction, int stage, int microbatch) {
    const auto compute = [&](OpKind kind) {
        return costs.compute({.kind = kind, .stage = stage, .microbatch = microbatch}, direction);
    };
    const Time fused = compute(OpKind::BW);
    const Time input = std::min(compute(OpKind::B), fused);
    return {compute(OpKind::F), input, std::min(compute(OpKind::W), fused - input), compute(OpKind::R)};
}

/// The least or the mean of some times; 0 of none.
Time timeOf(const std::vector<Time>& times, Unequal as) {
    if (times.empty())
        return 0;
    const auto count = static_cast<Time>(times.size());
    const Time sum = std::accumulate(times.begin(), times.end(), Time{0});
    return as == Unequal::Least ? std::ranges::min(times) : (2 * sum + count) / (2 * count);
}

/// The least of some amounts of memory, or the most, so that limits are kept; 0 of none.
Bytes memoryOf(const std::vector<Bytes>& amounts, Unequal as) {
    return amounts.empty() ? 0 : as == Unequal::Least ? std::ranges::min(amounts) : std::ranges::max(amounts);
}

/// By how many ticks a pair of segments may fall short of its share, because the end of each is rounded.
Time roundedSegments(const PairCosts& pairs) {
    std::size_t most = 0;
    for (const StageSegments& stage : pairs.segments)
        most = std::max({most, stage.forward.size(), stage.backwardInput.size() + stage.backwardWeight.size()});
    return pairs.segments.empty() ? 0 : 4 * static_cast<Time>(most) + 4;
}

/// `amount` × the ratio, rounded down.
Time roundedDown(Time amount, const Ratio& ratio) {
    return static_cast<Time>(static_cast<Wide>(amount) * ratio.number / ratio.of);
}

} // namespace

OwnTimes ownTimes(const Plan& problem, int direction, int stage, int microbatch) {
    OwnTimes own = computeTimes(problem.costs, direction, stage, microbatch);
    const auto host = [&](OpKind kind) {
        return problem.costs.hostTime({.kind = kind, .stage = stage}, direction, problem.schedule.placement);
    };
    own.forward += host(OpKind::F);
    own.input += host(OpKind::B);
    return own;
}

Chunk forMicrobatch(Chunk chunk, const Plan& problem, int microbatch) {
    const OwnTimes own = ownTimes(problem, chunk.direction, chunk.stage, microbatch);
    const StageMemory memory = problem.memory.of(chunk.direction, chunk.stage, microbatch);
    chunk.forward = own.forward;
    chunk.backward = own.input + own.recompute;
    chunk.weight = own.weight;
    if (chunk.recompute)
        chunk.recompute = own.recompute;
    chunk.recomputeMemory = chunk.recompute ? memory.recompute : 0;
    chunk.forwardMemory = memory.forward;
    chunk.backwardMemory = memory.backwardInput + chunk.recomputeMemory;
    chunk.weightMemory = memory.backwardWeight;
    if (chunk.stage + 1 < problem.schedule.stages()) {
        const int next = problem.schedule.placement.rankOf(chunk.direction, chunk.stage + 1);
        chunk.down = problem.costs.travel({ValueKind::Activation, chunk.stage, microbatch}, chunk.rank, next);
        chunk.up = problem.costs.travel({ValueKind::Gradient, chunk.stage + 1, microbatch}, next, chunk.rank);
    }
    return chunk;
}

Ratio leastShare(const Plan& problem, bool anyDeal) {
    const Schedule& schedule = problem.schedule;
    Ratio least;
    for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
        for (int direction = 0; direction < static_cast<int>(schedule.placement.directions.size()); ++direction) {
            if (!anyDeal && direction != schedule.direction(microbatch))
                continue;
            for (int stage = 0; stage < schedule.stages(); ++stage) {
                const StageCosts& costs = problem.costs.of(direction, stage);
                const OwnTimes own = computeTimes(problem.costs, direction, stage, microbatch);
                const auto add = [&](Time time, Time alike) {
                    if (static_cast<Wide>(time) * least.of < static_cast<Wide>(least.number) * alike)
                        least = {time, alike};
                };
                add(own.forward, costs.forward);
                add(own.input, costs.backwardInput);
                add(own.input + own.weight, costs.backwardInput + costs.backwardWeight);
            }
        }
    return least;
}

std::vector<Chunk> chunkPerMicrobatch(const Chunk& usual, const Plan& problem, bool anyDeal) {
    std::vector<Chunk> each;
    for (int microbatch = 0; microbatch < problem.schedule.microbatches; ++microbatch)
        if (anyDeal || problem.schedule.direction(microbatch) == usual.direction)
            each.push_back(forMicrobatch(usual, problem, microbatch));
    return each;
}

EachTime timesOf(const std::vector<Chunk>& each) {
    return {.forward = mapped(each, &Chunk::forward),
            .backward = mapped(each, &Chunk::backward),
            .weight = mapped(each, &Chunk::weight),
            .down = mapped(each, &Chunk::down),
            .up = mapped(each, &Chunk::up)};
}

Chunk summaryOf(const Chunk& usual, const std::vector<Chunk>& each, const Costs& costs, Unequal as,
                const Ratio& leastPair) {
    const auto time = [&](const auto& part) { return timeOf(mapped(each, part), as); };
    const auto memory = [&](const auto& part) { return memoryOf(mapped(each, part), as); };
    const auto recomputeOf = [](const Chunk& own) { return own.recompute.value_or(0); };
    Chunk chunk = usual;
    chunk.forward = time(&Chunk::forward);
    const Time recompute = time(recomputeOf);
    chunk.backward = recompute + time([&](const Chunk& own) { return own.backward - recomputeOf(own); });
    if (usual.recompute)
        chunk.recompute = recompute;
    chunk.weight = time(&Chunk::weight);
    // A part of a longer W may take a tick less than the same part of a shorter one, but never less than its floor.
    if (as == Unequal::Least)
        chunk.weight -= chunk.weight % costs.weightParts;
    chunk.down = time(&Chunk::down);
    chunk.up = time(&Chunk::up);
    chunk.forwardMemory = memory(&Chunk::forwardMemory);
    chunk.recomputeMemory = memory(&Chunk::recomputeMemory);
    // The changes sum up to 0, as those of every microbatch do: W frees no more than F and R hold, and B the rest.
    const Bytes freed = memory([](const Chunk& own) { return -own.weightMemory; });
    chunk.weightMemory = -std::min(freed, chunk.forwardMemory + chunk.recomputeMemory);
    chunk.backwardMemory = -chunk.weightMemory - chunk.forwardMemory;
    if (usual.overlapped && as == Unequal::Least)
        chunk.overlapped = std::max<Time>(0, roundedDown(*usual.overlapped, leastPair) - roundedSegments(costs.pairs));
    else if (usual.overlapped && usual.work() > 0)
        chunk.overlapped = scaled(*usual.overlapped, {chunk.work(), usual.work()});
    return chunk;
}

} // namespace lanewright
