// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/gpt/device_stage.h"

#include <memory>
#include <vector>

namespace lanewright::engine {

/// A rank on a device: its streams, its memory, and the copies of stages that it hosts, by direction, then stage.
struct DeviceLane {
    int rank = 0;
    int number = 0; ///< the lane's on its device
    LaneMemory memory;
    std::vector<std::unique_ptr<DeviceStage>> stages;

    /// `lane`: its number on the device.
    DeviceLane(const RunRequest& request, int rank, Device& device, int lane);

    /// @name Streams by which values leave and come, made where they are asked for
    /// @{
    Stream send() const { return memory.device->stream(number, StreamUse::Send); }
    Stream receive() const { return memory.device->stream(number, StreamUse::Receive); }
    /// @}
    DeviceStage& of(int direction, int stage) { return stageOf({direction, stage}, stages); }
};

/// Banks of weights and moments of each copy of a stage: two where no rank waits for the norm of all gradients before
/// it steps, since the host hears it later than any of them.
int deviceBanks(const RunRequest& request);
/// Sizes of what the stages of a rank share.
LaneSizes laneSizes(const RunRequest& request, int rank);
/// What `stageBytes` says, for stages on a device.
std::vector<StageBytes> deviceStageBytes(const RunRequest& request);

} // namespace lanewright::engine
