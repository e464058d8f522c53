// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include "engine/accelerator/device.h"
#include "engine/accelerator/links.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lanewright::engine {

/// How a device is to be opened.
struct DeviceWish {
    int device = 0; ///< its number, as `listDevices` counts
    int lanes = 1;  ///< ranks that share it
};

/// How a process takes part in the links between devices.
struct LinkWish {
    int process = 0; ///< that of the process
    int processes = 1;
    std::vector<LinkEnds> links = {}; ///< all there are, by their numbers; the same on all processes
    /// Gives all processes what process 0 holds in `bytes`.
    std::function<void(std::span<std::byte> bytes)> share;
    /// Called again and again while a call waits for other processes; may throw, which ends the wait.
    std::function<void()> breathe = [] {};
};

/// What a module of a backend offers. The engine opens it at run time, so that it starts where the module's libraries
/// are missing.
class DeviceModule {
public:
    virtual ~DeviceModule() = default;

    /// The devices of this machine; fails with the reason in one sentence: no driver, a driver too old, no GPU.
    virtual Result<std::vector<DeviceFacts>> listDevices() = 0;
    /// The version of the library that links are made with, "2.28.9"; fails in one sentence where it is missing.
    virtual Result<std::string> linkVersion() = 0;
    virtual Result<std::unique_ptr<Device>> open(const DeviceWish& wish) = 0;
    /// All processes take part. Fails in one sentence.
    virtual Result<std::unique_ptr<DeviceLinks>> link(Device& device, const LinkWish& wish) = 0;
};

/// The module in a file; fails with one sentence when it is not there, can't be loaded (which library is missing), or
/// is of another version.
Result<DeviceModule*> openModule(const std::string& file);
/// The module of the backend `cuda`, which lies beside the running program, opened once.
Result<DeviceModule*> cudaModule();

} // namespace lanewright::engine
