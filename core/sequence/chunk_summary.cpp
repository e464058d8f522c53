// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/chunk_summary.h"

#include "core/base/wide.h"
#include "core/simulate/amounts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

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

/// What a chunk's microbatches take, one after the other.
struct Gathered {
    EachTime each = {};
    std::vector<Time> input = {}; ///< B without R
    std::vector<Time> recompute = {};
    std::vector<Bytes> taken = {}; ///< memory at F
    std::vector<Bytes> again = {}; ///< memory at R
    std::vector<Bytes> left = {};  ///< memory after B
};

Gathered gather(const Chunk& chunk, const Plan& problem, bool anyDeal) {
    const Schedule& schedule = problem.schedule;
    const Costs& costs = problem.costs;
    Gathered all;
    const int next =
        chunk.stage + 1 < schedule.stages() ? schedule.placement.rankOf(chunk.direction, chunk.stage + 1) : chunk.rank;
    for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch) {
        if (!anyDeal && schedule.direction(microbatch) != chunk.direction)
            continue;
        const OwnTimes own = ownTimes(problem, chunk.direction, chunk.stage, microbatch);
        const StageMemory memory = problem.memory.of(chunk.direction, chunk.stage, microbatch);
        all.each.forward.push_back(own.forward);
        all.each.backward.push_back(own.input + own.recompute);
        all.each.weight.push_back(own.weight);
        all.each.down.push_back(costs.travel(microbatch, chunk.rank, next));
        all.each.up.push_back(costs.travel(microbatch, next, chunk.rank));
        all.input.push_back(own.input);
        all.recompute.push_back(own.recompute);
        all.taken.push_back(memory.forward);
        all.again.push_back(chunk.recompute ? memory.recompute : 0);
        all.left.push_back(-memory.backwardWeight);
    }
    return all;
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

EachTime summarise(Chunk& chunk, const Plan& problem, Unequal as, const Ratio& leastPair, bool anyDeal) {
    Gathered all = gather(chunk, problem, anyDeal);
    const Time alike = chunk.work();
    chunk.forward = timeOf(all.each.forward, as);
    chunk.backward = timeOf(all.input, as) + timeOf(all.recompute, as);
    chunk.weight = timeOf(all.each.weight, as);
    // A part of a longer W may take a tick less than the same part of a shorter one, but never less than its floor.
    if (as == Unequal::Least)
        chunk.weight -= chunk.weight % problem.costs.weightParts;
    chunk.down = timeOf(all.each.down, as);
    chunk.up = timeOf(all.each.up, as);
    if (chunk.recompute)
        chunk.recompute = timeOf(all.recompute, as);
    chunk.forwardMemory = memoryOf(all.taken, as);
    chunk.recomputeMemory = memoryOf(all.again, as);
    chunk.weightMemory = -std::min(memoryOf(all.left, as), chunk.forwardMemory + chunk.recomputeMemory);
    chunk.backwardMemory = -chunk.weightMemory - chunk.forwardMemory;
    if (chunk.overlapped)
        chunk.overlapped =
            as == Unequal::Least
                ? std::max<Time>(0, roundedDown(*chunk.overlapped, leastPair) - roundedSegments(problem.costs.pairs))
            : alike > 0 ? scaled(*chunk.overlapped, {chunk.work(), alike})
                        : *chunk.overlapped;
    return std::move(all.each);
}

} // namespace lanewright
