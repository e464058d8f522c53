// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/accelerator/device.h"

namespace lanewright::engine {

/// The ways by which values go between the lanes of a run that sit on devices of their own. One way for each pair of
/// ranks and direction, with a communicator and a stream of its own, so that nothing queues behind what goes another
/// way; what is sent one way arrives in that order.
///
/// All processes enqueue their parts in one total order of all ops and transfers, so none can wait for ever. Calls only
/// enqueue, and throw like those of a `Device`.
class DeviceLinks {
public:
    virtual ~DeviceLinks() = default;

    /// Sends a rank `from` when the work before in `stream` is done. Records `sent` where `from` may be written again;
    /// what comes next in `stream` does not wait for that.
    virtual void send(int rank, Stream stream, const void* from, Bytes bytes, Event sent) = 0;
    /// Receives what a rank sends next into `into`, as soon as the work before in `stream` is done. Records `arrived`
    /// where it is there; what comes next in `stream` does not wait for that.
    virtual void receive(int rank, Stream stream, void* into, Bytes bytes, Event arrived) = 0;
    /// sums (count floats) = own + twin's, the lower rank's first, on both ranks, in the order of `stream`: what comes
    /// next in it sees them. `scratch`: as many floats.
    virtual void addTwin(int rank, Stream stream, float* sums, std::int64_t count, float* scratch) = 0;
    /// Throws when a link has come to harm. Never waits.
    virtual void check() = 0;
    /// Lets nothing wait any longer. No other call may be under way.
    virtual void abort() noexcept = 0;
};

} // namespace lanewright::engine
