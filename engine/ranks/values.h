// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/dataflow.h"

#include "engine/channel/channel.h"

#include <vector>

namespace lanewright::engine {

/// The values that a rank holds between ops: those from others, in the slots that the program gave them, and those made
/// here, which wait for another stage or to be sent. Each is found by stage and microbatch.
class Values {
public:
    /// `rows[m]` × `cols` is the shape (n,C) of the values of microbatch m; there is memory for `slots` values from
    /// others and for `rooms` made here, each large enough for any.
    Values(Channel& channel, int stages, int slots, int rooms, std::vector<std::int64_t> rows, std::int64_t cols);

    /// Makes a slot ready for a value from another rank.
    void post(const Value& value, int peer, int transfer, int slot);
    /// True when the value is here. One that nobody posted and nobody made is not.
    bool isHere(const Value& value);
    /// True for a value that comes, or came, from another rank.
    bool isForeign(const Value& value) const { return entry(value).transfer >= 0; }
    int peerOf(const Value& value) const { return entry(value).peer; }
    /// A value that is here.
    TensorMessage& use(const Value& value);
    /// Frees what holds the value: its only consumer has had it.
    void drop(const Value& value);

    /// From now on values of an earlier attempt are void. Those that have come, and those that are still to come, make
    /// way for the values that replace them.
    void expect(int attempt) { m_attempt = attempt; }
    /// Forgets a value made here, if it still is.
    void forget(const Value& value);
    /// Makes a slot ready to receive a value once more that was posted before and may have been used.
    void postAgain(const Value& value, int peer, int transfer);

    /// True when there is room for a value that is about to be made.
    bool hasRoom();
    /// Makes room where there is none, for speculative values, whose receivers may not want them yet.
    void addRoom();
    /// A message with that room, to be filled with the value.
    TensorMessagePtr blank(const Value& value);
    /// A value made here.
    void put(const Value& value, TensorMessagePtr message) { entry(value).own = std::move(message); }
    /// A value made here that leaves for another rank.
    TensorMessagePtr release(const Value& value) { return std::move(entry(value).own); }

private:
    struct Entry {
        TensorMessagePtr own; ///< made here
        int transfer = -1;    ///< else: how it comes
        int peer = -1;
        int slot = -1;
    };
    Entry& entry(const Value& value);
    TensorMessage& slotOf(const Entry& entry) { return *m_slots[entry.slot]; }
    const Entry& entry(const Value& value) const { return const_cast<Values*>(this)->entry(value); }

    std::int64_t rowsOf(const Value& value) const { return m_rows[value.microbatch]; }
    TensorMessagePtr made() const { return std::make_unique<TensorMessage>(m_mostRows, m_cols); }

    Channel* m_channel;
    int m_stages;
    std::vector<std::int64_t> m_rows; ///< by microbatch
    std::int64_t m_mostRows;
    std::int64_t m_cols;
    std::vector<Entry> m_entries; ///< by kind, stage, microbatch
    int m_planned;                ///< slots of the program; those beyond are for values that come once more
    int m_attempt = 0;
    std::vector<TensorMessagePtr> m_slots;
    std::vector<int> m_spareSlots;         ///< slots beyond those, which are free
    std::vector<TensorMessagePtr> m_rooms; ///< that are free
};

} // namespace lanewright::engine
