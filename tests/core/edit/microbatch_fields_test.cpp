// SPDX-License-Identifier: Apache-2.0
#include "core/edit/microbatch_fields.h"

#include "core/simulate/simulate.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace lanewright;
using namespace lanewright::test;

namespace {

constexpr std::int64_t kWhole = MicrobatchCosts::kOne;

Plan withLengths(std::vector<int> lengths) {
    Plan plan = smallPlan();
    setMicrobatches(plan, MicrobatchCosts::ofLengths(std::move(lengths), {}));
    return plan;
}

std::string whyNot(const Result<Plan>& result) { return result ? "" : result.error().message.text(); }

Time timeOfF(const Plan& plan, int microbatch) {
    return plan.costs.duration({.kind = OpKind::F, .stage = 0, .microbatch = microbatch}, 0, plan.schedule.placement);
}

} // namespace

TEST(MicrobatchFields, TheFirstLengthIsThatOfAll) {
    const Plan alike = *setMicrobatchFields(smallPlan(), MicrobatchField::Length, 1, {2048});
    EXPECT_TRUE(alike.costs.microbatches.areEqual());
    const Plan plan = *setMicrobatchFields(alike, MicrobatchField::Length, 1, {6144});
    EXPECT_EQ(microbatchFieldOf(plan, 0, MicrobatchField::Length), 2048);
    EXPECT_EQ(timeOfF(plan, 0), unit(1) / 2) << "half the mean";
    EXPECT_EQ(timeOfF(plan, 1), unit(3) / 2);
    EXPECT_EQ(microbatchFieldOf(plan, 1, MicrobatchField::Work), kWhole * 3 / 2);
    EXPECT_EQ(microbatchFieldOf(plan, 1, MicrobatchField::Size), kWhole * 3 / 2);
}

TEST(MicrobatchFields, SharesOfTimeAndMemoryAreApart) {
    const Plan slow = *setMicrobatchFields(smallPlan(), MicrobatchField::Work, 1, {2 * kWhole});
    EXPECT_EQ(timeOfF(slow, 1), unit(2));
    EXPECT_EQ(slow.memory.change(op("F0.1"), 0, 1), smallPlan().memory.change(op("F0.1"), 0, 1));
    const Plan large = *setMicrobatchFields(slow, MicrobatchField::Size, 1, {3 * kWhole});
    EXPECT_EQ(timeOfF(large, 1), unit(2));
    EXPECT_EQ(large.memory.change(op("F0.1"), 0, 1), 3 * smallPlan().memory.change(op("F0.1"), 0, 1));
}

TEST(MicrobatchFields, ATimeOnOneStageMakesATableOfAllTimes) {
    const Plan lengths = withLengths({100, 300});
    const Plan plan = *setMicrobatchFields(lengths, MicrobatchField::BackwardInput, 1, {unit(9)}, 1);
    EXPECT_EQ(plan.costs.microbatches.form(), MicrobatchCosts::Form::Table);
    for (int stage = 0; stage < 2; ++stage)
        for (int microbatch = 0; microbatch < 2; ++microbatch)
            for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W, OpKind::BW}) {
                const Op each{.kind = kind, .stage = stage, .microbatch = microbatch};
                const bool isSet = stage == 1 && microbatch == 1 && (kind == OpKind::B || kind == OpKind::BW);
                // B took 1.5 units.
                EXPECT_EQ(plan.costs.whole(each, 0, plan.schedule.placement),
                          lengths.costs.whole(each, 0, lengths.schedule.placement) + (isSet ? unit(15) / 2 : 0));
            }
    EXPECT_EQ(plan.memory.change(op("F0.1"), 0, 1), lengths.memory.change(op("F0.1"), 0, 1)) << "memory stays";
    EXPECT_EQ(microbatchFieldOf(plan, 1, MicrobatchField::BackwardInput, 1), unit(9));
    EXPECT_EQ(microbatchFieldOf(plan, 1, MicrobatchField::Work), std::nullopt);
    EXPECT_EQ(whyNot(setMicrobatchFields(plan, MicrobatchField::Forward, 0, {-1})), "a duration is 0 or more");
}

TEST(MicrobatchFields, WhatTheFormDoesNotHaveIsRefusedInWords) {
    const Plan lengths = withLengths({100, 200});
    EXPECT_EQ(whyNot(setMicrobatchFields(lengths, MicrobatchField::Work, 0, {kWhole})),
              "shares follow from the lengths: change those");
    const Plan shares = *setMicrobatchFields(smallPlan(), MicrobatchField::Work, 1, {2 * kWhole});
    EXPECT_EQ(whyNot(setMicrobatchFields(shares, MicrobatchField::Length, 0, {100})),
              "microbatches have shares, so they have no lengths: let all be alike first");
    EXPECT_EQ(whyNot(setMicrobatchFields(lengths, MicrobatchField::Length, 0, {0})),
              "a length is 1 to 16777216 tokens");
    EXPECT_EQ(whyNot(setMicrobatchFields(lengths, MicrobatchField::Length, 2, {10})), "there is no microbatch 2");
    EXPECT_EQ(whyNot(setQuadratic(shares, 0)), "only lengths have a part that grows with the square");
    EXPECT_EQ(whyNot(setMicrobatchFields(shares, MicrobatchField::Work, 0, {-1})), "a share is 0 to 1000000");
}

TEST(MicrobatchFields, AQuadraticPartMakesLongOnesLonger) {
    const Plan plan = *setQuadratic(withLengths({1, 3}), kWhole / 2);
    // Half of it grows as the length, half as the square: (1.5 + 2.25) / 2.
    EXPECT_EQ(timeOfF(plan, 1), unit(1) * 15 / 8);
}

