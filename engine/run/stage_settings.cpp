// SPDX-License-Identifier: Apache-2.0
#include "engine/run/stage_settings.h"

#include "core/model/sample_tokens.h"

namespace lanewright::engine {

namespace {

/// The microbatches of a direction, rising.
std::vector<int> microbatchesOf(const Schedule& schedule, int direction) {
    std::vector<int> microbatches;
    for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
        if (schedule.direction(microbatch) == direction)
            microbatches.push_back(microbatch);
    return microbatches;
}

} // namespace

StageSettings settingsOf(const RunRequest& request, const StageCopy& copy, int banks) {
    const Schedule& schedule = request.plan.schedule;
    return {.copy = copy,
            .shape = shapeOf(request.model, schedule.stages(), copy.stage),
            .microbatches = microbatchesOf(schedule, copy.direction),
            .allMicrobatches = schedule.microbatches,
            .shapes = microbatchShapes(request.model, request.plan),
            .weightParts = request.plan.costs.weightParts,
            .recomputes = request.plan.costs.recomputes(copy.direction, copy.stage),
            .precision = request.precision,
            .banks = banks};
}

ParameterLayout layoutOf(const RunRequest& request, int stage) {
    return {request.model, shapeOf(request.model, request.plan.schedule.stages(), stage)};
}

int banksOn(const RunRequest& request, int rank) {
    const bool mayStepBack =
        request.optimizer.mode == OptimizerMode::PostValidated && rank + 1 < request.plan.schedule.ranks();
    return mayStepBack ? 2 : 1;
}

} // namespace lanewright::engine
