// SPDX-License-Identifier: Apache-2.0
#include "core/explain/pair_overlap.h"

#include "core/model/text.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;

namespace {

/// Two stages on one rank. Stage 0 talks a lot, stage 1 computes alone.
Plan twoStages(const char* order) {
    Plan plan{.schedule = {.placement = {.ranks = 1, .directions = {{0, 0}}}, .microbatches = 2},
              .costs = uniform(2, {.forward = 4, .backwardInput = 6, .backwardWeight = 0})};
    plan.costs.pairs.segments = {{.forward = {{Resource::Compute, 2}, {Resource::Network, 2}},
                                  .backwardInput = {{Resource::Network, 3}, {Resource::Compute, 3}}},
                                 {.forward = {{Resource::Compute, 4}}, .backwardInput = {{Resource::Compute, 6}}}};
    plan.schedule.order = test::rows(order);
    return plan;
}

} // namespace

TEST(PairOverlap, SaysWhatIsHiddenAndWhatIsExposed) {
    // F1.1 computes 4 beside 3 of network of B0.0, whose compute waits for the fourth.
    const Plan plan = twoStages("F0.0 F1.0 B1.0 F0.1 F1.1+B0.0 B1.1 B0.1");
    const auto overlap = pairOverlapOf(plan, *opFromText("B0.0"));
    ASSERT_TRUE(overlap);
    EXPECT_EQ(overlap->apart, 10);
    EXPECT_EQ(overlap->length, 7);
    EXPECT_EQ(overlap->network, 3);
    EXPECT_EQ(overlap->hidden, 3);
    EXPECT_EQ(overlap->exposed(), 0);
    EXPECT_FALSE(overlap->better);
    EXPECT_EQ(overlap, pairOverlapOf(plan, *opFromText("F1.1")));
    EXPECT_FALSE(pairOverlapOf(plan, *opFromText("B1.0")));
}

TEST(PairOverlap, AnOpByItselfExposesItsNetwork) {
    const Plan plan = twoStages("F0.0 F1.0 F0.1 F1.1+B1.0 B0.0 B1.1 B0.1");
    const auto overlap = pairOverlapOf(plan, *opFromText("F0.1"));
    ASSERT_TRUE(overlap);
    EXPECT_FALSE(overlap->paired);
    EXPECT_EQ(overlap->exposed(), 2);
    EXPECT_EQ(overlap->better, (BetterPartner{*opFromText("B0.0"), 4})) << "each hides behind the other";
    const std::vector<Message> sentences = sentencesOf(*overlap, TimeUnit::Ns);
    ASSERT_EQ(sentences.size(), 2u);
    EXPECT_EQ(sentences[0].text(),
              "It is on the network for 2 ns of its 4 ns, all of it exposed: no other op computes beside it.");
    EXPECT_EQ(pairOverlapOf(plan, *opFromText("B0.0"))->exposed(), 3);
    EXPECT_FALSE(pairOverlapOf(plan, *opFromText("B0.0"))->better) << "partners are those of an F";
}

TEST(PairOverlap, NamesThePartnerThatWouldHideMore) {
    const Plan plan = twoStages("F0.0 F1.0 F0.1 F1.1+B1.0 B0.0 B1.1 B0.1");
    const auto overlap = pairOverlapOf(plan, *opFromText("F1.1"));
    ASSERT_TRUE(overlap);
    EXPECT_EQ(overlap->saved(), 0);
    EXPECT_EQ(overlap->better, (BetterPartner{*opFromText("B0.0"), 3}));
    const std::vector<Message> sentences = sentencesOf(*overlap, TimeUnit::Ns);
    ASSERT_EQ(sentences.size(), 2u);
    EXPECT_EQ(sentences[0].text(), "The pair takes 10 ns and saves nothing: its ops one after the other take 10 ns.");
    EXPECT_EQ(sentences[1].text(), "With a backward as B0.0 the F would save 3 ns.");
}
