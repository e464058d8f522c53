// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/bounds.h"
#include "core/check/validate.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "core/solve/solve.h"
#include "tests/support/exhaustive.h"
#include "tests/support/random_plan.h"
#include "tests/support/rows.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <vector>

namespace lanewright::test {
namespace {

constexpr std::int64_t kMostOrders = 200'000;

Fraction valueIn(const Plan& problem, const Schedule& schedule, Objective objective) {
    Plan plan = problem;
    plan.schedule = schedule;
    return valueOf(measure(plan, simulate(plan.schedule, plan.costs)), objective);
}

bool isValidFor(const Plan& problem, const Schedule& schedule) {
    Plan plan = problem;
    plan.schedule = schedule;
    return isValid(validate(plan));
}

/// Random times for each microbatch on each stage.
MicrobatchCosts randomTable(Dice& dice, int stages, int microbatches) {
    MicrobatchCosts::Table table;
    for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W})
        for (int cell = 0; cell < stages * microbatches; ++cell)
            table[static_cast<std::size_t>(kind)].push_back(dice.roll(1, 20));
    return MicrobatchCosts::ofTable(microbatches, table, {});
}

/// Makes about a third of the microbatches several times as long as the others, on all stages.
void makeSomeLong(Dice& dice, Plan& plan) {
    MicrobatchCosts::Table table = plan.costs.microbatches.table();
    const int microbatches = plan.schedule.microbatches;
    for (int microbatch = 0; microbatch < microbatches; ++microbatch)
        if (dice.chance(35))
            for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W})
                for (int stage = 0; stage < plan.schedule.stages(); ++stage)
                    table[static_cast<std::size_t>(kind)]
                         [static_cast<std::size_t>(stage * microbatches + microbatch)] += 40;
    setMicrobatches(plan, MicrobatchCosts::ofTable(microbatches, table, {}));
}

/// Replicas of two ranks each.
Plan replicas(Dice& dice, const std::vector<int>& directionOf) {
    const int count = std::ranges::max(directionOf) + 1;
    Plan plan;
    plan.schedule.placement.ranks = 2 * count;
    for (int replica = 0; replica < count; ++replica)
        plan.schedule.placement.directions.push_back({2 * replica, 2 * replica + 1});
    plan.schedule.microbatches = static_cast<int>(directionOf.size());
    plan.schedule.directionOf = directionOf;
    plan.costs = uniform(2, {}, dice.roll(0, 5));
    plan.memory = uniformMemory(2, plan.schedule.ranks(), {});
    setMicrobatches(plan, randomTable(dice, 2, plan.schedule.microbatches));
    return plan;
}

/// Each replica runs one forward ahead on its first rank, and each microbatch's backward in one.
void addPlainOrder(Plan& plan) {
    plan.schedule.order.assign(static_cast<std::size_t>(plan.schedule.ranks()), {});
    for (int direction = 0; direction < plan.schedule.ranks() / 2; ++direction) {
        std::vector<int> own;
        for (int microbatch = 0; microbatch < plan.schedule.microbatches; ++microbatch)
            if (plan.schedule.direction(microbatch) == direction)
                own.push_back(microbatch);
        const auto put = [&](int stage, OpKind kind, int microbatch) {
            plan.schedule.order[static_cast<std::size_t>(2 * direction + stage)].push_back(
                {.op = {.kind = kind, .stage = stage, .microbatch = microbatch}});
        };
        for (std::size_t i = 0; i < own.size(); ++i) {
            put(1, OpKind::F, own[i]);
            put(1, OpKind::BW, own[i]);
            put(0, OpKind::F, own[i]);
            if (i > 0)
                put(0, OpKind::BW, own[i - 1]);
        }
        put(0, OpKind::BW, own.back());
    }
}

/// The schedule with other microbatches in the places of its own.
Schedule relabelled(const Schedule& schedule, const std::vector<int>& microbatchOf) {
    Schedule result = schedule;
    for (int turn = 0; turn < schedule.microbatches; ++turn)
        result.directionOf[static_cast<std::size_t>(microbatchOf[static_cast<std::size_t>(turn)])] =
            schedule.direction(turn);
    for (Row& row : result.order)
        for (Block& block : row)
            block.op.microbatch = microbatchOf[static_cast<std::size_t>(block.op.microbatch)];
    return result;
}

