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

Buffer::Buffer(std::int64_t count, MemorySource* source) : m_data(nullptr, BufferRelease{source}), m_count(count) {
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

Buffer BufferPool::take(std::int64_t count) {
    std::vector<Buffer>& spare = m_spare[count];
    Buffer buffer;
    if (spare.empty()) {
        buffer = Buffer(count, m_source);
    } else {
        buffer = std::move(spare.back());
        spare.pop_back();
    }
    m_live += buffer.bytes();
    m_peak = std::max(m_peak, m_live);
    return buffer;
}

void BufferPool::giveBack(Buffer buffer) {
    if (buffer.empty())
        return;
    m_live -= buffer.bytes();
    m_spare[buffer.size()].push_back(std::move(buffer));
}

} // namespace lanewright::engine
