// SPDX-License-Identifier: Apache-2.0
#include "core/page/number_lines.h"

#include "core/check/validate.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <set>

#include <optional>
#include <string>

using namespace lanewright;

namespace {

// Drawn by hand: rank 0 works 0–1 and 3–5, rank 1 works 1–4, so that the makespan is 5 and both are busy for 3.
Plan twoRanks() {
    return test::linearPlan(2, 1, R"(
        F0.0 B0.0 W0.0
        F1.0 B1.0 W1.0
    )");
}

std::string valueOf(const NumberLines& lines, const std::string& key) {
    for (const NumberLine& line : lines.whole)
        if (line.key == key)
            return line.value;
    return {};
}

/// A number is one row: all that is said of it anywhere is there.
TEST(NumberTable, HasAllThereIsToSayOfEachNumber) {
    std::set<std::string_view> keys;
    for (const Number& number : allNumbers()) {
        EXPECT_TRUE(keys.insert(number.key).second) << number.key;
        EXPECT_FALSE(number.name.text.empty()) << number.key;
        EXPECT_FALSE(number.definition.text.empty()) << number.key;
        EXPECT_TRUE(number.value != nullptr || number.json != nullptr) << number.key;
        EXPECT_TRUE(number.value != nullptr || number.shownIn == ShownIn::Answers) << number.key;
        EXPECT_EQ(&numberNamed(number.key), &number);
    }
    EXPECT_TRUE(definitionOf("speed").text.empty());
    EXPECT_EQ(numberNamed("throughput").better, Better::More);
}

} // namespace

TEST(NumberLines, SayWhatAPersonCountsInTheDrawing) {
    const Plan plan = twoRanks();
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    const NumberLines lines =
        numberLines(plan, measure(plan, timeline), heldAgainstBounds(plan, checked(plan, timeline)), false);
    EXPECT_EQ(valueOf(lines, "makespan"), "5");
    EXPECT_EQ(valueOf(lines, "iteration_time"), "5, sync optimizer");
    EXPECT_EQ(valueOf(lines, "bubble"), "2");
    EXPECT_EQ(valueOf(lines, "bubble_share"), "0.4000");
    EXPECT_EQ(valueOf(lines, "idle_share"), "0.4000");
    EXPECT_EQ(valueOf(lines, "avoidable"), "0");
    ASSERT_EQ(lines.ranks.size(), 2u);
    EXPECT_EQ(lines.ranks[1].size(), lines.rankKeys.size());
    EXPECT_EQ(lines.ranks[1][1], "3");
}

TEST(NumberLines, ReceiveBuffersAreColumnsWhereTheFileSaysHowTheyAreKept) {
    Plan plan = twoRanks();
    plan.costs.boundary.size = {5 * kMemoryUnit};
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    const auto lines = [&] { return numberLines(plan, measure(plan, timeline), std::nullopt, false); };
    const NumberLines without = lines();
    EXPECT_EQ(std::ranges::count(without.rankKeys, "receive_buffers"), 0);
    plan.memory.receiveBuffers = ReceiveBuffers::PerMicrobatch;
    const NumberLines with = lines();
    plan.costs.boundary.size.clear();
    EXPECT_EQ(std::ranges::count(lines().ranks[1], "0"), 0) << "nobody knows what they take";
    const auto column = [&](const char* key) {
        return with.ranks[1][static_cast<std::size_t>(std::ranges::find(with.rankKeys, key) - with.rankKeys.begin())];
    };
    EXPECT_EQ(column("receive_buffers"), std::to_string(plan.schedule.microbatches));
    EXPECT_EQ(column("receive_memory"), std::to_string(5 * plan.schedule.microbatches));
}

TEST(NumberLines, TheBoundOfALargeOrderIsOneThatIsFoundAtOnce) {
    const Plan problem = *problemOf({.ranks = 8,
                                     .microbatches = 80,
                                     .forward = 7,
                                     .backwardInput = 9,
                                     .backwardWeight = 5,
                                     .transfer = 1,
                                     .memory = {.forward = 3, .backwardInput = -2, .backwardWeight = -1},
                                     .memoryLimit = 3 * 6});
    const Plan plan = *generate("zb-auto", problem);
    const std::optional<Held> held = heldAgainstBounds(plan, checked(plan, simulate(plan.schedule, plan.costs)));
    ASSERT_TRUE(held);
    EXPECT_EQ(held->lowerBound, lowerBounds(problem, Objective::Iteration, BoundEffort::Instant).front().value);
    EXPECT_LT(held->lowerBound, lowerBounds(problem, Objective::Iteration, BoundEffort::Full).front().value);
}

TEST(NumberLines, AnOrderBelowItsProofIsHeldAgainstTheOtherBounds) {
    Plan plan = twoRanks();
    const auto boundWith = [&](Time proved) {
        plan.proof = proofFor(plan, Objective::Iteration, {proved, 1}, "z3");
        return heldAgainstBounds(plan, checked(plan, simulate(plan.schedule, plan.costs)))->lowerBound;
    };
    EXPECT_EQ(boundWith(1000 * kTimeUnit), lowerBounds(twoRanks(), Objective::Iteration).front().value);
    EXPECT_EQ(boundWith(5 * kTimeUnit), (Fraction{5 * kTimeUnit, 1})) << "the order takes as long";
}

