// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/first_plan.h"

#include "core/generate/catalogue.h"
#include "core/generate/problem.h"

namespace lanewright::app {

Plan firstPlan() {
    // Ops of 10 ms can be paced on any machine.
    constexpr int kRanks = 4;
    constexpr int kMicrobatches = 8;
    constexpr Time kOp = 10'000'000;
    const Result<Plan> problem = problemOf({.ranks = kRanks,
                                            .microbatches = kMicrobatches,
                                            .timeUnit = TimeUnit::Ms,
                                            .forward = kOp,
                                            .backwardInput = kOp,
                                            .backwardWeight = kOp,
                                            .memoryLimit = kRanks * kMemoryUnit});
    if (!problem)
        return {};
    const Result<Plan> plan = generate("zb-h1", *problem);
    return plan ? *plan : *problem;
}

} // namespace lanewright::app
