// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/gradient_sum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace lanewright::engine::test {

namespace {

const ModelSpec kModel{.layers = 1, .width = 4, .heads = 1, .context = 2, .batch = 1};

/// The sum of one number per microbatch, where the order of additions shows: (1e8 + 1) − 1e8 is 0 in floats.
float sumIn(const std::vector<int>& order, int* mostHeld = nullptr) {
    constexpr std::array kNumbers{1e8F, 1.0F, -1e8F, 3.0F};
    const ParameterLayout layout(kModel, shapeOf(kModel, 1, 0));
    Buffer scratch(layout.count());
    GradientSum sum(layout, 1, {0, 1, 2, 3}, scratch.data());
    for (const int microbatch : order) {
        std::fill_n(sum.target(microbatch, 0), layout.count(), kNumbers[static_cast<std::size_t>(microbatch)]);
        sum.finish(microbatch, 0);
        if (mostHeld != nullptr)
            *mostHeld = std::max(*mostHeld, sum.held());
    }
    EXPECT_EQ(sum.held(), 0);
    return sum.total()[layout.count() - 1];
}

TEST(GradientSum, AddsInMicrobatchOrderWhateverTheOrderOfW) {
    std::vector<int> order{0, 1, 2, 3};
    do
        EXPECT_EQ(sumIn(order), 3.0F);
    while (std::ranges::next_permutation(order).found);
}

TEST(GradientSum, HoldsBackOnlyWhatComesBeforeItsTurn) {
    int held = 0;
    sumIn({0, 1, 2, 3}, &held);
    EXPECT_EQ(held, 0);
    sumIn({2, 0, 1, 3}, &held);
    EXPECT_EQ(held, 1);
    sumIn({3, 2, 1, 0}, &held);
    EXPECT_EQ(held, 3);
}

TEST(GradientSum, OfACopyWithoutMicrobatchesIsZero) {
    const ParameterLayout layout(kModel, shapeOf(kModel, 1, 0));
    Buffer scratch(layout.count());
    GradientSum sum(layout, 1, {}, scratch.data());
    sum.begin();
    EXPECT_TRUE(std::all_of(sum.total(), sum.total() + sum.count(), [](float number) { return number == 0; }));
}

} // namespace

} // namespace lanewright::engine::test
