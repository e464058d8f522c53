// SPDX-License-Identifier: Apache-2.0
#include "core/edit/block/building_block.h"

#include "core/check/validate.h"
#include "core/edit/block/squeeze.h"
#include "core/generate/catalogue.h"
#include "core/model/block_ops.h"
#include "core/simulate/memory.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "tests/support/random_plan.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <string>

using namespace lanewright;
using namespace lanewright::test;

namespace {

/// Unit costs on a V of two chunks per rank.
Plan vProblem(int ranks, int microbatches) {
    Plan plan = linearPlan(ranks, microbatches, "");
    plan.schedule.placement = zigzag(ranks, 2 * ranks);
    plan.schedule.order.assign(ranks, {});
    plan.costs = unitCosts(2 * ranks);
    plan.memory = unitMemory(2 * ranks, ranks);
    return plan;
}

/// V-Half's block on four ranks (Qi et al., arXiv:2405.15362), with each W in a free slot behind its B.
BuildingBlock vHalfBlock(int ranks) {
    constexpr int kShift = 3; // where the ranks are even
    BuildingBlock block{{std::vector<Lane>(ranks)}, 1, unit(6)};
    for (int rank = 0; rank < ranks; ++rank) {
        const int up = 2 * ranks - 1 - rank;
        const int backUp = 3 * ranks + kShift + 2 * rank - 1;
        const int backDown = 6 * ranks + kShift - rank - 2;
        std::vector<std::pair<Op, int>> ops = {{{OpKind::F, 0, rank, 0}, 2 * rank},
                                               {{OpKind::F, 0, up, 0}, 3 * ranks - rank - 2},
                                               {{OpKind::B, 0, up, 0}, backUp},
                                               {{OpKind::B, 0, rank, 0}, backDown}};
        const auto isTaken = [&](int slot) {
            return std::ranges::any_of(ops, [slot](const auto& each) { return (each.second - slot) % 6 == 0; });
        };
        for (const auto& [stage, back] : {std::pair{up, backUp}, std::pair{rank, backDown}}) {
            int slot = back + 1;
            while (isTaken(slot))
                ++slot;
            ops.push_back({{OpKind::W, 0, stage, 0}, slot});
        }
        std::ranges::sort(ops, {}, &std::pair<Op, int>::second);
        for (const auto& [op, slot] : ops)
            block.timeline.lanes[rank].push_back({op, {}, unit(slot), unit(slot + 1)});
    }
    return block;
}

/// By trying every interval in turn.
Time slowLeastInterval(const BuildingBlock& block) {
    for (Time interval = 1;; ++interval) {
        const bool isFree = std::ranges::none_of(block.timeline.lanes, [&](const Lane& lane) {
            for (Time blocks = 0; blocks < 200; ++blocks)
                for (const Span& a : lane)
                    for (const Span& b : lane)
                        if ((blocks > 0 || a.op < b.op) && a.length() > 0 && b.length() > 0 &&
                            a.start < b.end + blocks * interval && b.start + blocks * interval < a.end)
                            return true;
            return false;
        });
        if (isFree)
            return interval;
    }
}

std::string firstError(const Plan& plan) {
    for (const Finding& finding : validate(plan))
        if (finding.severity == Severity::Error)
            return finding.message.text();
    return {};
}

} // namespace

TEST(BuildingBlock, OfOneMicrobatchIsRepeatedAtItsLeastInterval) {
    // A V of one microbatch: end to end it would take 136 units, every 17 it takes 51.
    Plan plan = linearPlan(2, 3, "F0.0 B0.0 W0.0\n F1.0 B1.0 W1.0");
    const Result<BuildingBlock> block = buildingBlockOf(plan);
    ASSERT_TRUE(block) << block.error().message.text();
    EXPECT_EQ(block->microbatches, 1);
    EXPECT_EQ(block->interval, unit(5)); // 3 would lay F0.1 on B0.0, 4 on W0.0
    const Result<Schedule> whole = repeated(plan, *block);
    ASSERT_TRUE(whole) << whole.error().message.text();
    plan.schedule = *whole;
    EXPECT_EQ(firstError(plan), "");
    EXPECT_TRUE(keepsTo(plan, *block));
    const Result<BuildingBlock> again = buildingBlockOf(plan);
    ASSERT_TRUE(again) << again.error().message.text();
    EXPECT_EQ(again->interval, unit(5));
}

