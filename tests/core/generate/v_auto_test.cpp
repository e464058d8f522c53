// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/instance.h"
#include "tests/core/generate/problems.h"
#include "tests/support/trials.h"

#include <limits>

using namespace lanewright;
using namespace lanewright::test;

namespace {

/// A problem with a limit on most ranks, from too little for one microbatch to more than enough.
Plan randomLimited(std::mt19937& random) {
    Plan problem = randomVProblem(random);
    const auto upTo = [&](Bytes most) { return static_cast<Bytes>(random() % static_cast<std::uint64_t>(most + 1)); };
    std::vector<Bytes> wholes(problem.schedule.ranks(), 0);
    for (int stage = 0; stage < problem.schedule.stages(); ++stage) {
        const StageMemory& memory = problem.memory.stages[0][stage];
        wholes[problem.schedule.placement.rankOf(0, stage)] += memory.forward + memory.recompute;
    }
    problem.memory.limit.resize(problem.schedule.ranks());
    for (int rank = 0; rank < problem.schedule.ranks(); ++rank)
        if (random() % 5 > 0)
            problem.memory.limit[rank] = wholes[rank] * 9 / 10 + upTo(2 * wholes[rank] * problem.schedule.ranks());
    return problem;
}

Time ticks(const TableRow& row, const char* name) { return *ticksFromDecimal(row.at(name), scaleOf(TimeUnit::Ms)); }

} // namespace

TEST(Zbv, IsNeverWorseThanTheReferenceRuns) {
    std::size_t rows = 0;
    for (const TableRow& row : tableOf("v_reference.csv")) {
        const std::string& schedule = row.at("schedule");
        if (!schedule.starts_with("ZBV@") && !schedule.starts_with("V-adaptive@"))
            continue;
        // Half of 1F1B's memory has patterns of its own, and few rows.
        if (rows++ % stride(4) != 0 && !schedule.starts_with("V-adaptive@0.5p"))
            continue;
        const Metrics metrics = metricsOf(made("zbv", problemOfRow(row)));
        EXPECT_LE(metrics.longestSpan, ticks(row, "span")) << schedule << " of " << row.at("case");
        const Metrics wall = metricsOf(made("zbv", problemOfRow(row), {.objective = Objective::Makespan}));
        EXPECT_LE(wall.makespan, ticks(row, "wall")) << schedule << " of " << row.at("case");
        EXPECT_LE(wall.makespan, metrics.makespan) << schedule << " of " << row.at("case");
    }
    EXPECT_EQ(rows, 78U);
}

TEST(Zbv, FillsAllItsTimeWhereAllOpsAreAlike) {
    for (int ranks = 1; ranks <= 8; ++ranks)
        for (const int microbatches : {2 * ranks - 1, 2 * ranks, 3 * ranks + 1}) {
            const Metrics metrics = metricsOf(made("zbv", *problemOf({.ranks = ranks, .microbatches = microbatches})));
            EXPECT_EQ(metrics.longestSpan, microbatches * 3 * kTimeUnit) << ranks << " ranks, " << microbatches;
            EXPECT_EQ(metrics.makespan, metrics.longestSpan + (ranks - 1) * kTimeUnit / 2);
            EXPECT_EQ(largestPeak(metrics), ranks * kMemoryUnit);
        }
}

TEST(Zbv, TakesTheMemoryOfOneForwardOneBackwardWhereThereIsNoLimit) {
    Plan problem = *problemOf({.ranks = 4, .microbatches = 20, .forward = 3 * kTimeUnit});
    EXPECT_EQ(made("zbv", problem).memory.limit, std::vector<std::optional<Bytes>>(4, 4 * kMemoryUnit));
    problem.memory.limit = {std::nullopt, 6 * kMemoryUnit};
    EXPECT_EQ(made("zbv", problem).memory.limit, problem.memory.limit);
}

