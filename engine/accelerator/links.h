// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/program/link_ends.h"

#include "engine/accelerator/device.h"

namespace lanewright::engine {

/// The ways by which values go between devices. One for each pair of ranks on different devices and each direction,
/// with a communicator and a stream of its own, so that nothing queues behind what goes another way; what is sent one
/// way arrives in that order. A send may wait for its receive.
///
/// All processes enqueue their parts in one total order of all ops and transfers, so none can wait for ever. Calls only
/// enqueue, and throw like those of a `Device`.
class DeviceLinks {
public:
    virtual ~DeviceLinks() = default;

    /// The stream of a link's own end, on its device.
    virtual Stream stream(int link) = 0;
    /// Enqueues the sending of `from` in the link's stream: when it is done there, `from` may be written again.
    virtual void send(int link, const void* from, Bytes bytes) = 0;
    /// Enqueues the receiving of what is sent next: when it is done in the link's stream, it is all in `into`.
    virtual void receive(int link, void* into, Bytes bytes) = 0;
    /// Both at once, on a link from a process to itself: when it is done in the link's stream, `into` holds what `from`
    /// did.
    virtual void sendToSelf(int link, const void* from, void* into, Bytes bytes) = 0;
    /// Throws when a link has come to harm. Never waits.
    virtual void check() = 0;
    /// Lets nothing wait any longer. No other call may be under way, and none follows.
    virtual void abort() noexcept = 0;
};

} // namespace lanewright::engine
