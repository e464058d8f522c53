// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/memory.h"
#include "tests/support/judging.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <random>

using namespace lanewright;
using namespace lanewright::test;

namespace {

Plan unitProblem(int ranks, int microbatches) { return *problemOf({.ranks = ranks, .microbatches = microbatches}); }

// The times of the 1.5B model, 24 microbatches, in microseconds.
Plan paperProblem() {
    return *problemOf({.ranks = 8,
                       .microbatches = 24,
                       .forward = 18522,
                       .backwardInput = 18086,
                       .backwardWeight = 9337,
                       .transfer = 601,
                       .memory = {.forward = 100, .backwardInput = -60, .backwardWeight = -40}});
}

} // namespace

TEST(GPipe, RunsAllForwardsFirst) {
    const auto plan = generate("gpipe", unitProblem(2, 3));
    ASSERT_TRUE(plan);
    EXPECT_EQ(textOf(plan->schedule.order[1]), "F1.0 F1.1 F1.2 BW1.0 BW1.1 BW1.2");
    EXPECT_EQ(metricsOf(*plan).makespan, (3 + 2 - 1) * 3 * kTimeUnit);
}

TEST(OneForwardOneBackward, WarmsUpLessOnLaterRanks) {
    const auto plan = generate("1f1b", unitProblem(3, 4));
    ASSERT_TRUE(plan);
    EXPECT_EQ(textOf(plan->schedule.order[0]), "F0.0 F0.1 F0.2 BW0.0 F0.3 BW0.1 BW0.2 BW0.3");
    EXPECT_EQ(textOf(plan->schedule.order[1]), "F1.0 F1.1 BW1.0 F1.2 BW1.1 F1.3 BW1.2 BW1.3");
    EXPECT_EQ(textOf(plan->schedule.order[2]), "F2.0 BW2.0 F2.1 BW2.1 F2.2 BW2.2 F2.3 BW2.3");
    EXPECT_EQ(metricsOf(*plan).peakMemory, (std::vector<Bytes>{3'000'000, 2'000'000, 1'000'000}));
}

// Their order is held against the paper's figure where figures are drawn (tests/core/picture).
TEST(ZbH1, TakesAsLongAsInThePapersFigure) {
    const auto plan = generate("zb-h1", unitProblem(4, 8));
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->title, "ZB-H1, 4 ranks, 8 microbatches");
    EXPECT_EQ(metricsOf(*plan).makespan, 27 * kTimeUnit);
    EXPECT_EQ(metricsOf(*plan).longestSpan, 27 * kTimeUnit);
}

TEST(ZbH2, TakesAsLongAsInThePapersFigure) {
    const auto plan = generate("zb-h2", unitProblem(4, 8));
    ASSERT_TRUE(plan);
    EXPECT_EQ(metricsOf(*plan).longestSpan, 24 * kTimeUnit);
}

TEST(HandMade, PeakMemoryIsTheClosedForm) {
    const std::vector<Bytes> first = metricsOf(*generate("zb-h1", paperProblem())).peakMemory;
    const std::vector<Bytes> second = metricsOf(*generate("zb-h2", paperProblem())).peakMemory;
    for (int i = 1; i <= 8; ++i) {
        EXPECT_EQ(first[i - 1], (8 - i + 1) * 100 + (i - 1) * 40) << "stage " << i;
        EXPECT_EQ(second[i - 1], (16 - 2 * i + 1) * 100 + (2 * i - 2) * 40) << "stage " << i;
    }
}

TEST(HandMade, MoreRanksThanMicrobatchesIsFine) {
    for (const char* name : {"gpipe", "1f1b", "zb-h1", "zb-h2"})
        for (const auto& [ranks, microbatches] : {std::pair{1, 1}, {1, 5}, {5, 1}, {6, 2}, {4, 3}, {3, 3}}) {
            const auto plan = generate(name, unitProblem(ranks, microbatches));
            ASSERT_TRUE(plan) << name;
            EXPECT_EQ(firstErrorIn(*plan), "") << name << " " << ranks << " " << microbatches;
        }
}

TEST(HandMade, AnyCostsPartsAndRecomputationsGiveValidOrders) {
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
        const int ranks = 1 + static_cast<int>(random() % 5);
        Plan problem = unitProblem(ranks, 1 + static_cast<int>(random() % 9));
        problem.costs.weightParts = 1 + static_cast<int>(random() % 3);
        for (int stage = 0; stage < ranks; ++stage) {
            StageCosts& costs = problem.costs.stages[0][stage];
            costs.forward = static_cast<Time>(random() % 10);
            costs.backwardInput = static_cast<Time>(random() % 10);
            costs.backwardWeight = static_cast<Time>(random() % 10);
            if (random() % 4 == 0) {
                costs.recompute = static_cast<Time>(random() % 10);
                problem.memory.stages[0][stage] = {.forward = 1, .backwardWeight = -4, .recompute = 3};
            }
        }
        for (const char* name : {"gpipe", "1f1b", "zb-h1", "zb-h2"})
            EXPECT_EQ(firstErrorIn(*generate(name, problem)), "") << name << ", round " << round;
    }
}

TEST(HandMade, RefusesALimitItCannotKeepAndNamesTheLeastThatWouldDo) {
    const Plan problem = *problemOf({.ranks = 4, .microbatches = 8, .memoryLimit = 3 * kMemoryUnit});
    const auto refused = generate("zb-h1", problem);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              "ZB-H1 needs a memory limit of at least 4 activations on rank 0: from F0.3 on it would "
              "hold more than its limit of 3 activations");
    EXPECT_EQ(refused.error().where, "rank 0");
    EXPECT_FALSE(generate("gpipe", problem));
    EXPECT_TRUE(generate("1f1b", *problemOf({.ranks = 3, .microbatches = 8, .memoryLimit = 3 * kMemoryUnit})));
}
