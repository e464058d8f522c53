// SPDX-License-Identifier: Apache-2.0
#include "core/edit/fold.h"

#include "core/check/validate.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/model/text.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "tests/support/judging.h"
#include "tests/support/random_plan.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace lanewright;
using namespace lanewright::test;

namespace {

std::string refusalOf(const Result<Plan>& plan) { return plan ? "" : plan.error().message.text(); }

bool hasPair(const Plan& plan) {
    return std::ranges::any_of(plan.schedule.order, [](const Row& row) {
        return std::ranges::any_of(row, [](const Block& block) { return block.paired || block.op.kind == OpKind::BW; });
    });
}

} // namespace

TEST(CutInHalf, RefusesMicrobatchesThatDiffer) {
    Plan whole = made("dualpipe", UniformProblem{.ranks = 2, .microbatches = 4});
    setMicrobatches(whole, MicrobatchCosts::ofLengths({5, 5, 5, 5}, {0}));
    EXPECT_TRUE(cutInHalf(whole));
    setMicrobatches(whole, MicrobatchCosts::ofLengths({5, 5, 5, 6}, {0}));
    EXPECT_NE(refusalOf(cutInHalf(whole)).find("microbatches differ"), std::string::npos);
}

TEST(CutInHalf, MakesDualPipeVOfDualPipe) {
    for (const int ranks : {2, 4, 6, 8})
        for (const int m : {2 * ranks, 2 * ranks + 2, 5 * ranks}) {
            const Plan whole = made("dualpipe", UniformProblem{.ranks = ranks, .microbatches = m, .transfer = 100});
            const Result<Plan> half = cutInHalf(whole);
            ASSERT_TRUE(half) << half.error().message;
            UniformProblem numbers{.ranks = ranks / 2, .microbatches = m / 2, .transfer = 100};
            numbers.forward = numbers.backwardInput = numbers.backwardWeight = 2 * kTimeUnit; // two stages on a rank
            numbers.memory = {.forward = 2 * kMemoryUnit, .backwardWeight = -2 * kMemoryUnit};
            const Plan made = ::made("dualpipev", numbers);
            EXPECT_EQ(half->schedule, made.schedule);
            EXPECT_EQ(half->costs, made.costs);
            EXPECT_EQ(metricsOf(*half).peakMemory, metricsOf(made).peakMemory);
        }
}

TEST(CutInHalf, KeepsTheTimesWhateverTheDealAndTheLineOfTheRanks) {
    Plan problem = *problemOf({.ranks = 4, .microbatches = 12, .memoryLimit = 9 * kMemoryUnit});
    problem.schedule.placement.directions = {{3, 1, 0, 2}, {2, 0, 1, 3}};
    problem.schedule.directionOf = {0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0};
    problem.costs.transfer = {.ranks = 4, .matrix = {0, 1, 2, 9, 1, 0, 9, 5, 2, 9, 0, 9, 9, 5, 9, 0}};
    const Plan whole = *generate("dualpipe", problem);
    const Result<Plan> half = cutInHalf(whole);
    ASSERT_TRUE(half) << half.error().message;
    EXPECT_EQ(half->schedule.placement, zigzag(2, 4));
    EXPECT_TRUE(half->schedule.directionOf.empty());
    EXPECT_EQ(half->schedule.microbatches, 6);
    EXPECT_EQ(half->costs.transfer.matrix, (std::vector<Time>{0, 5, 5, 0}));
    EXPECT_EQ(half->memory.limit.size(), 2u);
    EXPECT_EQ(metricsOf(*half).parameterCopies, (std::vector<int>{1, 1, 1, 1}));
    EXPECT_EQ(firstErrorIn(*half), "");
}

TEST(CutInHalf, CutsChimeraToo) {
    const Plan whole = made("chimera", UniformProblem{.ranks = 8, .microbatches = 8});
    const Result<Plan> half = cutInHalf(whole);
    ASSERT_TRUE(half) << half.error().message;
    EXPECT_EQ(half->title, "Chimera, 8 ranks, 8 microbatches, re-placed, cut in half");
    EXPECT_EQ(metricsOf(*half).makespan, metricsOf(whole).makespan);
}

