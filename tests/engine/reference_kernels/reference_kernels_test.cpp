// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/reference_kernels/reference_kernels.h"

#include "engine/kernels/adamw.h"
#include "engine/kernels/attention.h"
#include "engine/kernels/cross_entropy.h"
#include "engine/kernels/elementwise.h"
#include "engine/kernels/embedding.h"
#include "engine/kernels/gelu.h"
#include "engine/kernels/norm.h"
#include "tests/engine/support/matrices.h"

#include <array>

/// The reference kernels are held against the kernels of the CPU engine, which are held against definitions and
/// differences.
namespace lanewright::engine::test {

namespace {

constexpr double kFloat = 2e-6; ///< some units in the last place
constexpr double kHalf = 6e-3;  ///< one unit of a bf16, rounded on the other side

template <typename Number>
constexpr NumberKind kKind = NumberKind::Float;
template <>
constexpr NumberKind kKind<Bf16> = NumberKind::Bf16;
template <typename Number>
constexpr double kTolerance = kFloat;
template <>
constexpr double kTolerance<Bf16> = kHalf;

const std::vector<std::uint8_t> kTokens{3, 0, 18, 3, 7, 7, 1, 18};

template <typename Number>
class ReferenceKernel : public testing::Test {};
using Kinds = testing::Types<float, Bf16>;
TYPED_TEST_SUITE(ReferenceKernel, Kinds);

TYPED_TEST(ReferenceKernel, OfAProductReadsEitherFactorTransposedAddsAndTakesABias) {
    constexpr NumberKind kind = kKind<TypeParam>;
    const HostMatrix bias(NumberKind::Float, 1, 7, 3);
    for (const bool leftTurned : {false, true})
        for (const bool rightTurned : {false, true}) {
            const HostMatrix left(kind, leftTurned ? 11 : 5, leftTurned ? 5 : 11, 1);
            const HostMatrix right(kind, rightTurned ? 7 : 11, rightTurned ? 11 : 7, 2);
            HostMatrix out(NumberKind::Float, 5, 7, 4);
            Doubles expected = out.doubles();
            for (int i = 0; i < 5; ++i)
                for (int j = 0; j < 7; ++j) {
                    double& sum = expected[static_cast<std::size_t>(i) * 7 + j];
                    sum += reference::get(bias.matrix, 0, j);
                    for (int k = 0; k < 11; ++k)
                        sum +=
                            double{leftTurned ? reference::get(left.matrix, k, i) : reference::get(left.matrix, i, k)} *
                            double{rightTurned ? reference::get(right.matrix, j, k)
                                               : reference::get(right.matrix, k, j)};
                }
            reference::product({.out = out.matrix,
                                .left = left.matrix,
                                .right = right.matrix,
                                .leftTransposed = leftTurned,
                                .rightTransposed = rightTurned,
                                .adds = true,
                                .bias = bias.matrix});
            expectNear(out.doubles(), expected, kFloat);
        }
}

TEST(ReferenceKernelOfAProduct, AddsWhatLiesElsewhereAndSumsTheColumnsOfItsLeftFactor) {
    const HostMatrix left(NumberKind::Bf16, 11, 5, 1);
    const HostMatrix right(NumberKind::Bf16, 11, 7, 2);
    const HostMatrix addend(NumberKind::Float, 5, 7, 3);
    HostMatrix alone(NumberKind::Float, 5, 7);
    HostMatrix out(NumberKind::Float, 5, 7);
    HostMatrix sums(NumberKind::Float, 1, 5);
    HostMatrix scratch(NumberKind::Float, 1, 5);
    ProductCall call{.out = alone.matrix, .left = left.matrix, .right = right.matrix, .leftTransposed = true};
    reference::product(call);
    call.out = out.matrix;
    call.adds = true;
    call.addend = addend.matrix;
    call.leftSums = sums.matrix;
    call.scratch = scratch.matrix;
    ASSERT_TRUE(fits(call));
    reference::product(call);
    reference::add(alone.matrix, addend.matrix);
    expectNear(out.doubles(), alone.doubles(), kFloat);
    HostMatrix expected(NumberKind::Float, 1, 5);
    reference::columnSums(expected.matrix, left.matrix);
    EXPECT_EQ(sums.doubles(), expected.doubles());
    call.leftSums.data = static_cast<std::byte*>(call.leftSums.data) + 1;
    EXPECT_FALSE(fits(call)) << "no float begins there";
}

TEST(ReferenceKernelOfAdamW, SparesRangesFromDecay) {
    const HostMatrix gradient(NumberKind::Float, 1, 12, 1);
    const auto stepped = [&](bool decays, std::span<const NumberRange> undecayed) {
        std::array<HostMatrix, 3> state{HostMatrix{NumberKind::Float, 1, 12, 2},
                                        HostMatrix{NumberKind::Float, 1, 12, 3}, HostMatrix{NumberKind::Float, 1, 12}};
        const AdamCall::State all{static_cast<float*>(state[0].matrix.data), static_cast<float*>(state[1].matrix.data),
                                  static_cast<float*>(state[2].matrix.data)};
        reference::adamw({.to = all,
                          .from = all,
                          .gradient = static_cast<const float*>(gradient.matrix.data),
                          .count = 12,
                          .decays = decays,
                          .undecayed = undecayed,
                          .settings = {}});
        return state[0].doubles();
    };
    const std::array<NumberRange, 2> undecayed{NumberRange{2, 5}, NumberRange{9, 12}};
    const Doubles some = stepped(true, undecayed);
    const Doubles all = stepped(true, {});
    const Doubles none = stepped(false, {});
    for (std::size_t at = 0; at < some.size(); ++at) {
        const bool isSpared = (at >= 2 && at < 5) || at >= 9;
        EXPECT_EQ(some[at], isSpared ? none[at] : all[at]) << at;
    }
}

TEST(ReferenceKernelOfAnEmbedding, EqualsTheKernelAndItsGradient) {
    HostMatrix tokens(NumberKind::Float, 19, 6, 1);
    HostMatrix positions(NumberKind::Float, 4, 6, 2);
    HostMatrix got(NumberKind::Float, 8, 6);
    HostMatrix expected(NumberKind::Float, 8, 6);
    reference::embed(got.matrix, kTokens.data(), tokens.matrix, positions.matrix);
    embeddingForward(expected.view<float>(), kTokens, tokens.view<float>(), positions.view<float>());
    EXPECT_EQ(got.doubles(), expected.doubles());
    HostMatrix otherTokens(NumberKind::Float, 19, 6, 3);
    HostMatrix otherPositions(NumberKind::Float, 4, 6, 4);
    reference::embedGradient(otherTokens.matrix, otherPositions.matrix, got.matrix, kTokens.data());
    embeddingWeightGradient(tokens.view<float>(), positions.view<float>(), got.view<float>(), kTokens);
    EXPECT_EQ(otherTokens.doubles(), tokens.doubles());
    EXPECT_EQ(otherPositions.doubles(), positions.doubles());
}

/// All that a norm reads and writes.
struct NormCase {
    static constexpr std::int64_t kRows = 37;
    static constexpr std::int64_t kWidth = 24;
    HostMatrix in{NumberKind::Float, kRows, kWidth, 1};
    HostMatrix gain{NumberKind::Float, 1, kWidth, 2};
    HostMatrix bias{NumberKind::Float, 1, kWidth, 3};
    HostMatrix outGradient{NumberKind::Float, kRows, kWidth, 4};
    HostMatrix gradient{NumberKind::Float, kRows, kWidth, 5};
    HostMatrix mean{NumberKind::Float, 1, kRows};
    HostMatrix rstd{NumberKind::Float, 1, kRows};
    HostMatrix gainGradient{NumberKind::Float, 2, kWidth};
    HostMatrix biasGradient{NumberKind::Float, 2, kWidth};

