// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/elementwise.h"

#include "engine/kernels/vectorise.h"

#include <algorithm>
#include <cstring>

namespace lanewright::engine {

namespace {

template <typename Number>
LANEWRIGHT_INLINE void columnSumsOf(const Tensor& sums, const View<Number>& in) {
    assert(sums.cols == in.cols);
    // A strip of columns at a time stays in registers and in the first cache.
    constexpr std::int64_t kStrip = 64;
    for (std::int64_t from = 0; from < in.cols; from += kStrip) {
        const std::int64_t count = std::min(kStrip, in.cols - from);
        float strip[kStrip] = {};
        for (std::int64_t i = 0; i < in.rows; ++i) {
            const Number* const row = in.row(i) + from;
            if (count == kStrip)
                for (std::int64_t j = 0; j < kStrip; ++j)
                    strip[j] += row[j];
            else
                for (std::int64_t j = 0; j < count; ++j)
                    strip[j] += row[j];
        }
        for (std::int64_t j = 0; j < count; ++j)
            sums.data[from + j] = strip[j];
    }
}

} // namespace

void copy(const Tensor& to, const Tensor& from) {
    assert(to.sameShape(from));
    const auto bytes = static_cast<std::size_t>(to.cols) * sizeof(float);
    for (std::int64_t i = 0; i < to.rows && bytes > 0; ++i)
        std::memcpy(to.row(i), from.row(i), bytes);
}

LANEWRIGHT_CLONES
void copy(const View<Bf16>& to, const Tensor& from) {
    assert(to.sameShape(from));
    for (std::int64_t i = 0; i < to.rows; ++i) {
        Bf16* const row = to.row(i);
        const float* const other = from.row(i);
        for (std::int64_t j = 0; j < to.cols; ++j)
            row[j] = toBf16(other[j]);
    }
}

void clear(const Tensor& tensor) {
    const auto bytes = static_cast<std::size_t>(tensor.cols) * sizeof(float);
    for (std::int64_t i = 0; i < tensor.rows && bytes > 0; ++i)
        std::memset(tensor.row(i), 0, bytes);
}

LANEWRIGHT_CLONES
void add(const Tensor& to, const Tensor& from) {
    assert(to.sameShape(from) && to.isWhole() && from.isWhole());
    float* const sum = to.data;
    const float* const term = from.data;
    const std::int64_t count = to.size();
    for (std::int64_t i = 0; i < count; ++i)
        sum[i] += term[i];
}

LANEWRIGHT_CLONES
void columnSums(const Tensor& sums, const Tensor& in) { columnSumsOf(sums, in); }

LANEWRIGHT_CLONES
void columnSums(const Tensor& sums, const View<Bf16>& in) { columnSumsOf(sums, in); }

} // namespace lanewright::engine
