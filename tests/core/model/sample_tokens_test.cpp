// SPDX-License-Identifier: Apache-2.0
#include "core/model/sample_tokens.h"

#include <gtest/gtest.h>

namespace lanewright {
namespace {

const ModelSpec kGpt{.context = 16, .batch = 2};

Plan of(int microbatches, MicrobatchCosts costs) {
    Plan plan;
    plan.schedule.microbatches = microbatches;
    plan.costs = uniform(1);
    setMicrobatches(plan, std::move(costs));
    return plan;
}

TEST(SampleTokens, AreTheSharesOfTheLongestOfTheContext) {
    const Plan plan = of(4, MicrobatchCosts::ofLengths({4096, 700, 384, 128}, {}));
    EXPECT_EQ(contextsOf(kGpt, plan), (std::vector<int>{16, 3, 2, 1})) << "2.73, 1.5 and 0.5 rounded half up";
    EXPECT_EQ(tokensPerStep(kGpt, plan), 2 * 22);
    EXPECT_TRUE(checkContexts(kGpt, plan));
    EXPECT_TRUE(unlikePlan(plan).empty());
}

TEST(SampleTokens, AreTheLengthsWhereTheLongestIsTheContext) {
    const Plan plan = of(3, MicrobatchCosts::ofLengths({5, 16, 11}, {}));
    EXPECT_EQ(contextsOf(kGpt, plan), (std::vector<int>{5, 16, 11}));
}

TEST(SampleTokens, FillTheContextWhereThereAreNoLengths) {
    EXPECT_EQ(contextsOf(kGpt, of(2, {})), (std::vector<int>{16, 16}));
    const Plan equal = of(2, MicrobatchCosts::ofLengths({7, 7}, {}));
    EXPECT_EQ(contextsOf(kGpt, equal), (std::vector<int>{16, 16}));
    const Plan shares = of(2, MicrobatchCosts::ofShares({1, 2}, {}));
    EXPECT_EQ(contextsOf(kGpt, shares), (std::vector<int>{16, 16}));
    EXPECT_EQ(tokensPerStep(kGpt, shares), 64);
    EXPECT_FALSE(unlikePlan(shares).empty());
    EXPECT_TRUE(unlikePlan(of(2, {})).empty());
}

TEST(SampleTokens, OfAMicrobatchWithoutAnyAreRefused) {
    const Result<Done> checked = checkContexts(kGpt, of(2, MicrobatchCosts::ofLengths({4096, 127}, {})));
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().message.text(),
              "microbatch 1 has 127 tokens where the longest has 4096, which is less than half a token of the model's "
              "context of 16; take a longer context");
    EXPECT_EQ(checked.error().where, "microbatch");
}

} // namespace
} // namespace lanewright
