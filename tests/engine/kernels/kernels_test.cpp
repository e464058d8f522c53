// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/adamw.h"
#include "engine/kernels/attention.h"
#include "engine/kernels/cross_entropy.h"
#include "engine/kernels/elementwise.h"
#include "engine/kernels/embedding.h"
#include "engine/kernels/gelu.h"
#include "engine/kernels/linear.h"
#include "engine/kernels/norm.h"
#include "engine/kernels/vector_math.h"
#include "tests/engine/support/numbers.h"

#include <gtest/gtest.h>

#include <cstring>

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

/// Memory and threads for products of up to 4096 numbers of depth.
struct Tools {
    Team team;
    std::vector<std::vector<float>> memory;
    std::vector<float> panels;
    Helpers helpers;

    explicit Tools(int threads = 1) : team(threads), panels(1'000'000) {
        for (int thread = 0; thread < threads; ++thread)
            memory.emplace_back(static_cast<std::size_t>(stripScratch(4096)));
        helpers.team = &team;
        helpers.panels = panels.data();
        for (std::vector<float>& scratch : memory)
            helpers.scratch.push_back(scratch.data());
    }
};

/// A weight and its packed form.
struct Weight {
    Numbers numbers;
    std::vector<float> memory;
    PackedWeight packed;

    Weight(std::int64_t outputs, std::int64_t inputs, std::uint64_t seed, Unit unit, Team& team)
        : numbers(outputs, inputs, seed),
          memory(static_cast<std::size_t>(PackedWeight::countFor(unit, outputs, inputs))),
          packed(memory.data(), unit, outputs, inputs) {
        packed.pack(numbers.tensor, team);
    }
};

/// Runs `body` with each kind of tile that this processor has.
template <typename Body>
void withEachTileSet(Body body) {
    const bool before = usesAmx();
    useAmx(false);
    for (const TileSet* const set : tileSets()) {
        SCOPED_TRACE(set->name);
        useTiles(*set);
        body();
    }
    useTiles(*tileSets().front());
    useAmx(before);
}

/// bf16 keeps 8 bits: half a unit in the last place of each factor, and sums that partly cancel.
constexpr double kHalf = 6e-3;

/// A weight packed row by row, past the cache, against both of its forms packed at once.
void expectSamePanels(Unit unit, std::int64_t outputs, std::int64_t inputs) {
    SCOPED_TRACE(std::to_string(outputs) + " · " + std::to_string(inputs));
    Team team(3);
    const Weight weight(outputs, inputs, 2, unit, team);
    std::vector<float> memory(weight.memory.size());
    const Panels forward(memory.data(), unit, inputs, outputs);
    forward.pack(weight.numbers.tensor, Depth::AlongRows);
    const Panels backward(memory.data() + forward.count(), unit, outputs, inputs);
    backward.pack(weight.numbers.tensor, Depth::DownColumns);
    EXPECT_EQ(std::memcmp(memory.data(), weight.memory.data(), memory.size() * sizeof(float)), 0);
}

void expectLinearLayer(Unit unit, int tokens, int inputs, int outputs) {
    SCOPED_TRACE(std::to_string(tokens) + " · " + std::to_string(inputs) + " · " + std::to_string(outputs));
    Tools tools;
    const double tolerance = unit == Unit::Fp32 ? kFloat : kHalf;
    const Numbers in(tokens, inputs, 1);
    const Weight weight(outputs, inputs, 2, unit, tools.team);
    const Numbers gradient(tokens, outputs, 3);
    const Numbers bias(1, outputs, 4);
    const Numbers residual(tokens, outputs, 5);
    const Doubles w = weight.numbers.doubles();

    const Numbers out(tokens, outputs);
    linearForward(out.tensor, in.tensor, weight.packed, tools.helpers,
                  {.bias = bias.tensor.data, .residual = residual.tensor.data, .residualStride = outputs});
    Doubles expected = product(in.doubles(), w, tokens, inputs, outputs, true);
    for (std::size_t i = 0; i < expected.size(); ++i)
        expected[i] += bias.doubles()[i % static_cast<std::size_t>(outputs)] + residual.doubles()[i];
    expectNear(out, expected, tolerance);

    const Numbers inGradient(tokens, inputs);
    linearInputGradient(inGradient.tensor, gradient.tensor, weight.packed, tools.helpers);
    expectNear(inGradient, product(gradient.doubles(), w, tokens, outputs, inputs, false), tolerance);

    const Numbers weightGradient(outputs, inputs);
    linearWeightGradient(weightGradient.tensor, gradient.tensor, in.tensor, unit, tools.helpers);
    const Doubles turned = transposed(gradient.doubles(), tokens, outputs);
    expectNear(weightGradient, product(turned, in.doubles(), outputs, tokens, inputs, false), tolerance);
}

