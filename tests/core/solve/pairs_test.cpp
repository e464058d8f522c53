// SPDX-License-Identifier: Apache-2.0
#include "core/solve/blocks/block_table.h"
#include "core/solve/solve.h"
#include "tests/core/solve/pair_problem.h"
#include "tests/support/exhaustive.h"
#include "tests/support/tiny_problem.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

namespace {

Result<Solution> solved(const Plan& plan, Objective objective, int rounds) {
    return solve(plan, {.objective = objective, .timeLimit = 20, .threads = 1, .rounds = rounds});
}

} // namespace

TEST(SolvePairs, FindsTheOptimumOfDualPipeV) {
    // 11.75, proved by CP-SAT for at most five chunks in flight; the published order takes 12.
    Plan plan = pairsOf("dualpipev", 2, 4);
    plan.memory.limit.assign(2, kMemoryUnit * 5 / 2);
    const Result<Solution> solution = solved(plan, Objective::Makespan, 4);
    ASSERT_TRUE(solution);
    EXPECT_EQ(solution->value, (Fraction{kTimeUnit * 47 / 4, 1}));
}

TEST(SolvePairs, MakesPairsWhereThereAreNone) {
    Plan plan = pairsOf("zb-h1", 2, 6);
    plan.memory.limit.clear();
    const Result<Solution> without = solved(plan, Objective::Makespan, 3);
    ASSERT_TRUE(without);
    int pairs = 0;
    for (const Row& row : without->schedule.order)
        for (const Block& block : row)
            pairs += block.paired ? 1 : 0;
    EXPECT_GT(pairs, 0);
    EXPECT_LT(without->value, (Fraction{kTimeUnit * 37 / 2, 1})) << "what combined 1F1B takes";
}

TEST(SolvePairs, IsAsGoodAsTryingAllOrders) {
    int looked = 0;
    for (std::uint64_t seed = 0; looked < static_cast<int>(trials(8)) && seed < 4000; ++seed) {
        Plan problem = tinyProblem(seed);
        // Parts of a W may stand apart, which this search leaves out.
        if (!pairsPay(blockTableOf(problem, instanceOf(problem))) || problem.costs.weightParts > 1)
            continue;
        const auto all = tryAllOrders(problem, 200'000);
        if (!all || !all->anyFits)
            continue;
        ++looked;
        const Result<Solution> solution = solved(problem, Objective::Makespan, 3);
        ASSERT_TRUE(solution) << seed;
        EXPECT_EQ(solution->value, all->least[1]) << seed;
        EXPECT_LE(solution->bound, all->least[1]) << seed;
    }
    EXPECT_EQ(looked, static_cast<int>(trials(8)));
}
