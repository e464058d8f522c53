// SPDX-License-Identifier: Apache-2.0
#include "tests/core/generate/problems.h"
#include "tests/support/rows.h"

#include <algorithm>
#include <array>

using namespace lanewright;
using namespace lanewright::test;

namespace {

/// F, B and W of a whole rank, and a pair of two whole ranks, in twelfths of a unit.
UniformProblem twelfths(int ranks, int microbatches, int chunks, Time forward, Time input, Time weight, Time pair) {
    return {.ranks = ranks,
            .microbatches = microbatches,
            .chunks = chunks,
            .forward = 12 * forward,
            .backwardInput = 12 * input,
            .backwardWeight = 12 * weight,
            .overlapped = 12 * pair};
}

} // namespace

TEST(Combined, PairsTheForwardOneTurnFurther) {
    const Plan plan = made("combined-1f1b", UniformProblem{.ranks = 2, .microbatches = 4});
    EXPECT_EQ(textOf(plan.schedule.order[0]), "F0.0 F0.1 F0.2 F0.3+BW0.0 BW0.1 BW0.2 BW0.3");
    EXPECT_EQ(textOf(plan.schedule.order[1]), "F1.0 F1.1+BW1.0 F1.2+BW1.1 F1.3+BW1.2 BW1.3");
    const Plan delayed = made("combined-1f1b-delay-w", UniformProblem{.ranks = 2, .microbatches = 2});
    EXPECT_EQ(textOf(delayed.schedule.order[1]), "F1.0 F1.1+B1.0 W1.0 B1.1 W1.1");
}

TEST(Combined, SpanIsTheClosedForm) {
    for (const int ranks : {1, 2, 4, 8})
        for (const int m : {2 * ranks, 3 * ranks + 1})
            for (const auto& [forward, input, weight, pair] :
                 {std::array{1, 1, 1, 3}, {2, 2, 2, 5}, {4, 5, 3, 9}, {2, 2, 2, 4}}) {
                SCOPED_TRACE(testing::Message() << ranks << " " << m << " " << forward << input << weight << pair);
                const Plan plan = made("combined-1f1b", twelfths(ranks, m, 1, forward, input, weight, pair));
                const Metrics metrics = metricsOf(plan);
                EXPECT_EQ(metrics.makespan, 12 * (ranks * (forward + input + weight) + (m - 1) * pair));
                EXPECT_EQ(largestPeak(metrics), std::min(m, 2 * ranks) * kMemoryUnit);
            }
}

TEST(CombinedInterleaved, IsThePublishedExample) {
    // 8 ranks, 2 chunks, 24 microbatches, F and backward 3, a pair 2.5: 72.75.
    UniformProblem numbers{.ranks = 8, .microbatches = 24, .chunks = 2};
    numbers.overlapped = kTimeUnit * 5 / 2;
    EXPECT_EQ(metricsOf(made("combined-interleaved-1f1b", numbers)).makespan, kTimeUnit * 291 / 4);
}

TEST(DelayedCoolDown, SpanIsTheClosedForm) {
    for (const int ranks : {1, 2, 4, 8})
        for (const int m : {ranks, 2 * ranks + 1})
            for (const auto& [forward, input, weight] : {std::array{1, 1, 1}, {3, 4, 2}, {2, 3, 0}}) {
                UniformProblem numbers = twelfths(ranks, m, 1, forward, input, weight, 0);
                numbers.overlapped = {};
                const Metrics metrics = metricsOf(made("1f1b-cooldown-w", numbers));
                EXPECT_EQ(metrics.makespan, 12 * (m * (forward + input + weight) + (ranks - 1) * (forward + input)));
                EXPECT_EQ(metrics.peakMemory[0], std::min(m, ranks) * kMemoryUnit);
            }
    const Plan plan = made("1f1b-cooldown-w", UniformProblem{.ranks = 2, .microbatches = 3});
    EXPECT_EQ(textOf(plan.schedule.order[0]), "F0.0 F0.1 BW0.0 F0.2 B0.1 W0.1 B0.2 W0.2");
}

TEST(Gis, SpanAndMemoryAreTheClosedForms) {
    for (const int ranks : {2, 4, 8})
        for (const int chunks : {2, 3, 4})
            for (const int m : {ranks, 4 * ranks})
                for (const auto& [forward, input, weight] : {std::array{1, 1, 1}, {2, 2, 1}, {3, 4, 2}, {1, 2, 2}}) {
                    SCOPED_TRACE(testing::Message()
                                 << ranks << " " << chunks << " " << m << " " << forward << input << weight);
                    UniformProblem numbers = twelfths(ranks, m, chunks, forward, input, weight, 0);
                    numbers.overlapped = {};
                    numbers.memory = {.forward = 12 * kMemoryUnit, .backwardWeight = -12 * kMemoryUnit};
                    const Metrics whole = metricsOf(made("gis", numbers));
                    const Time bubble = (ranks - 1) * (forward + input);
                    EXPECT_EQ(whole.makespan, 12 / chunks * (m * chunks * (forward + input + weight) + bubble));
                    EXPECT_EQ(largestPeak(whole), 12 * kMemoryUnit * ranks);
                    const Metrics half = metricsOf(made("gis-h", numbers));
                    EXPECT_EQ(half.makespan, 12 / chunks *
                                                 (m * chunks * (forward + input + weight) + bubble +
                                                  (chunks - 1) * ranks / 2 * (forward + input - weight)));
                    EXPECT_EQ(largestPeak(half), 12 * kMemoryUnit / chunks * (ranks / 2 * (chunks - 1) + ranks));
                }
}

TEST(Gis, HalfGroupsAreThePublishedExamples) {
    // 8 ranks, 32 microbatches, F = B = W = 1: with two chunks 105 in 6 activations, with four 102.5 in 5.
    for (const auto& [chunks, halves, most] : {std::array{2, 210, 6}, {4, 205, 5}}) {
        UniformProblem numbers{.ranks = 8, .microbatches = 32, .chunks = chunks};
        numbers.memoryLimit = most * kMemoryUnit;
        EXPECT_EQ(metricsOf(made("gis-h", numbers)).makespan, halves * kTimeUnit / 2);
    }
}

TEST(Gis, TellsGroupsThatAreTooSmall) {
    const Result<Plan> plan = generate("gis", *problemOf({.ranks = 8, .microbatches = 16, .chunks = 2}), {.group = 3});
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error().where, "group");
}
