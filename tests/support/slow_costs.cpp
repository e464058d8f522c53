// SPDX-License-Identifier: Apache-2.0
#include "tests/support/slow_costs.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace lanewright::test {

namespace {

__extension__ using Wide = __int128;

/// number / of, the half rounded up.
std::int64_t nearest(Wide number, Wide of) { return static_cast<std::int64_t>((2 * number + of) / (2 * of)); }

Wide tokensOf(const std::vector<int>& lengths) {
    Wide sum = 0;
    for (const int length : lengths)
        sum += length;
    return sum;
}

std::int64_t sized(const MicrobatchCosts& given, int microbatch, std::int64_t amount) {
    if (!given.size().empty())
        return nearest(Wide{amount} * given.size()[microbatch], 1'000'000'000);
    if (!given.length().empty())
        return nearest(Wide{amount} * given.length()[microbatch] * static_cast<Wide>(given.length().size()),
                       tokensOf(given.length()));
    return amount;
}

std::int64_t worked(const MicrobatchCosts& given, const Op& op, std::int64_t amount) {
    if (!given.work().empty())
        return nearest(Wide{amount} * given.work()[op.microbatch], 1'000'000'000);
    if (given.length().empty())
        return amount;
    const Wide billion = 1'000'000'000;
    const Wide own = Wide{given.length()[op.microbatch]} * static_cast<Wide>(given.length().size());
    const Wide all = tokensOf(given.length());
    Wide square = 0;
    if (given.quadratic().size() == 1)
        square = given.quadratic()[0];
    else if (!given.quadratic().empty())
        square = given.quadratic()[op.stage];
    return nearest(amount * ((billion - square) * own * all + square * own * own), billion * all * all);
}

Time timeOfStage(const StageCosts& costs, OpKind kind) {
    switch (kind) {
    case OpKind::F: return costs.forward;
    case OpKind::B: return costs.backwardInput;
    case OpKind::W: return costs.backwardWeight;
    case OpKind::BW: return costs.backwardInput + costs.backwardWeight;
    case OpKind::R: return costs.recompute.value_or(0);
    }
    return 0;
}

/// Segments with their ends where they are, but for the factor between what they add up to and `total`.
Chain slowStretch(const Chain& chain, Time total) {
    Time whole = 0;
    for (const Segment& segment : chain)
        whole += segment.time;
    if (whole == 0)
        return {{Resource::Compute, total}};
    Chain stretched = chain;
    Time end = 0;
    for (Segment& segment : stretched) {
        const Time begin = end;
        end += segment.time;
        segment.time = nearest(Wide{total} * end, whole) - nearest(Wide{total} * begin, whole);
    }
    return stretched;
}

Chain slowChain(const Costs& costs, const Op& op, int direction, Time total) {
    const StageCosts& stage = costs.of(direction, op.stage);
    const StageSegments& segments = costs.pairs.segments[static_cast<std::size_t>(op.stage)];
    if (op.kind == OpKind::F || op.kind == OpKind::R)
        return slowStretch(segments.forward, total);
    if (op.kind == OpKind::W)
        return slowStretch(segments.backwardWeight, total);
    Chain chain = slowStretch(segments.backwardInput, stage.backwardInput);
    if (op.kind == OpKind::BW)
        for (const Segment& segment : slowStretch(segments.backwardWeight, stage.backwardWeight))
            chain.push_back(segment);
    return slowStretch(chain, total);
}

struct Placed {
    std::size_t next = 0;
    Time end = 0;
};

/// Places the segment behind what keeps its resource; one of no length needs none.
Placed placed(const Segment& segment, Placed chain, std::array<Time, 2>& free) {
    if (segment.time == 0)
        return {chain.next + 1, chain.end};
    Time& until = free[static_cast<std::size_t>(segment.resource)];
    until = std::max(until, chain.end) + segment.time;
    return {chain.next + 1, until};
}

/// Places a segment of one chain or of the other next, in every way.
Time leastEnd(const Chain& one, const Chain& other, Placed first, Placed second, const std::array<Time, 2>& free) {
    std::optional<Time> least;
    if (first.next < one.size()) {
        std::array<Time, 2> then = free;
        const Placed next = placed(one[first.next], first, then);
        least = leastEnd(one, other, next, second, then);
    }
    if (second.next < other.size()) {
        std::array<Time, 2> then = free;
        const Placed next = placed(other[second.next], second, then);
        const Time end = leastEnd(one, other, first, next, then);
        least = std::min(least.value_or(end), end);
    }
    return least.value_or(std::max(first.end, second.end));
}

} // namespace

Time slowPairTime(const Chain& one, const Chain& other, std::int64_t sharing) {
    const Time end = leastEnd(one, other, {}, {}, {});
    Wide both = -end;
    for (const Chain* chain : {&one, &other})
        for (const Segment& segment : *chain)
            both += segment.time;
    return end + nearest(both * sharing, 1'000'000'000);
}

namespace {

/// What computing takes, all parts of a W together.
Time slowCompute(const Costs& costs, int direction, const Op& op) {
    const StageCosts& stage = costs.of(direction, op.stage);
    const MicrobatchCosts& given = costs.microbatches;
    const std::vector<Time>& measured = given.table()[static_cast<std::size_t>(op.kind)];
    if (op.kind == OpKind::R && !stage.recompute)
        return 0;
    if (!measured.empty())
        return measured[static_cast<std::size_t>(op.stage * given.count() + op.microbatch)];
    if (op.kind != OpKind::BW)
        return worked(given, op, timeOfStage(stage, op.kind));
    Op input = op;
    Op weight = op;
    input.kind = OpKind::B;
    weight.kind = OpKind::W;
    return slowCompute(costs, direction, input) + slowCompute(costs, direction, weight);
}

/// A stage talks to its two neighbours: F takes from below and gives above, a backward the other way round.
Time slowHost(const Schedule& schedule, const Costs& costs, const Op& op) {
    if (op.kind == OpKind::W || op.kind == OpKind::R)
        return 0;
    const std::vector<int>& ranks = schedule.placement.directions[schedule.direction(op.microbatch)];
    const auto isElsewhere = [&](int stage) {
        return stage >= 0 && stage < static_cast<int>(ranks.size()) && ranks[stage] != ranks[op.stage];
    };
    const int way = op.kind == OpKind::F ? 1 : -1;
    return (isElsewhere(op.stage - way) ? costs.host.receive : 0) + (isElsewhere(op.stage + way) ? costs.host.send : 0);
}

/// The block without its host time.
Time slowComputing(const Schedule& schedule, const Costs& costs, const Block& block) {
    const auto one = [&](const Op& op) {
        const Time whole = slowCompute(costs, schedule.direction(op.microbatch), op);
        return op.kind == OpKind::W ? shareOf(whole, op.part, costs.weightParts) : whole;
    };
    if (!block.paired)
        return one(block.op);
    const Time apart = one(block.op) + one(*block.paired);
    if (!costs.pairs.segments.empty()) {
        const auto stretched = [&](const Op& op) {
            return slowChain(costs, op, schedule.direction(op.microbatch), one(op));
        };
        return slowPairTime(stretched(block.op), stretched(*block.paired), costs.pairs.sharing);
    }
    std::optional<Time> pair = costs.of(schedule.direction(block.op.microbatch), block.op.stage).overlapped;
    if (const std::vector<std::optional<Time>>& list =
            block.paired->kind == OpKind::B ? costs.pairs.withB : costs.pairs.withBW;
        !list.empty())
        pair = list[static_cast<std::size_t>(block.op.stage * schedule.stages() + block.paired->stage)];
    if (!pair)
        return apart;
    const auto alike = [&](const Op& op) {
        const Time whole = timeOfStage(costs.of(schedule.direction(op.microbatch), op.stage), op.kind);
        return op.kind == OpKind::W ? shareOf(whole, op.part, costs.weightParts) : whole;
    };
    const Time usual = alike(block.op) + alike(*block.paired);
    return usual == 0 ? *pair : nearest(Wide{*pair} * apart, usual);
}

} // namespace

Time slowTime(const Schedule& schedule, const Costs& costs, const Block& block) {
    return slowComputing(schedule, costs, block) + slowHost(schedule, costs, block.op) +
           (block.paired ? slowHost(schedule, costs, *block.paired) : 0);
}

Time slowTravel(const Costs& costs, std::optional<int> over, int microbatch, int from, int to) {
    if (from == to)
        return 0;
    const Boundaries& boundary = costs.boundary;
    Time whole = costs.transfer.between(from, to);
    if (over && !boundary.time.empty())
        whole += boundary.time[static_cast<std::size_t>(*over)];
    if (const std::int64_t rate = boundary.bandwidth.between(from, to); over && rate > 0 && !boundary.size.empty()) {
        constexpr Wide kSecond = 1'000'000'000;
        whole += nearest(boundary.size[static_cast<std::size_t>(*over)] * kSecond, rate);
    }
    return sized(costs.microbatches, microbatch, whole);
}

StageMemory slowMemory(const Costs& costs, const MemoryCosts& memory, int direction, int stage, int microbatch) {
    StageMemory own = memory.of(direction, stage);
    const bool weightFrees = own.backwardWeight != 0;
    const auto scale = [&](Bytes bytes) { return sized(costs.microbatches, microbatch, bytes); };
    own.forward = scale(own.forward);
    own.recompute = scale(own.recompute);
    const Bytes all = own.forward + own.recompute;
    const Bytes byInput = weightFrees ? std::min(all, scale(-own.backwardInput)) : all;
    own.backwardInput = -byInput;
    own.backwardWeight = -(all - byInput);
    return own;
}

} // namespace lanewright::test