TEST(MicrobatchFields, SpreadingKeepsTheMean) {
    const Plan plan = withLengths({100, 300});
    EXPECT_EQ(*spreadMicrobatches(plan, 100), plan);
    EXPECT_TRUE(spreadMicrobatches(plan, 0)->costs.microbatches.areEqual());
    EXPECT_EQ(spreadMicrobatches(plan, 50)->costs.microbatches.length(), (std::vector<int>{150, 250}));
    EXPECT_EQ(spreadMicrobatches(plan, 150)->costs.microbatches.length(), (std::vector<int>{50, 350}));
    EXPECT_EQ(spreadMicrobatches(plan, 400)->costs.microbatches.length(), (std::vector<int>{1, 600}))
        << "none is shorter than a token";
}

TEST(MicrobatchFields, SpreadingATableSpreadsEachOfItsRows) {
    MicrobatchCosts::Table table;
    table[static_cast<std::size_t>(OpKind::F)] = {unit(1), unit(3), unit(2), unit(2)};
    Plan plan = smallPlan();
    setMicrobatches(plan, MicrobatchCosts::ofTable(2, table, {}));
    const Plan spread = *spreadMicrobatches(plan, 200);
    EXPECT_EQ(spread.costs.microbatches.table()[static_cast<std::size_t>(OpKind::F)],
              (std::vector<Time>{0, unit(4), unit(2), unit(2)}));
}

TEST(PasteMicrobatches, AColumnOfASpreadsheetIsTheLengths) {
    const PastedCosts pasted = *pasteMicrobatches(smallPlan(), "1024\n3 072\n", 0, MicrobatchField::Length);
    EXPECT_EQ(pasted.numbers, 2);
    EXPECT_TRUE(pasted.left.empty());
    EXPECT_EQ(pasted.plan.costs.microbatches.length(), (std::vector<int>{1024, 3072}));
    EXPECT_EQ(pasted.plan.schedule, smallPlan().schedule);
}

TEST(PasteMicrobatches, ARowIsAColumnThatLiesDown) {
    Plan plan = smallPlan();
    plan.schedule = linearSchedule(2, 3, "F0.0\nF1.0");
    const PastedCosts pasted = *pasteMicrobatches(plan, "10\t20\t60", 0, MicrobatchField::Length);
    EXPECT_EQ(pasted.plan.costs.microbatches.length(), (std::vector<int>{10, 20, 60}));
}

TEST(PasteMicrobatches, AHeaderSaysWhatColumnsAre) {
    const PastedCosts pasted = *pasteMicrobatches(
        smallPlan(), "microbatch\tmemory\ttime\tcolour\n0\t1\t0.5\tred\n1\t2\t1,5\tblue", 1, MicrobatchField::Length);
    EXPECT_EQ(pasted.numbers, 4);
    EXPECT_EQ(pasted.plan.costs.microbatches.work(), (std::vector<std::int64_t>{kWhole / 2, kWhole * 3 / 2}));
    EXPECT_EQ(pasted.plan.costs.microbatches.size(), (std::vector<std::int64_t>{kWhole, 2 * kWhole}));
    ASSERT_EQ(pasted.left.size(), 1u);
    EXPECT_EQ(pasted.left.front(), "No number of a microbatch is called colour: its column was left out.");
}

TEST(PasteMicrobatches, MeasuredTimesGoToTheirStage) {
    const PastedCosts pasted =
        *pasteMicrobatches(smallPlan(), "F\tB\tW\n1\t2\t3\n4\t5\t6.5", 0, MicrobatchField::Length, {}, 1);
    EXPECT_EQ(pasted.numbers, 6);
    EXPECT_EQ(microbatchFieldOf(pasted.plan, 1, MicrobatchField::BackwardWeight, 1), unit(13) / 2);
    EXPECT_EQ(microbatchFieldOf(pasted.plan, 0, MicrobatchField::BackwardInput, 1), unit(2));
    EXPECT_EQ(microbatchFieldOf(pasted.plan, 1, MicrobatchField::Forward, 0), unit(1)) << "as the costs say";
    const PastedCosts headless = *pasteMicrobatches(smallPlan(), "7\t8\n9\t10", 0, MicrobatchField::Forward, {}, 0);
    EXPECT_EQ(microbatchFieldOf(headless.plan, 1, MicrobatchField::BackwardInput, 0), unit(10));
}

TEST(PasteMicrobatches, WhatDoesNotFitIsSaid) {
    const auto refusal = [](std::string_view table, int first) {
        const auto pasted = pasteMicrobatches(smallPlan(), table, first, MicrobatchField::Length);
        return pasted ? "" : pasted.error().message.text();
    };
    EXPECT_EQ(refusal("100", 0), "no microbatch has a length yet, so give those of all 2; there are 1");
    EXPECT_EQ(refusal("100\n200", 1), "no microbatch has a length yet, so give those of all 2; there are 2");
    EXPECT_EQ(refusal("100\nlong", 0), "'long' is no number of microbatch 1");
    EXPECT_EQ(refusal("", 0), "there is no table to paste");
    const PastedCosts pasted = *pasteMicrobatches(smallPlan(), "1\n2\n3", 0, MicrobatchField::Length);
    ASSERT_EQ(pasted.left.size(), 1u);
    EXPECT_EQ(pasted.left.front(), "1 number more than there are microbatches was left out.");
}

TEST(PasteMicrobatches, OverLengthsThatAreThereItMayBeginAnywhere) {
    const PastedCosts pasted = *pasteMicrobatches(withLengths({100, 200}), "900", 1, MicrobatchField::Length);
    EXPECT_EQ(pasted.plan.costs.microbatches.length(), (std::vector<int>{100, 900}));
}
