// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/device_returns.h"

#include "core/model/sample_tokens.h"

#include <numeric>

namespace lanewright::engine {

DeviceReturns::DeviceReturns(const RunRequest& request, DeviceLane& lane)
    : m_request(&request), m_lane(&lane),
      m_tokens(std::int64_t{request.plan.schedule.microbatches} * lane.memory.sizes.tokens),
      m_done(lane.memory.device->makeEvent(false)) {
    Device& device = *lane.memory.device;
    for (const auto& stage : lane.stages) {
        m_tensors += static_cast<std::int64_t>(stage->layout().parameters().size());
        if (stage->shape().isLast() && m_losses == nullptr)
            m_losses = std::make_unique<HostPiece>(device, m_tokens * static_cast<Bytes>(sizeof(float)));
    }
    m_sums = Buffer(2 * m_tensors, &lane.memory.source);
    if (m_tensors > 0)
        m_squares = std::make_unique<HostPiece>(device, m_sums.bytes());
}

void DeviceReturns::enqueue() {
    LaneMemory& memory = m_lane->memory;
    m_peak = memory.pool.peak();
    auto* sums = reinterpret_cast<double*>(m_sums.data());
    for (const auto& stage : m_lane->stages) {
        stage->gradientSquares(sums);
        sums += stage->layout().parameters().size();
    }
    if (m_squares != nullptr)
        memory.device->copy(memory.compute, m_squares->as<double>(), m_sums.data(), m_sums.bytes());
    if (m_losses != nullptr)
        memory.device->copy(memory.compute, m_losses->as<float>(), memory.losses,
                            m_tokens * static_cast<Bytes>(sizeof(float)));
    memory.device->record(m_done, memory.compute);
}

std::vector<TensorSquares> DeviceReturns::squares() const {
    std::vector<TensorSquares> squares;
    squares.reserve(m_tensors);
    for (const auto& stage : m_lane->stages)
        for (const Parameter& parameter : stage->layout().parameters())
            squares.push_back({parameter.number, m_squares->as<double>()[squares.size()]});
    return squares;
}

std::vector<LossOf> DeviceReturns::losses() const {
    std::vector<LossOf> losses;
    const std::int64_t apart = m_lane->memory.sizes.tokens;
    const std::vector<MicrobatchShape> shapes = microbatchShapes(m_request->model, m_request->plan);
    for (const auto& stage : m_lane->stages) {
        if (!stage->shape().isLast())
            continue;
        for (const int microbatch : stage->microbatches()) {
            const float* const first = m_losses->as<float>() + microbatch * apart;
            const std::int64_t tokens = shapes[microbatch].tokens();
            losses.push_back({microbatch, std::accumulate(first, first + tokens, 0.0) / static_cast<double>(tokens)});
        }
    }
    return losses;
}

} // namespace lanewright::engine
