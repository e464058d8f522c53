// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/elementwise.h"

#include "engine/kernels/vectorise.h"

#include <cstring>

namespace lanewright::engine {

void copy(const Tensor& to, const Tensor& from) {
    assert(to.sameShape(from) && to.isWhole() && from.isWhole());
    if (to.size() > 0)
        std::memcpy(to.data, from.data, static_cast<std::size_t>(to.size()) * sizeof(float));
}

void clear(const Tensor& tensor) {
    assert(tensor.isWhole());
    if (tensor.size() > 0)
        std::memset(tensor.data, 0, static_cast<std::size_t>(tensor.size()) * sizeof(float));
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
void addBias(const Tensor& out, const Tensor& bias) {
    assert(bias.cols == out.cols);
    const std::int64_t cols = out.cols;
    for (std::int64_t i = 0; i < out.rows; ++i) {
        float* const row = out.row(i);
        for (std::int64_t j = 0; j < cols; ++j)
            row[j] += bias.data[j];
    }
}

LANEWRIGHT_CLONES
void addBiasAndResidual(const Tensor& out, const Tensor& bias, const Tensor& residual) {
    assert(bias.cols == out.cols && out.sameShape(residual));
    const std::int64_t cols = out.cols;
    for (std::int64_t i = 0; i < out.rows; ++i) {
        float* const row = out.row(i);
        const float* const other = residual.row(i);
        for (std::int64_t j = 0; j < cols; ++j)
            row[j] = other[j] + (row[j] + bias.data[j]);
    }
}

LANEWRIGHT_CLONES
void columnSums(const Tensor& sums, const Tensor& in) {
    assert(sums.cols == in.cols);
    const std::int64_t cols = in.cols;
    for (std::int64_t j = 0; j < cols; ++j)
        sums.data[j] = 0;
    for (std::int64_t i = 0; i < in.rows; ++i) {
        const float* const row = in.row(i);
        for (std::int64_t j = 0; j < cols; ++j)
            sums.data[j] += row[j];
    }
}

} // namespace lanewright::engine
