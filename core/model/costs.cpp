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

Time Costs::duration(const Op& op, int direction) const {
    const StageCosts& cost = of(direction, op.stage);
    switch (op.kind) {
    case OpKind::F: return cost.forward;
    case OpKind::B: return cost.backwardInput;
    case OpKind::W: return shareOf(cost.backwardWeight, op.part, weightParts);
    case OpKind::BW: return cost.backwardInput + cost.backwardWeight;
    case OpKind::R: return cost.recompute.value_or(0);
    }
    return 0;
}

Time durationOf(const Schedule& schedule, const Costs& costs, const Block& block) {
    const auto one = [&](const Op& op) { return costs.duration(op, schedule.direction(op.microbatch)); };
    if (!block.paired)
        return one(block.op);
    assert(!isBackward(block.op.kind) || block.paired->kind != OpKind::F);
    const StageCosts& cost = costs.of(schedule.direction(block.op.microbatch), block.op.stage);
    return cost.overlapped ? *cost.overlapped : one(block.op) + one(*block.paired);
}

Costs uniform(int stages, const StageCosts& each, Time transfer) {
    return Costs{.stages = {std::vector<StageCosts>(stages, each)}, .transfer = {.every = transfer}};
}

} // namespace lanewright
