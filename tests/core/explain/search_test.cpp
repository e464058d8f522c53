// SPDX-License-Identifier: Apache-2.0
#include "core/explain/search.h"

#include "core/model/text.h"
#include "core/simulate/simulate.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

namespace {

std::string found(const Plan& plan, std::string_view text, const Timeline* measured = nullptr) {
    const Result<Search> search = searchFromText(text, plan.timeUnit);
    if (!search)
        return search.error().message;
    std::string words;
    for (const Op& op : findOps(*search, plan, simulate(plan.schedule, plan.costs), measured))
        words += (words.empty() ? "" : " ") + toText(op);
    return words;
}

} // namespace

TEST(Search, AKindAndANumberIsAMicrobatch) {
    EXPECT_EQ(found(smallPlan(), "F1"), "F0.1 F1.1");
    EXPECT_EQ(found(smallPlan(), "bw0"), "BW1.0 BW0.0");
}

TEST(Search, TwoNumbersAreStageAndMicrobatch) {
    EXPECT_EQ(found(smallPlan(), "BW1.0"), "BW1.0");
    EXPECT_EQ(found(smallPlan(), "F1.*"), "F1.0 F1.1");
    EXPECT_EQ(found(smallPlan(), "*0.1"), "F0.1 BW0.1");
}

TEST(Search, WordsMustAllHold) {
    EXPECT_EQ(found(smallPlan(), "s1 F*"), "F1.0 F1.1");
    EXPECT_EQ(found(smallPlan(), "r0 mb:0"), "F0.0 BW0.0");
    EXPECT_EQ(found(smallPlan(), "stage:0 microbatch:0-1 BW"), "BW0.0 BW0.1");
    EXPECT_EQ(found(smallPlan(), "F r1 mb0-1"), "F1.0 F1.1") << "as a person types it";
    EXPECT_EQ(found(smallPlan(), "B*"), "");
    EXPECT_EQ(found(smallPlan(), "R0"), "");
}

TEST(Search, TimesCompareInTheUnitsThatAreSaid) {
    EXPECT_EQ(found(smallPlan(), "wait>0"), "F1.0 BW0.0 BW0.1");
    EXPECT_EQ(found(smallPlan(), "wait>1"), "BW0.0");
    EXPECT_EQ(found(smallPlan(), "dur>=2 r0"), "BW0.0 BW0.1");
    EXPECT_EQ(found(smallPlan(), "dur>1500us r0"), "BW0.0 BW0.1");
    EXPECT_EQ(found(smallPlan(), "start<=1ms"), "F0.0 F0.1 F1.0");
    EXPECT_EQ(found(smallPlan(), "end=9"), "BW0.1");
}

TEST(Search, WhatNeverStartsComesLastAndHasNoTime) {
    // Rank 1 waits for a gradient of microbatch 1 before it makes the value that this needs.
    const Plan stuck = linearPlan(2, 2, R"(
        F0.0 F0.1 BW0.0 BW0.1
        F1.0 BW1.1 F1.1 BW1.0
    )");
    ASSERT_EQ(simulate(stuck.schedule, stuck.costs).lanes[1].size(), 1u);
    EXPECT_EQ(found(stuck, "F"), "F0.0 F0.1 F1.0 F1.1");
    EXPECT_EQ(found(stuck, "r1"), "F1.0 BW1.1 F1.1 BW1.0");
    EXPECT_EQ(found(stuck, "F r1 start>=0"), "F1.0");
    EXPECT_EQ(found(stuck, "wait>=0 BW"), "");
}

TEST(Search, SlackFindsTheCriticalPath) {
    EXPECT_EQ(found(smallPlan(), "slack=0"), "F0.0 F1.0 BW1.0 F1.1 BW1.1 BW0.1");
}

TEST(Search, SlipNeedsAMeasurement) {
    const Plan plan = smallPlan();
    EXPECT_EQ(found(plan, "slip>=0"), "");
    Timeline late = simulate(plan.schedule, plan.costs);
    for (Span& span : late.lanes[1]) {
        span.start += unit(1);
        span.end += unit(1);
    }
    EXPECT_EQ(found(plan, "slip>0.5", &late), "F1.0 BW1.0 F1.1 BW1.1");
}

TEST(Search, AWordThatMeansNothingIsNamed) {
    for (const char* word : {"X3", "B2.x", "dur>", "wait", "dur>2m", "s", "mb:-1", "B3.4.5", "dur>>2", "=3", "*"}) {
        const Result<Search> search = searchFromText(word, TimeUnit::Ms);
        ASSERT_FALSE(search) << word;
        EXPECT_NE(search.error().message.text().find('"' + std::string(word) + '"'), std::string::npos) << word;
    }
    EXPECT_FALSE(searchFromText("  ", TimeUnit::Ms));
}
