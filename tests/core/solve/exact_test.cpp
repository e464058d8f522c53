// SPDX-License-Identifier: Apache-2.0
#include "core/solve/proof/exact.h"

#include "core/check/validate.h"
#include "core/simulate/simulate.h"
#include "core/solve/proof/distances.h"
#include "core/solve/solve.h"
#include "tests/core/bounds/bounds_cases.h"
#include "tests/support/exhaustive.h"
#include "tests/support/tiny_problem.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <chrono>

namespace lanewright::test {
namespace {

/// z3 answers each of these within a second; no busy machine is to cut it short.
constexpr double kSeconds = 3600;

Plan planOf(const Plan& problem, const Sequences& sequences) {
    Plan plan = problem;
    plan.schedule = scheduleOf(problem, sequences);
    return plan;
}

Fraction valueOf(const Plan& plan, Objective objective) {
    return lanewright::valueOf(measure(plan, simulate(plan.schedule, plan.costs)), objective);
}

struct Searched {
    Exact answer = Exact::Unknown;
    Plan found = {}; ///< where it is `Better`
};

/// What bounds say, then the search, whose orders are judged as any are.
Searched search(const Plan& problem, const Instance& instance, Objective objective, const Fraction& below) {
    if (instance.kept.empty() && lowerBounds(problem, objective, BoundEffort::Full).front().value >= below)
        return {Exact::None, {}};
    Searched searched;
    const auto take = [&](const Sequences& sequences) {
        searched.found = planOf(problem, sequences);
        return isValid(validate(searched.found)) && valueOf(searched.found, objective) < below;
    };
    searched.answer = searchBelow(instance, objective, below, take, {}, kSeconds);
    return searched;
}

/// The value is the best there is; without z3 no claim is made.
void expectOptimum(const std::string& name, const Plan& problem, Objective objective, const Fraction& value) {
    const Instance instance = instanceOf(problem);
    const Exact below = search(problem, instance, objective, value).answer;
    if (!canProve()) {
        EXPECT_NE(below, Exact::Better) << name;
        return;
    }
    EXPECT_EQ(below, Exact::None) << name;
    const Fraction above = fractionOf(value.numerator * 1000 + 1, value.denominator * 1000);
    const Searched reached = search(problem, instance, objective, above);
    ASSERT_EQ(reached.answer, Exact::Better) << name;
    EXPECT_EQ(valueOf(reached.found, objective), value) << name;
}

TEST(Distances, SeeACircleThatIsTooLong) {
    Distances known(3, {{0, 1, 4}, {1, 2, 1}});
    EXPECT_EQ(known(0, 2), 5);
    known.add({2, 0, -5});
    EXPECT_TRUE(known.fit()) << "just as long as it may be";
    known.add({2, 0, -4});
    EXPECT_FALSE(known.fit());
    EXPECT_FALSE(Distances(2, {{0, 1, 4}, {1, 0, -3}}).fit());
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

/// Sequences stand for all orders: no pairs, no R that could run long before its B, no parts of W that could change
/// places.
bool wordsSayAll(const Plan& problem) {
    if (problem.costs.pairs.areGiven())
        return false;
    for (const std::vector<StageCosts>& stages : problem.costs.stages)
        for (const StageCosts& costs : stages)
            if (costs.overlapped || costs.recompute)
                return false;
    return problem.costs.weightParts == 1;
}

/// How often a search was asked, and how often it gave an answer.
struct Tally {
    std::uint64_t asked = 0;
    std::uint64_t answered = 0;
};

/// Asks for less than the least that any order has, then for that, and expects no and yes, or no answer at all.
void expectAgreement(const std::string& name, const Plan& problem, Objective objective, const Fraction& least,
                     Tally& tally) {
    const Instance instance = instanceOf(problem);
    const Exact below = search(problem, instance, objective, least).answer;
    EXPECT_NE(below, Exact::Better) << name;
    const Fraction above = fractionOf(least.numerator * 1000 + 1, least.denominator * 1000);
    const Searched reached = search(problem, instance, objective, above);
    // Sequences hold no pairs: the least may be out of their reach.
    EXPECT_NE(reached.answer, Exact::None) << name;
    if (reached.answer == Exact::Better) {
        EXPECT_EQ(valueOf(reached.found, objective), least) << name;
    }
    tally.asked += 2;
    tally.answered += below == Exact::None ? 1U : 0U;
    tally.answered += reached.answer == Exact::Better ? 1U : 0U;
}

TEST(ExactSearch, AgreesWithTryingAllOrdersWhateverTheProblem) {
    Tally all;
    Tally plain;
    const std::uint64_t problems = trials(300);
    for (std::uint64_t seed = 1; seed <= problems; ++seed) {
        Plan problem = tinyProblem(seed);
        problem.costs.links = Links::Latency;
        const std::optional<AllOrders> orders = tryAllOrders(problem, 2'000);
        if (!orders || !orders->anyFits)
            continue;
        for (std::size_t each = 0; each < kObjectives.size(); ++each) {
            const bool isPlain = wordsSayAll(problem) && kObjectives[each] != Objective::LongestSpan;
            expectAgreement("seed " + std::to_string(seed) + ", " + std::string{toText(kObjectives[each])}, problem,
                            kObjectives[each], orders->least[each], isPlain ? plain : all);
        }
    }
    EXPECT_GE(3 * plain.asked, problems);
    EXPECT_GE(3 * all.asked, problems);
    if (canProve()) {
        EXPECT_EQ(plain.answered, plain.asked);
        EXPECT_GE(all.answered, all.asked / 2);
    }
}

/// Unequal stages, an even W, and on each rank room for `room` tenths of what one microbatch takes.
Plan unequalProblem(const Placement& placement, int microbatches, Bytes room) {
    Plan problem{.schedule = {.placement = placement, .microbatches = microbatches}};
    const int stages = placement.stages();
    problem.costs = uniform(stages, {}, 1);
    problem.memory = uniformMemory(stages, placement.ranks, {.forward = 10, .backwardInput = -7, .backwardWeight = -3});
    problem.memory.limit.assign(placement.ranks, room * stages / placement.ranks);
    for (int stage = 0; stage < stages; ++stage)
        problem.costs.stages[0][stage] = {
            .forward = 3 + stage % 3, .backwardInput = 5 - stage % 2, .backwardWeight = 2 + 2 * (stage % 2)};
    return problem;
}

/// The exact search and trying all orders agree for each objective, and the search leaves no question open.
void expectSolved(const std::string& name, const Plan& problem) {
    const std::optional<AllOrders> all = tryAllOrders(problem, 200'000);
    ASSERT_TRUE(all && all->anyFits) << name;
    for (std::size_t each = 0; each < kObjectives.size(); ++each)
        expectOptimum(name + ", " + std::string{toText(kObjectives[each])}, problem, kObjectives[each],
                      all->least[each]);
}

TEST(ExactSearch, SolvesVShapesPartsOfWAndRecomputing) {
    expectSolved("linear", unequalProblem(linear(2), 3, 20));
    expectSolved("V", unequalProblem(zigzag(2, 4), 2, 12));
    Plan parts = unequalProblem(linear(2), 2, 15);
    parts.costs.weightParts = 2;
    expectSolved("parts", parts);
    Plan recomputes = unequalProblem(linear(2), 3, 16);
    recomputes.costs.stages[0][1].recompute = 2;
    recomputes.memory.stages[0][1] = {.forward = 2, .backwardInput = -7, .backwardWeight = -3, .recompute = 8};
    expectSolved("recomputes", recomputes);
}

/// Four ranks, twelve microbatches, no two stages alike: minutes of work.
Plan hardProblem() {
    Plan problem{.schedule = {.placement = linear(4), .microbatches = 12}};
    problem.costs = uniform(4, {}, 3);
    problem.memory = uniformMemory(4, 4, {.forward = 4, .backwardInput = -3, .backwardWeight = -1}, 10);
    for (int stage = 0; stage < 4; ++stage)
        problem.costs.stages[0][stage] = {
            .forward = 19 + 7 * stage, .backwardInput = 31 - 5 * stage, .backwardWeight = 11 + 3 * stage};
    return problem;
}

TEST(ExactSearch, LeavesOpsInTheOrderThatIsToBeKept) {
    // Free, rank 1 runs F B F B W W, and all ends at 7:
    //   rank 0: F F . B W B W
    //   rank 1: . F B F B W W
    // With its first W before its second F, the second B is there at 6, and rank 0 still has B and W:
    //   rank 0: F F . B W . B W
    //   rank 1: . F B W F B W
    Plan problem{.schedule = {.placement = linear(2), .microbatches = 2}};
    problem.costs = uniform(2);
    problem.memory = uniformMemory(2, 2, {});
    Instance instance = instanceOf(problem);
    const auto below = [&](Time value) { return search(problem, instance, Objective::Makespan, {value, 1}).answer; };
    EXPECT_EQ(below(7), Exact::None);
    const SeriesOp firstWeight{.chunk = 1, .kind = OpKind::W, .index = 0};
    const SeriesOp secondForward{.chunk = 1, .kind = OpKind::F, .index = 1};
    instance.kept.push_back({.first = firstWeight, .second = secondForward});
    if (!canProve())
        return;
    EXPECT_EQ(below(8), Exact::None);
    const Searched reached = search(problem, instance, Objective::Makespan, {9, 1});
    ASSERT_EQ(reached.answer, Exact::Better);
    const Plan& plan = reached.found;
    EXPECT_EQ(valueOf(plan, Objective::Makespan), (Fraction{8, 1}));
    const Slot weight = *slotOf(plan.schedule, {.kind = OpKind::W, .stage = 1, .microbatch = 0});
    const Slot forward = *slotOf(plan.schedule, {.kind = OpKind::F, .stage = 1, .microbatch = 1});
    EXPECT_LT(weight.position, forward.position);
    instance.kept.push_back({.first = secondForward, .second = firstWeight});
    EXPECT_EQ(below(99), Exact::None);
}

TEST(ExactSearch, GivesNoAnswerWhenStoppedOrOutOfTime) {
    const Instance instance = instanceOf(hardProblem());
    const Fraction bound = lowerBounds(hardProblem(), Objective::Makespan).front().value;
    const Fraction justAbove{bound.numerator + 1, bound.denominator};
    std::stop_source source;
    source.request_stop();
    const auto takeAll = [](const Sequences&) { return true; };
    EXPECT_EQ(searchBelow(instance, Objective::Makespan, justAbove, takeAll, source.get_token(), kSeconds),
              Exact::Unknown);
    EXPECT_EQ(searchBelow(instance, Objective::Makespan, justAbove, takeAll, {}, 0), Exact::Unknown);
}

TEST(ExactSearch, ProvesNothingThatNoOrderCouldShow) {
    // Nothing is below 0 even where nothing takes time.
    Plan problem{.schedule = {.placement = linear(2), .microbatches = 2}};
    problem.costs = uniform(2, {.forward = 0, .backwardInput = 0, .backwardWeight = 0});
    problem.memory = uniformMemory(2, 2, {});
    const Instance instance = instanceOf(problem);
    const auto takeAll = [](const Sequences&) { return true; };
    EXPECT_EQ(searchBelow(instance, Objective::Period, {0, 1}, takeAll, {}, kSeconds), Exact::None);
}

} // namespace
} // namespace lanewright::test
