// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/enqueue_target.h"

#include "engine/gpt/parameters.h"

namespace lanewright::engine {

EnqueueTarget enqueueTargetOf(const RunRequest& request, const ProcessMap& processMap) {
    EnqueueTarget target{
        .processOf = processMap.processOf, .processes = processMap.processes, .mode = request.optimizer.mode};
    const int stages = request.plan.schedule.stages();
    for (int stage = 0; stage < stages; ++stage)
        target.gradients.push_back(ParameterLayout{request.model, shapeOf(request.model, stages, stage)}.count());
    return target;
}

} // namespace lanewright::engine
