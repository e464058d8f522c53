// SPDX-License-Identifier: Apache-2.0
#include "core/edit/cost_fields.h"

#include "core/io/schedule_json.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

namespace lanewright {
namespace {

using test::linearPlan;

Plan twoStages() {
    Plan plan = linearPlan(2, 1, "F0.0 B0.0 W0.0\nF1.0 B1.0 W1.0");
    plan.timeUnit = TimeUnit::Ms;
    plan.memoryUnit = MemoryUnit::MiB;
    const Bytes mib = scaleOf(MemoryUnit::MiB);
    plan.memory = uniformMemory(2, 2, {.forward = 192 * mib, .backwardInput = -128 * mib, .backwardWeight = -64 * mib},
                                400 * mib);
    return plan;
}

constexpr StageCopy kFirst{.direction = 0, .stage = 0};
constexpr StageCopy kSecond{.direction = 0, .stage = 1};

std::int64_t mib(std::int64_t amount) { return amount * scaleOf(MemoryUnit::MiB); }

/// The file of an edited plan is read back as it was.
void expectReadable(const Plan& plan) {
    const Result<Plan> back = planFromJson(planToJson(plan));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, plan);
}

TEST(CostFields, SetOneStageOrAllOfThem) {
    const auto one = setField(twoStages(), {kSecond}, StageField::Forward, 7);
    ASSERT_TRUE(one);
    EXPECT_EQ(fieldOf(*one, kFirst, StageField::Forward), kTimeUnit);
    EXPECT_EQ(fieldOf(*one, kSecond, StageField::Forward), 7);
    const auto all = setField(twoStages(), costedCopies(twoStages()), StageField::BackwardWeight, 9);
    ASSERT_TRUE(all);
    EXPECT_EQ(fieldOf(*all, kFirst, StageField::BackwardWeight), 9);
    EXPECT_EQ(fieldOf(*all, kSecond, StageField::BackwardWeight), 9);
    expectReadable(*all);
}

TEST(CostFields, ThatATableRulesOverAreRefused) {
    Plan plan = linearPlan(2, 2, "F0.0 F0.1 B0.0 W0.0 BW0.1\nF1.0 F1.1 B1.0 W1.0 BW1.1");
    const auto withTable = [&](std::initializer_list<OpKind> kinds) {
        MicrobatchCosts::Table table;
        for (const OpKind kind : kinds)
            table[static_cast<std::size_t>(kind)] = {4, 5, 6, 7};
        Plan made = plan;
        setMicrobatches(made, MicrobatchCosts::ofTable(2, table, {}));
        return made;
    };
    const auto refusal = [](const Plan& of, StageField field, std::optional<std::int64_t> value) {
        const Result<Plan> next = setField(of, {kSecond}, field, value);
        return next ? std::string{} : next.error().message.text();
    };
    const Plan ruled = withTable({OpKind::F, OpKind::R});
    EXPECT_EQ(refusal(ruled, StageField::Forward, 9),
              "this plan gives each microbatch a time of its own for F (\"microbatch\" in the file), so a time of the "
              "stage would change nothing");
    EXPECT_EQ(refusal(ruled, StageField::BackwardInput, 9), "");
    EXPECT_EQ(refusal(ruled, StageField::Optimizer, 9), "");
    EXPECT_EQ(refusal(ruled, StageField::Recompute, 9), "") << "R begins to be";
    const Result<Plan> recomputing = setField(ruled, {kSecond}, StageField::Recompute, 9);
    ASSERT_TRUE(recomputing);
    EXPECT_NE(refusal(*recomputing, StageField::Recompute, 10), "");
    EXPECT_EQ(refusal(*recomputing, StageField::Recompute, {}), "");
    EXPECT_FALSE(scaleFields(ruled, {{kFirst, StageField::Forward}}, 200));

    Plan whole = withTable({OpKind::BW});
    EXPECT_EQ(refusal(whole, StageField::BackwardWeight, 9), "") << "a W runs by itself";
    for (Row& row : whole.schedule.order)
        std::erase_if(row, [](const Block& block) { return block.op.kind == OpKind::W; });
    EXPECT_NE(refusal(whole, StageField::BackwardWeight, 9).find("for BW"), std::string::npos);
    setMicrobatches(plan, MicrobatchCosts::ofShares({1, 2}, {}));
    EXPECT_EQ(refusal(plan, StageField::Forward, 9), "") << "shares are of the stage's time";
}

TEST(CostFields, OfTwoDirectionsAreSetPerCopyWhereTheFileGivesThemApart) {
    Plan plan = twoStages();
    plan.schedule.placement = twoWays(2);
    EXPECT_EQ(costedCopies(plan).size(), 2U) << "one list stands for both directions";
    plan.costs.stages.push_back(plan.costs.stages.front());
    ASSERT_EQ(costedCopies(plan).size(), 4U);
    const auto next = setField(plan, {{.direction = 1, .stage = 0}}, StageField::Forward, 5);
    ASSERT_TRUE(next);
    EXPECT_EQ(next->costs.of(0, 0).forward, kTimeUnit);
    EXPECT_EQ(next->costs.of(1, 0).forward, 5);
}

TEST(CostFields, OfMemoryAlwaysFreeWhatTheyAllocate) {
    // B frees two thirds of what F takes, and goes on doing so.
    const auto more = setField(twoStages(), {kFirst}, StageField::MemoryForward, mib(300));
    ASSERT_TRUE(more);
    EXPECT_EQ(fieldOf(*more, kFirst, StageField::MemoryBackwardInput), mib(-200));
    EXPECT_EQ(fieldOf(*more, kFirst, StageField::MemoryBackwardWeight), mib(-100));
    const auto early = setField(twoStages(), {kFirst}, StageField::MemoryBackwardInput, mib(-150));
    ASSERT_TRUE(early);
    EXPECT_EQ(fieldOf(*early, kFirst, StageField::MemoryBackwardWeight), mib(-42));
    const auto late = setField(twoStages(), {kFirst}, StageField::MemoryBackwardWeight, mib(-192));
    ASSERT_TRUE(late);
    EXPECT_EQ(fieldOf(*late, kFirst, StageField::MemoryBackwardInput), 0);
    for (const auto& each : {more, early, late})
        expectReadable(*each);
    // With nothing to go by, W frees all.
    const auto none = setField(twoStages(), {kFirst}, StageField::MemoryForward, 0);
    ASSERT_TRUE(none);
    const auto again = setField(*none, {kFirst}, StageField::MemoryForward, mib(10));
    ASSERT_TRUE(again);
    EXPECT_EQ(fieldOf(*again, kFirst, StageField::MemoryBackwardWeight), mib(-10));
}

TEST(CostFields, OfTheWrongSignOrSizeAreRefusedInWords) {
    const Plan plan = twoStages();
    EXPECT_EQ(setField(plan, {kFirst}, StageField::Forward, -1).error().message, "a duration is 0 or more");
    EXPECT_EQ(setField(plan, {kFirst}, StageField::Forward, std::nullopt).error().message,
              "a number has to stand here");
    EXPECT_EQ(setField(plan, {kFirst}, StageField::MemoryBackwardInput, mib(1)).error().message,
              "B and W free memory: write 0 or a negative number");
    EXPECT_EQ(setField(plan, {kFirst}, StageField::MemoryBackwardInput, mib(-193)).error().message,
              "Stage 0 allocates 192 MiB for a microbatch, so no more can be freed");
    EXPECT_FALSE(setField(plan, {kFirst}, StageField::Optimizer, std::int64_t{1} << 60));
    Plan many = plan;
    many.schedule.microbatches = 1000;
    EXPECT_NE(
        setField(many, {kFirst}, StageField::Forward, 900'000'000'000'000).error().message.text().find("116 days"),
        std::string::npos);
}

TEST(CostFields, GiveMemoryToARecomputedForwardOnlyWhereThereIsOne) {
    const Plan plan = twoStages();
    EXPECT_EQ(setField(plan, {kSecond}, StageField::MemoryRecompute, mib(8)).error().message,
              "Stage 1 recomputes nothing, so R allocates nothing: give R a duration first");
    const auto timed = setField(plan, {kSecond}, StageField::Recompute, 3);
    ASSERT_TRUE(timed);
    const auto with = setField(*timed, {kSecond}, StageField::MemoryRecompute, mib(96));
    ASSERT_TRUE(with) << with.error().message;
    EXPECT_EQ(fieldOf(*with, kSecond, StageField::MemoryBackwardInput), mib(-192));
    expectReadable(*with);
    const auto without = setField(*with, {kSecond}, StageField::Recompute, std::nullopt);
    ASSERT_TRUE(without);
    EXPECT_EQ(*without, plan) << "B and W free in their old proportion again";
}

TEST(CostFields, ScaleTogether) {
    const auto times = scaleFields(
        twoStages(),
        {{kFirst, StageField::Forward}, {kSecond, StageField::BackwardInput}, {kFirst, StageField::Overlapped}}, 150);
    ASSERT_TRUE(times);
    EXPECT_EQ(fieldOf(*times, kFirst, StageField::Forward), 3 * kTimeUnit / 2);
    EXPECT_EQ(fieldOf(*times, kSecond, StageField::Forward), kTimeUnit);
    EXPECT_EQ(fieldOf(*times, kSecond, StageField::BackwardInput), 3 * kTimeUnit / 2);
    const auto memory =
        scaleFields(twoStages(), {{kFirst, StageField::MemoryForward}, {kFirst, StageField::MemoryBackwardInput}}, 50);
    ASSERT_TRUE(memory);
    EXPECT_EQ(fieldOf(*memory, kFirst, StageField::MemoryBackwardInput), mib(-64)) << "once, not twice";
    EXPECT_FALSE(scaleFields(twoStages(), {}, -1));
}

TEST(Transfer, KeepsTheProportionOfPairsAndTheirGaps) {
    Plan plan = twoStages();
    const auto plain = setTransfer(plan, 5);
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->costs.transfer.every, 5);
    plan.costs.transfer = {.ranks = 2, .matrix = {0, 10, Transfers::kUnknown, 0}};
    EXPECT_EQ(longestTransfer(plan.costs.transfer), 10);
    const auto half = setTransfer(plan, 5);
    ASSERT_TRUE(half);
    EXPECT_EQ(half->costs.transfer.matrix, (std::vector<Time>{0, 5, Transfers::kUnknown, 0}));
    EXPECT_FALSE(setTransfer(plan, -1));
}