TEST(SolveUnequal, FindsTheBestOfAllOrdersAndClaimsNoLess) {
    int compared = 0;
    int asked = 0;
    int proved = 0;
    for (std::uint64_t seed = 1; seed <= trials(500); ++seed) {
        Plan problem = randomPlan(seed, {.mostRanks = 2,
                                         .mostChunks = 1,
                                         .mostMicrobatches = 3,
                                         .gaps = false,
                                         .pairs = false,
                                         .parts = false,
                                         .recompute = false,
                                         .serial = false,
                                         .unequal = true});
        problem.schedule.order.clear();
        // The exhaustive search forms pairs, which the solver does not.
        problem.costs.pairs = {};
        for (std::vector<StageCosts>& stages : problem.costs.stages)
            for (StageCosts& costs : stages)
                costs.overlapped.reset();
        if (!problem.costs.microbatches.table()[static_cast<std::size_t>(OpKind::BW)].empty())
            continue; // the exhaustive search knows nothing of it
        const auto all = tryAllOrders(problem, kMostOrders, Microbatches::InAnyOrder);
        if (!all || !all->anyFits)
            continue;
        const std::size_t goal = seed % kObjectives.size();
        const Result<Solution> solution =
            solve(problem, {.objective = kObjectives[goal], .timeLimit = 20, .exact = true, .threads = 1, .rounds = 0});
        ASSERT_TRUE(solution) << "seed " << seed << ": " << solution.error().message;
        ++compared;
        EXPECT_TRUE(isValidFor(problem, solution->schedule)) << "seed " << seed;
        EXPECT_EQ(valueIn(problem, solution->schedule, kObjectives[goal]), solution->value) << "seed " << seed;
        EXPECT_LE(solution->bound, all->least[goal]) << "seed " << seed;
        // For longest spans z3 is asked about the period, which may be shorter.
        if (canProve() && kObjectives[goal] != Objective::LongestSpan) {
            EXPECT_EQ(solution->value, all->least[goal]) << toText(kObjectives[goal]) << ", seed " << seed;
            ++asked;
            proved += solution->optimal ? 1 : 0;
        }
        for (std::size_t other = 0; other < kObjectives.size(); ++other) {
            EXPECT_LE(lowerBounds(problem, kObjectives[other]).front().value, all->least[other]) << "seed " << seed;
        }
    }
    EXPECT_GE(compared, static_cast<int>(trials(200)));
    // A proof may be given up; a wrong one may not be.
    EXPECT_GE(100 * proved, 97 * asked);
}

TEST(SolveUnequal, SearchAloneReachesTheBestOfAllOrders) {
    for (std::uint64_t seed = 1; seed <= trials(4); ++seed) {
        Dice dice(seed);
        Plan problem = linearPlan(3, 2, "");
        problem.schedule.order.clear();
        setMicrobatches(problem, randomTable(dice, 3, 2));
        const auto all = tryAllOrders(problem, kMostOrders, Microbatches::InAnyOrder);
        ASSERT_TRUE(all);
        constexpr std::size_t goal = 1;
        static_assert(kObjectives[goal] == Objective::Makespan);
        const Result<Solution> solution =
            solve(problem, {.objective = kObjectives[goal], .timeLimit = 0, .threads = 1, .rounds = 8});
        ASSERT_TRUE(solution) << "seed " << seed;
        EXPECT_EQ(all->least[goal], solution->value) << "seed " << seed;
    }
}

TEST(SolveUnequal, OrdersAndDealsWholeMicrobatchesAsWellAsAnyTurnsThereAre) {
    for (std::uint64_t seed = 1; seed <= trials(40); ++seed) {
        Dice dice(seed);
        const bool dealt = seed % 2 == 0;
        Plan plan = replicas(dice, dealt ? std::vector{0, 0, 1, 1, 0, 1} : std::vector{0, 0, 0, 0, 0});
        addPlainOrder(plan);
        ASSERT_TRUE(isValidFor(plan, plan.schedule)) << "seed " << seed;
        const Objective objective = seed % 4 < 2 ? Objective::Makespan : Objective::LongestSpan;
        const Result<Solution> solution = solve(
            plan, {.objective = objective, .timeLimit = 0, .threads = 1, .rounds = 1, .moves = Moves::Microbatches});
        ASSERT_TRUE(solution) << "seed " << seed;
        EXPECT_TRUE(isValidFor(plan, solution->schedule)) << "seed " << seed;
        EXPECT_EQ(valueIn(plan, solution->schedule, objective), solution->value) << "seed " << seed;
        std::vector<int> microbatches(static_cast<std::size_t>(plan.schedule.microbatches));
        std::iota(microbatches.begin(), microbatches.end(), 0);
        Fraction least = valueIn(plan, plan.schedule, objective);
        do
            least = std::min(least, valueIn(plan, relabelled(plan.schedule, microbatches), objective));
        while (std::ranges::next_permutation(microbatches).found);
        EXPECT_EQ(solution->value, least) << (dealt ? "dealt, " : "in turn, ") << "seed " << seed;
        EXPECT_LE(solution->bound, least) << "seed " << seed;
    }
}