TEST(Linear, TheThreeProductsEqualPlainLoopsWithEveryKindOfTile) {
    withEachTileSet([] {
        for (const Unit unit : {Unit::Fp32, Unit::Bf16Pair}) {
            expectLinearLayer(unit, 33, 40, 57);
            expectLinearLayer(unit, 1, 1, 1);
            expectLinearLayer(unit, 13, 131, 64);
            expectLinearLayer(unit, 300, 7, 31);
        }
    });
}

TEST(Linear, AWeightPackedRowByRowEqualsOnePackedAtOnce) {
    withEachTileSet([] {
        for (const Unit unit : {Unit::Fp32, Unit::Bf16Pair})
            for (const auto& [outputs, inputs] : {std::pair{1, 1}, {31, 65}, {64, 128}, {70, 129}, {257, 33}})
                expectSamePanels(unit, outputs, inputs);
    });
}

TEST(Linear, TheLibrarysProductsForAmxEqualPlainLoopsToo) {
    if (!canMultiplyHalves())
        GTEST_SKIP() << "built without oneDNN, or this processor has no AVX-512, without which that multiplies no bf16";
    const bool before = usesAmx();
    useAmx(true);
    expectLinearLayer(Unit::Bf16Pair, 33, 40, 57);
    expectLinearLayer(Unit::Bf16Pair, 13, 131, 64);
    {
        Tools tools(2);
        const Weight weight(24, 16, 2, Unit::Bf16Pair, tools.team);
        const Numbers in(40, 16, 1);
        const Numbers bias(1, 24, 4);
        const Numbers gradient(40, 24, 3);
        std::vector<Bf16> half(40 * 16);
        std::vector<Bf16> halfOut(40 * 24);
        const View<Bf16> view{half.data(), 40, 16};
        copy(view, in.tensor);
        linearForward(View<Bf16>{halfOut.data(), 40, 24}, view, weight.packed, tools.helpers,
                      {.bias = bias.tensor.data});
        Doubles expected = product(in.doubles(), weight.numbers.doubles(), 40, 16, 24, true);
        for (std::size_t i = 0; i < expected.size(); ++i)
            expected[i] += bias.doubles()[i % 24];
        const Numbers out(40, 24);
        std::ranges::copy(halfOut, out.tensor.data);
        expectNear(out, expected, 2 * kHalf);
        const Numbers weightGradient(24, 16);
        linearWeightGradient(weightGradient.tensor, gradient.tensor, view, Unit::Bf16Pair, tools.helpers);
        const Doubles turned = transposed(gradient.doubles(), 40, 24);
        expectNear(weightGradient, product(turned, in.doubles(), 24, 40, 16, false), kHalf);
    }
    useAmx(before);
}