TEST(Limits, KeepTheirProportionAndRanksWithoutOneStayFree) {
    Plan plan = twoStages();
    plan.memory.limit = {mib(400), std::nullopt};
    EXPECT_EQ(highestLimit(plan.memory), mib(400));
    const auto half = setLimits(plan, mib(200));
    ASSERT_TRUE(half);
    EXPECT_EQ(half->memory.limit, (std::vector<std::optional<Bytes>>{mib(200), std::nullopt}));
    const auto none = setLimits(plan, std::nullopt);
    ASSERT_TRUE(none);
    const auto all = setLimits(*none, mib(100));
    ASSERT_TRUE(all);
    EXPECT_EQ(all->memory.limit, std::vector<std::optional<Bytes>>(2, mib(100)));
    const auto one = setLimitOf(*none, 1, mib(7));
    ASSERT_TRUE(one);
    EXPECT_EQ(one->memory.limitOf(0), std::nullopt);
    EXPECT_EQ(one->memory.limitOf(1), mib(7));
    EXPECT_EQ(setLimitOf(*one, 1, std::nullopt)->memory, none->memory);
    EXPECT_EQ(setDeviceOf(plan, 0, mib(9))->memory.deviceOf(0), mib(9));
    EXPECT_FALSE(setLimitOf(plan, 2, mib(1)));
    EXPECT_FALSE(setDeviceOf(plan, 0, -1));
}

TEST(FigureText, IsReadAsAPersonTypesIt) {
    const auto read = [](const char* text) { return fieldFromText(text, 1'000'000, "ms"); };
    EXPECT_EQ(*read(" 18.5 "), 18'500'000);
    EXPECT_EQ(*read("18,5 ms"), 18'500'000);
    EXPECT_EQ(*read("−2"), -2'000'000);
    for (const char* none : {"", "–", "none", "-"})
        EXPECT_EQ(*read(none), std::nullopt) << none;
    EXPECT_FALSE(read("much"));
    EXPECT_FALSE(read("0.0000001")) << "less than a nanosecond";
}

} // namespace
} // namespace lanewright
