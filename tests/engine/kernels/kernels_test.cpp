// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/adamw.h"
#include "engine/kernels/attention.h"
#include "engine/kernels/cross_entropy.h"
#include "engine/kernels/elementwise.h"
#include "engine/kernels/embedding.h"
#include "engine/kernels/gelu.h"
#include "engine/kernels/matmul.h"
#include "engine/kernels/norm.h"
#include "engine/kernels/vector_math.h"
#include "tests/engine/support/numbers.h"

#include <gtest/gtest.h>

namespace lanewright::engine::test {

namespace {

constexpr double kFloat = 2e-6; ///< some units in the last place, for sums of about a hundred terms

Doubles transposed(const Doubles& in, int rows, int cols) {
    Doubles out(in.size());
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < cols; ++j)
            out[static_cast<std::size_t>(j) * rows + i] = in[static_cast<std::size_t>(i) * cols + j];
    return out;
}

TEST(VectorMath, ExpIsThatOfTheLibraryToAFewLastPlaces) {
    for (float x = -87.0F; x <= 88.0F; x += 0.0371F)
        EXPECT_NEAR(fastExp(x) / std::exp(static_cast<double>(x)), 1.0, 4e-7) << x;
    EXPECT_EQ(fastExp(0.0F), 1.0F);
    EXPECT_LT(fastExp(-1000.0F), 2e-38F);
}

TEST(VectorMath, SumsAndTheLargestSeeEveryNumber) {
    for (const int count : {1, 15, 16, 17, 100}) {
        std::vector<float> numbers(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i)
            numbers[static_cast<std::size_t>(i)] = static_cast<float>(i + 1);
        EXPECT_EQ(sumOf(count, [&](std::int64_t i) { return numbers[static_cast<std::size_t>(i)]; }),
                  static_cast<float>(count * (count + 1) / 2));
        EXPECT_EQ(largestOf(numbers.data(), count), static_cast<float>(count));
    }
}

TEST(Matmul, TheThreeProductsOfALinearLayerEqualPlainLoops) {
    pinToOneThread();
    constexpr int kTokens = 33;
    constexpr int kIn = 40;
    constexpr int kOut = 57;
    const Numbers in(kTokens, kIn, 1);
    const Numbers weight(kOut, kIn, 2);
    const Numbers gradient(kTokens, kOut, 3);
    const Numbers out(kTokens, kOut);
    linearForward(out.tensor, in.tensor, weight.tensor);
    expectNear(out, product(in.doubles(), weight.doubles(), kTokens, kIn, kOut, true), kFloat);

    const Numbers inGradient(kTokens, kIn);
    linearInputGradient(inGradient.tensor, gradient.tensor, weight.tensor);
    expectNear(inGradient, product(gradient.doubles(), weight.doubles(), kTokens, kOut, kIn, false), kFloat);

    const Numbers weightGradient(kOut, kIn);
    linearWeightGradient(weightGradient.tensor, gradient.tensor, in.tensor);
    const Doubles expected =
        product(transposed(gradient.doubles(), kTokens, kOut), in.doubles(), kOut, kTokens, kIn, false);
    expectNear(weightGradient, expected, kFloat);
}

TEST(Matmul, GivesTheSameBitsWhateverTheAlignment) {
    const Numbers weight(64, 96, 1);
    const Numbers in(32, 96, 2);
    Numbers shifted(1, 32 * 96 + 3);
    std::copy_n(in.memory.data(), 32 * 96, shifted.memory.data() + 3);
    const Numbers first(32, 64);
    const Numbers second(32, 64);
    linearForward(first.tensor, in.tensor, weight.tensor);
    linearForward(second.tensor, {shifted.memory.data() + 3, 32, 96}, weight.tensor);
    EXPECT_EQ(first.doubles(), second.doubles());
}

TEST(Elementwise, BiasResidualAndColumnSumsEqualPlainLoops) {
    const Numbers bias(1, 21, 1);
    const Numbers residual(7, 21, 2);
    Numbers out(7, 21, 3);
    Doubles expected = out.doubles();
    Doubles sums(21);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        expected[i] += bias.doubles()[i % 21] + residual.doubles()[i];
        sums[i % 21] += expected[i];
    }
    addBiasAndResidual(out.tensor, bias.tensor, residual.tensor);
    expectNear(out, expected, kFloat);
    const Numbers got(1, 21);
    columnSums(got.tensor, out.tensor);
    expectNear(got, sums, kFloat);
}

TEST(Norm, EqualsItsTwinAndItsGradientTheDifferences) {
    constexpr int kRows = 5;
    constexpr int kWidth = 24;
    const Numbers in(kRows, kWidth, 1);
    const Numbers gain(1, kWidth, 2);
    const Numbers bias(1, kWidth, 3);
    const Numbers outGradient(kRows, kWidth, 4);
    const Numbers out(kRows, kWidth);
    const Numbers mean(1, kRows);
    const Numbers rstd(1, kRows);
    normForward(out.tensor, mean.tensor, rstd.tensor, in.tensor, gain.tensor, bias.tensor);
    expectNear(out, normalised(in.doubles(), gain.doubles(), bias.doubles(), kWidth), kFloat);

    const Numbers gradient(kRows, kWidth);
    const Numbers gainGradient(1, kWidth);
    const Numbers biasGradient(1, kWidth);
    normInputGradient(gradient.tensor, gainGradient.tensor, biasGradient.tensor, outGradient.tensor, in.tensor,
                      mean.tensor, rstd.tensor, gain.tensor);
    const auto lossOf = [&](const Doubles& x, const Doubles& g, const Doubles& b) {
        return dot(normalised(x, g, b, kWidth), outGradient.doubles());
    };
    const Doubles x = in.doubles();
    const Doubles g = gain.doubles();
    const Doubles b = bias.doubles();
    expectNear(gradient, differences(x, [&](const Doubles& moved) { return lossOf(moved, g, b); }), 1e-5);
    expectNear(gainGradient, differences(g, [&](const Doubles& moved) { return lossOf(x, moved, b); }), 1e-5);
    expectNear(biasGradient, differences(b, [&](const Doubles& moved) { return lossOf(x, g, moved); }), 1e-5);
}

