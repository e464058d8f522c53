// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/device_stages.h"

#include <algorithm>
#include <numeric>

namespace lanewright::engine {

std::vector<HostedCopy> DeviceStages::hostedCopies() {
    std::vector<HostedCopy> copies;
    for (const auto& lane : *m_lanes)
        for (const auto& stage : lane->stages)
            copies.push_back(hostedCopy(lane->rank, *stage, &lane->memory));
    return copies;
}

Evaluation DeviceStages::evaluate(int stage, const Samples& samples, std::vector<float>& input,
                                  std::vector<float>& output, std::int64_t token) {
    DeviceLane& lane = *findLane(*m_lanes, m_request->plan.schedule.placement.rankOf(0, stage));
    DeviceStage& copy = lane.of(0, stage);
    const Sizes& sizes = lane.memory.sizes;
    const HostPiece text(*lane.memory.device, 2 * sizes.tokens);
    std::ranges::copy(samples.tokens, text.as<std::uint8_t>());
    std::ranges::copy(samples.targets, text.as<std::uint8_t>() + sizes.tokens);
    lane.memory.device->copy(lane.memory.compute, lane.memory.tokens, text.as<std::uint8_t>(), sizes.tokens);
    lane.memory.device->copy(lane.memory.compute, lane.memory.targets, text.as<std::uint8_t>() + sizes.tokens,
                             sizes.tokens);
    Buffer from(sizes.boundary(), &lane.memory.source);
    Buffer to(sizes.boundary(), &lane.memory.source);
    const auto matrix = [&](Buffer& buffer) { return Tensor{buffer.data(), sizes.tokens, sizes.width}; };
    if (!copy.shape().isFirst())
        writeFloats(lane.memory, from.data(), input);
    Evaluation evaluation;
    copy.evaluate(matrix(from), matrix(to), token, evaluation.probabilities);
    if (!copy.shape().isLast()) {
        output = readFloats(lane.memory, to.data(), sizes.boundary());
        return evaluation;
    }
    const std::vector<float> losses = readFloats(lane.memory, lane.memory.losses, sizes.tokens);
    evaluation.loss = std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(losses.size());
    return evaluation;
}

} // namespace lanewright::engine
