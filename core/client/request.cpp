// SPDX-License-Identifier: Apache-2.0
#include "core/client/engine_client.h"

#include "core/model/layout/layout_text.h"
#include "core/model/sample_tokens.h"

#include <algorithm>
#include <numeric>

namespace lanewright {

namespace {

/// Says why the model can't be cut into that many stages; empty when it can.
Message cutProblem(const ModelSpec& model, int stages) {
    if (hasMtp(model.layout))
        return say(
            phrase("engine", "the model has layers of multi-token prediction (m), which the engine can't train"));
    const std::vector<int>& cut = model.layersPerStage;
    if (cut.empty() && model.layers >= stages)
        return {};
    if (cut.empty())
        return say(phrase("engine", "the model's %1 layers are too few for %2 stages"), model.layers, stages);
    if (static_cast<int>(cut.size()) != stages)
        return say(phrase("engine", "layers_per_stage has %1 entries for %2 stages"), cut.size(), stages);
    if (std::ranges::any_of(cut, [](int layers) { return layers < 0; }))
        return say(phrase("engine", "layers_per_stage has a negative entry"));
    const std::int64_t sum = std::accumulate(cut.begin(), cut.end(), std::int64_t{0});
    if (sum == model.layers)
        return {};
    return say(phrase("engine", "layers_per_stage adds up to %1, but the model has %2 layers"), sum, model.layers);
}

} // namespace

Result<RunRequest> requestFor(const Plan& plan, RunRequest request) {
    Result<std::vector<Program>> programs = lower(plan);
    if (!programs)
        return programs.error();
    if (const Result<Done> proof = proveDeadlockFree(*programs, plan); !proof)
        return proof.error();
    const ModelSpec model = plan.model.value_or(smallModel(plan.schedule.stages()));
    if (const Message problem = cutProblem(model, plan.schedule.stages()); !problem.empty())
        return Error{problem, "model"};
    if (const Result<Done> checked = checkShapes(model, plan); !checked)
        return checked.error();
    request.plan = plan;
    request.programs = *std::move(programs);
    request.model = model;
    request.plan.variants.clear(); // nobody runs them
    request.optimizer.mode = plan.optimizerMode;
    return request;
}

} // namespace lanewright
