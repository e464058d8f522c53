// SPDX-License-Identifier: Apache-2.0
#include "core/explain/explain.h"

#include "core/explain/reasons.h"

namespace lanewright {

std::optional<Explanation> explain(const Plan& plan, const Timeline& timeline, const Op& op) {
    return Reasons(plan, timeline).of(op);
}

std::vector<Op> criticalPath(const Plan& plan, const Timeline& timeline) {
    const Causes causes(plan, timeline);
    std::vector<Op> path;
    for (const Slot& slot : causes.criticalSlots())
        path.push_back(causes.spanAt(slot).op);
    return path;
}

} // namespace lanewright
