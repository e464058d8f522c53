// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/buffers.h"

#include <algorithm>

namespace lanewright::gpu {

namespace {

constexpr std::int64_t kDrawn = 1 << 18; ///< numbers of each kind that the host draws

} // namespace

Buffers::Buffers(Device& device, Stream stream) : m_device(device), m_stream(stream), m_bench(device, "buffers", 0) {}

Buffers::~Buffers() {
    try {
        gpu::finish(m_device, m_stream);
        for (std::byte* const memory : m_taken)
            m_device.giveBack(memory);
    } catch (const engine::Failure&) {
        // The device came to harm, which whoever works with it has seen; its memory goes with the process.
    }
}

Matrix Buffers::sourceOf(NumberKind kind, Fill fill) {
    const auto [at, isNew] = m_sources.try_emplace({kind, fill});
    if (isNew)
        at->second = m_bench.field(kind, 1, kDrawn, fill).device();
    return at->second;
}

Matrix Buffers::matrix(NumberKind kind, std::int64_t rows, std::int64_t cols, Fill fill) {
    const Matrix source = sourceOf(kind, fill);
    const Bytes bytes = rows * cols * bytesOf(kind);
    const Bytes most = kDrawn * bytesOf(kind);
    m_taken.push_back(m_device.take(bytes));
    for (Bytes at = 0; at < bytes; at += most)
        m_device.copy(m_stream, m_taken.back() + at, source.data, std::min(most, bytes - at));
    return {m_taken.back(), kind, rows, cols, cols};
}

const std::uint8_t* Buffers::tokens(std::int64_t count, std::int64_t vocabulary) {
    return m_bench.tokens(count, vocabulary).device;
}

} // namespace lanewright::gpu
