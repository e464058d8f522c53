// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/refuter.h"

#include "core/bounds/parts.h"
#include "core/simulate/simulate.h"
#include "core/solve/solve.h"
#include "tests/core/solve/loop_problem.h"
#include "tests/support/exhaustive.h"
#include "tests/support/random_plan.h"
#include "tests/support/tiny_problem.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <numeric>

/// What ranks can't do together, and that what an order does is never refuted.
namespace lanewright::test {
namespace {

using bounds::Refuter;

constexpr std::int64_t kMostOrders = 5'000;

/// A refuter of a problem, with all that it looks at.
class Refuting {
public:
    Refuting(const Plan& problem, Objective objective)
        : m_lines(bounds::linesOf(bounds::caseOf(problem, objective))), m_back(bounds::reversed(m_lines)),
          m_known(m_lines, m_back, watched(problem, objective), m_looks) {
        bounds::Looks room;
        for (const bounds::Depth depth : {bounds::Depth::Prefixes, bounds::Depth::Memory})
            bounds::Propagation(m_lines, m_back).raise(m_known, depth, 12, 100'000, room, m_looks);
    }

    bool operator()(Time value, Refuter::At at, std::int64_t effort = 1'000'000) {
        bounds::Looks looks({}, effort);
        return Refuter(m_lines, m_back, m_known).refutes(value, at, looks);
    }

private:
    static std::vector<int> watched(const Plan& problem, Objective objective) {
        if (objective == Objective::Makespan)
            return {-1};
        std::vector<int> ranks(problem.schedule.ranks());
        std::iota(ranks.begin(), ranks.end(), 0);
        return ranks;
    }

    bounds::Lines m_lines;
    bounds::Lines m_back;
    bounds::Looks m_looks{};
    bounds::Known m_known;
};

TEST(Refuter, LooksAtRanksTogetherAndNeverRefutesTheBestOfAllOrders) {
    std::uint64_t count = 0;
    std::uint64_t refuted = 0;
    const std::uint64_t problems = trials(200, 200);
    for (std::uint64_t seed = 1; seed <= problems; ++seed) {
        const Plan problem = tinyProblem(seed);
        const std::optional<AllOrders> all = tryAllOrders(problem, kMostOrders);
        if (!all || !all->anyFits)
            continue;
        for (const Objective objective : {Objective::Makespan, Objective::LongestSpan}) {
            const Time best = all->least[static_cast<std::size_t>(objective)].numerator;
            Refuting refuting(problem, objective);
            ++count;
            EXPECT_FALSE(refuting(best, Refuter::At::Together)) << "seed " << seed << ", " << toText(objective);
            refuted += refuting(best - 1, Refuter::At::Together);
        }
    }
    EXPECT_GE(15 * count, problems);
    EXPECT_GE(refuted, count * 3 / 5) << "of " << count;
}

/// Problems of two chunks a rank, with little memory and times that differ.
Plan tightProblem(std::uint64_t seed) {
    Dice dice(seed);
    const int ranks = dice.roll(2, 4);
    Plan problem = loopProblem(ranks, dice.roll(3, 8), dice.roll(2, 5));
    const std::size_t stages = problem.costs.stages.front().size();
    problem.costs.stages = {std::vector<StageCosts>(stages)};
    for (StageCosts& stage : problem.costs.stages.front())
        for (Time* time : {&stage.forward, &stage.backwardInput, &stage.backwardWeight})
            *time = dice.roll(5, 12) * kTimeUnit;
    if (dice.chance(50))
        problem.costs.transfer = {.every = dice.roll(0, 3) * kTimeUnit};
    return problem;
}

TEST(Refuter, NeverRefutesWhatAnOrderDoes) {
    std::uint64_t count = 0;
    const std::uint64_t problems = trials(12);
    for (std::uint64_t seed = 1; seed <= problems; ++seed) {
        const Plan problem = tightProblem(seed);
        for (const Objective objective : {Objective::Makespan, Objective::LongestSpan}) {
            const Result<Solution> found = solve(problem, {.objective = objective, .timeLimit = 0.05, .threads = 1});
            if (!found)
                continue;
            ++count;
            const Time value = found->value.numerator;
            Refuting refuting(problem, objective);
            EXPECT_FALSE(refuting(value, Refuter::At::Together)) << "seed " << seed << ", " << toText(objective);
            EXPECT_FALSE(refuting(value + value / 50, Refuter::At::Together)) << "seed " << seed;
        }
    }
    EXPECT_GE(count, problems);
}

TEST(Refuter, SeesWhatRanksCanNotDoTogether) {
    const Plan problem = loopProblem(4, 16, 4);
    Refuting refuting(problem, Objective::Makespan);
    const Time value = 1248;
    constexpr std::int64_t kEffort = 4'000'000;
    EXPECT_FALSE(refuting(value, Refuter::At::Ranks, kEffort));
    EXPECT_TRUE(refuting(value, Refuter::At::Together, kEffort));
}

// Of one rank with each other, W as time refute 526.
TEST(Refuter, LooksAtTheOrderOfWWhereNothingElseIsLeft) {
    Refuting refuting(tightProblem(15), Objective::Makespan);
    EXPECT_TRUE(refuting(528 * kTimeUnit, Refuter::At::Together, 4'000'000));
}

} // namespace
} // namespace lanewright::test