TEST(Linear, ReadsAndWritesBf16AsIfItHadRoundedFloats) {
    withEachTileSet([] {
        Tools tools;
        const Weight weight(21, 18, 2, Unit::Bf16Pair, tools.team);
        const Numbers in(11, 18, 1);
        const Numbers gradient(11, 21, 3);
        std::vector<Bf16> halfIn(11 * 18);
        std::vector<Bf16> halfGradient(11 * 21);
        const View<Bf16> inView{halfIn.data(), 11, 18};
        const View<Bf16> gradientView{halfGradient.data(), 11, 21};
        copy(inView, in.tensor);
        copy(gradientView, gradient.tensor);
        const Numbers fromFloats(11, 21);
        const Numbers fromHalves(11, 21);
        linearForward(fromFloats.tensor, in.tensor, weight.packed, tools.helpers);
        linearForward(fromHalves.tensor, inView, weight.packed, tools.helpers);
        EXPECT_EQ(fromFloats.doubles(), fromHalves.doubles());
        std::vector<Bf16> halfOut(11 * 21);
        linearForward(View<Bf16>{halfOut.data(), 11, 21}, inView, weight.packed, tools.helpers);
        for (std::size_t i = 0; i < halfOut.size(); ++i)
            EXPECT_EQ(halfOut[i], toBf16(fromFloats.memory.data()[i]));
        const Numbers one(21, 18);
        const Numbers other(21, 18);
        linearWeightGradient(one.tensor, gradient.tensor, inView, Unit::Bf16Pair, tools.helpers);
        linearWeightGradient(other.tensor, gradientView, inView, Unit::Bf16Pair, tools.helpers);
        EXPECT_EQ(one.doubles(), other.doubles());
    });
}

TEST(Linear, GivesTheSameBitsWhateverTheThreadsAndTheAlignment) {
    for (const Unit unit : {Unit::Fp32, Unit::Bf16Pair}) {
        Tools alone;
        Tools together(3);
        const Weight weight(64, 96, 1, unit, alone.team);
        const Weight sameWeight(64, 96, 1, unit, together.team);
        EXPECT_EQ(weight.memory, sameWeight.memory);
        const Numbers in(100, 96, 2);
        const Numbers gradient(100, 64, 3);
        Numbers shifted(1, 100 * 96 + 3);
        std::copy_n(in.memory.data(), 100 * 96, shifted.memory.data() + 3);
        const Numbers first(100, 64);
        const Numbers second(100, 64);
        linearForward(first.tensor, in.tensor, weight.packed, alone.helpers);
        linearForward(second.tensor, Tensor{shifted.memory.data() + 3, 100, 96}, weight.packed, together.helpers);
        EXPECT_EQ(first.doubles(), second.doubles());
        const Numbers one(64, 96);
        const Numbers other(64, 96);
        linearWeightGradient(one.tensor, gradient.tensor, in.tensor, unit, alone.helpers);
        linearWeightGradient(other.tensor, gradient.tensor, in.tensor, unit, together.helpers);
        EXPECT_EQ(one.doubles(), other.doubles());
    }
}

TEST(Bf16, RoundsToTheNearestAndToEvenAndKeepsWhatIsNoNumber) {
    const auto back = [](float number) { return static_cast<float>(toBf16(number)); };
    EXPECT_EQ(back(1.0F), 1.0F);
    EXPECT_EQ(back(1.0F + 0x1p-8F), 1.0F) << "half way, to the even one below";
    EXPECT_EQ(back(1.0F + 3 * 0x1p-8F), 1.0F + 0x1p-6F) << "half way, to the even one above";
    EXPECT_EQ(back(-1.0F - 0x1.8p-8F), -1.0F - 0x1p-7F);
    EXPECT_TRUE(std::isnan(back(std::numeric_limits<float>::quiet_NaN())));
    EXPECT_TRUE(std::isinf(back(std::numeric_limits<float>::infinity())));
    EXPECT_TRUE(std::isinf(back(std::numeric_limits<float>::max())));
}

TEST(Elementwise, ColumnSumsEqualPlainLoops) {
    for (const int width : {1, 21, 64, 150}) {
        const Numbers in(7, width, 2);
        Doubles sums(static_cast<std::size_t>(width));
        for (std::size_t i = 0; i < in.doubles().size(); ++i)
            sums[i % sums.size()] += in.doubles()[i];
        const Numbers got(1, width);
        columnSums(got.tensor, in.tensor);
        expectNear(got, sums, kFloat);
    }
}