TEST(Gelu, EqualsItsTwinAndItsGradientTheDifferences) {
    Numbers in(3, 37, 1, 2.0F);
    const Numbers outGradient(3, 37, 2);
    const Numbers out(3, 37);
    const Doubles x = in.doubles();
    Doubles expected = x;
    std::ranges::transform(expected, expected.begin(), gelu);
    geluForward(out.tensor, in.tensor);
    expectNear(out, expected, kFloat);
    geluInputGradientInPlace(in.tensor, outGradient.tensor);
    const auto loss = [&](const Doubles& moved) {
        Doubles y = moved;
        std::ranges::transform(y, y.begin(), gelu);
        return dot(y, outGradient.doubles());
    };
    expectNear(in, differences(x, loss), 1e-5);
}

TEST(Attention, EqualsItsTwinAndItsGradientTheDifferences) {
    constexpr AttentionShape kShape{.batch = 2, .context = 6, .heads = 2, .width = 8};
    Numbers qkv(12, 24, 1);
    const Numbers outGradient(12, 8, 2);
    const Numbers out(12, 8);
    const Numbers probabilities(kShape.probabilityRows(), 6);
    const Numbers scratch(1, kShape.scratch());
    const Doubles x = qkv.doubles();
    attentionForward(out.tensor, probabilities.tensor, qkv.tensor, kShape);
    expectNear(out, attention(x, 2, 6, 2, 8), kFloat);
    EXPECT_EQ(probabilities.tensor.row(0)[1], 0.0F) << "the first token must not see the second";
    attentionInputGradientInPlace(qkv.tensor, outGradient.tensor, probabilities.tensor, scratch.tensor, kShape);
    const auto loss = [&](const Doubles& moved) { return dot(attention(moved, 2, 6, 2, 8), outGradient.doubles()); };
    expectNear(qkv, differences(x, loss), 1e-5);
}

TEST(CrossEntropy, EqualsItsTwinAndItsGradientTheDifferences) {
    Numbers logits(4, 19, 1, 3.0F);
    const std::vector<std::uint8_t> targets{3, 0, 18, 3};
    const Doubles x = logits.doubles();
    EXPECT_NEAR(crossEntropyForward(logits.tensor, targets), crossEntropy(x, targets, 19), 1e-6);
    crossEntropyInputGradient(logits.tensor, targets, 0.25F);
    expectNear(logits, differences(x, [&](const Doubles& moved) { return crossEntropy(moved, targets, 19); }), 1e-5);
}

TEST(Embedding, AddsTheTwoTablesAndScattersTheGradientBack) {
    const Numbers tokens(5, 4, 1);
    const Numbers positions(3, 4, 2);
    const Numbers gradient(6, 4, 3);
    const std::vector<std::uint8_t> text{4, 1, 4, 0, 4, 2};
    const Numbers out(6, 4);
    embeddingForward(out.tensor, text, tokens.tensor, positions.tensor);
    Doubles expected(24);
    Doubles tokenSums(20);
    Doubles positionSums(12);
    for (std::size_t i = 0; i < 24; ++i) {
        const std::size_t token = text[i / 4] * 4U + i % 4;
        const std::size_t position = i / 4 % 3 * 4 + i % 4;
        expected[i] = tokens.doubles()[token] + positions.doubles()[position];
        tokenSums[token] += gradient.doubles()[i];
        positionSums[position] += gradient.doubles()[i];
    }
    expectNear(out, expected, kFloat);
    const Numbers tokenGradient(5, 4, 9);
    const Numbers positionGradient(3, 4, 9);
    embeddingWeightGradient(tokenGradient.tensor, positionGradient.tensor, gradient.tensor, text);
    expectNear(tokenGradient, tokenSums, kFloat);
    expectNear(positionGradient, positionSums, kFloat);
}

TEST(AdamW, FollowsThePublishedFormula) {
    Numbers weight(3, 5, 1);
    Numbers moment1(3, 5);
    Numbers moment2(3, 5);
    const AdamW settings{.learningRate = 0.01};
    Doubles w = weight.doubles();
    Doubles m(15);
    Doubles v(15);
    for (int step = 1; step <= 3; ++step) {
        const Numbers gradient(3, 5, static_cast<std::uint64_t>(10 + step));
        adamwStep(weight.tensor, moment1.tensor, moment2.tensor, gradient.tensor, settings, step, true);
        for (std::size_t i = 0; i < 15; ++i) {
            const double g = gradient.doubles()[i];
            m[i] = 0.9 * m[i] + 0.1 * g;
            v[i] = 0.95 * v[i] + 0.05 * g * g;
            const double mHat = m[i] / (1 - std::pow(0.9, step));
            const double vHat = v[i] / (1 - std::pow(0.95, step));
            w[i] -= 0.01 * 0.1 * w[i] + 0.01 * mHat / (std::sqrt(vHat) + 1e-8);
        }
    }
    expectNear(weight, w, 1e-5);
}

} // namespace

} // namespace lanewright::engine::test
