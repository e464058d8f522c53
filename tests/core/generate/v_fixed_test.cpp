// SPDX-License-Identifier: Apache-2.0
#include "core/generate/problem.h"
#include "tests/core/generate/problems.h"
#include "tests/support/trials.h"

#include <random>

using namespace lanewright;
using namespace lanewright::test;

namespace {

// As PyTorch's tables spell it: I is the gradient of the input.
std::string tableText(const Schedule& schedule) {
    std::string text;
    for (const Row& row : schedule.order) {
        text += text.empty() ? "" : "\n";
        for (const Block& block : row) {
            const char* kind = block.op.kind == OpKind::F ? "F" : block.op.kind == OpKind::B ? "I" : "W";
            text += (text.empty() || text.back() == '\n' ? "" : ",") + std::to_string(block.op.stage) + kind +
                    std::to_string(block.op.microbatch);
        }
    }
    return text;
}

// What PyTorch's ScheduleZBVZeroBubble makes of 4 ranks and 8 microbatches.
constexpr std::string_view kZbvTable =
    "0F0,0F1,0F2,0F3,0F4,0F5,0F6,7F0,7I0,7W0,7F1,7I1,7W1,7F2,7I2,7W2,7F3,7I3,7W3,0F7,0I0,0W0,7F4,7I4,7W4,0I1,0W1,7F5,"
    "7I5,7W5,0I2,0W2,7F6,7I6,7W6,0I3,0W3,7F7,7I7,7W7,0I4,0W4,0I5,0W5,0I6,0W6,0I7,0W7\n"
    "1F0,1F1,1F2,1F3,1F4,6F0,1F5,6F1,6I0,6W0,6F2,6I1,6W1,6F3,6I2,6W2,1F6,1I0,1W0,6F4,6I3,6W3,1F7,1I1,1W1,6F5,6I4,6W4,"
    "1I2,1W2,6F6,6I5,6W5,1I3,1W3,6F7,6I6,6W6,1I4,6I7,1I5,1W4,1I6,1W5,1I7,1W6,6W7,1W7\n"
    "2F0,2F1,2F2,5F0,2F3,5F1,2F4,5F2,5I0,5W0,5F3,5I1,5W1,2F5,2I0,2W0,5F4,5I2,5W2,2F6,2I1,2W1,5F5,5I3,5W3,2F7,2I2,2W2,"
    "5F6,5I4,5W4,2I3,2W3,5F7,5I5,5W5,2I4,5I6,2I5,5I7,2I6,2W4,2I7,2W5,5W6,5W7,2W6,2W7\n"
    "3F0,4F0,3F1,4F1,3F2,4F2,3F3,4F3,4I0,4W0,3F4,3I0,3W0,4F4,4I1,4W1,3F5,3I1,3W1,4F5,4I2,4W2,3F6,3I2,3W2,4F6,4I3,4W3,"
    "3F7,3I3,3W3,4F7,4I4,4W4,3I4,4I5,3I5,4I6,3I6,4I7,3I7,3W4,4W5,4W6,4W7,3W5,3W6,3W7";

} // namespace

TEST(ZbvFixed, IsPyTorchsOrderOpForOp) {
    EXPECT_EQ(tableText(made("zbv-fixed", *problemOf({.ranks = 4, .microbatches = 8})).schedule), kZbvTable);
}

TEST(ZbvFixed, IdlesHalfABackwardPerRankWhereBIsLongestAndWFillsIt) {
    for (int ranks = 1; ranks <= 9; ++ranks)
        for (int microbatches = 2 * ranks - 1; microbatches < 4 * ranks; ++microbatches)
            for (const auto& [forward, input, weight] : {std::tuple{2, 2, 2}, {2, 4, 2}, {2, 4, 4}, {6, 8, 4}}) {
                const Metrics metrics = metricsOf(made("zbv-fixed", *problemOf({.ranks = ranks,
                                                                                .microbatches = microbatches,
                                                                                .forward = forward,
                                                                                .backwardInput = input,
                                                                                .backwardWeight = weight})));
                const Time work = static_cast<Time>(microbatches) * (forward + input + weight);
                EXPECT_EQ(metrics.makespan, work + (ranks - 1) * input / 2) << ranks << " ranks, " << microbatches;
                EXPECT_EQ(largestPeak(metrics), ranks * kMemoryUnit);
                if (forward == input && input == weight) {
                    EXPECT_EQ(metrics.longestSpan, work);
                }
            }
}

TEST(ZbvFixed, LeavesOutTheMicrobatchesThereAreNot) {
    for (int ranks = 1; ranks <= 6; ++ranks)
        for (int microbatches = 1; microbatches < 2 * ranks - 1; ++microbatches) {
            Plan full = made("zbv-fixed", *problemOf({.ranks = ranks, .microbatches = 2 * ranks - 1}));
            for (Row& row : full.schedule.order)
                std::erase_if(row, [&](const Block& block) { return block.op.microbatch >= microbatches; });
            const Plan few = made("zbv-fixed", *problemOf({.ranks = ranks, .microbatches = microbatches}));
            EXPECT_EQ(few.schedule.order, full.schedule.order) << ranks << " ranks, " << microbatches;
        }
}

