// SPDX-License-Identifier: Apache-2.0
#include "core/model/costs.h"

#include "core/model/memory_costs.h"
#include "core/model/model_spec.h"
#include "core/model/text.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

using namespace lanewright;

TEST(Costs, PartsOfWAddUpToTheWhole) {
    Costs costs = uniform(1, {.forward = 3, .backwardInput = 5, .backwardWeight = 10});
    costs.weightParts = 3;
    Time sum = 0;
    for (const char* part : {"W0.0/0", "W0.0/1", "W0.0/2"})
        sum += costs.duration(*opFromText(part), 0);
    EXPECT_EQ(sum, 10);
    EXPECT_EQ(costs.duration(*opFromText("BW0.0"), 0), 15);
}

TEST(Costs, SharesOfTheLargestNumberDoNotOverflow) {
    const std::int64_t most = std::numeric_limits<std::int64_t>::max();
    std::int64_t sum = 0;
    for (int part = 0; part < 7; ++part)
        sum += shareOf(most, part, 7);
    EXPECT_EQ(sum, most);
}

TEST(Costs, APairTakesItsOwnTimeOrTheSumOfItsParts) {
    const Schedule schedule{.placement = linear(2), .microbatches = 2};
    Costs costs = uniform(2, {.forward = 2, .backwardInput = 3, .backwardWeight = 4});
    const Block pair = *blockFromText("F0.1+BW0.0");
    EXPECT_EQ(durationOf(schedule, costs, pair), 2 + 7);
    costs.stages[0][0].overlapped = 8;
    EXPECT_EQ(durationOf(schedule, costs, pair), 8);
}

TEST(Costs, TransfersAreFreeOnOneRank) {
    EXPECT_EQ((Transfers{.every = 5}.between(1, 1)), 0);
    EXPECT_EQ((Transfers{.every = 5}.between(0, 1)), 5);
    EXPECT_EQ((Transfers{.ranks = 2, .matrix = {0, 7, 9, 0}}.between(1, 0)), 9);
}

TEST(MemoryCosts, ChangesOfAMicrobatchCancel) {
    const MemoryCosts memory = uniformMemory(1, 1, {.forward = 10, .backwardInput = -4, .backwardWeight = -6});
    const auto change = [&](const char* text) { return memory.change(*opFromText(text), 0, 1); };
    EXPECT_EQ(change("F0.0") + change("B0.0") + change("W0.0"), 0);
    EXPECT_EQ(change("F0.0") + change("BW0.0"), 0);
}

TEST(ModelSpec, LayersAreCutEvenlyWithTheRestInFront) {
    EXPECT_EQ(layersOf(ModelSpec{.layers = 6}, 4), (std::vector<int>{2, 2, 1, 1}));
}
