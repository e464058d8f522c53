// SPDX-License-Identifier: Apache-2.0
#include "core/edit/edits.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace lanewright {

namespace {

/// Which stages and microbatches have an op of a kind in the order.
class OpsOfKind {
public:
    OpsOfKind(const Schedule& schedule, OpKind kind)
        : m_microbatches(static_cast<std::size_t>(schedule.microbatches)),
          m_seen(static_cast<std::size_t>(schedule.stages()) * m_microbatches, false) {
        for (const Row& row : schedule.order)
            for (const Block& block : row)
                for (const MaybeOp& op : {MaybeOp(block.op), block.paired})
                    if (op && op->kind == kind)
                        m_seen[slot(*op)] = true;
    }
    bool has(const Op& op) const { return m_seen[slot(op)]; }

private:
    std::size_t slot(const Op& op) const {
        return static_cast<std::size_t>(op.stage) * m_microbatches + static_cast<std::size_t>(op.microbatch);
    }

    std::size_t m_microbatches;
    std::vector<bool> m_seen;
};

} // namespace

Plan fuseBackwards(const Plan& plan) {
    Plan next = plan;
    const OpsOfKind inputs{plan.schedule, OpKind::B};
    const OpsOfKind weights{plan.schedule, OpKind::W};
    const auto leaves = [&](const Op& op) { return op.kind == OpKind::W && inputs.has(op); };
    const auto fuse = [&](Op& op) {
        if (op.kind == OpKind::B && weights.has(op))
            op.kind = OpKind::BW;
    };
    for (Row& row : next.schedule.order) {
        for (Block& block : row) {
            if (block.paired && leaves(block.op))
                std::swap(block.op, *block.paired);
            if (block.paired && leaves(*block.paired))
                block.paired.reset();
        }
        std::erase_if(row, [&](const Block& block) { return leaves(block.op); });
        for (Block& block : row) {
            fuse(block.op);
            if (block.paired)
                fuse(*block.paired);
        }
    }
    const auto isWeight = [](const Block& block) { return block.op.kind == OpKind::W; };
    if (std::ranges::none_of(next.schedule.order, [&](const Row& row) { return std::ranges::any_of(row, isWeight); }))
        next.costs.weightParts = 1;
    return next;
}

} // namespace lanewright
