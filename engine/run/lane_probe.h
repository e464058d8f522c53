// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/protocol.h"

#include "engine/run/device_executor.h"
#include "engine/run/device_wait.h"

#include <vector>

namespace lanewright::engine {

/// Times copies there and back between the lanes of a device, on all links at once over which values go, as in a step:
/// small ones, and some as large as a value. The device is idle; what lies in the lanes' workspace is lost.
class LaneProbe {
public:
    LaneProbe(const RunRequest& request, Device& device, const DeviceLanes& lanes, DeviceWait& wait);

    /// By sender, then receiver. Waits.
    std::vector<LinkTrips> measure();

private:
    struct Link {
        DeviceLane* from;
        DeviceLane* to;
        Event start, there, back;
    };
    void exchange(std::vector<LinkTrips>& trips, std::vector<Time> LinkTrips::*into, Bytes bytes, bool keep);

    Device* m_device;
    DeviceWait* m_wait;
    Bytes m_valueBytes;
    std::vector<Link> m_links;
};

} // namespace lanewright::engine
