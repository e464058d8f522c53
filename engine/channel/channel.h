// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/channel/message_buffers.h"
#include "engine/channel/tensor_message.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace lanewright::engine {

/// The kinds of control messages.
enum class MessageKind : std::uint8_t {
    Introduction, ///< to rank 0: who I am
    Roster,       ///< from rank 0: who all are
    Ping,         ///< from rank 0, to compare clocks
    Pong,         ///< the answer
    Echo,         ///< to see how long a message takes there and back
    Echoed,       ///< the answer
    Trips,        ///< to rank 0: how long they took
    Go,           ///< from rank 0: start the step
    Stop,         ///< from rank 0: no further step
    Begun,        ///< to rank 0: my step has begun
    StepEnd,      ///< to rank 0: my step has ended
    Norm,         ///< to the next rank: what is known of the gradients
    Decision,     ///< to the rank before: what is to become of the step
    Spans,        ///< to rank 0: what I measured
    Kernels,      ///< to rank 0: what my GPU ran
    Key,          ///< from rank 0: what links need to find each other
    Choices,      ///< to rank 0: which algorithms of products are quickest here; from rank 0: by which we compute
    Progress,     ///< from rank 0: how far the training had come
    Want,         ///< give me these numbers of the training state
    Given,        ///< the answer
    Served,       ///< nobody wants any more
    Forward,      ///< to the next stage's rank: a value that belongs to no step
    Evaluated,    ///< from the last stage's rank to all: what came of such values
    Gradients,    ///< to another copy of a stage: my gradients
    Weights,      ///< to rank 0: hashes of my weights
    Farewell,     ///< from rank 0: all is done
    Failed,       ///< to rank 0: the run can't go on
    TimedOut,     ///< to rank 0: what I wait for does not come
    Recovered,    ///< to rank 0: it has come after all
    AskPosition,  ///< from rank 0: where are you
    Position,     ///< the answer
};

/// What one rank tells another beside the values. Two messages from the same sender arrive in the order they were sent.
struct ControlMessage {
    MessageKind kind = MessageKind::Go;
    int from = -1;
    std::vector<std::byte> body = {};
};

/// How much a rank sends and receives in a step.
struct Traffic {
    int transfers = 0; ///< more than the number of any of its transfers
    int incoming = 0;
    int outgoing = 0;
};

/// One rank's end of the links between the ranks of a run. Used by that rank's thread alone.
///
/// Values go from rank to rank by the number of their transfer, never by the order in which they come. Nothing here
/// waits: what takes time goes on in `progress`, which whoever waits or computes calls often.
class Channel {
public:
    virtual ~Channel() = default;

    virtual int rank() const = 0;
    virtual int ranks() const = 0;

    /// Makes room for the traffic of a step, so that a step needs no memory of its own.
    virtual void reserve(const Traffic& traffic) = 0;
    /// From now on the value of `transfer` may be written into `into`, which stays where it is until it has arrived.
    virtual void post(int transfer, int peer, TensorMessage& into) = 0;
    /// True once the posted value is complete; its header then says when that was noticed.
    bool arrived(int transfer) const { return m_arrived[transfer]; }
    /// Forgets a transfer that has arrived, so that its number can be used in the next step.
    void forget(int transfer) { m_arrived[transfer] = false; }
    /// Sends the value under the number in its header.
    virtual void send(int peer, TensorMessagePtr message) = 0;
    /// A tensor message that has left, for the next value; null when there is none.
    virtual TensorMessagePtr spare() = 0;

    virtual void send(int peer, MessageKind kind, std::vector<std::byte> body) = 0;
    virtual std::optional<ControlMessage> receive() = 0;
    /// Memory of a control message that has been handled, for the next one.
    std::vector<std::byte> takeBuffer() { return m_buffers.take(); }
    void recycle(std::vector<std::byte> buffer) { m_buffers.put(std::move(buffer)); }

    virtual void progress() = 0;
    /// Ends all ranks at once.
    [[noreturn]] virtual void abort() = 0;

protected:
    std::vector<bool> m_arrived; ///< by transfer
    MessageBuffers m_buffers;
};

} // namespace lanewright::engine