TEST(Norm, EqualsItsReferenceAndItsGradientTheDifferences) {
    constexpr int kRows = 37; // two partial sums
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

    const Numbers gradient(kRows, kWidth, 5);
    const Numbers passed(kRows, kWidth);
    const Doubles before = gradient.doubles();
    const Numbers gainGradient(2, kWidth);
    const Numbers biasGradient(2, kWidth);
    normInputGradient(gradient.tensor, passed.tensor, outGradient.tensor,
                      {.in = in.tensor,
                       .mean = mean.tensor,
                       .rstd = rstd.tensor,
                       .gain = gain.tensor,
                       .gainSums = gainGradient.tensor,
                       .biasSums = biasGradient.tensor});
    EXPECT_EQ(passed.doubles(), before);
    const auto lossOf = [&](const Doubles& x, const Doubles& g, const Doubles& b) {
        return dot(normalised(x, g, b, kWidth), outGradient.doubles());
    };
    const Doubles x = in.doubles();
    const Doubles g = gain.doubles();
    const Doubles b = bias.doubles();
    Doubles expected = differences(x, [&](const Doubles& moved) { return lossOf(moved, g, b); });
    for (std::size_t i = 0; i < expected.size(); ++i)
        expected[i] += before[i];
    expectNear(gradient, expected, 1e-5);
    const auto whole = [](const Numbers& sums) {
        const Numbers total(1, kWidth);
        columnSums(total.tensor, sums.tensor);
        return total.doubles();
    };
    const auto near = [&](const Doubles& got, const Doubles& wanted) {
        for (std::size_t i = 0; i < got.size(); ++i)
            EXPECT_NEAR(got[i], wanted[i], 2e-4) << i;
    };
    near(whole(gainGradient), differences(g, [&](const Doubles& moved) { return lossOf(x, moved, b); }));
    near(whole(biasGradient), differences(b, [&](const Doubles& moved) { return lossOf(x, g, moved); }));
}

