// SPDX-License-Identifier: Apache-2.0
#include "core/api/shown.h"

#include "core/simulate/simulate.h"

namespace lanewright::api {

namespace {

Result<Shown> shownPlan(Plan plan) {
    if (plan.isProblem())
        return Error{"this is a problem without an order; make one with: lanewright-cli generate NAME FILE"};
    Timeline timeline = simulate(plan.schedule, plan.costs);
    return Shown{.plan = std::move(plan), .timeline = std::move(timeline)};
}

Result<Shown> shownRun(Run run) {
    const StepRecord* step = representativeStep(run);
    if (!step)
        return Error{"the run holds no measured step"};
    Shown shown{.plan = run.plan, .timeline = step->wall, .step = step->step};
    shown.run = std::move(run);
    return shown;
}

} // namespace

Result<Shown> shownOf(Opened opened) {
    if (auto* plan = std::get_if<Plan>(&opened))
        return shownPlan(std::move(*plan));
    return shownRun(std::move(std::get<Run>(opened)));
}

std::string extensionOf(const std::string& file) {
    const std::string name = file.substr(file.rfind('/') + 1);
    const std::size_t dot = name.rfind('.');
    return dot == std::string::npos ? "" : name.substr(dot + 1);
}

} // namespace lanewright::api
