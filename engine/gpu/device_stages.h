// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/gpu/device_executor.h"
#include "engine/run/stage_host.h"

#include <vector>

namespace lanewright::engine {

/// The copies of stages on the lanes of a device, for what works between steps. Every call waits.
class DeviceStages : public StageHost {
public:
    /// Both outlive this.
    DeviceStages(const RunRequest& request, DeviceLanes& lanes) : m_request(&request), m_lanes(&lanes) {}

    StageForward evaluate(int stage, const Samples& samples, std::vector<float> input, std::int64_t token) override;

private:
    std::vector<HostedCopy> hostedCopies() override;

    const RunRequest* m_request;
    DeviceLanes* m_lanes;
};

} // namespace lanewright::engine
