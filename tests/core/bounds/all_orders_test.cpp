// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/bounds.h"
#include "core/sequence/instance.h"
#include "tests/core/bounds/bounds_cases.h"
#include "tests/support/exhaustive.h"
#include "tests/support/tiny_problem.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

/// Trying all orders of tiny problems: that it is right, and what it says of bounds and refusals.
namespace lanewright::test {
namespace {

constexpr std::int64_t kMost = 5'000;

TEST(AllOrders, ReachTheOptimaThatOthersFound) {
    int count = 0;
    for (const BoundCase& each : boundCases("optima.csv")) {
        const std::optional<AllOrders> all = tryAllOrders(each.problem, kMost);
        if (!all)
            continue;
        ++count;
        EXPECT_EQ(all->anyFits, !each.infeasible) << each.id;
        EXPECT_EQ(all->least[static_cast<std::size_t>(each.ofPeriod ? Objective::Period : Objective::Makespan)],
                  each.best)
            << each.id;
    }
    EXPECT_GE(count, 15);
}

TEST(AllOrders, AreAsManyAsThereAreTableaux) {
    // Three rows of m ops on each of two ranks: 5² for two microbatches, 42² for three.
    Plan problem{.schedule = {.placement = linear(2), .microbatches = 2}};
    problem.costs = uniform(2);
    problem.memory = uniformMemory(2, 2, {});
    EXPECT_EQ(tryAllOrders(problem, kMost)->tried, 25);
    problem.schedule.microbatches = 3;
    EXPECT_EQ(tryAllOrders(problem, kMost)->tried, 42 * 42);
    EXPECT_FALSE(tryAllOrders(problem, 42 * 42 - 1));
}

TEST(AllOrders, AreNoneBetterWhenMicrobatchesPassEachOther) {
    std::uint64_t count = 0;
    const std::uint64_t problems = trials(150);
    for (std::uint64_t seed = 1; seed <= problems; ++seed) {
        const Plan problem = tinyProblem(seed);
        const std::optional<AllOrders> all = tryAllOrders(problem, kMost, Microbatches::InAnyOrder);
        if (!all || problem.schedule.microbatches < 2)
            continue;
        const std::optional<AllOrders> inTurn = tryAllOrders(problem, kMost);
        ASSERT_TRUE(inTurn) << seed;
        ++count;
        EXPECT_EQ(inTurn->anyFits, all->anyFits) << seed;
        EXPECT_EQ(inTurn->least, all->least) << seed;
    }
    EXPECT_GE(14 * count, problems);
}

TEST(AllOrders, AreNoneBelowABoundAndTheLargestBoundIsOftenMet) {
    std::uint64_t count = 0;
    std::uint64_t met = 0;
    const std::uint64_t problems = trials(300, 300);
    for (std::uint64_t seed = 1; seed <= problems; ++seed) {
        const Plan problem = tinyProblem(seed);
        const std::optional<AllOrders> all = tryAllOrders(problem, kMost);
        if (!all || !all->anyFits)
            continue;
        ++count;
        for (std::size_t each = 0; each < kObjectives.size(); ++each)
            for (const BoundEffort effort : {BoundEffort::Instant, BoundEffort::Full}) {
                const std::vector<Bound> bounds = lowerBounds(problem, kObjectives[each], effort);
                for (const Bound& bound : bounds)
                    EXPECT_LE(bound.value, all->least[each])
                        << "seed " << seed << ", " << toText(kObjectives[each]) << ", " << bound.reason;
                met += effort == BoundEffort::Full && bounds.front().value == all->least[each];
            }
    }
    EXPECT_GE(15 * count, problems);
    EXPECT_GE(met, count * 4 * 8 / 10) << "of " << count * 4;
}

TEST(AllOrders, AreNoneWithinAValueThatIsRefuted) {
    std::uint64_t count = 0;
    std::uint64_t met = 0;
    std::uint64_t raised = 0;
    const std::uint64_t problems = trials(200, 200);
    for (std::uint64_t seed = 1; seed <= problems; ++seed) {
        const Plan problem = tinyProblem(seed);
        const std::optional<AllOrders> all = tryAllOrders(problem, kMost);
        if (!all || !all->anyFits)
            continue;
        ++count;
        for (std::size_t each = 0; each < kObjectives.size(); ++each) {
            const Bound largest = lowerBounds(problem, kObjectives[each]).front();
            Bound best = largest;
            refuteValues(problem, kObjectives[each], largest, 2'000'000, {}, [&](const Bound& bound) {
                EXPECT_LE(bound.value, all->least[each])
                    << "seed " << seed << ", " << toText(kObjectives[each]) << ", " << bound.name;
                best = bound;
                return kAnyValue;
            });
            EXPECT_GE(best.value, largest.value) << seed;
            met += best.value == all->least[each];
            raised += largest.value < best.value;
        }
    }
    EXPECT_GE(15 * count, problems);
    EXPECT_GE(met, count * 4 * 82 / 100) << "of " << count * 4;
    EXPECT_GE(30 * raised, count) << "of " << count * 4;
}

// F takes 4 and R 3 more before B gives anything back.
TEST(Room, IsLackingWhereRHasNone) {
    Plan problem{.schedule = {.placement = linear(2), .microbatches = 3}};
    problem.costs = uniform(2, {.recompute = 1});
    const StageMemory each{.forward = 4, .backwardInput = -5, .backwardWeight = -2, .recompute = 3};
    problem.memory = uniformMemory(2, 2, each, 6);
    EXPECT_FALSE(checkRoom(problem));
    problem.memory = uniformMemory(2, 2, each, 7);
    EXPECT_TRUE(checkRoom(problem));
}

TEST(Room, IsLackingExactlyWhereNoOrderFits) {
    std::uint64_t lacking = 0;
    std::uint64_t fitting = 0;
    const std::uint64_t problems = trials(150);
    for (std::uint64_t seed = 1; seed <= problems; ++seed) {
        const Plan problem = tinyProblem(seed);
        const std::optional<AllOrders> all = tryAllOrders(problem, kMost);
        if (!all)
            continue;
        const Result<Done> room = checkRoom(problem);
        EXPECT_EQ(room.ok(), all->anyFits) << "seed " << seed << (room ? "" : ": " + room.error().message.text());
        ++(all->anyFits ? fitting : lacking);
    }
    EXPECT_GE(12 * lacking, problems);
    EXPECT_GE(6 * fitting, problems);
}

} // namespace
} // namespace lanewright::test
