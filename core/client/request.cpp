// SPDX-License-Identifier: Apache-2.0
#include "core/client/engine_client.h"

#include <algorithm>
#include <numeric>

namespace lanewright {

namespace {

/// Small enough to start at once, and with a layer for every stage.
ModelSpec smallModel(int stages) { return {.layers = std::max(stages, 4)}; }

/// Says why the model can't be cut into that many stages; empty when it can.
std::string cutProblem(const ModelSpec& model, int stages) {
    const auto number = [](std::int64_t value) { return std::to_string(value); };
    const std::vector<int>& cut = model.layersPerStage;
    if (cut.empty())
        return model.layers >= stages
                   ? ""
                   : "the model's " + number(model.layers) + " layers are too few for " + number(stages) + " stages";
    if (static_cast<int>(cut.size()) != stages)
        return "layers_per_stage has " + number(static_cast<std::int64_t>(cut.size())) + " entries for " +
               number(stages) + " stages";
    if (std::ranges::any_of(cut, [](int layers) { return layers < 0; }))
        return "layers_per_stage has a negative entry";
    const std::int64_t sum = std::accumulate(cut.begin(), cut.end(), std::int64_t{0});
    return sum == model.layers ? ""
                               : "layers_per_stage adds up to " + number(sum) + ", but the model has " +
                                     number(model.layers) + " layers";
}

} // namespace

Result<RunRequest> requestFor(const Plan& plan) {
    Result<std::vector<Program>> programs = lower(plan);
    if (!programs)
        return programs.error();
    if (const Result<Done> proof = proveDeadlockFree(*programs, plan); !proof)
        return proof.error();
    const ModelSpec model = plan.model.value_or(smallModel(plan.schedule.stages()));
    if (const std::string problem = cutProblem(model, plan.schedule.stages()); !problem.empty())
        return Error{problem, "model"};
    return RunRequest{.plan = plan, .programs = *std::move(programs), .model = model};
}

} // namespace lanewright
