// SPDX-License-Identifier: Apache-2.0
#include "core/solve/portfolio.h"

#include "core/solve/starts.h"
#include "tests/core/solve/loop_problem.h"

#include <gtest/gtest.h>

namespace lanewright::test {
namespace {

constexpr std::int64_t kOps = 6'000'000;

/// What a portfolio of two threads has after some rounds of so many ops each, within the time.
Draft bestAfter(int rounds, Clock::duration within) {
    const Plan plan = loopProblem(4, 12, 4);
    SearchFrame frame(plan, Objective::Makespan);
    Incumbent incumbent({}, [] {}, {});
    Portfolio portfolio(frame, incumbent, 1, 2);
    EXPECT_TRUE(portfolio.isHeldUp());
    const Effort effort{.until = Clock::now() + within, .ops = kOps};
    portfolio.add(madeStarts(frame, {}));
    portfolio.addLists({});
    for (int round = 0; round < rounds; ++round)
        portfolio.round(effort);
    EXPECT_EQ(incumbent.value().value(), portfolio.best().cost.value);
    return portfolio.best();
}

// The clock ends a search whose rounds count ops; it does not lead it another way.
TEST(Portfolio, FindsTheSameUnderAClockAsLongAsOpsAreCounted) {
    const Draft first = bestAfter(8, std::chrono::hours(1));
    const Draft second = bestAfter(8, std::chrono::hours(2));
    EXPECT_EQ(first.sequences, second.sequences);
    EXPECT_LT(first.cost.value, bestAfter(0, std::chrono::hours(1)).cost.value) << "the rounds find something";
}

TEST(Portfolio, EndsWithTheClockThoughOpsAreLeft) {
    const Draft none = bestAfter(3, -std::chrono::seconds(1));
    EXPECT_EQ(none.cost.value, bestAfter(0, std::chrono::hours(1)).cost.value);
}

TEST(Portfolio, KnowsWhereOneRankHoldsTheOthersUp) {
    const auto isHeldUp = [](const Plan& plan) {
        SearchFrame frame(plan, Objective::Makespan);
        Incumbent incumbent({}, [] {}, {});
        return Portfolio(frame, incumbent, 1, 1).isHeldUp();
    };
    Plan plan = loopProblem(4, 12, 7);
    EXPECT_TRUE(isHeldUp(plan)) << "memory is nearly short";
    EXPECT_FALSE(isHeldUp(loopProblem(4, 12, 12)));
    plan.schedule.placement.directions = {{0, 1, 2, 3, 3, 2, 1, 0}};
    EXPECT_FALSE(isHeldUp(plan)) << "a V";
}

} // namespace
} // namespace lanewright::test
