// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/shown_step.h"

#include "core/model/timeline.h"

#include <algorithm>

namespace lanewright::app {

const StepRecord* stepShownOf(const Run& run) {
    if (run.partial)
        for (auto step = run.steps.rbegin(); step != run.steps.rend(); ++step)
            if (extentOf(step->wall).length() > 0)
                return &*step;
    return representativeStep(run);
}

std::vector<const StepRecord*> wholeStepsOf(const Run& run) { return wholeStepsOf(run, run.steps); }

std::vector<const StepRecord*> wholeStepsOf(const Run& run, const std::vector<StepRecord>& own) {
    std::vector<const StepRecord*> steps;
    for (const StepRecord& step : own)
        if (isWhole(run.plan.schedule, step))
            steps.push_back(&step);
    return steps;
}

const std::vector<StepRecord>& stepsOfReplica(const Run& run, int replica) {
    const auto other = std::ranges::find(run.replicas, replica, &Replica::replica);
    return replica == run.replica || other == run.replicas.end() ? run.steps : other->steps;
}

const StepRecord* comparedStepOf(const Run& run, const StepRecord* shown) {
    if (!shown || !run.partial || isWhole(run.plan.schedule, *shown))
        return shown;
    const std::vector<const StepRecord*> whole = wholeStepsOf(run);
    return whole.empty() ? nullptr : whole.back();
}

Comparison compareStep(const Plan& plan, const Timeline& planned, const Run* run, const StepRecord* step) {
    return run && step ? compare(plan, planned, run->plan, step->wall) : Comparison{};
}

} // namespace lanewright::app
