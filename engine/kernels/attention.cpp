// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/attention.h"

#include "engine/kernels/elementwise.h"
#include "engine/kernels/matmul.h"
#include "engine/kernels/vector_math.h"

#include <cmath>

namespace lanewright::engine {

namespace {

/// Query, key and value of one head of one sample, each (T,D), inside the wider tensor.
struct Head {
    Tensor query;
    Tensor key;
    Tensor value;
};

Head headOf(const Tensor& qkv, const AttentionShape& shape, std::int64_t sample, std::int64_t head) {
    const auto part = [&](std::int64_t which) {
        return qkv.block(sample * shape.context, shape.context, which * shape.width + head * shape.headWidth(),
                         shape.headWidth());
    };
    return {part(0), part(1), part(2)};
}

Tensor probabilitiesOf(const Tensor& all, const AttentionShape& shape, std::int64_t sample, std::int64_t head) {
    return all.block((sample * shape.heads + head) * shape.context, shape.context, 0, shape.context);
}

Tensor columnsOf(const Tensor& tokens, const AttentionShape& shape, std::int64_t sample, std::int64_t head) {
    return tokens.block(sample * shape.context, shape.context, head * shape.headWidth(), shape.headWidth());
}

float scaleOf(const AttentionShape& shape) { return 1.0F / std::sqrt(static_cast<float>(shape.headWidth())); }

void copyRows(const Tensor& to, const Tensor& from) {
    for (std::int64_t i = 0; i < to.rows; ++i)
        for (std::int64_t j = 0; j < to.cols; ++j)
            to.row(i)[j] = from.row(i)[j];
}

} // namespace

LANEWRIGHT_CLONES
void causalSoftmax(const Tensor& scores) {
    for (std::int64_t t = 0; t < scores.rows; ++t) {
        float* const row = scores.row(t);
        const std::int64_t seen = t + 1;
        const float top = largestOf(row, seen);
        for (std::int64_t j = 0; j < seen; ++j)
            row[j] = fastExp(row[j] - top);
        const float scale = 1.0F / sumOf(seen, [&](std::int64_t j) { return row[j]; });
        for (std::int64_t j = 0; j < seen; ++j)
            row[j] *= scale;
        for (std::int64_t j = seen; j < scores.cols; ++j)
            row[j] = 0;
    }
}

LANEWRIGHT_CLONES
void causalSoftmaxInputGradient(const Tensor& gradient, const Tensor& probabilities) {
    assert(gradient.sameShape(probabilities));
    for (std::int64_t t = 0; t < gradient.rows; ++t) {
        float* const g = gradient.row(t);
        const float* const p = probabilities.row(t);
        const std::int64_t seen = t + 1;
        const float mean = sumOf(seen, [&](std::int64_t j) { return g[j] * p[j]; });
        for (std::int64_t j = 0; j < seen; ++j)
            g[j] = p[j] * (g[j] - mean);
        for (std::int64_t j = seen; j < gradient.cols; ++j)
            g[j] = 0;
    }
}

void attentionForward(const Tensor& out, const Tensor& probabilities, const Tensor& qkv, const AttentionShape& shape) {
    assert(qkv.rows == shape.batch * shape.context && qkv.cols == 3 * shape.width);
    assert(out.rows == qkv.rows && out.cols == shape.width);
    assert(probabilities.rows == shape.probabilityRows() && probabilities.cols == shape.context);
    for (std::int64_t sample = 0; sample < shape.batch; ++sample)
        for (std::int64_t h = 0; h < shape.heads; ++h) {
            const Head head = headOf(qkv, shape, sample, h);
            const Tensor p = probabilitiesOf(probabilities, shape, sample, h);
            multiply(p, head.query, false, head.key, true, scaleOf(shape));
            causalSoftmax(p);
            multiply(columnsOf(out, shape, sample, h), p, false, head.value, false);
        }
}

void attentionInputGradientInPlace(const Tensor& qkv, const Tensor& outGradient, const Tensor& probabilities,
                                   const Tensor& scratch, const AttentionShape& shape) {
    assert(scratch.size() >= shape.scratch());
    const std::int64_t context = shape.context;
    const Tensor scores{scratch.data, context, context};
    const Tensor query{scratch.data + context * context, context, shape.headWidth()};
    for (std::int64_t sample = 0; sample < shape.batch; ++sample)
        for (std::int64_t h = 0; h < shape.heads; ++h) {
            const Head head = headOf(qkv, shape, sample, h);
            const Tensor p = probabilitiesOf(probabilities, shape, sample, h);
            const Tensor dy = columnsOf(outGradient, shape, sample, h);
            multiply(scores, dy, false, head.value, true);
            causalSoftmaxInputGradient(scores, p);
            // From here each of value, key and query is overwritten once nobody reads it any more.
            multiply(head.value, p, true, dy, false);
            multiply(query, scores, false, head.key, false, scaleOf(shape));
            multiply(head.key, scores, true, head.query, false, scaleOf(shape));
            copyRows(head.query, query);
        }
}

} // namespace lanewright::engine
