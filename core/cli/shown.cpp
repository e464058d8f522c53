// SPDX-License-Identifier: Apache-2.0
#include "core/cli/shown.h"

#include "core/check/validate.h"
#include "core/cli/output.h"
#include "core/io/unknown_keys.h"
#include "core/open/open_file.h"
#include "core/simulate/simulate.h"

namespace lanewright::cli {

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

Result<Shown> openShown(const std::string& file) {
    Result<Opened> opened = openFile(file);
    if (!opened)
        return opened.error();
    if (auto* plan = std::get_if<Plan>(&*opened)) {
        complainOfKeys(file, *plan);
        return shownPlan(std::move(*plan));
    }
    return shownRun(std::move(std::get<Run>(*opened)));
}

std::string unfinishedText(const Shown& shown) {
    if (shown.run)
        return "";
    for (const Finding& finding : validate(shown.plan, shown.timeline))
        if (finding.severity == Severity::Error && !isAboutMemory(finding))
            return finding.message.text();
    return "";
}

void complainOfKeys(const std::string& file, const Plan& plan) {
    for (const UnknownKey& key : unknownKeysOf(plan))
        complain(file, {sentenceOf(key)});
}

std::string extensionOf(const std::string& file) {
    const std::string name = file.substr(file.rfind('/') + 1);
    const std::size_t dot = name.rfind('.');
    return dot == std::string::npos ? "" : name.substr(dot + 1);
}

} // namespace lanewright::cli
