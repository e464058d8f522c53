// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/bounds.h"

#include "core/generate/problem.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "tests/core/bounds/bounds_cases.h"
#include "tests/support/random_plan.h"
#include "tests/support/rows.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace lanewright::test {
namespace {

Objective objectiveOf(const BoundCase& each) { return each.ofPeriod ? Objective::Period : Objective::Makespan; }

Fraction boundOf(const BoundCase& each, BoundEffort effort = BoundEffort::Full) {
    return lowerBounds(each.problem, objectiveOf(each), effort).front().value;
}

std::string text(const Fraction& value) {
    return std::to_string(value.numerator) + "/" + std::to_string(value.denominator);
}

TEST(Bounds, StayBelowEveryProvedOptimum) {
    for (const BoundCase& each : sampled(boundCases("optima.csv"))) {
        if (each.infeasible)
            continue;
        for (const Bound& bound : lowerBounds(each.problem, objectiveOf(each)))
            EXPECT_LE(bound.value, each.best)
                << each.id << " " << bound.name << " " << text(bound.value) << " > " << text(each.best);
    }
}

// A replica of one rank takes what its microbatches take, so that all deals can be counted.
TEST(Bounds, StayBelowTheBestDeal) {
    for (std::uint64_t seed = 1; seed <= trials(200); ++seed) {
        Dice dice(seed);
        const int count = dice.roll(2, 4);
        const int microbatches = count * dice.roll(1, count > 3 ? 2 : 3);
        Plan plan;
        plan.schedule.placement.ranks = count;
        for (int replica = 0; replica < count; ++replica)
            plan.schedule.placement.directions.push_back({replica});
        plan.schedule.microbatches = microbatches;
        MicrobatchCosts::Table table;
        std::vector<Time> works;
        for (int microbatch = 0; microbatch < microbatches; ++microbatch) {
            plan.schedule.directionOf.push_back(microbatch % count);
            works.push_back(dice.chance(50) ? dice.roll(1, 5) : dice.roll(10, 30));
        }
        for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W})
            for (const Time work : works)
                table[static_cast<std::size_t>(kind)].push_back(kind == OpKind::F ? work : 0);
        plan.costs = uniform(1, {});
        plan.memory = uniformMemory(1, count, {});
        setMicrobatches(plan, MicrobatchCosts::ofTable(microbatches, table, {}));
        std::vector<int> dealt = plan.schedule.directionOf;
        std::ranges::sort(dealt);
        Time best = std::numeric_limits<Time>::max();
        do {
            std::vector<Time> sums(static_cast<std::size_t>(count), 0);
            for (std::size_t i = 0; i < dealt.size(); ++i)
                sums[static_cast<std::size_t>(dealt[i])] += works[i];
            best = std::min(best, std::ranges::max(sums));
        } while (std::ranges::next_permutation(dealt).found);
        for (const Bound& bound : lowerBounds(plan, Objective::Makespan, BoundEffort::Full, {}, Dealing::Anew))
            EXPECT_LE(bound.value, (Fraction{best, 1})) << seed << ' ' << bound.name;
    }
}

TEST(Bounds, LetRBeginBeforeItsGradientComes) {
    Plan plan = linearPlan(2, 1, "F0.0 R0.0 BW0.0\n F1.0 BW1.0");
    plan.costs.transfer.every = 10 * kTimeUnit;
    plan.costs.stages[0][0].recompute = 100 * kTimeUnit;
    const Fraction makespan = valueOf(measure(plan, simulate(plan.schedule, plan.costs)), Objective::Makespan);
    EXPECT_EQ(makespan, (Fraction{103 * kTimeUnit, 1}));
    for (const Bound& bound : lowerBounds(plan, Objective::Makespan))
        EXPECT_LE(bound.value, makespan) << bound.name;
}

TEST(Bounds, StayBelowTheBestSchedulesOfTheZeroBubbleSettings) {
    for (const BoundCase& each : boundCases("zero_bubble.csv"))
        for (const Bound& bound : lowerBounds(each.problem, Objective::Period, BoundEffort::Instant))
            EXPECT_LE(bound.value, each.best) << each.id << " " << bound.name;
}

TEST(Bounds, MeetTheOptimumOfAllButAHandful) {
    std::vector<std::string> loose;
    for (const BoundCase& each : sampled(boundCases("optima.csv"))) {
        if (each.infeasible)
            continue;
        const Fraction bound = boundOf(each);
        EXPECT_GE(bound, (Fraction{each.proved, 1})) << each.id << " " << text(bound);
        if (bound != each.best)
            loose.push_back(each.id);
    }
    EXPECT_LE(loose.size(), 10u) << ::testing::PrintToString(loose);
}

