// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "core/base/units.h"

namespace lanewright::engine {

/// Where buffers come from that do not lie on the host's heap.
class MemorySource {
public:
    virtual ~MemorySource() = default;
    /// Memory for so many floats, aligned to 64 bytes at least.
    virtual float* take(std::int64_t count) = 0;
    virtual void giveBack(float* memory) = 0;
};

/// Gives a buffer's memory back to where it came from.
struct BufferRelease {
    MemorySource* source = nullptr; ///< null: the heap
    void operator()(float* data) const;
};

/// Numbers in memory of their own, aligned to 64 bytes, not initialised. Of a source's memory only the place may be
/// known here: whether the host can read it is the source's affair.
class Buffer {
public:
    Buffer() = default;
    /// `source` outlives the buffer; null: the heap.
    explicit Buffer(std::int64_t count, MemorySource* source = nullptr);

    float* data() { return m_data.get(); }
    const float* data() const { return m_data.get(); }
    std::int64_t size() const { return m_count; }
    Bytes bytes() const { return m_count * static_cast<Bytes>(sizeof(float)); }
    bool empty() const { return m_count == 0; }
    /// How many numbers there is memory for. What came from a pool may have more than it holds.
    std::int64_t room() const { return m_room; }

private:
    friend class BufferPool;

    std::unique_ptr<float[], BufferRelease> m_data;
    std::int64_t m_count = 0;
    std::int64_t m_room = 0;
    std::int64_t m_most = 0; ///< a pool's: of the buffers it is kept with
};

/// Hands out buffers and takes them back for the next ones, so that only the first step touches fresh pages. It counts
/// the bytes that are out: the activation memory a rank really holds.
///
/// What is taken in turns for microbatches of several lengths is kept together. The smallest spare buffer that has room
/// serves; where none has, the largest of them makes way for a larger one. So there are never more buffers than were
/// out at one time, and a few passes through the same order have grown all that it needs: with the same rooms spare it
/// finds the same ones.
class BufferPool {
public:
    /// By the largest count that buffers are asked for which are kept together: the rooms of each, rising.
    using Rooms = std::map<std::int64_t, std::vector<std::int64_t>>;

    explicit BufferPool(MemorySource* source = nullptr) : m_source(source) {}

    Buffer take(std::int64_t count) { return take(count, count); }
    /// A buffer that is kept with others of which none is asked for more than `most` numbers. Of no numbers: no memory.
    Buffer take(std::int64_t count, std::int64_t most);
    /// `buffer` came from `take`, or is empty.
    void giveBack(Buffer buffer);
    /// The buffers that are spare.
    Rooms spare() const;
    /// Takes memory for these, before anything else.
    void reserve(const Rooms& rooms);
    /// How often memory has been asked for.
    int allocations() const { return m_allocations; }

    Bytes live() const { return m_live; }
    Bytes peak() const { return m_peak; }
    /// From here on `peak` speaks of what comes.
    void resetPeak() { m_peak = m_live; }

private:
    MemorySource* m_source;
    std::map<std::int64_t, std::vector<Buffer>> m_spare; ///< by `Buffer::m_most`; each by rising room
    int m_allocations = 0;
    Bytes m_live = 0;
    Bytes m_peak = 0;
};

} // namespace lanewright::engine
