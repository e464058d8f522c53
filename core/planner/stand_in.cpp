// SPDX-License-Identifier: Apache-2.0
#include "core/planner/stand_in.h"

#include "core/simulate/simulate.h"

#include <algorithm>

namespace lanewright {

namespace {

constexpr Time kMillisecond = 1'000'000;
constexpr Time kShortest = 5 * kMillisecond;
constexpr Time kLongest = 600'000 * kMillisecond;

/// None: every op takes no time.
Time shortestOp(const Plan& plan) {
    Time shortest = 0;
    for (const std::vector<StageCosts>& direction : plan.costs.stages)
        for (const StageCosts& stage : direction)
            for (const Time time : {stage.forward, stage.backwardInput, stage.backwardWeight})
                if (time > 0 && (shortest == 0 || time < shortest))
                    shortest = time;
    return shortest;
}

} // namespace

ModelSpec standInFor(const Plan& plan) {
    ModelSpec model{.width = 32, .heads = 2, .context = 16, .vocabulary = 256, .batch = 1};
    const int stages = plan.schedule.stages();
    model.layers = plan.model ? plan.model->layers : stages;
    model.layersPerStage = plan.model ? plan.model->layersPerStage : std::vector<int>{};
    return model;
}

int paceStretchOf(const Plan& plan) {
    const Time shortest = shortestOp(plan);
    const Time whole = extentOf(simulate(plan.schedule, plan.costs)).length();
    if (shortest == 0 || whole == 0)
        return 1;
    const Time wanted = (kShortest + shortest - 1) / shortest;
    return static_cast<int>(std::clamp<Time>(std::min(wanted, kLongest / whole), 1, 100'000));
}

} // namespace lanewright
