// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/gpu/device_executor.h"
#include "engine/gpu/device_wait.h"

#include <vector>

namespace lanewright::engine {

/// Times values there and back between the lanes of a device, and over the links to lanes of others, on all paths at
/// once over which values go, as in a step: small ones, and some as large as a value. All processes do so together,
/// with idle devices; what lies in the lanes' workspaces is lost. `links`: null where all ranks are on this process.
/// Gives those that start here, by sender, then receiver. Waits.
std::vector<LinkTrips> measureLanes(const RunRequest& request, Device& device, const DeviceLanes& lanes,
                                    const EnqueueList& list, DeviceLinks* links, DeviceWait& wait);

} // namespace lanewright::engine
