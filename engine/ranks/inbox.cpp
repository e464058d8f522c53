// SPDX-License-Identifier: Apache-2.0
#include "engine/ranks/inbox.h"

#include "core/protocol/message_json.h"

#include "engine/device/clock.h"
#include "engine/device/whereabouts.h"
#include "engine/ranks/failed_elsewhere.h"

#include <algorithm>
#include <string>
#include <utility>

namespace lanewright::engine {

namespace {

Packer pongTo(const ControlMessage& ping) { return std::move(Packer().put(unpacked<Time>(ping.body)).put(now())); }

} // namespace

bool Inbox::receive() {
    bool any = false;
    while (std::optional<ControlMessage> message = m_channel->receive()) {
        any = true;
        if (handle(*message))
            m_channel->recycle(std::move(message->body));
        else
            m_kept.push_back(*std::move(message));
    }
    return any;
}

bool Inbox::handle(const ControlMessage& message) {
    using enum MessageKind;
    switch (message.kind) {
    case Ping: send(message.from, Pong, pongTo(message)); break;
    case Echo: send(message.from, Echoed, packed(message.body)); break;
    case Spans: handleSpans(message); break;
    case Kernels: onKernels(unpacked<KernelsEvent>(message.body)); break;
    case Failed: throw FailedElsewhere(failureFrom(message));
    case TimedOut: onTimeout(message.from, messageFrom(unpacked<std::string>(message.body))); break;
    case Recovered: onRecovery(message.from); break;
    case AskPosition: onAskPosition(); break;
    case Position: onPosition(message.from, message); break;
    case Begun: onBegun(message); break;
    case StepEnd: onStepEnd(message); break;
    case Introduction:
    case Roster:
    case Pong:
    case Echoed:
    case Trips:
    case Go:
    case Stop:
    case Key:
    case Choices:
    case Progress:
    case Want:
    case Given:
    case Served:
    case Forward:
    case Evaluated:
    case Norm:
    case Decision:
    case Gradients:
    case Weights:
    case Farewell: return false;
    }
    return true;
}

void Inbox::handleSpans(const ControlMessage& message) {
    const Aside aside;
    Unpacker(message.body).read(m_spans);
    onSpans(m_spans);
}

bool Inbox::has(MessageKind kind) const {
    return std::ranges::find(m_kept, kind, &ControlMessage::kind) != m_kept.end();
}

std::optional<ControlMessage> Inbox::take(MessageKind kind, int from) {
    const auto fits = [&](const ControlMessage& message) {
        return message.kind == kind && (from < 0 || message.from == from);
    };
    const auto found = std::ranges::find_if(m_kept, fits);
    if (found == m_kept.end())
        return {};
    ControlMessage message = std::move(*found);
    m_kept.erase(found);
    return message;
}

void Inbox::sendAll(MessageKind kind, const Packer& message) {
    for (int peer = 0; peer < m_channel->ranks(); ++peer)
        if (peer != m_channel->rank())
            send(peer, kind, message);
}

void Inbox::sendSpans(SpansEvent& batch) {
    const Aside aside;
    send(0, MessageKind::Spans, packed(batch, m_channel->takeBuffer()));
    clear(batch);
}

void put(Packer& packer, const Message& message) { packer.put(messageToJson(message)); }

Message messageFrom(const std::string& text) {
    const Result<Message> message = messageFromJson(text);
    return message ? *message : Message{text};
}

Packer packed(const FailedEvent& event) {
    Packer packer;
    packer.put(event.rank).put(event.op);
    put(packer, event.reason);
    return packer;
}

FailedEvent failureFrom(const ControlMessage& message) {
    Unpacker unpacker(message.body);
    FailedEvent event;
    event.rank = unpacker.get<int>();
    event.op = unpacker.get<std::optional<Op>>();
    event.reason = messageFrom(unpacker.get<std::string>());
    return event;
}

} // namespace lanewright::engine
