// SPDX-License-Identifier: Apache-2.0
#include "core/model/costs.h"

#include <algorithm>
#include <cassert>

namespace lanewright {

std::int64_t shareOf(std::int64_t whole, int part, int parts) {
    // Written so that whole * parts is never formed: it could overflow.
    const std::int64_t each = whole / parts;
    const std::int64_t rest = whole % parts;
    return each + (rest * (part + 1) / parts - rest * part / parts);
}

const StageCosts& Costs::of(int direction, int stage) const {
    const auto last = static_cast<int>(stages.size()) - 1;
    return stages[std::min(direction, last)][stage];
}

namespace {

/// What the costs of the stage say of a kind of op, all parts of a W together.
Time timeIn(const StageCosts& cost, OpKind kind) {
    switch (kind) {
    case OpKind::F: return cost.forward;
    case OpKind::B: return cost.backwardInput;
    case OpKind::W: return cost.backwardWeight;
    case OpKind::BW: return cost.backwardInput + cost.backwardWeight;
    case OpKind::R: return cost.recompute.value_or(0);
    }
    return 0;
}

} // namespace

Time Costs::duration(const Op& op, int direction) const {
    const Time time = whole(op, direction);
    return op.kind == OpKind::W ? shareOf(time, op.part, weightParts) : time;
}

Time Costs::whole(const Op& op, int direction) const {
    const StageCosts& cost = of(direction, op.stage);
    if (microbatches.areEqual())
        return timeIn(cost, op.kind);
    if (op.kind == OpKind::R && !cost.recompute)
        return 0;
    if (const std::optional<Time> given = microbatches.given(op))
        return *given;
    if (op.kind != OpKind::BW)
        return microbatches.timeOf(op, timeIn(cost, op.kind));
    // The sum of the two as they are rounded, so that BW takes as long as B and then W.
    Op half = op;
    half.kind = OpKind::B;
    const Time input = whole(half, direction);
    half.kind = OpKind::W;
    return input + whole(half, direction);
}

Time durationOf(const Schedule& schedule, const Costs& costs, const Block& block) {
    const auto one = [&](const Op& op) { return costs.duration(op, schedule.direction(op.microbatch)); };
    if (!block.paired)
        return one(block.op);
    assert(!isBackward(block.op.kind) || block.paired->kind != OpKind::F);
    const StageCosts& cost = costs.of(schedule.direction(block.op.microbatch), block.op.stage);
    if (!cost.overlapped)
        return one(block.op) + one(*block.paired);
    if (costs.microbatches.areEqual())
        return *cost.overlapped;
    const auto alike = [&](const Op& op) {
        const Time time = timeIn(costs.of(schedule.direction(op.microbatch), op.stage), op.kind);
        return op.kind == OpKind::W ? shareOf(time, op.part, costs.weightParts) : time;
    };
    const Time sum = alike(block.op) + alike(*block.paired);
    return sum == 0 ? *cost.overlapped : scaled(*cost.overlapped, {one(block.op) + one(*block.paired), sum});
}

Costs uniform(int stages, const StageCosts& each, Time transfer) {
    return Costs{.stages = {std::vector<StageCosts>(stages, each)}, .transfer = {.every = transfer}};
}

} // namespace lanewright
