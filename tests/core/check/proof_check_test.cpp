// SPDX-License-Identifier: Apache-2.0
#include "core/check/proof_check.h"

#include "core/bounds/bounds.h"
#include "core/generate/problem.h"
#include "tests/support/exhaustive.h"
#include "tests/support/random_plan.h"
#include "tests/support/tiny_problem.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// That arguments are accepted as they are made, and that none is accepted whose claim is false.
namespace lanewright::test {
namespace {

constexpr std::array kTimes = {&Argument::before, &Argument::work, &Argument::wait, &Argument::waitLast,
                               &Argument::after};
constexpr std::array kKeys = {"before", "work", "wait", "wait_last", "after"};

/// Four ranks: the last one waits for three F and three ways before it works for 8 · 24, and at the end nobody follows.
Plan fourRanks(Bytes limit = 64) {
    return *problemOf({.ranks = 4,
                       .microbatches = 8,
                       .forward = 7,
                       .backwardInput = 9,
                       .backwardWeight = 8,
                       .transfer = 1,
                       .memory = {.forward = 1, .backwardInput = 0, .backwardWeight = -1},
                       .memoryLimit = limit});
}

Proof lastRank() {
    Proof proof = proofFor(fourRanks(), Objective::Makespan, {3 * 8 + 8 * 24, 1}, "load");
    proof.argument = {.rank = 3, .before = 3 * 8, .work = 8 * 24};
    return proof;
}

std::string placeOf(const Result<Done>& checked) { return checked ? "" : checked.error().where.text(); }

TEST(CheckProof, LooksAtEachOfSixteenThousandStagesOnce) {
    constexpr int kStages = kMostStages;
    Plan plan;
    plan.schedule = {.placement = {.ranks = 1, .directions = {std::vector<int>(kStages, 0)}}, .microbatches = 1};
    plan.costs = uniform(kStages);
    plan.memory = uniformMemory(kStages, 1, {.forward = 1, .backwardWeight = -1});
    const std::vector<Bound> bounds = lowerBounds(plan, Objective::Iteration, BoundEffort::Instant);
    const auto argued = std::ranges::find_if(bounds, [](const Bound& bound) { return bound.argument.has_value(); });
    ASSERT_NE(argued, bounds.end());
    EXPECT_EQ(argued->value, (Fraction{3 * kStages, 1}));
    EXPECT_TRUE(checkProof(plan, proofFor(plan, Objective::Iteration, argued->value, argued->name, argued->argument)));
}

TEST(CheckProof, AcceptsWhatAPersonCountsAndNoTickMore) {
    ASSERT_TRUE(checkProof(fourRanks(), lastRank()));
    for (std::size_t each = 0; each < kTimes.size(); ++each) {
        Proof more = lastRank();
        ++((*more.argument).*kTimes[each]);
        EXPECT_EQ(placeOf(checkProof(fourRanks(), more)), std::string{"proof.argument."} + kKeys[each]);
    }
    Proof higher = lastRank();
    ++higher.lowerBound.numerator;
    EXPECT_EQ(placeOf(checkProof(fourRanks(), higher)), "proof.lower_bound");
    Proof first = lastRank();
    first.argument->rank = 0;
    EXPECT_EQ(placeOf(checkProof(fourRanks(), first)), "proof.argument.before");
    first.argument->rank = 4;
    EXPECT_EQ(placeOf(checkProof(fourRanks(), first)), "proof.argument.rank");
}

// Rank 0 has room for two F. Its first B comes after the way there and back: 3 · (1 + 7 + 9 + 1) = 54, in which it can
// run one more F.
TEST(CheckProof, CountsTheWaitForTheFirstBackwardOfARankWithoutRoom) {
    Proof proof = proofFor(fourRanks(2), Objective::Period, {8 * 24 + 54 - 7, 1}, "stage");
    proof.argument = {.rank = 0, .work = 8 * 24, .wait = 54 - 7};
    EXPECT_TRUE(checkProof(fourRanks(2), proof));
    EXPECT_EQ(placeOf(checkProof(fourRanks(3), proof)), "proof.argument.wait");
}

TEST(CheckProof, SaysOfAProofWithoutAnArgumentThatNobodyCheckedIt) {
    const Result<Done> checked = checkProof(fourRanks(), proofFor(fourRanks(), Objective::Makespan, {1, 1}, "z3"));
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().message.text(), "by z3, not checked");
}

// Rank 0 has room for two F. Between its last F and that one's B, 54 later, it can run B and W of one other microbatch:
// 9 + 8. A W that waits takes the room of an F.
TEST(CheckProof, CountsTheWaitForTheLastBackwardOnTopWhereMemoryPartsTheTwo) {
    Proof proof = proofFor(fourRanks(2), Objective::Period, {8 * 24 + 54 - 7 + 54 - 17, 1}, "stage");
    proof.argument = {.rank = 0, .work = 8 * 24, .wait = 54 - 7, .waitLast = 54 - 17};
    EXPECT_TRUE(checkProof(fourRanks(2), proof));
    EXPECT_EQ(placeOf(checkProof(fourRanks(3), proof)), "proof.argument.wait");
    ++proof.argument->waitLast;
    EXPECT_EQ(placeOf(checkProof(fourRanks(2), proof)), "proof.argument.wait_last");
}

TEST(CheckProof, CountsOneOfTheTwoWaitsWhereAllFindRoom) {
    Plan problem = fourRanks();
    problem.schedule.microbatches = 2;
    Proof proof = proofFor(problem, Objective::Period, {2 * 24 + 54 - 7, 1}, "stage");
    proof.argument = {.rank = 0, .work = 2 * 24, .wait = 54 - 7};
    EXPECT_TRUE(checkProof(problem, proof));
    proof.argument = {.rank = 0, .work = 2 * 24, .waitLast = 54 - 17};
    proof.lowerBound = {2 * 24 + 54 - 17, 1};
    EXPECT_TRUE(checkProof(problem, proof));
    proof.argument->wait = 1;
    EXPECT_EQ(placeOf(checkProof(problem, proof)), "proof.argument.wait_last");
}

// Three F and ways down to rank 3, where eight F and B run, then three ways and B back up, and the last W of stage 0.
TEST(CheckProof, CountsTheWayToARankAndBackAroundItsForwardsAndBackwards) {
    Proof proof = proofFor(fourRanks(), Objective::Period, {3 * 8 + 8 * 16 + 3 * 10 + 8, 1}, "chain");
    proof.argument = {.rank = 3, .before = 3 * 8, .work = 8 * 16, .after = 3 * 10 + 8, .part = Argument::Part{0, 3, 0}};
    EXPECT_TRUE(checkProof(fourRanks(), proof));
    for (std::size_t each = 0; each < kTimes.size(); ++each) {
        Proof more = proof;
        ++((*more.argument).*kTimes[each]);
        EXPECT_EQ(placeOf(checkProof(fourRanks(), more)), std::string{"proof.argument."} + kKeys[each]);
    }
    proof.argument->part->around = 1;
    EXPECT_EQ(placeOf(checkProof(fourRanks(), proof)), "proof.argument.before") << "a period of rank 1 is shorter";
    proof.objective = Objective::Makespan;
    EXPECT_TRUE(checkProof(fourRanks(), proof));
    for (const Argument::Part& part : {Argument::Part{0, 2, 0}, Argument::Part{1, 3, 0}, Argument::Part{0, 4, 0},
                                       Argument::Part{0, 3, 4}, Argument::Part{0, -1, -1}, Argument::Part{-1, 3, 0}}) {
        proof.argument->part = part;
        EXPECT_EQ(placeOf(checkProof(fourRanks(), proof)), "proof.argument.stage");
    }
}

/// Random problems without pairs, every third with microbatches that differ.
Plan withoutPairs(std::uint64_t seed) {
    Plan plan = randomPlan(seed, {.gaps = false, .pairs = false, .pairsByBoth = false, .unequal = seed % 3 == 0});
    for (std::vector<StageCosts>& direction : plan.costs.stages)
        for (StageCosts& stage : direction)
            stage.overlapped.reset();
    return plan;
}

TEST(CheckProof, AcceptsTheArgumentsOfBoundsWhateverTheProblem) {
    std::map<std::string, std::uint64_t> accepted;
    std::uint64_t refused = 0;
    for (std::uint64_t seed = 1; seed <= trials(150); ++seed) {
        const Plan plan = seed % 2 == 0 ? withoutPairs(seed) : tinyProblem(seed);
        for (const Objective objective : kObjectives)
            for (const Bound& bound : lowerBounds(plan, objective, BoundEffort::Instant)) {
                if (!bound.argument)
                    continue;
                const Result<Done> checked =
                    checkProof(plan, proofFor(plan, objective, bound.value, bound.name, bound.argument));
                ++(checked ? accepted[bound.name] : refused);
                accepted["wait_last"] += checked && bound.argument->waitLast > 0 ? 1 : 0;
                EXPECT_TRUE(checked || !plan.costs.microbatches.areEqual())
                    << "seed " << seed << ", " << toText(objective) << ", " << bound.name << ": "
                    << checked.error().message.text() << " at " << placeOf(checked);
            }
    }
    for (const char* name : {"work", "load", "stage", "chain"})
        EXPECT_GE(accepted[name], trials(150)) << name;
    EXPECT_GE(10 * accepted["wait_last"], trials(150));
    EXPECT_LE(refused, trials(150) / 3);
}

/// An order of the problem that takes least, per objective; none where that takes too many orders, or none fits.
std::optional<std::array<Fraction, 4>> leastOf(const Plan& problem) {
    const bool areEqual = problem.costs.microbatches.areEqual();
    const std::optional<AllOrders> all =
        tryAllOrders(problem, 5'000, areEqual ? Microbatches::InTurn : Microbatches::InAnyOrder);
    if (!all || !all->anyFits)
        return {};
    return all->least;
}

std::size_t numberOf(Objective objective) { return std::ranges::find(kObjectives, objective) - kObjectives.begin(); }

/// A little of the problem takes less time or memory than it did, or a rank has more room.
void cheapen(Plan& problem, Dice& dice) {
    for (std::vector<StageCosts>& direction : problem.costs.stages)
        for (StageCosts& stage : direction)
            for (Time StageCosts::*const time :
                 {&StageCosts::forward, &StageCosts::backwardInput, &StageCosts::backwardWeight})
                if (dice.chance(30))
                    stage.*time = std::max<Time>(0, stage.*time - dice.roll(1, 3));
    for (std::optional<Bytes>& limit : problem.memory.limit)
        if (limit && dice.chance(40))
            *limit += dice.roll(1, 4);
}

void change(Proof& proof, const Plan& problem, Dice& dice) {
    Argument& argument = *proof.argument;
    if (dice.chance(30))
        argument.rank = dice.roll(0, problem.schedule.ranks() - 1);
    if (dice.chance(20))
        proof.objective = kObjectives[dice.roll(0, 3)];
    if (dice.chance(20))
        argument.part = Argument::Part{dice.roll(0, 1), dice.roll(0, problem.schedule.stages() - 1),
                                       dice.roll(0, problem.schedule.stages() - 1)};
    else if (dice.chance(10))
        argument.part.reset();
    for (Time Argument::*const time : kTimes)
        if (dice.chance(40))
            argument.*time += dice.roll(-1, 3);
    Time sum = 0;
    for (Time Argument::*const time : kTimes)
        sum += argument.*time;
    proof.lowerBound = {sum + (dice.chance(20) ? dice.roll(1, 3) : 0), 1};
}

TEST(CheckProof, AcceptsNoChangedArgumentWhoseClaimAnOrderDisproves) {
    std::uint64_t mutants = 0; // whose claim is false
    for (std::uint64_t seed = 1; mutants < trials(10'000); ++seed) {
        const Plan problem = tinyProblem(seed);
        std::optional<std::array<Fraction, 4>> least = leastOf(problem);
        if (!least)
            continue;
        Dice dice(seed);
        Plan changed = problem;
        if (dice.chance(40)) {
            cheapen(changed, dice);
            least = leastOf(changed);
        }
        for (const Objective objective : kObjectives)
            for (const Bound& bound : lowerBounds(problem, objective, BoundEffort::Instant)) {
                for (int trial = 0; least && bound.argument && trial < 8; ++trial) {
                    Proof proof = proofFor(changed, objective, bound.value, bound.name, bound.argument);
                    change(proof, changed, dice);
                    const bool isTrue = proof.lowerBound <= (*least)[numberOf(proof.objective)];
                    mutants += isTrue ? 0 : 1;
                    EXPECT_TRUE(isTrue || !checkProof(changed, proof)) << "seed " << seed << ", " << bound.name;
                }
            }
    }
}

/// The argument with each number as large as the checker lets it be.
Argument largestOf(const Plan& problem, Objective objective, Argument argument) {
    const auto isAccepted = [&] {
        return checkProof(problem, proofFor(problem, objective, {0, 1}, "largest", argument)).ok();
    };
    for (Time Argument::*const time : kTimes)
        for (Time step = Time{1} << 16; step > 0; step /= 2) {
            argument.*time += step;
            if (!isAccepted())
                argument.*time -= step;
        }
    return argument;
}

// Whatever the bounds say: the most that can be claimed of any rank and any of its stages is never above the best
// order.
TEST(CheckProof, AcceptsNothingAboveTheBestOrder) {
    std::uint64_t claims = 0;
    std::uint64_t reached = 0;
    for (std::uint64_t seed = 1; claims < trials(3'000, 3'000); ++seed) {
        Plan problem = tinyProblem(seed);
        if (seed % 4 == 0)
            problem = randomPlan(seed, {.mostRanks = 2,
                                        .mostMicrobatches = 2,
                                        .gaps = false,
                                        .pairs = false,
                                        .pairsByBoth = false,
                                        .unequal = true});
        problem.optimizerMode = kOptimizerModes[seed % kOptimizerModes.size()];
        const std::optional<std::array<Fraction, 4>> least = leastOf(problem);
        if (!least)
            continue;
        for (const Objective objective : kObjectives)
            for (int rank = 0; rank < problem.schedule.ranks(); ++rank)
                for (int stage = -1; stage < problem.schedule.stages(); ++stage) {
                    Argument argument{.rank = rank};
                    if (stage >= 0)
                        argument.part =
                            Argument::Part{static_cast<int>(seed % 2), stage, static_cast<int>(seed) % (stage + 1)};
                    argument = largestOf(problem, objective, argument);
                    Time sum = 0;
                    for (Time Argument::*const time : kTimes)
                        sum += argument.*time;
                    ++claims;
                    reached += Fraction{sum, 1} == (*least)[numberOf(objective)] ? 1 : 0;
                    EXPECT_LE((Fraction{sum, 1}), (*least)[numberOf(objective)])
                        << "seed " << seed << ", " << toText(objective) << ", rank " << rank << ", stage " << stage;
                }
    }
    EXPECT_GE(20 * reached, claims);
}

} // namespace
} // namespace lanewright::test
