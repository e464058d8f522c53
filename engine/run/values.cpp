// SPDX-License-Identifier: Apache-2.0
#include "engine/run/values.h"

#include <cassert>

namespace lanewright::engine {

Values::Values(Channel& channel, int stages, int microbatches, int slots, int rooms, std::int64_t rows,
               std::int64_t cols)
    : m_channel(&channel), m_stages(stages), m_microbatches(microbatches),
      m_entries(2U * static_cast<std::size_t>(stages) * static_cast<std::size_t>(microbatches)) {
    for (int slot = 0; slot < slots; ++slot)
        m_slots.push_back(std::make_unique<Message>(rows, cols));
    for (int room = 0; room < rooms; ++room)
        m_rooms.push_back(std::make_unique<Message>(rows, cols));
}

Values::Entry& Values::entry(const Value& value) {
    static_assert(static_cast<int>(ValueKind::Activation) == 0 && static_cast<int>(ValueKind::Gradient) == 1);
    assert(crossesRanks(value.kind));
    return m_entries[static_cast<std::size_t>(indexOf(value, m_stages, m_microbatches))];
}

void Values::post(const Value& value, int peer, int transfer, int slot) {
    Entry& found = entry(value);
    found.transfer = transfer;
    found.peer = peer;
    found.slot = slot;
    m_channel->post(transfer, peer, *m_slots[static_cast<std::size_t>(slot)]);
}

bool Values::isHere(const Value& value) const {
    const Entry& found = entry(value);
    return found.own != nullptr || (found.transfer >= 0 && m_channel->arrived(found.transfer));
}

Message& Values::use(const Value& value) {
    assert(isHere(value));
    const Entry& found = entry(value);
    return found.own ? *found.own : *m_slots[static_cast<std::size_t>(found.slot)];
}

void Values::drop(const Value& value) {
    Entry& found = entry(value);
    if (found.own)
        m_rooms.push_back(std::move(found.own));
    else
        m_channel->forget(found.transfer);
    found = {};
}

bool Values::hasRoom() {
    if (m_rooms.empty())
        if (MessagePtr message = m_channel->spare())
            m_rooms.push_back(std::move(message));
    return !m_rooms.empty();
}

MessagePtr Values::blank() {
    assert(!m_rooms.empty());
    MessagePtr message = std::move(m_rooms.back());
    m_rooms.pop_back();
    return message;
}

std::string nameOf(const Value& value) {
    return (value.kind == ValueKind::Activation ? "a" : "g") + std::to_string(value.stage) + "." +
           std::to_string(value.microbatch);
}

} // namespace lanewright::engine