TEST(BuildingBlock, VHalfIsOne) {
    Plan plan = vProblem(4, 12);
    const BuildingBlock block = vHalfBlock(4);
    const Result<Time> least = leastInterval(plan, block);
    ASSERT_TRUE(least) << least.error().message.text();
    EXPECT_EQ(*least, unit(6));
    const Result<Schedule> whole = repeated(plan, block);
    ASSERT_TRUE(whole) << whole.error().message.text();
    plan.schedule = *whole;
    EXPECT_EQ(firstError(plan), "");
    EXPECT_TRUE(keepsTo(plan, block));
    const Result<BuildingBlock> found = buildingBlockOf(plan);
    ASSERT_TRUE(found) << found.error().message.text();
    EXPECT_EQ(*found, block);

    const Metrics loose = measure(plan, simulate(plan.schedule, plan.costs));
    Plan tight = plan;
    tight.schedule = squeezed(plan);
    EXPECT_EQ(firstError(tight), "");
    const Metrics drawn = measure(tight, simulate(tight.schedule, tight.costs));
    EXPECT_LT(drawn.makespan, loose.makespan);
    EXPECT_LE(drawn.highestPeak(), loose.highestPeak());
    const Result<Plan> made = generate("v-half", vProblem(4, 12));
    ASSERT_TRUE(made) << made.error().message.text();
    // The generator lays the W anew, later than the block has them.
    const Time shortest = measure(*made, simulate(made->schedule, made->costs)).makespan;
    EXPECT_GE(drawn.makespan, shortest);
    EXPECT_LE(drawn.makespan, shortest + unit(4));
}

TEST(BuildingBlock, OfGeneratorsIsFound) {
    const auto found = [](std::string_view name, Plan problem) -> std::pair<int, Time> {
        const Result<Plan> plan = generate(name, problem);
        EXPECT_TRUE(plan) << name;
        const Result<BuildingBlock> block = buildingBlockOf(*plan);
        EXPECT_TRUE(block) << name << ": " << block.error().message.text();
        return block ? std::pair{block->microbatches, block->interval} : std::pair{0, Time{0}};
    };
    const Plan line = linearPlan(4, 24, "");
    EXPECT_EQ(found("1f1b", line), (std::pair{1, unit(3)}));
    EXPECT_EQ(found("zb-h1", line), (std::pair{1, unit(3)}));
    EXPECT_EQ(found("v-half", vProblem(4, 24)), (std::pair{1, unit(6)}));
    Plan loop = linearPlan(2, 24, "");
    loop.schedule.placement = looped(2, 4);
    loop.costs = unitCosts(4);
    loop.memory = unitMemory(4, 2);
    EXPECT_EQ(found("interleaved-1f1b", loop), (std::pair{2, unit(12)})); // two microbatches after the other two
}

TEST(BuildingBlock, LeastIntervalIsTheOneThatTryingFinds) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        Dice dice{seed};
        Plan plan = linearPlan(1, 4, "F0.0");
        BuildingBlock block{{std::vector<Lane>(dice.roll(1, 2))}, 1, 0};
        for (Lane& lane : block.timeline.lanes) {
            Time at = 0;
            for (int stage = 0; stage < dice.roll(1, 5); ++stage) {
                at += dice.roll(0, 6);
                const Time end = at + dice.roll(0, 5);
                lane.push_back({{OpKind::F, 0, stage, 0}, {}, at, end});
                at = end;
            }
        }
        const Result<Time> least = leastInterval(plan, block);
        ASSERT_TRUE(least);
        EXPECT_EQ(std::max<Time>(*least, 1), slowLeastInterval(block)) << seed;
    }
}

TEST(BuildingBlock, SaysWhatKeepsItFromBeingRepeated) {
    const auto refusal = [](const Result<Schedule>& made) { return made ? "made" : made.error().message.text(); };
    const Plan plan = linearPlan(2, 4, "F0.0 B0.0 W0.0\n F1.0 B1.0 W1.0");
    BuildingBlock block = *buildingBlockOf(plan);
    block.interval = unit(3);
    EXPECT_EQ(refusal(repeated(plan, block)), "the blocks run into each other below an interval of 5 units");
    block.interval = unit(5);
    Span& early = block.timeline.lanes[0][1];
    ASSERT_EQ(early.op, op("B0.0"));
    early.start = unit(2);
    early.end = unit(3);
    EXPECT_EQ(refusal(repeated(plan, block)), "B0.0 can't start at 2 units; what it needs is there at 3 units");
    early.start = unit(0);
    early.end = unit(1);
    EXPECT_EQ(refusal(repeated(plan, block)), "F0.0 and B0.0 of the building block run at one time on rank 0");
    EXPECT_FALSE(buildingBlockOf(linearPlan(2, 2, "")));
    EXPECT_EQ(buildingBlockOf(linearPlan(1, 4, "F0.0 F0.2 B0.2 W0.2 F0.1 B0.0 B0.1 W0.1 W0.0 F0.3 W0.3 B0.3"))
                  .error()
                  .message.text(),
              "the order stalls, so that nothing in it has a time");
}