TEST(SolveUnequal, BoundsOfAnyDealAreBelowTheBestOrderOfEach) {
    for (std::uint64_t seed = 1; seed <= trials(40); ++seed) {
        Dice dice(seed);
        Plan problem = replicas(dice, {0, 1, 1});
        for (std::size_t objective = 0; objective < kObjectives.size(); ++objective) {
            const Fraction bound =
                lowerBounds(problem, kObjectives[objective], BoundEffort::Full, {}, Dealing::Anew).front().value;
            for (int alone = 0; alone < 3; ++alone) {
                Plan dealt = problem;
                dealt.schedule.directionOf = {1, 1, 1};
                dealt.schedule.directionOf[static_cast<std::size_t>(alone)] = 0;
                const auto all = tryAllOrders(dealt, kMostOrders, Microbatches::InAnyOrder);
                ASSERT_TRUE(all);
                EXPECT_LE(bound, all->least[objective]) << toText(kObjectives[objective]) << ", seed " << seed;
            }
        }
    }
}

/// One replica of the problem alone, with these of its microbatches.
Plan replicaOf(const Plan& problem, const std::vector<int>& microbatches) {
    Plan plan;
    plan.schedule.placement = {.ranks = 2, .directions = {{0, 1}}};
    plan.schedule.microbatches = static_cast<int>(microbatches.size());
    plan.costs = uniform(2, {}, problem.costs.transfer.every);
    plan.memory = uniformMemory(2, 2, {});
    MicrobatchCosts::Table table;
    for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W})
        for (int stage = 0; stage < 2; ++stage)
            for (const int microbatch : microbatches)
                table[static_cast<std::size_t>(kind)].push_back(
                    problem.costs.microbatches.table()[static_cast<std::size_t>(kind)][static_cast<std::size_t>(
                        stage * problem.schedule.microbatches + microbatch)]);
    setMicrobatches(plan, MicrobatchCosts::ofTable(plan.schedule.microbatches, table, {}));
    return plan;
}

/// The least that the slowest replica takes in any deal, each with the best of all its orders; per objective.
std::array<Fraction, 4> bestDeal(const Plan& problem) {
    constexpr Fraction kFar{Time{1} << 60, 1};
    std::map<std::vector<int>, std::array<Fraction, 4>> known;
    std::array<Fraction, 4> least;
    least.fill(kFar);
    std::vector<int> directionOf = problem.schedule.directionOf;
    std::ranges::sort(directionOf);
    do {
        std::array<Fraction, 4> slowest{};
        for (int replica = 0; replica <= std::ranges::max(directionOf); ++replica) {
            std::vector<int> own;
            for (int microbatch = 0; microbatch < static_cast<int>(directionOf.size()); ++microbatch)
                if (directionOf[static_cast<std::size_t>(microbatch)] == replica)
                    own.push_back(microbatch);
            if (!known.contains(own))
                known[own] = tryAllOrders(replicaOf(problem, own), kMostOrders, Microbatches::InAnyOrder)->least;
            for (std::size_t objective = 0; objective < slowest.size(); ++objective)
                slowest[objective] = std::max(slowest[objective], known[own][objective]);
        }
        for (std::size_t objective = 0; objective < slowest.size(); ++objective)
            least[objective] = std::min(least[objective], slowest[objective]);
    } while (std::ranges::next_permutation(directionOf).found);
    return least;
}

TEST(SolveUnequal, BoundsOfAnyDealAreBelowTheBestDealOfMany) {
    const std::vector<std::vector<int>> deals = {{0, 0, 1, 1, 2, 2}, {0, 0, 1, 1}, {0, 1, 1, 2, 2}, {0, 0, 1, 2, 3}};
    double bounds = 0;
    double values = 0;
    for (std::uint64_t seed = 1; seed <= trials(40); ++seed) {
        Dice dice(seed);
        Plan problem = replicas(dice, deals[seed % deals.size()]);
        if (seed % 3 == 0)
            makeSomeLong(dice, problem);
        const std::array<Fraction, 4> least = bestDeal(problem);
        for (std::size_t objective = 0; objective < kObjectives.size(); ++objective) {
            if (kObjectives[objective] == Objective::Iteration)
                continue; // replicas wait for each other there
            const Bound bound =
                lowerBounds(problem, kObjectives[objective], BoundEffort::Full, {}, Dealing::Anew).front();
            EXPECT_LE(bound.value, least[objective])
                << toText(kObjectives[objective]) << ", seed " << seed << ": " << bound.reason;
            bounds += bound.value.value();
            values += least[objective].value();
        }
    }
    // Bounds far below would show nothing.
    EXPECT_GE(bounds, 0.7 * values) << bounds / values;
}

