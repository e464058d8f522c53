// SPDX-License-Identifier: Apache-2.0
#include "tests/core/generate/problems.h"
#include "tests/support/rows.h"

#include <algorithm>

using namespace lanewright;
using namespace lanewright::test;

namespace {

UniformProblem unitTimes(int ranks, int microbatches, Time transfer = 0) {
    return {.ranks = ranks, .microbatches = microbatches, .transfer = transfer};
}

UniformProblem withPair(UniformProblem numbers, Time pair) {
    numbers.overlapped = pair;
    return numbers;
}

/// The makespan of `ranks` ranks with F of `forward` and BW of `backward` units.
Time makespanOf(const char* name, int ranks, int microbatches, int chunks, int forward, int backward) {
    UniformProblem numbers = unitTimes(ranks, microbatches);
    numbers.chunks = chunks;
    numbers.forward = forward * 2 * kTimeUnit;
    numbers.backwardInput = backward * kTimeUnit;
    numbers.backwardWeight = backward * kTimeUnit;
    return metricsOf(made(name, numbers)).makespan / 2;
}

} // namespace

TEST(DualPipe, IdleTimeAndMemoryAreThePublishedFormulas) {
    for (const int ranks : {4, 8, 16})
        for (const Time pair : {30 * kTenth, 25 * kTenth, 20 * kTenth})
            for (const int m : {2 * ranks, 2 * ranks + 4}) {
                const Metrics metrics = metricsOf(made("dualpipe", withPair(unitTimes(ranks, m), pair)));
                EXPECT_EQ(mostIdle(metrics), (ranks / 2 - 1) * (pair + 2 * kTimeUnit - 3 * kTimeUnit));
                EXPECT_EQ(metrics.peakMemory, std::vector<Bytes>(ranks, (ranks + 1) * kMemoryUnit));
                EXPECT_EQ(metrics.transferVolume, 2 * m * (ranks - 1));
                EXPECT_EQ(metrics.parameterCopies, std::vector<int>(ranks, 2));
            }
}

TEST(DualPipeV, IdleTimeAndMemoryAreThePublishedFormulas) {
    for (const int ranks : {2, 4, 8})
        for (const Time pair : {30 * kTenth, 25 * kTenth, 20 * kTenth})
            for (const int m : {2 * ranks, 2 * ranks + 3}) {
                const Metrics metrics = metricsOf(made("dualpipev", withPair(unitTimes(ranks, m), pair)));
                EXPECT_EQ(mostIdle(metrics), (ranks - 1) * (pair - kTimeUnit) / 2);
                EXPECT_EQ(metrics.peakMemory, std::vector<Bytes>(ranks, (2 * ranks + 1) * kMemoryUnit / 2));
                EXPECT_EQ(metrics.transferVolume, 4 * m * (ranks - 1));
            }
}

TEST(DualPipe, TakesAsLongAsItsHalf) {
    for (const int ranks : {4, 8})
        for (const int m : {2 * ranks, 20}) {
            UniformProblem half = unitTimes(ranks / 2, m / 2);
            half.forward = half.backwardInput = half.backwardWeight = 2 * kTimeUnit; // two stages on a rank
            EXPECT_EQ(metricsOf(made("dualpipe", unitTimes(ranks, m))).makespan,
                      metricsOf(made("dualpipev", half)).makespan);
        }
    EXPECT_EQ(metricsOf(made("dualpipe", unitTimes(8, 20))).makespan, 66 * kTimeUnit);
}

TEST(DualPipeV, EightRanksAndThirtyTwoMicrobatchesTakeThePublishedTimes) {
    EXPECT_EQ(metricsOf(made("dualpipev", unitTimes(8, 32))).makespan, 1030 * kTenth);
    EXPECT_EQ(metricsOf(made("dualpipev", withPair(unitTimes(8, 32), 25 * kTenth))).makespan, 895 * kTenth);
    EXPECT_EQ(metricsOf(made("dualpipev", unitTimes(8, 32, kTenth))).makespan, 1107 * kTenth);
    EXPECT_EQ(metricsOf(made("dualpipev", withPair(unitTimes(8, 32, kTenth), 25 * kTenth))).makespan, 972 * kTenth);
}

