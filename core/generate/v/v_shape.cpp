// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v/v_shape.h"

#include "core/generate/placing.h"

#include <algorithm>
#include <vector>

namespace lanewright {

bool isV(const Placement& placement) {
    if (placement.directions.size() != 1 || placement.stages() != 2 * placement.ranks)
        return false;
    const std::vector<int>& visits = placement.directions[0];
    return beginsWithLine(placement) && std::equal(visits.begin(), visits.end(), visits.rbegin());
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