TEST(BuildingBlock, KeepsItsOpsWithOtherMicrobatches) {
    Plan whole = linearPlan(2, 6, "F0.0 F0.1 B0.0 B0.1 W0.0 W0.1\n F1.0 F1.1 B1.0 B1.1 W1.0 W1.1");
    const Plan two = planOf(*buildingBlockOf(whole), whole);
    EXPECT_EQ(microbatchesOfBlock(two), 2);
    const Plan one = withMicrobatches(two, 1);
    EXPECT_EQ(opCount(one.schedule), 6u);
    EXPECT_EQ(withMicrobatches(one, 3).schedule.microbatches, 3);
    EXPECT_EQ(opsOfAll(withMicrobatches(one, 3).schedule.order), opsOfAll(one.schedule.order));
    EXPECT_EQ(withMicrobatches(two, 2), two);
    EXPECT_TRUE(blockDrawn(withMicrobatches(two, 6), whole, 0));
}

TEST(BuildingBlock, HasNoMoreMicrobatchesThanADirection) {
    Plan whole = linearPlan(2, 3, "");
    whole.schedule.placement = twoWays(2);
    EXPECT_EQ(mostMicrobatchesOfBlock(whole), 1);
    const BuildingBlock none{{std::vector<Lane>(2)}};
    Plan two = withMicrobatches(planOf(none, whole), 2);
    EXPECT_EQ(two.schedule.microbatches, 4);
    two.schedule.order = {{{.op = op("F0.1"), .paired = {}}}, {{.op = op("F0.3"), .paired = {}}}};
    EXPECT_EQ(blockDrawn(two, whole, 0).error().message.text(),
              "one direction has too few microbatches for the building block: 1");
    EXPECT_TRUE(blockDrawn(withMicrobatches(two, 1), whole, 0));
    whole.schedule.microbatches = 1;
    EXPECT_FALSE(blockDrawn(withMicrobatches(two, 1), whole, 0));
}

TEST(BuildingBlock, IsNoneThatRunsIntoItself) {
    // F0.0, F0.1, F0.2 run 1 after each other, and their other ops much later: by chance, not again and again.
    const Plan plan = linearPlan(1, 3, "F0.0 F0.1 F0.2 B0.0 B0.1 B0.2 W0.0 W0.1 W0.2");
    EXPECT_FALSE(buildingBlockOf(plan));
}

TEST(Squeezed, LeavesAProblemAndAnEmptyBoard) {
    Plan plan = linearPlan(2, 2, "");
    plan.schedule.order.clear();
    EXPECT_EQ(squeezed(plan), plan.schedule);
    plan.schedule.order.resize(2);
    EXPECT_EQ(squeezed(plan), plan.schedule);
}

TEST(Squeezed, RunsNothingLaterAndHoldsNoMore) {
    int shorter = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const Plan plan = randomPlan(seed);
        Plan drawn = plan;
        drawn.schedule = squeezed(plan);
        const Timeline before = simulate(plan.schedule, plan.costs);
        const Timeline after = simulate(drawn.schedule, drawn.costs);
        ASSERT_TRUE(reachesEnd(drawn.schedule, after)) << seed;
        EXPECT_EQ(opsOfAll(drawn.schedule.order), opsOfAll(plan.schedule.order)) << seed;
        EXPECT_LE(extentOf(after).length(), extentOf(before).length()) << seed;
        const std::vector<Bytes> held = peakMemory(plan.schedule, plan.memory, plan.costs.weightParts);
        const std::vector<Bytes> holds = peakMemory(drawn.schedule, drawn.memory, drawn.costs.weightParts);
        for (std::size_t rank = 0; rank < held.size(); ++rank)
            EXPECT_LE(holds[rank], held[rank]) << seed;
        const bool isTimed = plan.costs.links == Links::Latency;
        forEachSlot(before.lanes, [&](const Slot&, const Span& span) {
            EXPECT_TRUE(!isTimed || spanOf(after, span.op)->start <= span.start) << seed;
        });
        shorter += extentOf(after).length() < extentOf(before).length() ? 1 : 0;
    }
    EXPECT_GT(shorter, 100);
}