    /// A matrix of kind `kind`, in the place of `in`.
    Matrix passed(NumberKind kind) const {
        Matrix place = in.matrix;
        place.kind = kind;
        place.stride = kind == NumberKind::Float ? kWidth : 2 * kWidth;
        return place;
    }
    Doubles all(NumberKind kind) const {
        Doubles numbers = gradient.doubles();
        reference::forEach(passed(kind), [&](std::int64_t i, std::int64_t j) {
            numbers.push_back(reference::get(passed(kind), i, j));
        });
        return numbers;
    }
};

TYPED_TEST(ReferenceKernel, OfANormEqualsTheKernelAndItsGradient) {
    constexpr NumberKind kind = kKind<TypeParam>;
    NormCase own;
    NormCase other;
    HostMatrix got(kind, NormCase::kRows, NormCase::kWidth);
    HostMatrix expected(kind, NormCase::kRows, NormCase::kWidth);
    reference::norm({got.matrix, own.mean.matrix, own.rstd.matrix, own.in.matrix, own.gain.matrix, own.bias.matrix});
    normForward(expected.view<TypeParam>(), other.mean.view<float>(), other.rstd.view<float>(), other.in.view<float>(),
                other.gain.view<float>(), other.bias.view<float>());
    expectNear(got.doubles(), expected.doubles(), kTolerance<TypeParam>);
    expectNear(own.rstd.doubles(), other.rstd.doubles(), kFloat);

    const auto row = [](const HostMatrix& matrix) {
        Matrix first = matrix.matrix;
        first.rows = 1;
        return first;
    };
    reference::normGradient({.gradient = own.gradient.matrix,
                             .passed = own.passed(kind),
                             .outGradient = own.outGradient.matrix,
                             .in = own.in.matrix,
                             .mean = own.mean.matrix,
                             .rstd = own.rstd.matrix,
                             .gain = own.gain.matrix,
                             .gainGradient = row(own.gainGradient),
                             .biasGradient = row(own.biasGradient),
                             .scratch = {}});
    View<TypeParam> passed{static_cast<TypeParam*>(other.in.matrix.data), NormCase::kRows, NormCase::kWidth};
    passed.stride = other.passed(kind).stride;
    normInputGradient(other.gradient.view<float>(), passed, other.outGradient.view<float>(),
                      {.in = other.in.view<float>(),
                       .mean = other.mean.view<float>(),
                       .rstd = other.rstd.view<float>(),
                       .gain = other.gain.view<float>(),
                       .gainSums = other.gainGradient.view<float>(),
                       .biasSums = other.biasGradient.view<float>()});
    expectNear(own.all(kind), other.all(kind), kFloat);
    for (const auto& [sums, partial] :
         {std::pair{&own.gainGradient, &other.gainGradient}, std::pair{&own.biasGradient, &other.biasGradient}}) {
        HostMatrix total(NumberKind::Float, 1, NormCase::kWidth);
        columnSums(total.view<float>(), partial->template view<float>());
        Doubles first = sums->doubles();
        first.resize(NormCase::kWidth);
        expectNear(first, total.doubles(), kFloat);
    }
}

TYPED_TEST(ReferenceKernel, OfAttentionEqualsTheKernelAndItsGradient) {
    constexpr NumberKind kind = kKind<TypeParam>;
    constexpr AttentionShape kShape{.batch = 2, .context = 19, .heads = 3, .width = 12};
    HostMatrix own(kind, 38, 36, 1);
    HostMatrix other(kind, 38, 36, 1);
    const HostMatrix outGradient(kind, 38, 12, 2);
    HostMatrix widened(NumberKind::Float, 38, 12);
    reference::convert(widened.matrix, outGradient.matrix);
    HostMatrix got(kind, 38, 12);
    HostMatrix expected(kind, 38, 12);
    HostMatrix logSums(NumberKind::Float, 6, 19);
    HostMatrix otherSums(NumberKind::Float, 6, 19);
    std::vector<float> scratch(static_cast<std::size_t>(kShape.scratch()));
    const AttentionCall call{.batch = 2,
                             .context = 19,
                             .heads = 3,
                             .qkv = own.matrix,
                             .out = got.matrix,
                             .logSums = logSums.matrix,
                             .outGradient = outGradient.matrix};
    reference::attention(call);
    attentionForward(expected.view<TypeParam>(), otherSums.view<float>(), other.view<TypeParam>(), kShape, 0, 6,
                     scratch.data());
    expectNear(got.doubles(), expected.doubles(), kTolerance<TypeParam>);
    expectNear(logSums.doubles(), otherSums.doubles(), kTolerance<TypeParam>);
    reference::attentionGradient(call);
    attentionInputGradientInPlace(other.view<TypeParam>(), widened.view<float>(), otherSums.view<float>(), kShape, 0, 6,
                                  scratch.data());
    expectNear(own.doubles(), other.doubles(), 2 * kTolerance<TypeParam>);
}

TYPED_TEST(ReferenceKernel, OfGeluEqualsTheKernelAndItsGradient) {
    constexpr NumberKind kind = kKind<TypeParam>;
    HostMatrix own(kind, 3, 37, 1);
    HostMatrix other(kind, 3, 37, 1);
    HostMatrix outGradient(NumberKind::Float, 3, 37, 2);
    HostMatrix got(kind, 3, 37);
    HostMatrix expected(kind, 3, 37);
    reference::gelu(got.matrix, own.matrix);
    geluForward(expected.view<TypeParam>(), other.view<TypeParam>());
    expectNear(got.doubles(), expected.doubles(), kTolerance<TypeParam>);
    reference::geluGradient(own.matrix, outGradient.matrix);
    geluInputGradientInPlace(other.view<TypeParam>(), outGradient.view<float>());
    expectNear(own.doubles(), other.doubles(), kTolerance<TypeParam>);
}

TYPED_TEST(ReferenceKernel, OfCopiesAndSumsEqualTheKernels) {
    constexpr NumberKind kind = kKind<TypeParam>;
    HostMatrix floats(NumberKind::Float, 9, 21, 1);
    HostMatrix got(kind, 9, 21);
    HostMatrix expected(kind, 9, 21);
    reference::convert(got.matrix, floats.matrix);
    copy(expected.view<TypeParam>(), floats.view<float>());
    EXPECT_EQ(got.doubles(), expected.doubles());
    HostMatrix sums(NumberKind::Float, 1, 21);
    HostMatrix otherSums(NumberKind::Float, 1, 21);
    reference::columnSums(sums.matrix, got.matrix);
    columnSums(otherSums.view<float>(), expected.view<TypeParam>());
    expectNear(sums.doubles(), otherSums.doubles(), kFloat);
    HostMatrix more(NumberKind::Float, 9, 21, 2);
    HostMatrix otherMore(NumberKind::Float, 9, 21, 2);
    reference::add(more.matrix, floats.matrix);
    add(otherMore.view<float>(), floats.view<float>());
    EXPECT_EQ(more.doubles(), otherMore.doubles());
}

TYPED_TEST(ReferenceKernel, OfTheLossEqualsTheKernelAndItsGradientMayTakeItsPlace) {
    constexpr NumberKind kind = kKind<TypeParam>;
    HostMatrix own(NumberKind::Float, 8, 19, 1);
    HostMatrix other(NumberKind::Float, 8, 19, 1);
    HostMatrix losses(NumberKind::Float, 1, 8);
    std::vector<double> otherLosses(8);
    reference::crossEntropy(own.matrix, kTokens.data(), losses.matrix);
    crossEntropyForward(other.view<float>(), kTokens, otherLosses);
    expectNear(losses.doubles(), otherLosses, kFloat);
    expectNear(own.doubles(), other.doubles(), kFloat);
    Matrix place = own.matrix;
    place.kind = kind;
    place.stride = kind == NumberKind::Float ? 19 : 38;
    reference::crossEntropyGradient(place, own.matrix, kTokens.data(), 0.25F);
    crossEntropyInputGradient(other.view<float>(), kTokens, 0.25F);
    Doubles got;
    reference::forEach(place, [&](std::int64_t i, std::int64_t j) { got.push_back(reference::get(place, i, j)); });
    expectNear(got, other.doubles(), kTolerance<TypeParam>);
}

TEST(ReferenceKernelOfAdamW, EqualsTheKernelInPlaceAndFromOneBankToTheOther) {
    const HostMatrix gradient(NumberKind::Float, 1, 33, 1);
    for (const bool inPlace : {true, false}) {
        std::array<HostMatrix, 3> own{HostMatrix{NumberKind::Float, 1, 33, 2}, HostMatrix{NumberKind::Float, 1, 33, 3},
                                      HostMatrix{NumberKind::Float, 1, 33}};
        std::array<HostMatrix, 3> other{own};
        std::array<HostMatrix, 3> next{own};
        for (std::size_t i = 0; i < 3; ++i) {
            own[i].matrix.data = own[i].memory.data();
            other[i].matrix.data = other[i].memory.data();
            next[i].matrix.data = next[i].memory.data();
        }
        const auto state = [](std::array<HostMatrix, 3>& matrices) {
            return AdamCall::State{static_cast<float*>(matrices[0].matrix.data),
                                   static_cast<float*>(matrices[1].matrix.data),
                                   static_cast<float*>(matrices[2].matrix.data)};
        };
        HostMatrix half(NumberKind::Bf16, 1, 33);
        std::array<HostMatrix, 3>& to = inPlace ? own : next;
        reference::adamw({.to = state(to),
                          .from = state(own),
                          .gradient = static_cast<const float*>(gradient.matrix.data),
                          .rounded = half.matrix.data,
                          .count = 33,
                          .scale = 0.5F,
                          .step = 3,
                          .decays = true,
                          .settings = {}});
        const AdamTensors tensors{other[0].view<float>(), other[1].view<float>(), other[2].view<float>()};
        const Tensor slope{static_cast<float*>(gradient.matrix.data), 1, 33};
        adamwStep(tensors, tensors, slope, 0.5F, {}, 3, true);
        for (std::size_t i = 0; i < 3; ++i)
            expectNear(to[i].doubles(), other[i].doubles(), kFloat);
        expectNear(half.doubles(), other[0].doubles(), kHalf);
    }
}

TEST(ReferenceKernelOfTheSquares, EqualsTheKernel) {
    HostMatrix numbers(NumberKind::Float, 1, 133, 1);
    std::array<double, 2> sums{};
    const std::array<std::int64_t, 2> counts{100, 33};
    reference::sumsOfSquares(sums.data(), static_cast<const float*>(numbers.matrix.data), counts);
    auto* const data = static_cast<float*>(numbers.matrix.data);
    EXPECT_NEAR(sums[0], sumOfSquares({data, 1, 100}), 1e-12 * sums[0]);
    EXPECT_NEAR(sums[1], sumOfSquares({data + 100, 1, 33}), 1e-12 * sums[1]);
}

} // namespace

} // namespace lanewright::engine::test
