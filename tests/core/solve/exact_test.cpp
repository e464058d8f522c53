// SPDX-License-Identifier: Apache-2.0
#include "core/solve/exact.h"

#include "core/analyse/simulate.h"
#include "core/analyse/validate.h"
#include "core/solve/solve.h"
#include "tests/core/analyse/bounds_cases.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

namespace lanewright::test {
namespace {

constexpr double kSeconds = 60;

Plan planOf(const Plan& problem, const Words& words) {
    Plan plan = problem;
    plan.schedule = scheduleOf(problem, words);
    return plan;
}

Fraction valueOf(const Plan& plan, Objective objective) {
    return lanewright::valueOf(measure(plan, simulate(plan.schedule, plan.costs)), objective);
}

/// The value is the best there is; without z3 no claim is made.
void expectOptimum(const std::string& name, const Plan& problem, Objective objective, const Fraction& value) {
    const Instance instance = instanceOf(problem);
    const Exact below = searchBelow(instance, objective, value, {}, kSeconds);
    if (!canProve()) {
        EXPECT_NE(below.answer, Exact::Answer::Better) << name;
        return;
    }
    EXPECT_EQ(below.answer, Exact::Answer::None) << name;
    const Fraction above = fractionOf(value.numerator * 1000 + 1, value.denominator * 1000);
    const Exact reached = searchBelow(instance, objective, above, {}, kSeconds);
    ASSERT_EQ(reached.answer, Exact::Answer::Better) << name;
    const Plan plan = planOf(problem, reached.words);
    EXPECT_TRUE(isValid(validate(plan))) << name;
    EXPECT_EQ(valueOf(plan, objective), value) << name;
}

TEST(ExactSearch, ReachesAndProvesEveryKnownOptimumOfSmallProblems) {
    int count = 0;
    for (const BoundCase& each : boundCases("optima.csv")) {
        // The larger ones are proved by bounds.
        const Schedule& shape = each.problem.schedule;
        if (shape.ranks() * shape.microbatches > 24 && !each.id.starts_with("ilp"))
            continue;
        expectOptimum(each.id, each.problem, each.ofPeriod ? Objective::Period : Objective::Makespan, each.best);
        ++count;
    }
    EXPECT_EQ(count, 72 + 13);
}

} // namespace
} // namespace lanewright::test