TEST(VMin, HoldsAThirdOfTheMicrobatches) {
    for (int ranks = 1; ranks <= 20; ++ranks) {
        const Metrics metrics = metricsOf(made("v-min", *problemOf({.ranks = ranks, .microbatches = 4 * ranks})));
        EXPECT_EQ(largestPeak(metrics), (ranks + 4) / 3 * kMemoryUnit) << ranks << " ranks";
    }
}

TEST(VHalf, HoldsHalfOfTheMicrobatches) {
    for (int ranks = 2; ranks <= 20; ++ranks) {
        const Metrics metrics = metricsOf(made("v-half", *problemOf({.ranks = ranks, .microbatches = 4 * ranks})));
        EXPECT_EQ(largestPeak(metrics), (ranks + 2) / 2 * kMemoryUnit) << ranks << " ranks";
    }
}

TEST(OneForwardOneBackwardV, HoldsTwoThirdsOfTheMicrobatches) {
    for (const auto& [ranks, most] : {std::pair{8, 6}, {16, 11}, {32, 22}}) {
        const Metrics metrics = metricsOf(made("1f1b-v", *problemOf({.ranks = ranks, .microbatches = 3 * ranks})));
        EXPECT_EQ(largestPeak(metrics), most * kMemoryUnit) << ranks << " ranks";
    }
}

TEST(VPatterns, AreNeverWorseThanTheReferenceRuns) {
    const std::map<std::string, std::string> names = {{"V-Min", "v-min"}, {"V-Half", "v-half"}, {"1F1B-V", "1f1b-v"}};
    std::size_t rows = 0;
    for (const TableRow& row : tableOf("v_reference.csv")) {
        const auto name = names.find(row.at("schedule"));
        if (name == names.end() || rows++ % stride(2) != 0)
            continue;
        const Metrics metrics = metricsOf(made(name->second, problemOfRow(row)));
        EXPECT_LE(metrics.longestSpan, *ticksFromDecimal(row.at("span"), scaleOf(TimeUnit::Ms)))
            << name->first << " of " << row.at("case");
        EXPECT_LE(largestPeak(metrics), std::stoll(row.at("peak"))) << name->first << " of " << row.at("case");
    }
    EXPECT_EQ(rows, 3U * 28);
}

TEST(VPatterns, ComeOutWholeForAnyCostsAndParts) {
    std::mt19937 random(3);
    for (int round = 0; round < 100; ++round)
        for (const char* name : {"zbv-fixed", "v-min", "v-half", "1f1b-v"})
            made(name, randomVProblem(random));
}

TEST(VPatterns, AreRefusedInWordsWhereMemoryIsShort) {
    Plan problem = *problemOf({.ranks = 4, .microbatches = 8, .memoryLimit = 4 * kMemoryUnit});
    problem.memory.limit[1] = 5 * kMemoryUnit / 2;
    const auto plan = generate("zbv-fixed", problem);
    ASSERT_FALSE(plan);
    EXPECT_EQ(
        plan.error(),
        (Error{"ZBV, fixed form needs a memory limit of at least 4 activations on rank 1: from F6.0 on it would hold "
               "more than its limit of 2.5 activations",
               "rank 1"}));
    problem.memory.limit.assign(4, kMemoryUnit);
    for (const char* name : {"v-min", "v-half", "1f1b-v"}) {
        const auto refused = generate(name, problem);
        ASSERT_FALSE(refused) << name;
        EXPECT_NE(refused.error().message.text().find("needs a memory limit of at least"), std::string::npos);
    }
}

TEST(VPatterns, KeepAVOnWhateverRanks) {
    Plan problem = made("zbv-fixed", *problemOf({.ranks = 3, .microbatches = 6}));
    problem.schedule.order.clear();
    problem.schedule.placement.directions = {{2, 0, 1, 1, 0, 2}};
    problem.costs.stages[0][4].forward = 9 * kTimeUnit;
    for (const char* name : {"zbv-fixed", "v-min", "v-half", "1f1b-v"}) {
        const Plan plan = made(name, problem);
        EXPECT_EQ(plan.schedule.placement, problem.schedule.placement) << name;
        EXPECT_EQ(plan.costs, problem.costs) << name;
    }
}

TEST(VPatterns, GiveEachRankItsOwnWork) {
    Plan problem = *problemOf({.ranks = 3, .microbatches = 6});
    problem.schedule.placement.directions = {{2, 0, 1}};
    problem.costs.stages[0][0].forward = 8 * kTimeUnit;
    const Plan plan = made("v-half", problem);
    EXPECT_EQ(plan.schedule.placement.directions[0], (std::vector<int>{2, 0, 1, 1, 0, 2}));
    EXPECT_EQ(plan.costs.of(0, 0).forward, 4 * kTimeUnit);
    EXPECT_EQ(plan.costs.of(0, 5).forward, 4 * kTimeUnit);
    EXPECT_EQ(plan.costs.of(0, 2).forward, kTimeUnit / 2);
}
