// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/problem_of_plan.h"

namespace lanewright::app {

Plan problemOf(const Plan& plan) {
    return {.timeUnit = plan.timeUnit,
            .memoryUnit = plan.memoryUnit,
            .schedule = {.placement = plan.schedule.placement,
                         .microbatches = plan.schedule.microbatches,
                         .directionOf = plan.schedule.directionOf},
            .costs = plan.costs,
            .memory = plan.memory,
            .optimizerMode = plan.optimizerMode,
            .proof = plan.proof};
}

bool isSameProblem(const Plan& a, const Plan& b) {
    return a.schedule.microbatches == b.schedule.microbatches && a.schedule.placement == b.schedule.placement &&
           a.schedule.directionOf == b.schedule.directionOf && a.costs == b.costs && a.memory == b.memory &&
           a.optimizerMode == b.optimizerMode;
}

} // namespace lanewright::app