// One replica has the two long microbatches until they are dealt anew.
TEST(SolveUnequal, ClaimsNothingOfADealThatItMayChange) {
    Dice dice(1);
    Plan plan = replicas(dice, {0, 0, 1, 1});
    MicrobatchCosts::Table table;
    for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W})
        for (int cell = 0; cell < 2 * plan.schedule.microbatches; ++cell)
            table[static_cast<std::size_t>(kind)].push_back(cell % plan.schedule.microbatches < 2 ? 2 : 9);
    setMicrobatches(plan, MicrobatchCosts::ofTable(plan.schedule.microbatches, table, {}));
    addPlainOrder(plan);
    const Result<Solution> solution =
        solve(plan, {.objective = Objective::Makespan, .timeLimit = 0, .threads = 1, .rounds = 2});
    ASSERT_TRUE(solution);
    EXPECT_LT(solution->value, valueIn(plan, plan.schedule, Objective::Makespan));
    EXPECT_LE(solution->bound, solution->value);
}

// The order is the best of its deal, and there is a better deal.
TEST(SolveUnequal, DoesNotStopAtTheBoundOfTheGivenDeal) {
    Plan plan;
    plan.schedule = {.placement = {.ranks = 2, .directions = {{0}, {1}}},
                     .microbatches = 4,
                     .directionOf = {0, 0, 1, 1},
                     .order = rows("F0.0 BW0.0 F0.1 BW0.1\n F0.2 BW0.2 F0.3 BW0.3")};
    plan.costs = uniform(1, {});
    plan.memory = uniformMemory(1, 2, {});
    MicrobatchCosts::Table table;
    for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W})
        table[static_cast<std::size_t>(kind)] =
            kind == OpKind::F ? std::vector<Time>{9, 9, 2, 2} : std::vector<Time>(4, 0);
    setMicrobatches(plan, MicrobatchCosts::ofTable(4, table, {}));
    const Result<Solution> solution =
        solve(plan, {.objective = Objective::Makespan, .timeLimit = 20, .threads = 1, .rounds = 2});
    ASSERT_TRUE(solution);
    EXPECT_EQ(solution->value, (Fraction{11, 1}));
    EXPECT_EQ(solution->bound, (Fraction{11, 1}));
}

TEST(SolveUnequal, KeepsDealAndKindsOfOpsWhereItIsToldTo) {
    Dice dice(3);
    Plan plan = replicas(dice, {0, 0, 0, 1, 1, 1});
    addPlainOrder(plan);
    const Result<Solution> ops =
        solve(plan, {.objective = Objective::Makespan, .timeLimit = 0, .threads = 1, .rounds = 1, .moves = Moves::Ops});
    ASSERT_TRUE(ops);
    EXPECT_EQ(ops->schedule.directionOf, plan.schedule.directionOf);
    const Result<Solution> turns = solve(
        plan,
        {.objective = Objective::Makespan, .timeLimit = 0, .threads = 1, .rounds = 1, .moves = Moves::Microbatches});
    ASSERT_TRUE(turns);
    for (std::size_t rank = 0; rank < plan.schedule.order.size(); ++rank)
        for (std::size_t i = 0; i < plan.schedule.order[rank].size(); ++i) {
            EXPECT_EQ(turns->schedule.order[rank][i].op.kind, plan.schedule.order[rank][i].op.kind);
            EXPECT_EQ(turns->schedule.order[rank][i].op.stage, plan.schedule.order[rank][i].op.stage);
        }
    std::vector<int> counts(2, 0);
    for (const int direction : turns->schedule.directionOf)
        ++counts[static_cast<std::size_t>(direction)];
    EXPECT_EQ(counts, (std::vector{3, 3}));
}

TEST(SolveUnequal, RepeatsExactlyForTheSameSeedAndRounds) {
    Dice dice(5);
    Plan plan = replicas(dice, {0, 0, 0, 0, 1, 1, 1, 1});
    addPlainOrder(plan);
    const SolveOptions options{.objective = Objective::Makespan, .timeLimit = 0, .threads = 2, .rounds = 2};
    const Result<Solution> first = solve(plan, options);
    const Result<Solution> second = solve(plan, options);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->schedule, second->schedule);
}

} // namespace
} // namespace lanewright::test
