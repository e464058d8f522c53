// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/gpu/device_executor.h"
#include "engine/gpu/device_wait.h"

#include <vector>

namespace lanewright::engine {

/// Times values there and back between the lanes of a device, and over the links to lanes of others, on all paths at
/// once over which values go, as in a step: small ones, and some as large as a value. All processes do so together,
/// with idle devices; what lies in the lanes' workspaces is lost.
class LaneTiming {
public:
    /// `links`: null where all ranks are on this process.
    LaneTiming(const RunRequest& request, Device& device, const DeviceLanes& lanes, const EnqueueList& list,
               DeviceLinks* links, DeviceWait& wait);

    /// Those that start here, by sender, then receiver. Waits.
    std::vector<LinkTrips> measure();

private:
    /// A path between two lanes, of which one may be on another process: null here.
    struct Path {
        int sender = 0;
        int receiver = 0;
        DeviceLane* from = nullptr;
        DeviceLane* to = nullptr;
        int link = -1; ///< there; −1: both lanes are here
        int back = -1; ///< the link of the other direction
        Event start = {}, there = {}, end = {};
    };
    void addPaths(const RunRequest& request, const DeviceLanes& lanes, const EnqueueList& list);
    void exchange(std::vector<LinkTrips>& trips, std::vector<Time> LinkTrips::*into, Bytes bytes, bool keep);
    void copyThereAndBack(const Path& path, Bytes bytes);
    void go(const Path& path, int link, bool isBack, Bytes bytes);

    Device* m_device;
    DeviceLinks* m_links;
    DeviceWait* m_wait;
    Bytes m_valueBytes;
    std::vector<Path> m_paths; ///< those with an end here, in one order on all processes
};

} // namespace lanewright::engine
