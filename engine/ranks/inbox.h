// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/channel/channel.h"
#include "engine/channel/packer.h"
#include "engine/ranks/waiter.h"

#include <functional>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace lanewright::engine {

/// A rank's control messages: sends its own, and receives those of others. What can be handled at once is, by the
/// functions here; all else is kept until somebody takes its kind. That the run has failed on another process is thrown
/// as `FailedElsewhere`.
class Inbox {
public:
    /// `waiter`: how the rank waits for messages.
    Inbox(Channel& channel, Waiter& waiter) : m_channel(&channel), m_waiter(&waiter) { m_kept.reserve(64); }

    /// @name Messages that are handled as they come
    /// @{
    std::function<void(SpansEvent&)> onSpans = [](SpansEvent&) {};
    std::function<void(KernelsEvent)> onKernels = [](const KernelsEvent&) {};
    std::function<void(int from, const Message& what)> onTimeout = [](int, const Message&) {};
    std::function<void(int from)> onRecovery = [](int) {};
    std::function<void()> onAskPosition = [] {};
    std::function<void(int from, const ControlMessage& message)> onPosition = [](int, const ControlMessage&) {};
    std::function<void(const ControlMessage&)> onBegun = [](const ControlMessage&) {};
    std::function<void(const ControlMessage&)> onStepEnd = [](const ControlMessage&) {};
    /// @}

    /// Takes in all that has come; false when there was nothing.
    bool receive();
    /// True when a message of the kind lies here.
    bool has(MessageKind kind) const;
    /// Takes the first message of the kind, from anybody or from one rank.
    std::optional<ControlMessage> take(MessageKind kind, int from = -1);
    /// Waits for a message of the kind from one rank or, where `from` is −1, from anybody; gives it, or the value that
    /// it holds. `what` says in words what for, as for `Waiter::until`.
    template <typename Value = ControlMessage, typename What>
    Value await(MessageKind kind, int from, What what);
    Waiter& waiter() const { return *m_waiter; }

    /// Sends the batch to rank 0 and empties it.
    void sendSpans(SpansEvent& batch);
    void send(int peer, MessageKind kind, Packer message) { m_channel->send(peer, kind, message.take()); }
    /// Sends the message to all ranks but the own one.
    void sendAll(MessageKind kind, const Packer& message);

private:
    /// False where the message is to be kept.
    bool handle(const ControlMessage& message);
    void handleSpans(const ControlMessage& message);

    Channel* m_channel;
    Waiter* m_waiter;
    std::vector<ControlMessage> m_kept;
    SpansEvent m_spans; ///< room for spans that come
};

template <typename Value, typename What>
Value Inbox::await(MessageKind kind, int from, What what) {
    std::optional<ControlMessage> message;
    m_waiter->until([&] { return (message = take(kind, from)).has_value(); }, what);
    if constexpr (std::is_same_v<Value, ControlMessage>)
        return *std::move(message);
    else
        return unpacked<Value>(message->body);
}

template <>
struct Parts<SpansEvent> {
    static auto of(auto& event) {
        return std::tie(event.step, event.rank, event.wall, event.virtualTime, event.live, event.others);
    }
};
template <>
struct Parts<KernelsEvent> {
    static auto of(auto& event) {
        return std::tie(event.step, event.lane.rank, event.lane.names, event.lane.kernels, event.lane.leftOut);
    }
};

/// @name What is said to a person, as control messages
/// @{
void put(Packer& packer, const Message& message);
/// As `put` wrote it.
Message messageFrom(const std::string& text);
Packer packed(const FailedEvent& event);
FailedEvent failureFrom(const ControlMessage& message);
/// @}

} // namespace lanewright::engine
