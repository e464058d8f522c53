// SPDX-License-Identifier: Apache-2.0
#include "engine/device/buffer.h"

#include <algorithm>
#include <new>

namespace lanewright::engine {

namespace {

constexpr std::align_val_t kAlignment{64};

} // namespace

Buffer::Buffer(std::int64_t count) : m_count(count) {
    if (count > 0)
        m_data.reset(static_cast<float*>(::operator new(static_cast<std::size_t>(count) * sizeof(float), kAlignment)));
}

void Buffer::Release::operator()(float* data) const { ::operator delete(data, kAlignment); }

Buffer BufferPool::take(std::int64_t count) {
    std::vector<Buffer>& spare = m_spare[count];
    Buffer buffer;
    if (spare.empty()) {
        buffer = Buffer(count);
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
