// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/analysis.h"

namespace lanewright {

Analysis analyse(const Plan& plan) {
    if (plan.isProblem())
        return {};
    Analysis result;
    result.timeline = simulate(plan.schedule, plan.costs);
    result.findings = validate(plan, result.timeline);
    result.valid = isValid(result.findings);
    result.metrics = measure(plan, result.timeline);
    result.memory = memoryCurves(plan.schedule, plan.memory, plan.costs.weightParts, result.timeline);
    result.stalls = stallsOf(plan.schedule, plan.costs, result.timeline);
    return result;
}

} // namespace lanewright
