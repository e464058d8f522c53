// SPDX-License-Identifier: Apache-2.0
#include "core/edit/cost_table.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

namespace lanewright {
namespace {

constexpr StageCopy kTopStage{.direction = 0, .stage = 0};
constexpr StageCopy kNextStage{.direction = 0, .stage = 1};
constexpr Time kMs = 1'000'000;

Plan threeStages() {
    Plan plan = test::linearPlan(3, 1, "F0.0 B0.0 W0.0\nF1.0 B1.0 W1.0\nF2.0 B2.0 W2.0");
    plan.timeUnit = TimeUnit::Ms;
    plan.memoryUnit = MemoryUnit::MiB;
    const Bytes mib = scaleOf(MemoryUnit::MiB);
    plan.memory = uniformMemory(3, 3, {.forward = 192 * mib, .backwardInput = -128 * mib, .backwardWeight = -64 * mib},
                                400 * mib);
    return plan;
}

/// F, B and W of every stage in ms, stage after stage.
std::string timesOf(const Plan& plan) {
    std::string text;
    for (const StageCopy copy : costedCopies(plan))
        for (const StageField field : {StageField::Forward, StageField::BackwardInput, StageField::BackwardWeight})
            text += (text.empty() ? "" : " ") + std::to_string(*fieldOf(plan, copy, field) / 1000) + "us";
    return text;
}

Result<PastedCosts> paste(std::string_view table, FieldPlace at = {kTopStage, StageField::Forward}) {
    return pasteCosts(threeStages(), table, at);
}

std::string leftOf(const Result<PastedCosts>& pasted) {
    if (!pasted)
        return "failed: " + pasted.error().message.text();
    return inTurn(pasted->left).text();
}

TEST(CostTable, GoesRightAndDownFromItsPlaceWithoutAHeader) {
    const auto all = paste("1.5\t2\t3\n4\t5\t6\n7\t8\t9\n");
    ASSERT_TRUE(all) << all.error().message;
    EXPECT_EQ(timesOf(all->plan), "1500us 2000us 3000us 4000us 5000us 6000us 7000us 8000us 9000us");
    EXPECT_EQ(all->numbers, 9);
    EXPECT_EQ(leftOf(all), "");
    EXPECT_EQ(all->plan.schedule, threeStages().schedule);
    const auto two = paste("20\n30", {kNextStage, StageField::BackwardInput});
    ASSERT_TRUE(two);
    EXPECT_EQ(timesOf(two->plan), "1000us 1000us 1000us 1000us 20000us 1000us 1000us 30000us 1000us");
}

TEST(CostTable, GoesWhereItsHeaderSays) {
    const auto pasted = paste("stage\tW (us)\tF\tnote\n2\t500\t7\tslow\n0\t250\t\t\n");
    ASSERT_TRUE(pasted) << pasted.error().message;
    EXPECT_EQ(timesOf(pasted->plan), "1000us 1000us 250us 1000us 1000us 1000us 7000us 1000us 500us");
    EXPECT_EQ(leftOf(pasted), "No number of a stage is called note: its column was left out.");
    const auto named = pasteCosts(threeStages(), "Vorne\tStufe\n3\t1\n", {},
                                  {{"vorne", StageField::Forward}, {"stufe", std::nullopt}});
    ASSERT_TRUE(named);
    EXPECT_EQ(fieldOf(named->plan, kNextStage, StageField::Forward), 3 * kMs);
    EXPECT_EQ(fieldOf(named->plan, kTopStage, StageField::Forward), kMs);
}

TEST(CostTable, AHeaderThatNamesNothingIsSkipped) {
    const auto pasted = paste("x\ty\n4\t5");
    ASSERT_TRUE(pasted);
    EXPECT_EQ(timesOf(pasted->plan), "4000us 5000us 1000us 1000us 1000us 1000us 1000us 1000us 1000us");
}

TEST(CostTable, KnowsDecimalCommasThousandsAndWhatPartsCells) {
    const auto forward = [](std::string_view table) {
        const auto pasted = paste(table);
        return pasted ? fieldOf(pasted->plan, kTopStage, StageField::Forward) : std::nullopt;
    };
    EXPECT_EQ(forward("18,5"), 18'500'000);
    EXPECT_EQ(forward("18,5\t2,5"), 18'500'000);
    EXPECT_EQ(forward("18,5;2,5"), 18'500'000);
    EXPECT_EQ(forward("18.5,2.5,3"), 18'500'000);
    EXPECT_EQ(forward("F,B\n18.5,2.5"), 18'500'000);
    EXPECT_EQ(forward("1.234,5\t2"), 1'234'500'000);
    EXPECT_EQ(forward("1,234.5\t2"), 1'234'500'000);
    EXPECT_EQ(forward("1 234,5\t2"), 1'234'500'000);
    EXPECT_EQ(forward("\"18,5 ms\"\t2\r\n"), 18'500'000);
    EXPECT_EQ(forward("0.12345678\t2"), 123'457) << "rounded to the nanosecond";
}

TEST(CostTable, MemoryIsFreedAsTheTableSays) {
    const Bytes mib = scaleOf(MemoryUnit::MiB);
    const auto pasted = paste("W (MiB)\tF (MiB)\tB (MiB)\tstatic (GiB)\n-30\t100\t-70\t2\n");
    ASSERT_TRUE(pasted) << pasted.error().message;
    EXPECT_EQ(fieldOf(pasted->plan, kTopStage, StageField::MemoryForward), 100 * mib);
    EXPECT_EQ(fieldOf(pasted->plan, kTopStage, StageField::MemoryBackwardInput), -70 * mib);
    EXPECT_EQ(fieldOf(pasted->plan, kTopStage, StageField::MemoryBackwardWeight), -30 * mib);
    EXPECT_EQ(fieldOf(pasted->plan, kTopStage, StageField::MemoryFixed), 2048 * mib);
    EXPECT_EQ(leftOf(pasted), "");
}

TEST(CostTable, SaysWhatDoesNotFit) {
    EXPECT_EQ(leftOf(paste("1\n2\n3\n4")), "1 line more than there are stages was left out.");
    EXPECT_EQ(leftOf(paste("1\t2", {kTopStage, StageField::MemoryFixed})), "1 column too many was left out.");
    EXPECT_EQ(leftOf(paste("1\t-2\t3")), "Line 1, column 2 of the table was left out: a duration is 0 or more.");
    EXPECT_EQ(leftOf(paste("stage\tF\n9\t2\n0\t3")),
              "Line 2, column 1 of the table was left out: there is no stage 9.");
    const auto words = paste("1\tmuch\nfew\tmany\nsome\t2");
    ASSERT_TRUE(words);
    EXPECT_EQ(words->numbers, 2);
    EXPECT_EQ(words->left.size(), 4U) << "three cells by name, then how many more";
    EXPECT_TRUE(leftOf(words).ends_with("So was 1 further cell.")) << leftOf(words);
}

TEST(CostTable, FailsWhenNothingFits) {
    EXPECT_EQ(leftOf(paste("")), "failed: there is no table to paste");
    EXPECT_EQ(leftOf(paste("\n \n")), "failed: there is no table to paste");
    EXPECT_EQ(leftOf(paste("Lorem ipsum")), "failed: there is no table to paste");
    EXPECT_EQ(leftOf(paste("-1")), "failed: Line 1, column 1 of the table was left out: a duration is 0 or more.");
}

} // namespace
} // namespace lanewright
