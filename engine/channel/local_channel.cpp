// SPDX-License-Identifier: Apache-2.0
#include "engine/channel/local_channel.h"

#include "engine/device/clock.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>

namespace lanewright::engine {

void LocalChannel::post(int transfer, int peer, Message& into) {
    assert(peer != m_rank && !m_posted.contains(transfer));
    static_cast<void>(peer);
    m_posted[transfer] = &into;
}

void LocalChannel::send(int peer, MessagePtr message) {
    LocalNetwork::Box& box = m_network->boxOf(peer);
    const std::scoped_lock lock(box.mutex);
    box.values.push_back({m_rank, std::move(message)});
}

MessagePtr LocalChannel::spare() {
    LocalNetwork::Box& box = m_network->boxOf(m_rank);
    const std::scoped_lock lock(box.mutex);
    if (box.spare.empty())
        return nullptr;
    MessagePtr message = std::move(box.spare.back());
    box.spare.pop_back();
    return message;
}

void LocalChannel::tell(int peer, LetterKind kind, std::vector<std::byte> body) {
    LocalNetwork::Box& box = m_network->boxOf(peer);
    const std::scoped_lock lock(box.mutex);
    box.letters.push_back({.kind = kind, .from = m_rank, .body = std::move(body)});
}

std::optional<Letter> LocalChannel::heard() {
    LocalNetwork::Box& box = m_network->boxOf(m_rank);
    const std::scoped_lock lock(box.mutex);
    if (box.letters.empty())
        return {};
    Letter letter = std::move(box.letters.front());
    box.letters.pop_front();
    return letter;
}

bool LocalChannel::deliver(LocalNetwork::Parcel& parcel) {
    const auto slot = m_posted.find(parcel.message->header().transfer);
    if (slot == m_posted.end())
        return false;
    assert(slot->second->size() == parcel.message->size());
    std::memcpy(slot->second->bytes(), parcel.message->bytes(), parcel.message->size());
    slot->second->header().noticed = now();
    m_arrived.insert(slot->first);
    m_posted.erase(slot);
    LocalNetwork::Box& sender = m_network->boxOf(parcel.from);
    const std::scoped_lock lock(sender.mutex);
    sender.spare.push_back(std::move(parcel.message));
    return true;
}

void LocalChannel::progress() {
    LocalNetwork::Box& box = m_network->boxOf(m_rank);
    {
        const std::scoped_lock lock(box.mutex);
        std::ranges::move(box.values, std::back_inserter(m_waiting));
        box.values.clear();
    }
    std::erase_if(m_waiting, [this](LocalNetwork::Parcel& parcel) { return deliver(parcel); });
}

void LocalChannel::abort() { std::_Exit(1); }

} // namespace lanewright::engine
