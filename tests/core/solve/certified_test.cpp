// SPDX-License-Identifier: Apache-2.0
#include "core/solve/solve.h"

#include "core/check/validate.h"
#include "core/simulate/simulate.h"
#include "tests/core/bounds/bounds_cases.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

namespace lanewright::test {
namespace {

Fraction judged(const Plan& problem, const Solution& solution, Objective objective) {
    Plan plan = problem;
    plan.schedule = solution.schedule;
    EXPECT_TRUE(isValid(validate(plan)));
    return valueOf(measure(plan, simulate(plan.schedule, plan.costs)), objective);
}

/// Rounds of search, then z3, which no busy machine is to cut short.
SolveOptions untilProved(Objective objective, int rounds) {
    return {.objective = objective, .timeLimit = 3600, .threads = 2, .rounds = rounds};
}

// A sample; tests/bench/solve_bench.py runs the whole sets.
TEST(Certified, ReachesTheOptimumOfSmallProblemsAndProvesIt) {
    const std::vector<BoundCase> all = boundCases("optima.csv");
    int looked = 0;
    for (const BoundCase& one : sampled(all, 2)) {
        if (one.problem.schedule.ranks() * one.problem.schedule.microbatches > 20)
            continue;
        ++looked;
        const Objective objective = one.ofPeriod ? Objective::Period : Objective::Makespan;
        const Result<Solution> solution = solve(one.problem, untilProved(objective, 2));
        EXPECT_EQ(!solution, one.infeasible) << one.id;
        if (!solution || one.infeasible)
            continue;
        EXPECT_EQ(judged(one.problem, *solution, objective), solution->value) << one.id;
        if (!canProve()) {
            EXPECT_GE(solution->value, one.best) << one.id;
            continue;
        }
        EXPECT_EQ(solution->value, one.best) << one.id;
        EXPECT_TRUE(solution->optimal) << one.id;
    }
    EXPECT_GE(looked, 40 / stride(2));
}

TEST(Certified, IsNeverAboveTheBestKnownSpanOfPublishedSettings) {
    const std::vector<BoundCase> all = boundCases("zero_bubble.csv");
    for (std::size_t i = 0; i < all.size(); i += 24) {
        const BoundCase& one = all[i];
        const Result<Solution> solution = solve(one.problem, untilProved(Objective::LongestSpan, 10));
        ASSERT_TRUE(solution) << one.id;
        EXPECT_EQ(judged(one.problem, *solution, Objective::LongestSpan), solution->value) << one.id;
        EXPECT_LE(solution->value, one.best) << one.id;
        EXPECT_GE(solution->bound, (Fraction{one.proved, 1})) << one.id;
    }
}

} // namespace
} // namespace lanewright::test
