// SPDX-License-Identifier: Apache-2.0
#include "core/model/schedule.h"

#include <algorithm>

namespace lanewright {

Block pairOf(const Op& one, const Op& other, Time gap) {
    const bool swapped = isBackward(one.kind) && other.kind == OpKind::F;
    return {.op = swapped ? other : one, .paired = swapped ? one : other, .gap = gap};
}

std::optional<Slot> slotOf(const Schedule& schedule, const Op& op) {
    for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank) {
        const Row& row = schedule.order[rank];
        const auto found = std::ranges::find_if(row, [&](const Block& block) { return block.holds(op); });
        if (found != row.end())
            return Slot{rank, static_cast<int>(found - row.begin())};
    }
    return {};
}

int opCount(const Schedule& schedule) {
    int count = 0;
    for (const Row& row : schedule.order)
        for (const Block& block : row)
            count += opsIn(block).count;
    return count;
}

Schedule fused(Schedule schedule) {
    for (Row& row : schedule.order) {
        std::erase_if(row, [](const Block& block) { return block.op.kind == OpKind::W; });
        for (Block& block : row)
            if (block.op.kind == OpKind::B)
                block.op.kind = OpKind::BW;
    }
    return schedule;
}

bool inShape(const Schedule& schedule, const Op& op) {
    return op.stage >= 0 && op.stage < schedule.stages() && op.microbatch >= 0 && op.microbatch < schedule.microbatches;
}

bool fitsShape(const Schedule& schedule, int weightParts) {
    const auto fits = [&](const Op& op) {
        return inShape(schedule, op) && op.part >= 0 && op.part < (op.kind == OpKind::W ? weightParts : 1);
    };
    if (!schedule.order.empty() && static_cast<int>(schedule.order.size()) != schedule.ranks())
        return false;
    for (const Row& row : schedule.order)
        for (const Block& block : row)
            if (!std::ranges::all_of(opsIn(block), fits))
                return false;
    return true;
}

} // namespace lanewright
