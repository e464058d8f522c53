// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include "engine/device/buffer.h"
#include "engine/device/tensor.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace lanewright::engine {

/// What travels in front of a value. Times count from the start of a series of steps.
struct TensorHeader {
    Time arrival = 0; ///< virtual: when the value is there in a paced run
    Time sent = 0;    ///< wall, on the common clock
    Time noticed = 0; ///< wall clock of the receiver, filled in by its channel
    std::int32_t transfer = -1;
    std::int32_t step = -1;
    std::int32_t attempt = 0; ///< 1: made after the last step was rolled back, which makes what was sent before void
};

/// A value on its way from one rank to another: a header and a tensor in one piece of memory.
class TensorMessage {
public:
    TensorMessage(std::int64_t rows, std::int64_t cols)
        : m_memory(kHeaderFloats + rows * cols), m_rows(rows), m_cols(cols) {
        header() = {};
    }

    /// From now on it holds, and takes along, a tensor of so many rows; no more than it was made for.
    void fit(std::int64_t rows) {
        assert(kHeaderFloats + rows * m_cols <= m_memory.size());
        m_rows = rows;
    }

    TensorHeader& header() { return *reinterpret_cast<TensorHeader*>(m_memory.data()); }
    /// (n,C)
    Tensor value() { return {m_memory.data() + kHeaderFloats, m_rows, m_cols}; }
    void* bytes() { return m_memory.data(); }
    /// What is sent: the header and the tensor.
    std::size_t size() const { return static_cast<std::size_t>(kHeaderFloats + m_rows * m_cols) * sizeof(float); }

private:
    // As large as an alignment step, so that the value is aligned as well.
    static constexpr std::int64_t kHeaderFloats = 16;
    static_assert(sizeof(TensorHeader) <= kHeaderFloats * sizeof(float));

    Buffer m_memory;
    std::int64_t m_rows;
    std::int64_t m_cols;
};

using TensorMessagePtr = std::unique_ptr<TensorMessage>;

} // namespace lanewright::engine
