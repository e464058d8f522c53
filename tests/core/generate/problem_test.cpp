// SPDX-License-Identifier: Apache-2.0
#include "core/generate/problem.h"

#include <gtest/gtest.h>

using namespace lanewright;

TEST(ProblemOf, DividesTimesAndMemoryEvenlyAmongTheChunks) {
    const auto problem = problemOf({.ranks = 2,
                                    .chunks = 3,
                                    .forward = 10,
                                    .backwardInput = 9,
                                    .backwardWeight = 2,
                                    .memory = {.forward = 7, .backwardInput = -5, .backwardWeight = -2, .fixed = 4},
                                    .memoryLimit = 70});
    ASSERT_TRUE(problem);
    EXPECT_TRUE(problem->isProblem());
    EXPECT_EQ(problem->schedule.placement, looped(2, 6));
    StageCosts times{.forward = 0, .backwardInput = 0, .backwardWeight = 0};
    StageMemory memory;
    for (int stage = 1; stage < 6; stage += 2) {
        const StageCosts& costs = problem->costs.of(0, stage);
        const StageMemory& each = problem->memory.of(0, stage);
        times.forward += costs.forward;
        times.backwardInput += costs.backwardInput;
        times.backwardWeight += costs.backwardWeight;
        memory.forward += each.forward;
        memory.fixed += each.fixed;
        EXPECT_EQ(each.forward + each.backwardInput + each.backwardWeight, 0) << "stage " << stage;
    }
    EXPECT_EQ(times, (StageCosts{.forward = 10, .backwardInput = 9, .backwardWeight = 2}));
    EXPECT_EQ(memory.forward, 7);
    EXPECT_EQ(memory.fixed, 4);
    EXPECT_EQ(problem->memory.limitOf(1), 70);
}

TEST(ProblemOf, NamesTheNumberThatIsOutOfRange) {
    EXPECT_EQ(problemOf({.ranks = 0}).error(), (Error{"ranks must be between 1 and 4096, not 0", "ranks"}));
    EXPECT_EQ(problemOf({.microbatches = 1048577}).error().where, "microbatches");
    EXPECT_EQ(problemOf({.chunks = 65}).error().where, "chunks");
    EXPECT_EQ(problemOf({.forward = -1}).error().message, "the time of F must not be negative");
    EXPECT_EQ(problemOf({.transfer = -1}).error().message, "the transfer time must not be negative");
    EXPECT_FALSE(problemOf({.memoryLimit = -1}));
}

TEST(ProblemOf, RefusesMemoryThatIsNeverFreed) {
    EXPECT_EQ(problemOf({.memory = {.forward = 3, .backwardWeight = -2}}).error().message,
              "B and W must free what F allocates, no more and no less");
    EXPECT_FALSE(problemOf({.memory = {.forward = 1, .backwardInput = 1, .backwardWeight = -2}}));
}