TEST(NumberLines, MeasuredTimesEndWhereAClockTellsNoMore) {
    Plan plan = twoRanks();
    plan.timeUnit = TimeUnit::Ms;
    const Timeline measured{.lanes = {{{.op = test::op("F0.0"), .start = 0, .end = 1'234'567}}, {}}};
    const NumberLines lines = numberLines(plan, measureRun(plan, measured), std::nullopt, true);
    EXPECT_EQ(valueOf(lines, "makespan"), "1.235 ms");
    EXPECT_EQ(valueOf(lines, "lower_bound"), "");
}

TEST(NumberLines, AnOrderThatLacksAnOpHasDashesForWhatItsIterationWouldBe) {
    Plan plan = twoRanks();
    plan.schedule.order[0].pop_back();
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    const Checked known = checked(plan, timeline);
    const NumberLines lines = numberLines(plan, known.metrics, heldAgainstBounds(plan, known), false);
    for (const char* key : {"iteration_time", "bubble", "bubble_share", "bubble_rate", "idle_share", "overhead"})
        EXPECT_EQ(valueOf(lines, key), "–") << key;
    EXPECT_EQ(valueOf(lines, "makespan"), "4");
    EXPECT_EQ(valueOf(lines, "avoidable"), "");
    EXPECT_EQ(lines.ranks[1][1], "3");
}

TEST(NumberLines, AnOrderThatStallsHasDashesForItsTimes) {
    Plan plan = twoRanks();
    std::swap(plan.schedule.order[0][0], plan.schedule.order[0][1]); // B0.0 waits for F0.0 behind it
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    const NumberLines lines = numberLines(plan, checked(plan, timeline).metrics, std::nullopt, false);
    for (const char* key : {"makespan", "longest_span", "transfer_volume"})
        EXPECT_EQ(valueOf(lines, key), "–") << key;
    EXPECT_EQ(lines.ranks[1][1], "–");
    EXPECT_EQ(lines.ranks[1][2], "–");
}

TEST(NumberLines, AMeasuredStepHasTheMemoryThatWasCounted) {
    Plan plan = twoRanks();
    plan.memoryUnit = MemoryUnit::KiB;
    lanewright::Run run{.plan = plan, .steps = {{.wall = simulate(plan.schedule, plan.costs)}}};
    const auto peak = [&] { return numberLines(plan, metricsOfStep(run, run.steps[0]), std::nullopt, true).ranks[1]; };
    EXPECT_EQ(peak()[3], "–") << "nobody counted";
    EXPECT_EQ(peak()[5], "–");
    run.steps[0].peakActivations = {2048, 3072};
    EXPECT_EQ(peak()[3], "3 KiB");
    run.plan.memoryUnit = plan.memoryUnit = MemoryUnit::Unit;
    EXPECT_EQ(peak()[3], "0.00293 MiB") << "bytes are no forwards";
}

TEST(NumberLines, AnOrderPastItsLimitHasABubbleAndNothingAvoidable) {
    Plan plan = twoRanks();
    plan.memory.limit = {kMemoryUnit / 2, std::nullopt};
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    const Checked known = checked(plan, timeline);
    const NumberLines lines = numberLines(plan, known.metrics, heldAgainstBounds(plan, known), false);
    EXPECT_EQ(valueOf(lines, "bubble_share"), "0.4000");
    EXPECT_EQ(valueOf(lines, "avoidable"), "");
    EXPECT_EQ(valueOf(lines, "lower_bound"), "");
}

TEST(NumberLines, OnlySecondsHaveAThroughput) {
    Plan plan = twoRanks();
    const auto throughput = [&] {
        const Timeline timeline = simulate(plan.schedule, plan.costs);
        return valueOf(numberLines(plan, measure(plan, timeline), std::nullopt, false), "throughput");
    };
    EXPECT_EQ(throughput(), "");
    plan.timeUnit = TimeUnit::Ms;
    EXPECT_EQ(throughput(), "200 microbatches/s");
}

TEST(NumberLines, OfARunTheThroughputIsThatOfItsIterationOrNone) {
    lanewright::Run run{.plan = twoRanks()};
    run.plan.timeUnit = TimeUnit::Ms;
    const Timeline wall = simulate(run.plan.schedule, run.plan.costs); // 5 ms
    const auto throughput = [&] {
        return valueOf(numberLines(run.plan, metricsOfStep(run, StepRecord{.wall = wall}), std::nullopt, true),
                       "throughput");
    };
    for (int step = 1; step <= 3; ++step) {
        EXPECT_EQ(throughput(), step < 3 ? "" : "125 microbatches/s") << step;
        run.steps.push_back({.step = step, .start = 8 * step * kTimeUnit, .wall = wall}); // one each 8 ms
    }
}
