// SPDX-License-Identifier: Apache-2.0
#include "core/edit/edits.h"

#include "core/model/block_ops.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace lanewright {

namespace {

/// Says of an op whether its stage and microbatch have one of the kind in the order.
auto hasOfKind(const Schedule& schedule, OpKind kind) {
    const auto microbatches = static_cast<std::size_t>(schedule.microbatches);
    const auto slot = [microbatches](const Op& op) {
        return static_cast<std::size_t>(op.stage) * microbatches + static_cast<std::size_t>(op.microbatch);
    };
    std::vector<bool> seen(static_cast<std::size_t>(schedule.stages()) * microbatches);
    forEachOp(schedule.order, [&](const Op& op) {
        if (op.kind == kind)
            seen[slot(op)] = true;
    });
    return [seen = std::move(seen), slot](const Op& op) -> bool { return seen[slot(op)]; };
}

} // namespace

Plan fuseBackwards(const Plan& plan) {
    Plan next = plan;
    const auto hasInput = hasOfKind(plan.schedule, OpKind::B);
    const auto hasWeight = hasOfKind(plan.schedule, OpKind::W);
    const auto leaves = [&](const Op& op) { return op.kind == OpKind::W && hasInput(op); };
    const auto fuse = [&](Op& op) {
        if (op.kind == OpKind::B && hasWeight(op))
            op.kind = OpKind::BW;
    };
    for (Row& row : next.schedule.order) {
        eraseOps(row, leaves);
        for (Block& block : row)
            changeOps(block, fuse);
    }
    const auto isWeight = [](const Block& block) { return block.op.kind == OpKind::W; };
    if (std::ranges::none_of(next.schedule.order, [&](const Row& row) { return std::ranges::any_of(row, isWeight); }))
        next.costs.weightParts = 1;
    return next;
}

} // namespace lanewright
