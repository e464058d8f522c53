// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gpu/kernels/bench.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace lanewright::gpu {

/// Matrices in a device's memory for measurements, full of random numbers, since GPUs are faster on zeros. All are
/// copies of a few that the host drew, so that gigabytes are filled in a moment; two `Buffers` give the same numbers
/// for the same questions in the same order.
class Buffers {
public:
    /// What fills them is enqueued in `stream`.
    Buffers(Device& device, Stream stream);
    ~Buffers();
    Buffers(const Buffers&) = delete;
    Buffers& operator=(const Buffers&) = delete;

    /// (rows,cols), without gaps, until this is gone.
    Matrix matrix(NumberKind kind, std::int64_t rows, std::int64_t cols, Fill fill = Fill::Normal);
    const std::uint8_t* tokens(std::int64_t count, std::int64_t vocabulary);
    Stream stream() const { return m_stream; }

private:
    Matrix sourceOf(NumberKind kind, Fill fill);

    Device& m_device;
    Stream m_stream;
    Bench m_bench; ///< holds what the host drew
    std::map<std::pair<NumberKind, Fill>, Matrix> m_sources;
    std::vector<std::byte*> m_taken;
};

} // namespace lanewright::gpu
