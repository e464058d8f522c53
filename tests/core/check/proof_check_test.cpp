// SPDX-License-Identifier: Apache-2.0
#include "core/check/proof_check.h"

#include "core/bounds/bounds.h"
#include "core/generate/problem.h"
#include "tests/support/exhaustive.h"
#include "tests/support/random_plan.h"
#include "tests/support/tiny_problem.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

/// That arguments are accepted as they are made, and that none is accepted whose claim is false.
namespace lanewright::test {
namespace {

constexpr std::array kTimes = {&Argument::before, &Argument::work, &Argument::wait, &Argument::after};
constexpr std::array kKeys = {"before", "work", "wait", "after"};

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

TEST(CheckProof, AcceptsTheArgumentsOfBoundsWhateverTheProblem) {
    std::uint64_t accepted = 0;
    std::uint64_t all = 0;
    for (std::uint64_t seed = 1; seed <= trials(150); ++seed) {
        Plan plan = randomPlan(seed, {.gaps = false, .pairs = false, .pairsByBoth = false, .unequal = seed % 3 == 0});
        for (std::vector<StageCosts>& direction : plan.costs.stages)
            for (StageCosts& stage : direction)
                stage.overlapped.reset();
        for (const Objective objective : kObjectives)
            for (const Bound& bound : lowerBounds(plan, objective, BoundEffort::Instant)) {
                if (!bound.argument)
                    continue;
                ++all;
                const Result<Done> checked =
                    checkProof(plan, proofFor(plan, objective, bound.value, bound.name, bound.argument));
                accepted += checked.ok() ? 1 : 0;
                EXPECT_TRUE(checked || !plan.costs.microbatches.areEqual())
                    << "seed " << seed << ", " << toText(objective) << ", " << bound.name << ": "
                    << checked.error().message.text() << " at " << placeOf(checked);
            }
    }
    EXPECT_GE(all, trials(150) * 8);
    EXPECT_GE(10 * accepted, 9 * all);
}

TEST(CheckProof, AcceptsNoChangedArgumentWhoseClaimAnOrderDisproves) {
    std::uint64_t mutants = 0;
    for (std::uint64_t seed = 1; mutants < trials(10'000); ++seed) {
        const Plan problem = tinyProblem(seed);
        const std::optional<AllOrders> all = tryAllOrders(problem, 5'000);
        if (!all || !all->anyFits)
            continue;
        Dice dice(seed);
        for (std::size_t each = 0; each < kObjectives.size(); ++each)
            for (const Bound& bound : lowerBounds(problem, kObjectives[each], BoundEffort::Instant)) {
                if (!bound.argument)
                    continue;
                for (int trial = 0; trial < 8; ++trial, ++mutants) {
                    Proof proof = proofFor(problem, kObjectives[each], bound.value, bound.name, bound.argument);
                    if (dice.chance(30))
                        proof.argument->rank = dice.roll(0, problem.schedule.ranks() - 1);
                    if (dice.chance(20))
                        proof.objective = kObjectives[dice.roll(0, 3)];
                    for (Time Argument::*const time : kTimes)
                        if (dice.chance(40))
                            (*proof.argument).*time += dice.roll(-1, 3);
                    Time sum = 0;
                    for (Time Argument::*const time : kTimes)
                        sum += (*proof.argument).*time;
                    proof.lowerBound = {sum, 1};
                    std::size_t about = 0;
                    while (kObjectives[about] != proof.objective)
                        ++about;
                    EXPECT_TRUE(proof.lowerBound <= all->least[about] || !checkProof(problem, proof))
                        << "seed " << seed << ", " << bound.name;
                }
            }
    }
}

} // namespace
} // namespace lanewright::test