TEST(Refuting, ReachesProvedOptimaThatBoundsDoNotAndPassesNone) {
    const std::vector<BoundCase> all = boundCases("optima.csv");
    const std::vector<BoundCase> cases = sampled(all);
    std::size_t raised = 0;
    for (const BoundCase& each : cases) {
        if (each.infeasible)
            continue;
        const Bound largest = lowerBounds(each.problem, objectiveOf(each)).front();
        Fraction best = largest.value;
        refuteValues(each.problem, objectiveOf(each), largest, 1'000'000, {}, [&](const Bound& bound) {
            best = bound.value;
            return kAnyValue;
        });
        EXPECT_LE(best, each.best) << each.id;
        EXPECT_GE(best, largest.value) << each.id;
        raised += best > largest.value ? 1 : 0;
    }
    EXPECT_GE(raised * all.size(), 5 * cases.size()) << raised << " of " << cases.size();
}

/// Four unequal ranks and twelve microbatches with the memory of 1F1B, of which all bounds say 496.
Plan fourUnequalRanks() {
    constexpr std::array<std::array<Time, 3>, 4> kTimes = {{{9, 11, 12}, {15, 15, 4}, {14, 13, 12}, {8, 16, 3}}};
    constexpr std::array<std::array<Bytes, 3>, 4> kMemory = {{{8, -4, -4}, {7, -3, -4}, {6, -2, -4}, {4, -2, -2}}};
    Plan problem{.schedule = {.placement = linear(4), .microbatches = 12}};
    problem.costs.transfer = {.every = 1 * kTimeUnit};
    problem.costs.stages.resize(1);
    problem.memory.stages.resize(1);
    for (std::size_t stage = 0; stage < kTimes.size(); ++stage) {
        const auto& [forward, backward, weight] = kTimes[stage];
        problem.costs.stages[0].push_back({.forward = forward * kTimeUnit,
                                           .backwardInput = backward * kTimeUnit,
                                           .backwardWeight = weight * kTimeUnit});
        const auto& [held, freed, left] = kMemory[stage];
        problem.memory.stages[0].push_back({.forward = held, .backwardInput = freed, .backwardWeight = left});
    }
    problem.memory.limit = {32, 28, 24, 16};
    return problem;
}

TEST(Refuting, ProvesWhatHasNoOtherProof) {
    const Plan problem = fourUnequalRanks();
    const Bound largest = lowerBounds(problem, Objective::Makespan).front();
    EXPECT_EQ(largest.value, (Fraction{496 * kTimeUnit, 1}));
    Bound best = largest;
    refuteValues(problem, Objective::Makespan, largest, 400'000'000, {}, [&](const Bound& bound) {
        best = bound;
        return Fraction{497 * kTimeUnit, 1};
    });
    EXPECT_EQ(best.value, (Fraction{497 * kTimeUnit, 1}));
    EXPECT_EQ(best.name, kRefuted);
}

TEST(Refuting, LooksFromSomeRanksWhereThereAreTooManyOps) {
    const Plan problem = *problemOf({.ranks = 16,
                                     .microbatches = 48,
                                     .forward = 19 * kTimeUnit,
                                     .backwardInput = 18 * kTimeUnit,
                                     .backwardWeight = 11 * kTimeUnit,
                                     .transfer = kTimeUnit,
                                     .memoryLimit = 8 * kMemoryUnit});
    const Bound largest = lowerBounds(problem, Objective::Period).front();
    Bound best = largest;
    refuteValues(problem, Objective::Period, largest, 8'000'000, {}, [&](const Bound& bound) {
        best = bound;
        return kAnyValue;
    });
    EXPECT_GT(best.value, largest.value);
}

TEST(Refuting, StopsWhereItIsAskedTo) {
    const Plan problem = fourUnequalRanks();
    const Bound largest = lowerBounds(problem, Objective::Makespan).front();
    int told = 0;
    const auto count = [&](const Bound&) {
        ++told;
        return largest.value;
    };
    refuteValues(problem, Objective::Makespan, largest, 400'000'000, {}, count);
    EXPECT_EQ(told, 1) << "nothing above that value is worth it";
    std::stop_source stopped;
    stopped.request_stop();
    refuteValues(problem, Objective::Makespan, largest, 400'000'000, stopped.get_token(), [&](const Bound&) {
        ++told;
        return kAnyValue;
    });
    EXPECT_EQ(told, 2);
}

TEST(Refuting, HearsOfABetterOrderBeforeEachValue) {
    const Plan problem = fourUnequalRanks();
    const Bound largest = lowerBounds(problem, Objective::Makespan).front();
    bool isKnown = false;
    refuteValues(problem, Objective::Makespan, largest, 400'000'000, {}, [&](const Bound& bound) {
        EXPECT_EQ(bound.value, largest.value) << "an order as good as that was found meanwhile";
        return std::exchange(isKnown, true) ? largest.value : kAnyValue;
    });
}

TEST(Bounds, AStoppedCallHasTheClosedForms) {
    std::stop_source source;
    source.request_stop();
    for (const BoundCase& each : boundCases("optima.csv")) {
        const Objective objective = objectiveOf(each);
        const Fraction stopped = lowerBounds(each.problem, objective, BoundEffort::Full, source.get_token())[0].value;
        EXPECT_GE(stopped, boundOf(each, BoundEffort::Instant)) << each.id;
        EXPECT_TRUE(each.infeasible || stopped <= each.best) << each.id;
    }
}