TEST(Zbv, KeepsAnyLimitsAndCosts) {
    std::mt19937 random(11);
    std::uint64_t refused = 0;
    const std::uint64_t rounds = trials(80);
    for (std::uint64_t round = 0; round < rounds; ++round) {
        const Plan problem = randomLimited(random);
        const auto plan = generate("zbv", problem);
        if (plan) {
            EXPECT_TRUE(isValid(validate(*plan))) << "round " << round;
            continue;
        }
        EXPECT_NE(plan.error().message.text().find("the least limit that would do is"), std::string::npos);
        ++refused;
    }
    EXPECT_GT(15 * refused, rounds);
    EXPECT_LT(2 * refused, rounds);
}

TEST(Zbv, OneMicrobatchAtATimeIsTheLeastThatWillDo) {
    Plan problem = *problemOf({.ranks = 3, .microbatches = 5, .memoryLimit = kMemoryUnit});
    EXPECT_EQ(metricsOf(made("zbv", problem)).peakMemory, (std::vector<Bytes>(3, kMemoryUnit)));
    problem.memory.limit[1] = kMemoryUnit - 1;
    const auto refused = generate("zbv", problem);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              "rank 1 can't run F4.0: one microbatch takes 1 activation there, and its memory limit "
              "is 0.999999 activations; the least limit that would do is 1 activation");
}

TEST(Zbv, IsBestInWhatItIsAskedFor) {
    std::mt19937 random(5);
    std::uint64_t compared = 0;
    const std::uint64_t rounds = trials(60);
    for (std::uint64_t round = 0; round < rounds; ++round) {
        Plan problem = randomVProblem(random);
        problem.memory.limit.clear();
        // Where a stage recomputes, orders may run sooner than they are timed while they are made.
        if (std::ranges::any_of(problem.costs.stages[0],
                                [](const StageCosts& stage) { return stage.recompute.has_value(); }))
            continue;
        std::vector<Metrics> metrics;
        for (const Objective objective : kObjectives)
            metrics.push_back(metricsOf(made("zbv", problem, {.objective = objective})));
        for (std::size_t asked = 0; asked < kObjectives.size(); ++asked) {
            const Objective known = withoutOptimizer(kObjectives[asked], problem.optimizerMode);
            for (const Metrics& other : metrics)
                EXPECT_LE(valueOf(metrics[asked], known), valueOf(other, known))
                    << "round " << round << ", " << toText(kObjectives[asked]);
        }
        ++compared;
    }
    EXPECT_GT(3 * compared, rounds);
}

TEST(Zbv, MoreMemoryIsHardlyEverWorse) {
    std::mt19937 random(2);
    std::uint64_t steps = 0;
    std::uint64_t worse = 0;
    const std::uint64_t rounds = trials(30, 30);
    for (std::uint64_t round = 0; round < rounds; ++round) {
        Plan problem = randomVProblem(random);
        const Instance instance = instanceOf(problem);
        std::vector<Bytes> limits(instance.ranks(), 0);
        for (const Chunk& chunk : instance.chunks)
            limits[chunk.rank] += chunk.forwardMemory + chunk.recomputeMemory;
        const std::vector<Bytes> wholes = limits;
        double before = std::numeric_limits<double>::max();
        for (int step = 0; step < 8; ++step) {
            problem.memory.limit.assign(limits.begin(), limits.end());
            if (const auto plan = generate("zbv", problem)) {
                const auto span = static_cast<double>(metricsOf(*plan).longestSpan);
                EXPECT_LE(span, before * 1.04) << "round " << round << ", step " << step;
                worse += span > before ? 1 : 0;
                ++steps;
                before = span;
            }
            for (int rank = 0; rank < instance.ranks(); ++rank)
                limits[rank] += static_cast<Bytes>(random() % (wholes[rank] + 1));
        }
    }
    EXPECT_GT(steps, 5 * rounds);
    EXPECT_LE(worse, steps / 40);
}
