// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v/v_shape.h"

#include "core/generate/placing.h"

#include <vector>

namespace lanewright {

bool isV(const Placement& placement) {
    const int stages = placement.stages();
    if (placement.directions.size() != 1 || stages != 2 * placement.ranks)
        return false;
    std::vector<bool> used(placement.ranks);
    for (int stage = 0; stage < placement.ranks; ++stage) {
        const int rank = placement.rankOf(0, stage);
        if (used[rank] || placement.rankOf(0, stages - 1 - stage) != rank)
            return false;
        used[rank] = true;
    }
    return true;
}

Plan placedOnV(const Plan& problem) {
    if (isV(problem.schedule.placement))
        return problem;
    return placedOn(problem, zigzagAlong(lineOf(problem.schedule.placement), 2));
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

} // namespace lanewright