TEST(CutInHalf, RefusesInWordsWhatIsNotSymmetric) {
    EXPECT_EQ(refusalOf(cutInHalf(*problemOf({}))), "there is no order to cut in half; generate one first");
    EXPECT_EQ(refusalOf(cutInHalf(made("zb-h1", UniformProblem{}))),
              "only a schedule that runs two ways can be cut in half: this one has 1 direction");
    Plan plan = made("dualpipe", UniformProblem{});
    std::swap(plan.schedule.order[3][0], plan.schedule.order[3][1]);
    EXPECT_EQ(refusalOf(cutInHalf(plan)), "the directions are not mirror images: at position 0 rank 0 has F0.0, which "
                                          "does not mirror F0.5 on rank 3");
    plan = made("dualpipe", UniformProblem{});
    plan.schedule.order[0].pop_back();
    EXPECT_NE(refusalOf(cutInHalf(plan)), "");
    plan = made("dualpipe", UniformProblem{});
    plan.schedule.order[0].pop_back();
    plan.schedule.order[3].pop_back();
    EXPECT_NE(refusalOf(cutInHalf(plan)).find("would not be valid"), std::string::npos);
    plan = made("chimera", UniformProblem{.ranks = 4, .microbatches = 7});
    EXPECT_EQ(refusalOf(cutInHalf(plan)), "the directions are not mirror images: they have 4 and 3 microbatches");
    plan = made("dualpipe", UniformProblem{});
    plan.schedule.placement.directions[1] = {0, 1, 2, 3};
    EXPECT_EQ(refusalOf(cutInHalf(plan)),
              "only a schedule that runs two ways can be cut in half: its second direction is not the first one "
              "backwards");
}

TEST(Untie, MakesDualPipeVAsFastAsZbvInTheMemoryItHad) {
    for (const int ranks : {2, 4, 8}) {
        const Plan tied = made("dualpipev", UniformProblem{.ranks = ranks, .microbatches = 3 * ranks});
        const Result<Plan> loose = untie(tied);
        ASSERT_TRUE(loose) << loose.error().message;
        EXPECT_EQ(firstErrorIn(*loose), "");
        EXPECT_FALSE(hasPair(*loose));
        const Metrics metrics = metricsOf(*loose);
        const Metrics zbv = metricsOf(made("zbv-fixed", UniformProblem{.ranks = ranks, .microbatches = 3 * ranks}));
        EXPECT_EQ(metrics.longestSpan, zbv.longestSpan);
        EXPECT_EQ(metrics.makespan, zbv.makespan);
        for (int rank = 0; rank < ranks; ++rank)
            EXPECT_LE(metrics.peakMemory[rank], metricsOf(tied).peakMemory[rank]);
    }
}

TEST(Untie, NeverLastsLongerNorHoldsMoreWhereAPairIsTheSumOfItsParts) {
    test::Dice dice(7);
    for (int round = 0; round < 150; ++round) {
        Plan problem = *problemOf({.ranks = 2 * dice.roll(1, 3), .microbatches = 12, .transfer = dice.roll(0, 5)});
        problem.costs.weightParts = dice.roll(1, 3);
        for (std::size_t stage = 0; stage < problem.costs.stages[0].size(); ++stage) {
            StageCosts& costs = problem.costs.stages[0][stage];
            costs = {.forward = dice.roll(0, 9), .backwardInput = dice.roll(0, 9), .backwardWeight = dice.roll(0, 9)};
            problem.memory.stages[0][stage] = {.forward = 7, .backwardInput = -3, .backwardWeight = -4};
            if (dice.chance(25)) {
                costs.recompute = dice.roll(0, 9);
                problem.memory.stages[0][stage] = {.forward = 1, .backwardWeight = -4, .recompute = 3};
            }
        }
        for (const char* name : {"dualpipe", "dualpipev"}) {
            const Result<Plan> tied = generate(name, problem);
            ASSERT_TRUE(tied) << tied.error().message;
            const Result<Plan> loose = untie(*tied);
            ASSERT_TRUE(loose) << loose.error().message;
            EXPECT_EQ(firstErrorIn(*loose), "") << name << " " << round;
            EXPECT_FALSE(hasPair(*loose));
            EXPECT_LE(metricsOf(*loose).longestSpan, metricsOf(*tied).longestSpan) << name << " " << round;
            for (int rank = 0; rank < tied->schedule.ranks(); ++rank)
                EXPECT_LE(metricsOf(*loose).peakMemory[rank], metricsOf(*tied).peakMemory[rank]) << name << round;
        }
    }
}

TEST(Untie, RefusesWhatHasNoPairsOrIsNotValid) {
    EXPECT_EQ(refusalOf(untie(made("zb-h1", UniformProblem{}))), "the schedule has no overlapped pairs to untie");
    EXPECT_EQ(refusalOf(untie(*problemOf({}))), "the schedule has no overlapped pairs to untie");
    Plan plan = made("dualpipev", UniformProblem{});
    plan.schedule.order[0].pop_back();
    EXPECT_TRUE(refusalOf(untie(plan)).starts_with("only a valid schedule can be untied: W0."));
}
