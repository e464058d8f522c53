// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/chunk_summary.h"

#include "core/simulate/amounts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace lanewright {

namespace {

// Times of 61 bits, multiplied crosswise.
__extension__ using Wide = __int128;

/// `ownTimes` without host times.
OwnTimes computeTimes(const Costs& costs, int direction, int stage, int microbatch) {
    const auto compute = [&](OpKind kind) {
        return costs.compute({.kind = kind, .stage = stage, .microbatch = microbatch}, direction);
    };
    const Time fused = compute(OpKind::BW);
    const Time input = std::min(compute(OpKind::B), fused);
    return {compute(OpKind::F), input, std::min(compute(OpKind::W), fused - input), compute(OpKind::R)};
}

/// The least or the mean of some values.
class Summary {
public:
    explicit Summary(Unequal as) : m_as(as) {}

    void add(std::int64_t value) {
        ++m_count;
        m_least = std::min(m_least, value);
        m_most = std::max(m_most, value);
        m_sum += value;
    }
    std::int64_t time() const {
        if (m_count == 0)
            return 0;
        return m_as == Unequal::Least ? m_least : (2 * m_sum + m_count) / (2 * m_count);
    }
    std::int64_t memory() const { return m_count == 0 ? 0 : m_as == Unequal::Least ? m_least : m_most; }

private:
    Unequal m_as;
    std::int64_t m_count = 0;
    std::int64_t m_sum = 0;
    std::int64_t m_least = std::numeric_limits<std::int64_t>::max();
    std::int64_t m_most = 0;
};

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

/// Times and memory of a chunk's microbatches.
class ChunkSummary {
public:
    ChunkSummary(const Chunk& chunk, Unequal as)
        : m_as(as), m_recomputes(chunk.recompute.has_value()), m_forward(as), m_input(as), m_weight(as),
          m_recompute(as), m_down(as), m_up(as), m_taken(as), m_again(as), m_left(as) {}

    void add(const OwnTimes& own, Time down, Time up, const StageMemory& memory) {
        m_forward.add(own.forward);
        m_input.add(own.input);
        m_weight.add(own.weight);
        m_recompute.add(own.recompute);
        m_down.add(down);
        m_up.add(up);
        m_taken.add(memory.forward);
        m_again.add(m_recomputes ? memory.recompute : 0);
        m_left.add(-memory.backwardWeight);
    }
    /// All but the pair's time.
    void writeTo(Chunk& chunk, int weightParts) const {
        chunk.forward = m_forward.time();
        chunk.backward = m_input.time() + m_recompute.time();
        chunk.weight = m_weight.time();
        // A part of a longer W may take a tick less than the same part of a shorter one, but never less than its floor.
        if (m_as == Unequal::Least)
            chunk.weight -= chunk.weight % weightParts;
        chunk.down = m_down.time();
        chunk.up = m_up.time();
        if (m_recomputes)
            chunk.recompute = m_recompute.time();
        chunk.forwardMemory = m_taken.memory();
        chunk.recomputeMemory = m_again.memory();
        chunk.weightMemory = -std::min(m_left.memory(), m_taken.memory() + m_again.memory());
        chunk.backwardMemory = -chunk.weightMemory - chunk.forwardMemory;
    }

private:
    Unequal m_as;
    bool m_recomputes;
    Summary m_forward;
    Summary m_input;
    Summary m_weight;
    Summary m_recompute;
    Summary m_down;
    Summary m_up;
    Summary m_taken; ///< memory at F
    Summary m_again; ///< memory at R
    Summary m_left;  ///< memory after B
};

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
    const Schedule& schedule = problem.schedule;
    const Costs& costs = problem.costs;
    EachTime each;
    ChunkSummary summary(chunk, as);
    const int next =
        chunk.stage + 1 < schedule.stages() ? schedule.placement.rankOf(chunk.direction, chunk.stage + 1) : chunk.rank;
    for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch) {
        if (!anyDeal && schedule.direction(microbatch) != chunk.direction)
            continue;
        const OwnTimes own = ownTimes(problem, chunk.direction, chunk.stage, microbatch);
        const Time down = costs.travel(microbatch, chunk.rank, next);
        const Time up = costs.travel(microbatch, next, chunk.rank);
        summary.add(own, down, up, problem.memory.of(chunk.direction, chunk.stage, microbatch));
        each.forward.push_back(own.forward);
        each.backward.push_back(own.input + own.recompute);
        each.weight.push_back(own.weight);
        each.down.push_back(down);
        each.up.push_back(up);
    }
    const Time alike = chunk.work();
    summary.writeTo(chunk, costs.weightParts);
    if (chunk.overlapped)
        chunk.overlapped =
            as == Unequal::Least
                ? std::max<Time>(0, roundedDown(*chunk.overlapped, leastPair) - roundedSegments(costs.pairs))
            : alike > 0 ? scaled(*chunk.overlapped, {chunk.work(), alike})
                        : *chunk.overlapped;
    return each;
}

} // namespace lanewright
