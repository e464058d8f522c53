// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/take_last.h"

#include <cstddef>
#include <vector>

namespace lanewright::engine {

/// The memory of control messages that have been handled, for those to come.
class MessageBuffers {
public:
    /// Empty, perhaps with room.
    std::vector<std::byte> take() {
        if (m_buffers.empty())
            return {};
        std::vector<std::byte> buffer = takeLast(m_buffers);
        buffer.clear();
        return buffer;
    }
    void put(std::vector<std::byte> buffer) {
        constexpr std::size_t kLargest = 1 << 20; // gradients of copies are not worth keeping
        if (buffer.capacity() > 0 && buffer.capacity() <= kLargest && m_buffers.size() < kMost)
            m_buffers.push_back(std::move(buffer));
    }
    /// Prepares some buffers as large as a message about spans.
    void reserve() {
        constexpr int kBuffers = 8;
        constexpr std::size_t kUsual = 96 << 10;
        m_buffers.reserve(kMost);
        for (int buffer = 0; buffer < kBuffers; ++buffer)
            m_buffers.emplace_back().reserve(kUsual);
    }

private:
    static constexpr std::size_t kMost = 64; ///< more are never on their way

    std::vector<std::vector<std::byte>> m_buffers;
};

} // namespace lanewright::engine
