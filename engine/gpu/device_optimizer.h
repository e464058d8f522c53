// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gpu/device_timeline.h"
#include "engine/gpu/device_wait.h"
#include "engine/run/step_decision.h"

#include <vector>

namespace lanewright::engine {

/// Steps the weights of a process's lanes, each in its first stream, and rolls a speculative step back.
class DeviceOptimizer {
public:
    /// All outlive this.
    DeviceOptimizer(const RunRequest& request, Device& device, DeviceLanes& lanes, KernelLog& log);

    /// Enqueues a step of all weights, behind the sums of their gradients. A skipped step is its marks alone.
    void step(const StepDecision& decision);
    /// Lets what is enqueued from here on read the weights from before the last step, which was not skipped.
    void rollBack();
    /// Waits until all lanes have made the last step, and reports it.
    void say(DeviceTimeline& timeline, DeviceWait& wait);
    /// Marks that a lane has.
    Event end(std::size_t lane) const { return m_marks[lane].end; }

    /// How often the weights have moved.
    int updates = 0;

private:
    struct Marks {
        Event start, end;
    };

    const RunRequest* m_request;
    Device* m_device;
    DeviceLanes* m_lanes;
    KernelLog* m_log;
    std::vector<Marks> m_marks; ///< by lane
};

} // namespace lanewright::engine