TEST(DualPipeV, HasTheOrderThatPyTorchPublishes) {
    const Plan plan = made("dualpipev", unitTimes(2, 4));
    EXPECT_EQ(textOf(plan.schedule.order[0]),
              "F0.0 F0.1 F0.2 F3.0 B3.0 W3.0 F3.1 F0.3+BW3.1 F3.2+BW0.0 BW3.2 F3.3+BW0.1 BW3.3 B0.2 W0.2 B0.3 W0.3");
    EXPECT_EQ(textOf(plan.schedule.order[1]),
              "F1.0 F2.0 F1.1 F2.1 F1.2 BW2.0 F2.2+BW1.0 F1.3+BW2.1 F2.3+BW1.1 BW2.2 BW1.2 B2.3 B1.3 W2.3 W1.3");
}

TEST(DualPipeV, FourRanksAndTenMicrobatchesOverlapAsOftenAsPyTorch) {
    const Plan plan = made("dualpipev", unitTimes(4, 10));
    std::vector<std::size_t> blocks;
    std::vector<long> pairs;
    for (const Row& row : plan.schedule.order) {
        blocks.push_back(row.size());
        pairs.push_back(std::ranges::count_if(row, [](const Block& block) { return block.paired.has_value(); }));
    }
    EXPECT_EQ(blocks, (std::vector<std::size_t>{38, 36, 34, 33}));
    EXPECT_EQ(pairs, (std::vector<long>{9, 10, 11, 11}));
}

TEST(DualPipe, SaysWhatWouldDo) {
    EXPECT_EQ(refusal("dualpipe", *problemOf(unitTimes(5, 20))), "DualPipe needs an even number of ranks, not 5");
    EXPECT_EQ(refusal("dualpipe", *problemOf(unitTimes(4, 7))),
              "DualPipe on 4 ranks needs an even number of at least 8 microbatches, not 7");
    EXPECT_EQ(refusal("dualpipe", *problemOf(unitTimes(4, 6))),
              "DualPipe on 4 ranks needs an even number of at least 8 microbatches, not 6");
    EXPECT_EQ(refusal("dualpipev", *problemOf(unitTimes(4, 7))),
              "DualPipeV on 4 ranks needs at least 8 microbatches, not 7");
    EXPECT_EQ(refusal("chimera", *problemOf(unitTimes(3, 6))), "Chimera needs an even number of ranks, not 3");
    UniformProblem numbers = unitTimes(4, 8);
    numbers.memoryLimit = 4 * kMemoryUnit;
    EXPECT_EQ(refusal("dualpipev", *problemOf(numbers)), "DualPipeV needs a memory limit of at least 4.5 activations "
                                                         "on rank 0: from F0.7 on it would hold more than its "
                                                         "limit of 4 activations");
}

TEST(DualPipe, DealsTheMicrobatchesAsTheProblemSays) {
    Plan problem = *problemOf(unitTimes(4, 8));
    problem.schedule.placement = twoWays(4);
    problem.schedule.directionOf = {0, 1, 0, 1, 0, 1, 0, 1};
    const Plan plan = made("dualpipe", problem);
    EXPECT_EQ(plan.schedule.directionOf, problem.schedule.directionOf);
    EXPECT_TRUE(textOf(plan.schedule.order[0]).starts_with("F0.0 F0.2 F0.4 F3.1"));
    EXPECT_EQ(firstErrorIn(plan), "");
    problem.schedule.directionOf = {0, 0, 0, 0, 0, 1, 1, 1};
    EXPECT_EQ(refusal("dualpipe", problem),
              "DualPipe needs as many microbatches in one direction as in the other, not 5 and 3");
    EXPECT_EQ(firstErrorIn(made("chimera", problem)), "");
}

