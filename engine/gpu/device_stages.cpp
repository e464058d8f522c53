// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/device_stages.h"

#include <algorithm>

namespace lanewright::engine {

std::vector<HostedCopy> DeviceStages::hostedCopies() {
    std::vector<HostedCopy> copies;
    for (const auto& lane : *m_lanes)
        for (const auto& stage : lane->stages)
            copies.push_back(hostedCopy(lane->rank, *stage, &lane->memory));
    return copies;
}

StageForward DeviceStages::evaluate(int stage, const Samples& samples, std::vector<float> input, std::int64_t token) {
    DeviceLane& lane = *findLane(*m_lanes, m_request->plan.schedule.placement.rankOf(0, stage));
    LaneMemory& memory = lane.memory;
    const Sizes& sizes = memory.sizes;
    const HostPiece text(*memory.device, 2 * sizes.tokens);
    auto* const tokens = text.as<std::uint8_t>();
    auto* const targets = tokens + sizes.tokens;
    std::ranges::copy(samples.tokens, tokens);
    std::ranges::copy(samples.targets, targets);
    memory.device->copy(memory.compute, memory.tokens, tokens, sizes.tokens);
    memory.device->copy(memory.compute, memory.targets, targets, sizes.tokens);
    Buffer from(sizes.boundary(), &memory.source);
    Buffer to(sizes.boundary(), &memory.source);
    const auto matrix = [&](Buffer& buffer) { return Tensor{buffer.data(), sizes.tokens, sizes.width}; };
    DeviceStage& copy = lane.of(0, stage);
    if (!copy.shape().isFirst())
        writeFloats(memory, from.data(), input);
    StageForward forward;
    forward.evaluation = copy.evaluate(matrix(from), matrix(to), token);
    if (!copy.shape().isLast())
        forward.output = readFloats(memory, to.data(), sizes.boundary());
    return forward;
}

} // namespace lanewright::engine
