// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/reference_gpt.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lanewright::engine::test {

namespace {

Doubles tensorOf(const ParameterLayout& layout, const Doubles& weights, TensorKind kind, int layer = 0) {
    // The layout hands out views of memory of floats; only the distance from its start is wanted here.
    std::vector<float> places(static_cast<std::size_t>(layout.count()));
    const Tensor view = layout.of(places.data(), kind, layer);
    const auto from = weights.begin() + (view.data - places.data());
    return {from, from + view.size()};
}

Doubles linear(const Doubles& in, const Doubles& weight, const Doubles& bias, int inWidth, int outWidth) {
    const int rows = static_cast<int>(in.size()) / inWidth;
    Doubles out = product(in, weight, rows, inWidth, outWidth, true);
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] += bias[i % static_cast<std::size_t>(outWidth)];
    return out;
}

void addTo(Doubles& sum, const Doubles& term) {
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] += term[i];
}

} // namespace

Doubles product(const Doubles& a, const Doubles& b, int m, int k, int n, bool transposeB) {
    Doubles c(static_cast<std::size_t>(m) * n);
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j)
            for (int l = 0; l < k; ++l)
                c[static_cast<std::size_t>(i) * n + j] +=
                    a[static_cast<std::size_t>(i) * k + l] *
                    (transposeB ? b[static_cast<std::size_t>(j) * k + l] : b[static_cast<std::size_t>(l) * n + j]);
    return c;
}

Doubles normalised(const Doubles& in, const Doubles& gain, const Doubles& bias, int width) {
    Doubles out(in.size());
    for (std::size_t row = 0; row < in.size(); row += static_cast<std::size_t>(width)) {
        double mean = 0;
        double variance = 0;
        for (int j = 0; j < width; ++j)
            mean += in[row + j] / width;
        for (int j = 0; j < width; ++j)
            variance += (in[row + j] - mean) * (in[row + j] - mean) / width;
        for (int j = 0; j < width; ++j)
            out[row + j] = (in[row + j] - mean) / std::sqrt(variance + 1e-5) * gain[j] + bias[j];
    }
    return out;
}

double gelu(double x) { return x / 2 * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x))); }

Doubles attention(const Doubles& qkv, int batch, int context, int heads, int width) {
    const int depth = width / heads;
    Doubles out(static_cast<std::size_t>(batch) * context * width);
    const auto at = [&](int b, int t, int which, int h, int d) {
        return qkv[(static_cast<std::size_t>(b) * context + t) * 3 * width + which * width + h * depth + d];
    };
    for (int b = 0; b < batch; ++b)
        for (int h = 0; h < heads; ++h)
            for (int t = 0; t < context; ++t) {
                Doubles weight(static_cast<std::size_t>(t) + 1);
                double total = 0;
                for (int s = 0; s <= t; ++s) {
                    double score = 0;
                    for (int d = 0; d < depth; ++d)
                        score += at(b, t, 0, h, d) * at(b, s, 1, h, d);
                    weight[s] = std::exp(score / std::sqrt(depth));
                    total += weight[s];
                }
                for (int s = 0; s <= t; ++s)
                    for (int d = 0; d < depth; ++d)
                        out[(static_cast<std::size_t>(b) * context + t) * width + h * depth + d] +=
                            weight[s] / total * at(b, s, 2, h, d);
            }
    return out;
}

double crossEntropy(const Doubles& logits, const std::vector<std::uint8_t>& targets, int vocabulary) {
    double loss = 0;
    for (std::size_t row = 0; row < targets.size(); ++row) {
        double total = 0;
        for (int v = 0; v < vocabulary; ++v)
            total += std::exp(logits[row * vocabulary + v]);
        loss += std::log(total) - logits[row * vocabulary + targets[row]];
    }
    return loss / static_cast<double>(targets.size());
}

double referenceLoss(const ModelSpec& model, const ParameterLayout& layout, const Doubles& weights,
                     const Samples& samples) {
    using enum TensorKind;
    const int width = model.width;
    const auto of = [&](TensorKind kind, int layer = 0) { return tensorOf(layout, weights, kind, layer); };
    const Doubles tokens = of(TokenTable);
    const Doubles positions = of(PositionTable);
    Doubles x(samples.tokens.size() * width);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const std::size_t row = i / width;
        x[i] = tokens[samples.tokens[row] * static_cast<std::size_t>(width) + i % width] +
               positions[row % model.context * width + i % width];
    }
    for (int layer = 0; layer < model.layers; ++layer) {
        const Doubles a = normalised(x, of(Norm1Gain, layer), of(Norm1Bias, layer), width);
        const Doubles qkv = linear(a, of(QkvWeight, layer), of(QkvBias, layer), width, 3 * width);
        const Doubles y = attention(qkv, model.batch, model.context, model.heads, width);
        addTo(x, linear(y, of(OutWeight, layer), of(OutBias, layer), width, width));
        const Doubles b = normalised(x, of(Norm2Gain, layer), of(Norm2Bias, layer), width);
        Doubles f = linear(b, of(UpWeight, layer), of(UpBias, layer), width, 4 * width);
        std::ranges::transform(f, f.begin(), gelu);
        addTo(x, linear(f, of(DownWeight, layer), of(DownBias, layer), 4 * width, width));
    }
    const Doubles last = normalised(x, of(FinalGain), of(FinalBias), width);
    const int rows = static_cast<int>(samples.tokens.size());
    const Doubles logits = product(last, of(HeadWeight), rows, width, model.vocabulary, true);
    return crossEntropy(logits, samples.targets, model.vocabulary);
}

} // namespace lanewright::engine::test
