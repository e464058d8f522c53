// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/device_lane.h"

#include "core/model/block_ops.h"

#include "engine/gpu/device_budget.h"
#include "engine/run/planned_memory.h"
#include "engine/run/stage_settings.h"

#include <algorithm>

namespace lanewright::engine {

DeviceLane::DeviceLane(const RunRequest& request, int theRank, Device& device, int lane)
    : rank(theRank), number(lane), memory(device, lane, laneSizes(request, theRank)) {
    memory.pool.reserve(activationRooms(request, theRank));
    for (const StageCopy& copy : copiesOn(request.plan.schedule.placement, theRank))
        stages.push_back(
            std::make_unique<DeviceStage>(request.model, settingsOf(request, copy, deviceBanks(request)), memory));
}

int deviceBanks(const RunRequest& request) { return request.optimizer.mode == OptimizerMode::PostValidated ? 2 : 1; }

LaneSizes laneSizes(const RunRequest& request, int rank) {
    const Schedule& schedule = request.plan.schedule;
    LaneSizes sizes{.model = request.model, .precision = request.precision, .microbatches = schedule.microbatches};
    for (const StageCopy& copy : copiesOn(schedule.placement, rank)) {
        const ParameterLayout layout = layoutOf(request, copy.stage);
        sizes.mostWeights = std::max(sizes.mostWeights, layout.count());
        sizes.mostTensors = std::max(sizes.mostTensors, static_cast<std::int64_t>(layout.parameters().size()));
    }
    sizes.overlaps = hasPairs(schedule.order[rank]);
    return sizes;
}

std::vector<StageBytes> deviceStageBytes(const RunRequest& request) {
    std::vector<StageBytes> stages = stageBytes(request);
    for (StageBytes& stage : stages) {
        const ParameterLayout layout = layoutOf(request, stage.copy.stage);
        stage.memory.fixed = (layout.count() + DeviceState::countFor(layout, request.precision, deviceBanks(request))) *
                             static_cast<Bytes>(sizeof(float));
    }
    return stages;
}

} // namespace lanewright::engine
