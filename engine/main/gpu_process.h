// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/protocol/protocol.h"

#include "engine/accelerator/module.h"
#include "engine/gpu/device_process.h"

#include <memory>

namespace lanewright::engine {

constexpr int kBackendMissing = 4; ///< exit code

/// A process among those of its host that take a GPU each.
struct HostPlace {
    int number = 0; ///< counted from 0
    int count = 1;
};

/// The GPU of one process.
struct OwnGpu {
    DeviceModule* module = nullptr;
    std::unique_ptr<Device> device = {};
    DevicePlace place = {};
    std::unique_ptr<KernelTrace> trace = {}; ///< where the request wants it

    /// As a process's run wants it. This outlives it.
    ProcessDevice forProcess();
};

/// Opens the GPU that the request and its place on the host give a process, for `lanes` ranks. `isLinked`: other
/// processes have GPUs of their own. Fails with what is missing, in one sentence, which then names the host.
Result<OwnGpu> openGpu(const RunRequest& request, const HostPlace& place, int lanes, bool isLinked);

} // namespace lanewright::engine
