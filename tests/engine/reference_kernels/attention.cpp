// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/reference_kernels/number.h"
#include "tests/engine/reference_kernels/reference_kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace lanewright::engine::reference {

namespace {

/// One head of one sample.
class Head {
public:
    Head(const AttentionCall& call, std::int64_t sample, std::int64_t head)
        : m_call(&call), m_sample(sample), m_head(head), m_width(call.qkv.cols / 3),
          m_scale(1 / std::sqrt(static_cast<double>(headWidth()))) {}

    std::int64_t headWidth() const { return m_width / m_call->heads; }
    std::int64_t row(std::int64_t token) const { return m_sample * m_call->context + token; }
    std::int64_t col(std::int64_t d) const { return m_head * headWidth() + d; }
    /// Where number d of a token's query (0), key (1) or value (2) stands.
    std::int64_t col(int which, std::int64_t d) const { return which * m_width + col(d); }
    std::int64_t number() const { return m_sample * m_call->heads + m_head; }
    double scale() const { return m_scale; }

    double of(int which, std::int64_t token, std::int64_t d) const {
        return get(m_call->qkv, row(token), col(which, d));
    }
    double score(std::int64_t query, std::int64_t key) const {
        double sum = 0;
        for (std::int64_t d = 0; d < headWidth(); ++d)
            sum += of(0, query, d) * of(1, key, d);
        return sum * m_scale;
    }

private:
    const AttentionCall* m_call;
    std::int64_t m_sample;
    std::int64_t m_head;
    std::int64_t m_width;
    double m_scale;
};

template <typename Work>
void forEachHead(const AttentionCall& call, Work work) {
    for (std::int64_t sample = 0; sample < call.batch; ++sample)
        for (std::int64_t head = 0; head < call.heads; ++head)
            work(Head{call, sample, head});
}

void attentionOf(const AttentionCall& call, const Head& head, std::int64_t query) {
    std::vector<double> scores;
    scores.reserve(static_cast<std::size_t>(query + 1));
    for (std::int64_t key = 0; key <= query; ++key)
        scores.push_back(head.score(query, key));
    const double top = *std::ranges::max_element(scores);
    double sum = 0;
    for (const double score : scores)
        sum += std::exp(score - top);
    const double logSum = top + std::log(sum);
    put(call.logSums, head.number(), query, logSum);
    for (std::int64_t d = 0; d < head.headWidth(); ++d) {
        double mixed = 0;
        for (std::int64_t key = 0; key <= query; ++key)
            mixed += std::exp(scores[static_cast<std::size_t>(key)] - logSum) * head.of(2, key, d);
        put(call.out, head.row(query), head.col(d), mixed);
    }
}

/// The gradient of one head's queries, keys and values, one behind the other, each (T,D).
std::vector<double> gradientOf(const AttentionCall& call, const Head& head) {
    const std::int64_t width = head.headWidth();
    std::vector<double> gradient(static_cast<std::size_t>(3 * call.context * width));
    const auto at = [&](int which, std::int64_t token, std::int64_t d) -> double& {
        return gradient[static_cast<std::size_t>((which * call.context + token) * width + d)];
    };
    for (std::int64_t query = 0; query < call.context; ++query) {
        const auto outGradient = [&](std::int64_t d) {
            return double{get(call.outGradient, head.row(query), head.col(d))};
        };
        // Σ probability · its gradient over the keys is Σ output · its gradient over the head's width.
        double mean = 0;
        for (std::int64_t d = 0; d < width; ++d)
            mean += outGradient(d) * get(call.out, head.row(query), head.col(d));
        for (std::int64_t key = 0; key <= query; ++key) {
            const double probability = std::exp(head.score(query, key) - get(call.logSums, head.number(), query));
            double slope = 0;
            for (std::int64_t d = 0; d < width; ++d)
                slope += outGradient(d) * head.of(2, key, d);
            const double ofScore = probability * (slope - mean) * head.scale();
            for (std::int64_t d = 0; d < width; ++d) {
                at(0, query, d) += ofScore * head.of(1, key, d);
                at(1, key, d) += ofScore * head.of(0, query, d);
                at(2, key, d) += probability * outGradient(d);
            }
        }
    }
    return gradient;
}

} // namespace

void attention(const AttentionCall& call) {
    forEachHead(call, [&](const Head& head) {
        for (std::int64_t query = 0; query < call.context; ++query)
            attentionOf(call, head, query);
    });
}

void attentionGradient(const AttentionCall& call) {
    forEachHead(call, [&](const Head& head) {
        const std::vector<double> gradient = gradientOf(call, head);
        auto next = gradient.begin();
        for (int which = 0; which < 3; ++which)
            for (std::int64_t token = 0; token < call.context; ++token)
                for (std::int64_t d = 0; d < head.headWidth(); ++d)
                    put(call.qkv, head.row(token), head.col(which, d), *next++);
    });
}

} // namespace lanewright::engine::reference
