// SPDX-License-Identifier: Apache-2.0
#include "engine/channel/local_channel.h"

#include "core/base/take_last.h"

#include "engine/device/clock.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace lanewright::engine {

void LocalChannel::reserve(const Traffic& traffic) {
    m_posted.resize(traffic.transfers);
    m_arrived.resize(traffic.transfers);
    m_waiting.reserve(traffic.incoming);
    m_buffers.reserve();
    LocalNetwork::Box& box = m_network->boxOf(m_rank);
    const std::scoped_lock lock(box.mutex);
    box.values.reserve(traffic.incoming);
    box.spare.reserve(traffic.outgoing);
}

void LocalChannel::post(int transfer, int peer, TensorMessage& into) {
    TensorMessage*& posted = m_posted[transfer];
    assert(peer != m_rank && posted == nullptr);
    static_cast<void>(peer);
    posted = &into;
}

void LocalChannel::send(int peer, TensorMessagePtr message) {
    LocalNetwork::Box& box = m_network->boxOf(peer);
    const std::scoped_lock lock(box.mutex);
    box.values.push_back({m_rank, std::move(message)});
}

TensorMessagePtr LocalChannel::spare() {
    LocalNetwork::Box& box = m_network->boxOf(m_rank);
    const std::scoped_lock lock(box.mutex);
    return box.spare.empty() ? nullptr : takeLast(box.spare);
}

void LocalChannel::send(int peer, MessageKind kind, std::vector<std::byte> body) {
    LocalNetwork::Box& box = m_network->boxOf(peer);
    const std::scoped_lock lock(box.mutex);
    box.messages.push_back({.kind = kind, .from = m_rank, .body = std::move(body)});
}

std::optional<ControlMessage> LocalChannel::receive() {
    LocalNetwork::Box& box = m_network->boxOf(m_rank);
    const std::scoped_lock lock(box.mutex);
    if (box.received == box.messages.size()) {
        box.messages.clear();
        box.received = 0;
        return {};
    }
    return std::move(box.messages[box.received++]);
}

bool LocalChannel::deliver(LocalNetwork::Delivery& delivery) {
    const auto transfer = static_cast<std::size_t>(delivery.message->header().transfer);
    TensorMessage* const slot = std::exchange(m_posted[transfer], nullptr);
    if (slot == nullptr)
        return false;
    assert(slot->size() == delivery.message->size());
    std::memcpy(slot->bytes(), delivery.message->bytes(), delivery.message->size());
    slot->header().noticed = now();
    m_arrived[transfer] = true;
    LocalNetwork::Box& sender = m_network->boxOf(delivery.from);
    const std::scoped_lock lock(sender.mutex);
    sender.spare.push_back(std::move(delivery.message));
    return true;
}

void LocalChannel::progress() {
    LocalNetwork::Box& box = m_network->boxOf(m_rank);
    {
        const std::scoped_lock lock(box.mutex);
        std::ranges::move(box.values, std::back_inserter(m_waiting));
        box.values.clear();
    }
    std::erase_if(m_waiting, [this](LocalNetwork::Delivery& delivery) { return deliver(delivery); });
}

void LocalChannel::abort() { std::_Exit(1); }

} // namespace lanewright::engine