TEST(Gelu, EqualsItsReferenceAndItsGradientTheDifferences) {
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

TEST(Norm, TheGradientMayTakeThePlaceOfTheInputInEitherKindOfNumber) {
    constexpr int kRows = 3;
    constexpr int kWidth = 600; // more than one piece of a row
    const Numbers gain(1, kWidth, 2);
    const Numbers bias(1, kWidth, 3);
    const Numbers outGradient(kRows, kWidth, 4);
    const Numbers sums(2, kWidth);
    const auto run = [&](auto kind, bool inPlace) {
        using Number = decltype(kind);
        Numbers in(kRows, kWidth, 1);
        Numbers gradient(kRows, kWidth, 5);
        const Numbers out(kRows, kWidth);
        const Numbers mean(1, kRows);
        const Numbers rstd(1, kRows);
        normForward(out.tensor, mean.tensor, rstd.tensor, in.tensor, gain.tensor, bias.tensor);
        Numbers elsewhere(kRows, kWidth);
        View<Number> passed{reinterpret_cast<Number*>((inPlace ? in : elsewhere).memory.data()), kRows, kWidth};
        passed.stride = kWidth * static_cast<std::int64_t>(sizeof(float) / sizeof(Number));
        normInputGradient(gradient.tensor, passed, outGradient.tensor,
                          {.in = in.tensor,
                           .mean = mean.tensor,
                           .rstd = rstd.tensor,
                           .gain = gain.tensor,
                           .gainSums = sums.tensor.rowsFrom(0, 1),
                           .biasSums = sums.tensor.rowsFrom(1, 1)});
        Doubles all = gradient.doubles();
        for (int i = 0; i < kRows; ++i)
            all.insert(all.end(), passed.row(i), passed.row(i) + kWidth);
        const Doubles parts = sums.doubles();
        all.insert(all.end(), parts.begin(), parts.end());
        return all;
    };
    EXPECT_EQ(run(float{}, false), run(float{}, true));
    EXPECT_EQ(run(Bf16{}, false), run(Bf16{}, true));
}

void expectAttention(const AttentionShape& shape) {
    const int tokens = static_cast<int>(shape.batch * shape.context);
    const int width = static_cast<int>(shape.width);
    const auto plain = [&](const Doubles& qkv) {
        return attention(qkv, static_cast<int>(shape.batch), static_cast<int>(shape.context),
                         static_cast<int>(shape.heads), width);
    };
    const Numbers qkv(tokens, 3 * width, 1);
    const Numbers outGradient(tokens, width, 2);
    const Numbers out(tokens, width);
    const Numbers logSums(shape.all(), shape.context);
    std::vector<float> scratch(static_cast<std::size_t>(shape.scratch()));
    const Doubles x = qkv.doubles();
    attentionForward(out.tensor, logSums.tensor, qkv.tensor, shape, 0, shape.all(), scratch.data());
    expectNear(out, plain(x), kFloat);
    attentionInputGradientInPlace(qkv.tensor, outGradient.tensor, logSums.tensor, shape, 0, shape.all(),
                                  scratch.data());
    const auto loss = [&](const Doubles& moved) { return dot(plain(moved), outGradient.doubles()); };
    expectNear(qkv, differences(x, loss), 1e-5);
}

TEST(Attention, EqualsItsReferenceAndItsGradientTheDifferencesWithEveryKindOfTile) {
    withEachTileSet([] {
        expectAttention({.batch = 2, .context = 6, .heads = 2, .width = 8});
        expectAttention({.batch = 1, .context = 35, .heads = 1, .width = 5}); // more queries than one block has
        expectAttention({.batch = 1, .context = 1, .heads = 2, .width = 2});
    });
}

TEST(Attention, AQueryDoesNotSeeWhatComesAfterIt) {
    constexpr AttentionShape kShape{.batch = 1, .context = 40, .heads = 1, .width = 4};
    std::vector<float> scratch(static_cast<std::size_t>(kShape.scratch()));
    const auto run = [&](float lastKey) {
        Numbers qkv(40, 12, 1);
        for (int j = 4; j < 12; ++j)
            qkv.tensor.row(39)[j] = lastKey;
        const Numbers out(40, 4);
        const Numbers logSums(1, 40);
        attentionForward(out.tensor, logSums.tensor, qkv.tensor, kShape, 0, 1, scratch.data());
        Doubles all = out.doubles();
        all.resize(39 * 4);
        return all;
    };
    EXPECT_EQ(run(1.0F), run(50.0F));
}

TEST(Attention, InBf16StaysNearTheFloats) {
    constexpr AttentionShape kShape{.batch = 1, .context = 40, .heads = 2, .width = 16};
    const Numbers qkv(40, 48, 1);
    const Numbers outGradient(40, 16, 2);
    const Numbers logSums(2, 40);
    std::vector<float> scratch(static_cast<std::size_t>(kShape.scratch()));
    std::vector<Bf16> half(40 * 48);
    std::vector<Bf16> halfOut(40 * 16);
    const View<Bf16> view{half.data(), 40, 48};
    copy(view, qkv.tensor);
    attentionForward(View<Bf16>{halfOut.data(), 40, 16}, logSums.tensor, view, kShape, 0, 2, scratch.data());
    const Doubles x = qkv.doubles();
    Numbers out(40, 16);
    std::ranges::copy(halfOut, out.memory.data());
    expectNear(out, attention(x, 1, 40, 2, 16), kHalf);
    attentionInputGradientInPlace(view, outGradient.tensor, logSums.tensor, kShape, 0, 2, scratch.data());
    Numbers gradient(40, 48);
    std::ranges::copy(half, gradient.memory.data());
    const auto loss = [&](const Doubles& moved) { return dot(attention(moved, 1, 40, 2, 16), outGradient.doubles()); };
    expectNear(gradient, differences(x, loss), 2 * kHalf);
}

TEST(CrossEntropy, EqualsItsReferenceAndItsGradientTheDifferences) {
    Numbers logits(4, 19, 1, 3.0F);
    const std::vector<std::uint8_t> targets{3, 0, 18, 3};
    const Doubles x = logits.doubles();
    std::vector<double> losses(4);
    crossEntropyForward(logits.tensor, targets, losses);
    EXPECT_NEAR((losses[0] + losses[1] + losses[2] + losses[3]) / 4, crossEntropy(x, targets, 19), 1e-6);
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
    const OptimizerSettings settings{.learningRate = 0.01};
    Doubles w = weight.doubles();
    Doubles m(15);
    Doubles v(15);
    for (int step = 1; step <= 3; ++step) {
        const Numbers gradient(3, 5, static_cast<std::uint64_t>(10 + step));
        const AdamTensors tensors{weight.tensor, moment1.tensor, moment2.tensor};
        adamwStep(tensors, tensors, gradient.tensor, 1, settings, step, true);
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
