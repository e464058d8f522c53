// SPDX-License-Identifier: Apache-2.0
#include "tests/support/slow_costs.h"

#include <algorithm>
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

} // namespace

Time slowTime(const Costs& costs, int direction, const Op& op) {
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
    return slowTime(costs, direction, input) + slowTime(costs, direction, weight);
}

Time slowTime(const Schedule& schedule, const Costs& costs, const Block& block) {
    const auto one = [&](const Op& op) {
        const Time whole = slowTime(costs, schedule.direction(op.microbatch), op);
        return op.kind == OpKind::W ? shareOf(whole, op.part, costs.weightParts) : whole;
    };
    if (!block.paired)
        return one(block.op);
    const Time apart = one(block.op) + one(*block.paired);
    const std::optional<Time> pair = costs.of(schedule.direction(block.op.microbatch), block.op.stage).overlapped;
    if (!pair)
        return apart;
    const auto alike = [&](const Op& op) {
        const Time whole = timeOfStage(costs.of(schedule.direction(op.microbatch), op.stage), op.kind);
        return op.kind == OpKind::W ? shareOf(whole, op.part, costs.weightParts) : whole;
    };
    const Time usual = alike(block.op) + alike(*block.paired);
    return usual == 0 ? *pair : nearest(Wide{*pair} * apart, usual);
}

Time slowTravel(const Costs& costs, int microbatch, int from, int to) {
    return from == to ? 0 : sized(costs.microbatches, microbatch, costs.transfer.between(from, to));
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
