// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/bounds.h"
#include "core/check/validate.h"
#include "core/sequence/instance.h"
#include "core/simulate/memory.h"
#include "core/simulate/simulate.h"
#include "tests/support/random_plan.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

/// No order that a search finds is below a bound, whatever the problem.
namespace lanewright::test {
namespace {

using Values = std::array<Fraction, 4>; ///< per objective

/// The values of an order that keeps its limits; none for any other.
std::optional<Values> valuesOf(const Plan& plan) {
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    if (!reachesEnd(plan.schedule, timeline))
        return {};
    const Metrics metrics = measure(plan, timeline);
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank)
        if (metrics.peakMemory[rank] > plan.memory.limitOf(rank).value_or(metrics.peakMemory[rank]))
            return {};
    Values values;
    for (std::size_t each = 0; each < values.size(); ++each)
        values[each] = valueOf(metrics, kObjectives[each]);
    return values;
}

/// One microbatch after the other: the order that needs the least memory.
std::vector<Row> oneByOne(const Plan& plan) {
    const Schedule& schedule = plan.schedule;
    std::vector<Row> order(schedule.ranks());
    const auto put = [&](OpKind kind, int stage, int microbatch, int part = 0) {
        const Op op{kind, part, stage, microbatch};
        order[schedule.rankOf(op)].push_back({.op = op});
    };
    for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch) {
        for (int stage = 0; stage < schedule.stages(); ++stage)
            put(OpKind::F, stage, microbatch);
        for (int stage = schedule.stages() - 1; stage >= 0; --stage) {
            if (plan.costs.recomputes(schedule.direction(microbatch), stage))
                put(OpKind::R, stage, microbatch);
            put(OpKind::B, stage, microbatch);
            for (int part = 0; part < plan.costs.weightParts; ++part)
                put(OpKind::W, stage, microbatch, part);
        }
    }
    return order;
}

/// Changes one row: a block moves, or an F and a backward beside each other become or stop being a pair.
void shake(Dice& dice, Schedule& schedule) {
    Row& row = schedule.order[dice.roll(0, schedule.ranks() - 1)];
    if (row.size() < 2)
        return;
    const int last = static_cast<int>(row.size()) - 1;
    const int from = dice.roll(0, last);
    if (dice.chance(15) && from < last) {
        Block& block = row[from];
        const Block& next = row[from + 1];
        if (block.paired) {
            row.insert(row.begin() + from + 1, Block{.op = *block.paired});
            row[from].paired.reset();
        } else if (!next.paired && block.op.microbatch != next.op.microbatch &&
                   ((block.op.kind == OpKind::F && isBackward(next.op.kind)) ||
                    (isBackward(block.op.kind) && next.op.kind == OpKind::F))) {
            block = pairOf(block.op, next.op, block.gap);
            row.erase(row.begin() + from + 1);
        }
        return;
    }
    const int reach = dice.chance(70) ? 3 : last;
    const int to = std::clamp(from + dice.roll(-reach, reach), 0, last);
    const Block block = row[from];
    row.erase(row.begin() + from);
    row.insert(row.begin() + to, block);
}

/// Betters the order for one objective, step by step, and keeps the least values of all objectives on the way.
void climb(Dice& dice, Plan plan, std::size_t objective, int steps, Values& least) {
    const auto keep = [&](const Values& values) {
        for (std::size_t each = 0; each < least.size(); ++each)
            least[each] = std::min(least[each], values[each]);
    };
    std::optional<Values> now = valuesOf(plan);
    if (!now)
        return;
    keep(*now);
    for (int step = 0; step < steps; ++step) {
        Schedule before = plan.schedule;
        for (int moves = dice.roll(1, 3); moves > 0; --moves)
            shake(dice, plan.schedule);
        const std::optional<Values> next = valuesOf(plan);
        if (next)
            keep(*next);
        if (next && ((*next)[objective] <= (*now)[objective] || dice.chance(2)))
            now = next;
        else
            plan.schedule = std::move(before);
    }
}

