// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/dataflow.h"
#include "core/model/plan.h"

namespace lanewright {

/// Whether the stage of an op drops its activations and makes them again.
inline bool recomputes(const Op& op, const Plan& plan) {
    return plan.costs.recomputes(plan.schedule.direction(op.microbatch), op.stage);
}

/// Visits all values from other stages that an op needs. Inside core/program only.
void forEachNeed(const Op& op, const Plan& plan, const auto& visit) {
    for (const Value& value : needsOf(op, plan.schedule.stages(), recomputes(op, plan)))
        if (crossesRanks(value.kind))
            visit(value);
}

/// Visits all values that an op makes and another stage needs.
void forEachYield(const Op& op, const Plan& plan, const auto& visit) {
    for (const Value& value : yieldsOf(op, plan.schedule.stages(), recomputes(op, plan)))
        if (crossesRanks(value.kind))
            visit(value);
}

} // namespace lanewright
