// SPDX-License-Identifier: Apache-2.0
#include "core/solve/windows.h"

#include "core/check/validate.h"
#include "core/generate/problem.h"
#include "core/simulate/simulate.h"
#include "core/solve/starts.h"
#include "tests/support/random_plan.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

namespace lanewright::test {
namespace {

Plan written(const Frame& frame, const Sequences& sequences) {
    Plan plan = frame.problem;
    plan.schedule = scheduleFrom(frame, sequences);
    return plan;
}

/// Ranks of equal stages with the times of a real run and room for `limit` microbatches.
Plan problemWith(int ranks, int microbatches, Bytes limit) {
    UniformProblem numbers{.ranks = ranks, .microbatches = microbatches};
    numbers.forward = 185;
    numbers.backwardInput = 181;
    numbers.backwardWeight = 93;
    numbers.transfer = 6;
    numbers.memory = {.forward = 10, .backwardInput = -6, .backwardWeight = -4};
    numbers.memoryLimit = 10 * limit;
    return *problemOf(numbers);
}

TEST(Windows, GiveValidOrdersThatAreNeverWorse) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        RandomShape shape;
        shape.gaps = shape.pairs = shape.recompute = shape.serial = false;
        const Plan plan = randomPlan(seed, shape);
        const Objective objective = kObjectives[seed % kObjectives.size()];
        const Frame frame(plan, objective);
        const Result<Sequences> sequences = sequencesOf(plan);
        ASSERT_TRUE(sequences);
        Draft start{.sequences = withoutFreeWeights(frame.table, *sequences)};
        start.cost = Timer(frame.table, objective)(start.sequences);
        ASSERT_FALSE(start.cost.stalls());
        Random random(seed);
        double told = start.cost.value;
        Effort effort{.ops = 200'000};
        effort.found = [&](const Sequences&, const Cost& cost) {
            EXPECT_LT(cost.value, told) << "seed " << seed;
            told = cost.value;
        };
        Windows windows(frame.table, objective);
        const Draft found = windows.run(start, effort, random);
        EXPECT_LE(found.cost.energy, start.cost.energy) << "seed " << seed;
        EXPECT_LE(found.cost.value, told) << "seed " << seed;
        for (int rank = 0; rank < frame.table.ranks(); ++rank)
            EXPECT_TRUE(isLegal(frame.table, rank, found.sequences[rank])) << "seed " << seed;
        EXPECT_TRUE(isValid(validate(written(frame, found.sequences)))) << "seed " << seed;
    }
}

// Two ranks, three microbatches: one after the other takes 3 · 5; with F ahead and W in the waits there is no idle time
// but F1's way to rank 1, or W0's after it.
TEST(Windows, FindTheBestOrderOfAFewOps) {
    Plan plan = linearPlan(2, 3, "");
    plan.schedule.order.clear();
    const Frame frame(plan, Objective::Makespan);
    const Sequence alone = {0, 1, 2, 0, 1, 2, 0, 1, 2};
    Draft start{.sequences = {alone, alone}};
    start.cost = Timer(frame.table, Objective::Makespan)(start.sequences);
    Random random(1);
    Windows windows(frame.table, Objective::Makespan);
    const Draft found = windows.run(start, {.ops = 2'000'000}, random);
    EXPECT_LT(found.cost.value, start.cost.value);
    EXPECT_EQ(found.cost.value, static_cast<double>(10 * kTimeUnit));
}

TEST(LowerStarts, KeepTheLimitsOfTheProblemAndOfTheirOwnStep) {
    const Plan plan = problemWith(4, 12, 6);
    const Frame frame(plan, Objective::LongestSpan);
    const std::vector<Start> starts = lowerStarts(frame, {});
    ASSERT_GE(starts.size(), 5U);
    for (std::size_t step = 0; step < starts.size(); ++step) {
        EXPECT_TRUE(isValid(validate(written(frame, starts[step].draft.sequences)))) << step;
        // The first step is what one microbatch takes.
        if (step == 0) {
            for (int rank = 0; rank < 4; ++rank)
                EXPECT_LE(peakOf(frame.table, rank, starts[step].draft.sequences[rank]), 10) << rank;
        }
    }
}

// The steps do not depend on the limits, so what a step gave stays known when there is more room.
TEST(LowerStarts, AreTheSameForMoreMemory) {
    const Plan less = problemWith(4, 12, 5);
    const Plan more = problemWith(4, 12, 7);
    const Frame small(less, Objective::LongestSpan);
    const Frame large(more, Objective::LongestSpan);
    const std::vector<Start> few = lowerStarts(small, {});
    const std::vector<Start> many = lowerStarts(large, {});
    ASSERT_LT(few.size(), many.size());
    for (std::size_t step = 0; step < few.size(); ++step)
        EXPECT_EQ(few[step].draft.sequences, many[step].draft.sequences) << step;
}

} // namespace
} // namespace lanewright::test
