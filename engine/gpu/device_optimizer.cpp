// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/device_optimizer.h"

#include "engine/device/whereabouts.h"

namespace lanewright::engine {

DeviceOptimizer::DeviceOptimizer(const RunRequest& request, Device& device, DeviceLanes& lanes, KernelLog& log)
    : m_request(&request), m_device(&device), m_lanes(&lanes), m_log(&log) {
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
        m_marks.push_back({device.makeEvent(true), device.makeEvent(true)});
}

void DeviceOptimizer::step(const StepDecision& decision) {
    const bool steps = decision.kind != UpdateKind::Skipped;
    updates += steps ? 1 : 0;
    for (std::size_t at = 0; at < m_lanes->size(); ++at) {
        const auto& lane = (*m_lanes)[at];
        whereabouts() = {.rank = lane->rank, .op = {}};
        m_device->record(m_marks[at].start, lane->memory.compute);
        m_log->enter("optimizer", {.rank = lane->rank, .op = {}, .start = m_marks[at].start, .end = m_marks[at].end});
        if (steps)
            for (const auto& stage : lane->stages)
                stage->optimize(m_request->optimizer, updates, decision.factor);
        m_log->leave();
        m_device->record(m_marks[at].end, lane->memory.compute);
    }
}

void DeviceOptimizer::rollBack() {
    --updates;
    for (const auto& lane : *m_lanes)
        for (const auto& stage : lane->stages)
            stage->rollBack();
}

void DeviceOptimizer::say(DeviceTimeline& timeline, DeviceWait& wait) {
    for (std::size_t at = 0; at < m_lanes->size(); ++at) {
        const Marks& marks = m_marks[at];
        wait.until([&] { return m_device->isDone(marks.end); });
        timeline.optimizer((*m_lanes)[at]->rank, marks.start, marks.end);
    }
}

} // namespace lanewright::engine