/// A problem whose limits are somewhere between the least that will do and what nobody needs.
Plan limitedPlan(std::uint64_t seed, Dice& dice, bool unequal = false) {
    Plan plan =
        randomPlan(seed, {.mostRanks = 3, .mostChunks = 2, .mostMicrobatches = 4, .gaps = false, .unequal = unequal});
    if (dice.chance(40))
        plan.costs.transfer = {.every = dice.roll(0, 2)};
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank)
        plan.memory.limit.emplace_back();
    Plan least = plan;
    least.schedule.order = oneByOne(plan);
    const std::vector<Bytes> need = peakMemory(least.schedule, plan.memory, plan.costs.weightParts);
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank)
        if (dice.chance(75))
            plan.memory.limit[rank] = need[rank] + dice.roll(0, dice.chance(50) ? 10 : 60);
    return plan;
}

std::string drawn(const Plan& plan) {
    std::string text = "chunks:\n";
    const Instance instance = instanceOf(plan);
    for (const Chunk& chunk : instance.chunks) {
        for (const std::int64_t number :
             {std::int64_t{chunk.direction}, std::int64_t{chunk.stage}, std::int64_t{chunk.rank}, chunk.forward,
              chunk.backward, chunk.weight, chunk.down, chunk.up, chunk.forwardMemory, chunk.backwardMemory,
              chunk.weightMemory, chunk.recomputeMemory, chunk.overlapped.value_or(-1)})
            text += std::to_string(number) + " ";
        text += "\n";
    }
    for (const Bytes limit : instance.limit)
        text += "limit " + std::to_string(limit) + "\n";
    return text + "parts " + std::to_string(instance.weightParts) + ", microbatches " +
           std::to_string(plan.schedule.microbatches);
}

void expectNotBelow(const Plan& plan, std::size_t objective, const Fraction& least, std::uint64_t seed) {
    for (const BoundEffort effort : {BoundEffort::Instant, BoundEffort::Full})
        for (const Bound& bound : lowerBounds(plan, kObjectives[objective], effort))
            EXPECT_LE(bound.value, least) << "seed " << seed << ", " << toText(kObjectives[objective]) << ", "
                                          << bound.name << " of " << bound.reason << "\n"
                                          << drawn(plan);
}

TEST(Bounds, NoOrderThatASearchFindsIsBelowOne) {
    const std::uint64_t problems = trials(300);
    std::uint64_t met = 0;
    for (std::uint64_t seed = 1; seed <= problems && !::testing::Test::HasFailure(); ++seed) {
        Dice dice(seed);
        Plan plan = limitedPlan(seed, dice);
        constexpr Fraction kFar{Time{1} << 60, 1};
        Values least{kFar, kFar, kFar, kFar};
        climb(dice, plan, seed % 4, 60, least);
        plan.schedule.order = oneByOne(plan);
        for (const std::size_t objective : {0, 1, 2})
            climb(dice, plan, objective, 250, least);
        ASSERT_LT(least[0], kFar) << "one microbatch after the other keeps every limit that can be kept, seed " << seed;
        for (std::size_t objective = 0; objective < least.size(); ++objective)
            expectNotBelow(plan, objective, least[objective], seed);
        met += lowerBounds(plan, Objective::Makespan).front().value == least[1];
    }
    // A search too weak to meet bounds would not notice those that are too high.
    EXPECT_GE(met, problems / 3);
}

TEST(Bounds, NoOrderThatASearchFindsIsBelowOneWhereMicrobatchesDiffer) {
    for (std::uint64_t seed = 1; seed <= trials(150) && !::testing::Test::HasFailure(); ++seed) {
        Dice dice(seed);
        Plan plan = limitedPlan(seed, dice, true);
        constexpr Fraction kFar{Time{1} << 60, 1};
        Values least{kFar, kFar, kFar, kFar};
        climb(dice, plan, seed % 4, 60, least);
        plan.schedule.order = oneByOne(plan);
        for (const std::size_t objective : {0, 1, 2})
            climb(dice, plan, objective, 150, least);
        ASSERT_LT(least[0], kFar) << "one microbatch after the other keeps every limit that can be kept, seed " << seed;
        for (std::size_t objective = 0; objective < least.size(); ++objective)
            expectNotBelow(plan, objective, least[objective], seed);
    }
}

} // namespace
} // namespace lanewright::test
