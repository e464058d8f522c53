// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/explain/causes.h"

#include <vector>

namespace lanewright::test {

/// The chain of blocks that decides the makespan, from the first block to the last end.
inline std::vector<Op> criticalPath(const Plan& plan, const Timeline& timeline) {
    const Causes causes(plan, timeline);
    std::vector<Op> path;
    for (const Slot& slot : causes.criticalSlots())
        path.push_back(causes.spanAt(slot).op);
    return path;
}

} // namespace lanewright::test
