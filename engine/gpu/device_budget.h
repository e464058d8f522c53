// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/device/buffer.h"

#include <vector>

namespace lanewright::engine {

/// What a run takes of a device, to the byte, known before any of it is taken.
struct DeviceBudget {
    Bytes weights = 0;     ///< with their gradients, also those held back, and the optimizer's moments
    Bytes activations = 0; ///< buffers that are used again only by activations of their kind
    Bytes values = 0;      ///< between stages
    Bytes workspace = 0;   ///< all else: what kernels and products need beside their numbers, texts, losses

    Bytes all() const { return weights + activations + values + workspace; }
    friend bool operator==(const DeviceBudget&, const DeviceBudget&) = default;
};

/// The buffers that a rank's activations need: with these spare, no step asks for more. Runs through the rank's row
/// with a pool of the kind that the run has.
BufferPool::Rooms activationRooms(const RunRequest& request, int rank);

/// The budget of ranks that share a device. The device needs `workspace` bytes for the products of a stream, holds so
/// many `values` between stages, and `scratch` floats of gradients that come in from other devices. Runs through the
/// ranks' rows with pools of the kind that the run has.
DeviceBudget budgetOf(const RunRequest& request, const std::vector<int>& ranks, int values, Bytes workspace,
                      std::int64_t scratch);

/// Throws `OutOfMemory`, with what the memory is for, where a device has no more than `left` bytes, and that is too
/// little.
void expectRoom(const DeviceBudget& budget, Bytes left);

} // namespace lanewright::engine
