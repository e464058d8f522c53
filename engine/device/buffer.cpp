// SPDX-License-Identifier: Apache-2.0
#include "engine/device/buffer.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <sys/mman.h>

namespace lanewright::engine {

namespace {

constexpr std::size_t kAlignment = 64;

/// Large buffers begin at a large page and ask for such pages: packing jumps from row to row, and with small pages
/// each jump would look up another one.
constexpr std::size_t kLargePage = 2U << 20U;

float* memoryOf(std::size_t bytes) {
    const std::size_t step = bytes >= kLargePage ? kLargePage : kAlignment;
    const std::size_t whole = (bytes + step - 1) / step * step;
    void* const memory = std::aligned_alloc(step, whole);
    if (memory == nullptr)
        throw std::bad_alloc{};
#ifdef MADV_HUGEPAGE
    if (step == kLargePage)
        madvise(memory, whole, MADV_HUGEPAGE); // where there are none, small ones do
#endif
    return static_cast<float*>(memory);
}

} // namespace

Buffer::Buffer(std::int64_t count, MemorySource* source)
    : m_data(nullptr, BufferRelease{source}), m_count(count), m_room(count), m_most(count) {
    if (count > 0)
        m_data.reset(source != nullptr ? source->take(count)
                                       : memoryOf(static_cast<std::size_t>(count) * sizeof(float)));
}

void BufferRelease::operator()(float* data) const {
    if (source != nullptr)
        source->giveBack(data);
    else
        std::free(data);
}

Buffer BufferPool::take(std::int64_t count, std::int64_t most) {
    if (count == 0)
        return {};
    std::vector<Buffer>& spare = m_spare[most];
    Buffer buffer;
    const auto fits = std::ranges::lower_bound(spare, count, {}, &Buffer::room);
    if (fits != spare.end()) {
        // Among those that are alike the one that was given back last.
        const auto last = std::ranges::upper_bound(fits, spare.end(), fits->room(), {}, &Buffer::room) - 1;
        buffer = std::move(*last);
        spare.erase(last);
    } else {
        if (!spare.empty())
            spare.pop_back();
        buffer = Buffer(count, m_source);
        buffer.m_most = most;
        ++m_allocations;
    }
    buffer.m_count = count;
    m_live += buffer.bytes();
    m_peak = std::max(m_peak, m_live);
    return buffer;
}

void BufferPool::giveBack(Buffer buffer) {
    if (buffer.empty())
        return;
    m_live -= buffer.bytes();
    std::vector<Buffer>& spare = m_spare[buffer.m_most];
    const auto place = std::ranges::upper_bound(spare, buffer.room(), {}, &Buffer::room);
    spare.insert(place, std::move(buffer));
}

BufferPool::Rooms BufferPool::spare() const {
    Rooms rooms;
    for (const auto& [most, spare] : m_spare)
        for (const Buffer& buffer : spare)
            rooms[most].push_back(buffer.room());
    return rooms;
}

void BufferPool::reserve(const Rooms& rooms) {
    for (const auto& [most, counts] : rooms)
        for (const std::int64_t count : counts) {
            Buffer buffer(count, m_source);
            buffer.m_most = most;
            m_spare[most].push_back(std::move(buffer));
            ++m_allocations;
        }
}

} // namespace lanewright::engine
