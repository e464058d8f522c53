// SPDX-License-Identifier: Apache-2.0
#include "core/solve/starts.h"

#include "core/check/validate.h"
#include "core/generate/problem.h"

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
