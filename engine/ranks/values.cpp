// SPDX-License-Identifier: Apache-2.0
#include "engine/ranks/values.h"

#include "core/base/take_last.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace lanewright::engine {

Values::Values(Channel& channel, int stages, int slots, int rooms, std::vector<std::int64_t> rows, std::int64_t cols)
    : m_channel(&channel), m_stages(stages), m_rows(std::move(rows)), m_mostRows(*std::ranges::max_element(m_rows)),
      m_cols(cols), m_entries(2U * static_cast<std::size_t>(stages) * m_rows.size()), m_planned(slots) {
    for (int slot = 0; slot < slots; ++slot)
        m_slots.push_back(made());
    for (int room = 0; room < rooms; ++room)
        m_rooms.push_back(made());
}

Values::Entry& Values::entry(const Value& value) {
    static_assert(static_cast<int>(ValueKind::Activation) == 0 && static_cast<int>(ValueKind::Gradient) == 1);
    assert(crossesRanks(value.kind));
    return m_entries[indexOf(value, m_stages, static_cast<int>(m_rows.size()))];
}

void Values::post(const Value& value, int peer, int transfer, int slot) {
    Entry& found = entry(value);
    found.transfer = transfer;
    found.peer = peer;
    found.slot = slot;
    slotOf(found).fit(rowsOf(value));
    m_channel->post(transfer, peer, slotOf(found));
}

void Values::postAgain(const Value& value, int peer, int transfer) {
    if (entry(value).transfer >= 0)
        return; // on its way, or here and not used; `isHere` sees to the rest
    if (m_spareSlots.empty()) {
        m_spareSlots.push_back(static_cast<int>(m_slots.size()));
        m_slots.push_back(made());
    }
    post(value, peer, transfer, takeLast(m_spareSlots));
}

bool Values::isHere(const Value& value) {
    const Entry& found = entry(value);
    if (found.own != nullptr)
        return true;
    if (found.transfer < 0 || !m_channel->arrived(found.transfer))
        return false;
    if (slotOf(found).header().attempt >= m_attempt)
        return true;
    m_channel->forget(found.transfer);
    m_channel->post(found.transfer, found.peer, slotOf(found));
    return false;
}

void Values::forget(const Value& value) {
    if (TensorMessagePtr own = std::move(entry(value).own))
        m_rooms.push_back(std::move(own));
}

void Values::addRoom() { m_rooms.push_back(made()); }

TensorMessage& Values::use(const Value& value) {
    assert(isHere(value));
    const Entry& found = entry(value);
    return found.own ? *found.own : slotOf(found);
}

void Values::drop(const Value& value) {
    Entry& found = entry(value);
    if (found.own)
        m_rooms.push_back(std::move(found.own));
    else
        m_channel->forget(found.transfer);
    if (found.slot >= m_planned)
        m_spareSlots.push_back(found.slot);
    found = {};
}

bool Values::hasRoom() {
    if (m_rooms.empty())
        if (TensorMessagePtr message = m_channel->spare())
            m_rooms.push_back(std::move(message));
    return !m_rooms.empty();
}

TensorMessagePtr Values::blank(const Value& value) {
    assert(!m_rooms.empty());
    TensorMessagePtr message = takeLast(m_rooms);
    message->fit(rowsOf(value));
    return message;
}

} // namespace lanewright::engine