TEST(Chimera, IdleTimeIsTheClosedForm) {
    for (const int p : {2, 4, 8, 16}) {
        for (const int m : {p, 2 * p})
            EXPECT_EQ(makespanOf("chimera", p, m, 1, 1, 1), (2 * m + p - 2) * kTimeUnit) << p << " " << m;
        EXPECT_EQ(makespanOf("chimera", p, p, 1, 1, 2), (3 * p + 2 * (p - 2)) * kTimeUnit) << p;
    }
}

TEST(Chimera, HoldsHalfTheMicrobatchesOfOneUnitAtTheEndsAndAllInTheMiddle) {
    const Metrics metrics = metricsOf(made("chimera", unitTimes(8, 8)));
    const std::vector<int> held = {5, 6, 7, 8, 8, 7, 6, 5};
    for (int rank = 0; rank < 8; ++rank)
        EXPECT_EQ(metrics.peakMemory[rank], held[rank] * kMemoryUnit);
    EXPECT_EQ(metrics.transferVolume, 2 * 8 * (8 - 1));
}

TEST(Hanayo, WavesAreAsFastAsTheGreedyOfThePaper) {
    // F takes 1 and BW 2 units: 33 %, 21 %, 37 % and 24 % of the time is idle.
    EXPECT_EQ(makespanOf("hanayo", 4, 4, 2, 1, 2), 18 * kTimeUnit);
    EXPECT_EQ(makespanOf("hanayo", 4, 4, 4, 4, 8), 61 * kTimeUnit);
    EXPECT_EQ(makespanOf("hanayo", 8, 8, 2, 1, 2), 38 * kTimeUnit);
    EXPECT_EQ(makespanOf("hanayo", 8, 8, 4, 4, 8), 126 * kTimeUnit);
    EXPECT_EQ(metricsOf(made("hanayo", {.ranks = 4, .microbatches = 4, .chunks = 4})).transferVolume,
              2 * 4 * 4 * (4 - 1));
}

TEST(Waves, LetFewerMicrobatchesInWhereMemoryIsShort) {
    for (const char* name : {"hanayo", "chimera"})
        for (const int limit : {1, 2, 3, 4, 6}) {
            UniformProblem numbers = unitTimes(4, 12);
            numbers.memoryLimit = limit * kMemoryUnit;
            EXPECT_EQ(firstErrorIn(made(name, numbers)), "") << name << " " << limit;
        }
}

TEST(Waves, NameTheLeastLimitThatWouldDo) {
    UniformProblem numbers = unitTimes(4, 12);
    numbers.memoryLimit = kMemoryUnit / 2;
    EXPECT_EQ(
        refusal("chimera", *problemOf(numbers)),
        "Chimera needs a memory limit of at least 1 activation on rank 0: from F0.0 on it would hold more than its "
        "limit of 0.5 activations");
    EXPECT_EQ(
        refusal("hanayo", *problemOf(numbers)),
        "Hanayo needs a memory limit of at least 1 activation on rank 0: from F7.0 on it would hold more than its "
        "limit of 0.5 activations");
}

TEST(TwoWays, AnyCostsGiveValidOrders) {
    test::Dice dice(2);
    for (int ranks = 1; ranks <= 6; ++ranks)
        for (int m = 1; m <= 14; ++m)
            for (const int chunks : {1, 2, 4}) {
                const Plan problem = unequalProblem(dice, ranks, m, chunks);
                for (const char* name : {"hanayo", "chimera", "dualpipe", "dualpipev"}) {
                    const bool even = ranks % 2 == 0;
                    const bool fits = name == std::string_view{"hanayo"} ||
                                      (name == std::string_view{"chimera"} && even) ||
                                      (name == std::string_view{"dualpipe"} && even && m % 2 == 0 && m >= 2 * ranks) ||
                                      (name == std::string_view{"dualpipev"} && m >= 2 * ranks);
                    const auto plan = generate(name, problem);
                    ASSERT_EQ(plan.ok(), fits) << name << " " << ranks << " " << m;
                    if (plan) {
                        EXPECT_EQ(firstErrorIn(*plan), "") << name << " " << ranks << " " << m << " " << chunks;
                    }
                }
            }
}
