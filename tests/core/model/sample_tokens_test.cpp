// SPDX-License-Identifier: Apache-2.0
#include "core/model/sample_tokens.h"

#include "core/base/mapped.h"

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

std::vector<int> contextsOf(const Plan& plan) {
    return mapped(microbatchShapes(kGpt, plan), &MicrobatchShape::context);
}

TEST(SampleTokens, AreTheSharesOfTheLongestOfTheContext) {
    const Plan plan = of(4, MicrobatchCosts::ofLengths({4096, 700, 384, 128}, {}));
    EXPECT_EQ(contextsOf(plan), (std::vector<int>{16, 3, 2, 1})) << "2.73, 1.5 and 0.5 rounded half up";
    EXPECT_EQ(tokensPerStep(kGpt, plan), 2 * 22);
    EXPECT_TRUE(checkShapes(kGpt, plan));
    EXPECT_TRUE(unlikePlan(plan, "cpu").empty());
    EXPECT_FALSE(unlikePlan(plan, "torch").empty()) << "it pads";
}

TEST(SampleTokens, AreTheLengthsWhereTheLongestIsTheContext) {
    const Plan plan = of(3, MicrobatchCosts::ofLengths({5, 16, 11}, {}));
    EXPECT_EQ(contextsOf(plan), (std::vector<int>{5, 16, 11}));
}

TEST(SampleTokens, FillTheContextWhereThereAreNoLengths) {
    EXPECT_EQ(contextsOf(of(2, {})), (std::vector<int>{16, 16}));
    const Plan equal = of(2, MicrobatchCosts::ofLengths({7, 7}, {}));
    EXPECT_EQ(contextsOf(equal), (std::vector<int>{16, 16}));
    const Plan shares = of(2, MicrobatchCosts::ofShares({1, 2}, {}));
    EXPECT_EQ(contextsOf(shares), (std::vector<int>{16, 16}));
    EXPECT_EQ(tokensPerStep(kGpt, shares), 64);
    EXPECT_FALSE(unlikePlan(shares, "cpu").empty());
    EXPECT_TRUE(unlikePlan(of(2, {}), "torch").empty());
}

TEST(SampleTokens, OfAMicrobatchWithoutAnyAreRefused) {
    const Result<Done> checked = checkShapes(kGpt, of(2, MicrobatchCosts::ofLengths({4096, 127}, {})));
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().message.text(),
              "microbatch 1 has 127 tokens where the longest has 4096, which is less than half a token of the model's "
              "context of 16; take a longer context");
    EXPECT_EQ(checked.error().where, "microbatch");
}

TEST(SampleTokens, AreThoseOfSoManySamples) {
    // 24, 24 and 16 tokens are 8 of each sample; what has the most samples has the model's batch of them.
    ModelSpec three = kGpt;
    three.batch = 3;
    const Plan plan = of(3, MicrobatchCosts::ofLengths({24, 24, 16}, {}, {3, 3, 2}));
    EXPECT_EQ(microbatchShapes(three, plan), (std::vector<MicrobatchShape>{{3, 16}, {3, 16}, {2, 16}}));
    EXPECT_EQ(tokensPerStep(three, plan), 8 * 16);
    EXPECT_EQ(samplesPerStep(three, plan), 8U);
    // 4 tokens of a sample in the first, 1 in the second, of which the longest are 16: half a sample is one.
    const Plan mixed = of(2, MicrobatchCosts::ofLengths({4, 4}, {}, {1, 4}));
    EXPECT_EQ(microbatchShapes(kGpt, mixed), (std::vector<MicrobatchShape>{{1, 16}, {2, 4}}));
    EXPECT_TRUE(checkShapes(kGpt, mixed));
}

TEST(SampleTokens, OfLessThanHalfASampleAreRefused) {
    const auto refusal = [](std::vector<int> lengths, std::vector<int> samples) {
        const Result<Done> checked =
            checkShapes(kGpt, of(2, MicrobatchCosts::ofLengths(std::move(lengths), {}, std::move(samples))));
        return checked ? std::string{} : checked.error().message.text();
    };
    EXPECT_EQ(refusal({50, 10}, {5, 1}),
              "microbatch 1 has 1 samples where the largest has 5, which is less than half a "
              "sample of the model's batch of 2; take a larger batch");
    EXPECT_EQ(refusal({3, 99}, {2, 2}),
              "microbatch 0 has 3 tokens in 2 samples where the longest are 99 in 2, which is "
              "less than half a token of the model's context of 16; take a longer context");
}

} // namespace
} // namespace lanewright