TEST(Bounds, ClosedFormsReachWhatTheyAreKnownToReachForUniformStages) {
    int certified = 0;
    int uniformCases = 0;
    for (const BoundCase& each : boundCases("zero_bubble.csv")) {
        if (!each.uniform)
            continue;
        const Fraction bound = boundOf(each, BoundEffort::Instant);
        EXPECT_GE(bound, (Fraction{each.proved, 1})) << each.id << " " << text(bound);
        ++uniformCases;
        certified += bound == each.best;
    }
    EXPECT_GE(certified, 136) << "of " << uniformCases;
}

/// Eight equal ranks as in the Zero Bubble paper's 1.5B model, with room for so many forwards on every rank.
Plan eightRanks(int microbatches, int room) {
    constexpr Time kMicro = 1000;
    return *problemOf({.ranks = 8,
                       .microbatches = microbatches,
                       .forward = 18'513 * kMicro,
                       .backwardInput = 18'086 * kMicro,
                       .backwardWeight = 9'331 * kMicro,
                       .transfer = 626 * kMicro,
                       .memory = {.forward = 3, .backwardInput = -2, .backwardWeight = -1},
                       .memoryLimit = Bytes{3} * room});
}

Time untilFirstBackward(int room, Objective objective) {
    for (const Bound& bound : lowerBounds(eightRanks(32, room), objective, BoundEffort::Instant))
        if (bound.name == "first-backward")
            return bound.value.numerator;
    return -1;
}

// An F is 0.825 ms shorter than the way of a gradient from one rank's first B to the next adds to two F. Rank 0 needs
// 15 F before its first B and one more for every rank behind it that does not wait for that.
TEST(Bounds, RanksWaitForTheirFirstBackwardOrRunOneMoreForward) {
    constexpr Time kWork = 32 * 45'930'000;
    EXPECT_EQ(untilFirstBackward(22, Objective::LongestSpan), -1) << "nobody has to wait";
    EXPECT_EQ(untilFirstBackward(21, Objective::LongestSpan), kWork + 825'000);
    EXPECT_EQ(untilFirstBackward(20, Objective::LongestSpan), kWork + 825'000);
    EXPECT_EQ(untilFirstBackward(18, Objective::Period), kWork + 825'000);
    EXPECT_EQ(untilFirstBackward(17, Objective::Period), kWork + 2 * 825'000);
    EXPECT_EQ(untilFirstBackward(16, Objective::Period), kWork + 3 * 825'000);
}

/// Four ranks of one stage, eight microbatches, F, B and W of a unit each; an F beside a BW takes 2.4 for 3.
Plan pairedRanks() {
    Plan problem{.schedule = {.placement = linear(4), .microbatches = 8}};
    problem.costs = uniform(4, {.forward = kTimeUnit,
                                .backwardInput = kTimeUnit,
                                .backwardWeight = kTimeUnit,
                                .overlapped = 12 * kTimeUnit / 5});
    problem.memory = uniformMemory(4, 4, {});
    return problem;
}

enum class Share : std::uint8_t { Work, Size };

/// The same with a last microbatch of that share, in thousandths.
Plan withLast(Plan problem, Share share, std::int64_t thousandths) {
    std::vector<std::int64_t> shares(problem.schedule.microbatches, MicrobatchCosts::kOne);
    shares.back() = MicrobatchCosts::kOne / 1000 * thousandths;
    setMicrobatches(problem, share == Share::Work ? MicrobatchCosts::ofShares(shares, {})
                                                  : MicrobatchCosts::ofShares({}, shares));
    return problem;
}

TEST(PairBound, DoesNotJumpWhereAMicrobatchDiffersByAThousandth) {
    Plan recomputing = pairedRanks();
    for (StageCosts& stage : recomputing.costs.stages[0])
        stage.recompute = kTimeUnit / 2;
    for (const Plan& equal : {pairedRanks(), recomputing})
        for (const Objective objective : {Objective::Makespan, Objective::Period}) {
            const double before = lowerBounds(equal, objective).front().value.value();
            for (const Share share : {Share::Work, Share::Size})
                EXPECT_NEAR(lowerBounds(withLast(equal, share, 1001), objective).front().value.value() / before, 1,
                            0.001);
        }
}

TEST(PairBound, IsTheWorkOfARankWherePairsDoNotPay) {
    Plan problem = pairedRanks();
    for (StageCosts& stage : problem.costs.stages[0])
        stage.overlapped = 3 * kTimeUnit;
    EXPECT_GE(lowerBounds(withLast(problem, Share::Work, 2000), Objective::Period).front().value,
              (Fraction{27 * kTimeUnit, 1}));
}

} // namespace
} // namespace lanewright::test
