// SPDX-License-Identifier: Apache-2.0
#include "core/check/validate.h"
#include "core/explain/explain.h"
#include "core/explain/slack.h"
#include "core/model/text.h"
#include "core/simulate/memory.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include "tests/core/explain/critical_path.h"
#include "tests/support/random_plan.h"
#include "tests/support/rows.h"
#include "tests/support/slow_costs.h"
#include "tests/support/slow_simulator.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

using namespace lanewright;
using namespace lanewright::test;

namespace {

std::string drawn(const Plan& plan) {
    std::string text;
    for (const Row& row : plan.schedule.order) {
        for (const Block& block : row)
            text += toText(block, plan.costs.weightParts) + (block.gap > 0 ? "~ " : " ");
        text += "\n";
    }
    return text;
}

/// Plain counting: every op there has to be, once, on its rank, in proper pairs, and the slow simulator gets through.
bool plainlyValid(const Plan& plan) {
    const Schedule& schedule = plan.schedule;
    std::map<Op, int> count;
    for (int rank = 0; rank < schedule.ranks(); ++rank)
        for (const Block& block : schedule.order[rank]) {
            for (const Op& op : block.paired ? std::vector{block.op, *block.paired} : std::vector{block.op}) {
                if (schedule.rankOf(op) != rank)
                    return false;
                ++count[op];
            }
            if (!block.paired)
                continue;
            const bool forwardFirst = block.op.kind == OpKind::F;
            const Op& backward = forwardFirst ? *block.paired : block.op;
            const Op& forward = forwardFirst ? block.op : *block.paired;
            if (forward.kind != OpKind::F || !isBackward(backward.kind) || forward.microbatch == backward.microbatch)
                return false;
        }
    std::map<Op, int> wanted;
    for (int stage = 0; stage < schedule.stages(); ++stage)
        for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch) {
            const auto want = [&](OpKind kind, int part = 0) { wanted[{kind, part, stage, microbatch}] = 1; };
            want(OpKind::F);
            if (plan.costs.of(schedule.direction(microbatch), stage).recompute)
                want(OpKind::R);
            if (count.contains({OpKind::BW, 0, stage, microbatch})) {
                want(OpKind::BW);
                continue;
            }
            want(OpKind::B);
            for (int part = 0; part < plan.costs.weightParts; ++part)
                want(OpKind::W, part);
        }
    const Timeline timeline = slowSimulate(schedule, plan.costs);
    for (int rank = 0; rank < schedule.ranks(); ++rank)
        if (timeline.lanes[rank].size() < schedule.order[rank].size())
            return false;
    return count == wanted;
}

/// Iterations back to back, each rank going on with the next as soon as it is done with the last.
Schedule backToBack(const Schedule& schedule, int times) {
    Schedule result = schedule;
    result.microbatches = schedule.microbatches * times;
    result.directionOf.clear();
    for (Row& row : result.order)
        row.clear();
    for (int time = 0; time < times; ++time) {
        for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
            result.directionOf.push_back(schedule.direction(microbatch));
        for (std::size_t rank = 0; rank < schedule.order.size(); ++rank)
            for (Block block : schedule.order[rank]) {
                block.op.microbatch += time * schedule.microbatches;
                if (block.paired)
                    block.paired->microbatch += time * schedule.microbatches;
                result.order[rank].push_back(block);
            }
    }
    return result;
}

/// Twelve times the period, seen in the growth over the last twelve of many iterations: with up to four ranks every
/// circle closes within twelve.
Time growthOverTwelve(const Plan& plan, int times) {
    const Schedule schedule = backToBack(plan.schedule, times);
    const Timeline timeline = simulate(schedule, plan.costs);
    Time growth = 0;
    for (std::size_t rank = 0; rank < timeline.lanes.size(); ++rank) {
        const std::size_t blocks = plan.schedule.order[rank].size();
        const Lane& lane = timeline.lanes[rank];
        if (blocks > 0)
            growth = std::max(growth, lane.back().end - lane[lane.size() - 1 - 12 * blocks].end);
    }
    return growth;
}

} // namespace

TEST(RandomPlans, TheSlowSimulatorAgreesOnValidOrders) {
    for (std::uint64_t seed = 0; seed < trials(600); ++seed) {
        const Plan plan = randomPlan(seed);
        const Timeline fast = simulate(plan.schedule, plan.costs);
        ASSERT_EQ(fast, slowSimulate(plan.schedule, plan.costs)) << "seed " << seed << "\n" << drawn(plan);
        ASSERT_TRUE(reachesEnd(plan.schedule, fast)) << "seed " << seed;
    }
}

TEST(RandomPlans, TheSlowSimulatorAgreesWhereMicrobatchesDiffer) {
    for (std::uint64_t seed = 0; seed < trials(1000); ++seed) {
        const Plan plan = seed % 3 == 0 ? brokenPlan(seed, {.unequal = true}) : randomPlan(seed, {.unequal = true});
        const Timeline fast = simulate(plan.schedule, plan.costs);
        ASSERT_EQ(fast, slowSimulate(plan.schedule, plan.costs)) << "seed " << seed << "\n" << drawn(plan);
        for (int microbatch = 0; microbatch < plan.schedule.microbatches; ++microbatch)
            for (int stage = 0; stage < plan.schedule.stages(); ++stage) {
                const int direction = plan.schedule.direction(microbatch);
                ASSERT_EQ(plan.memory.of(direction, stage, microbatch),
                          slowMemory(plan.costs, plan.memory, direction, stage, microbatch))
                    << "seed " << seed;
            }
    }
}

TEST(RandomPlans, TheSlowSimulatorAgreesOnBrokenOrders) {
    std::uint64_t stalled = 0;
    const std::uint64_t plans = trials(800);
    for (std::uint64_t seed = 0; seed < plans; ++seed) {
        const Plan plan = brokenPlan(seed);
        const Timeline fast = simulate(plan.schedule, plan.costs);
        ASSERT_EQ(fast, slowSimulate(plan.schedule, plan.costs)) << "seed " << seed << "\n" << drawn(plan);
        stalled += reachesEnd(plan.schedule, fast) ? 0 : 1;
    }
    EXPECT_GT(4 * stalled, plans) << "the broken orders are not broken enough to tell";
}

TEST(RandomPlans, ValidOrdersHaveNoErrors) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const Plan plan = randomPlan(seed);
        const std::vector<Finding> findings = validate(plan);
        ASSERT_TRUE(isValid(findings)) << "seed " << seed << ": " << findings[0].message << "\n" << drawn(plan);
    }
}

TEST(RandomPlans, BrokenOrdersAreJudgedAsPlainCountingJudgesThem) {
    std::uint64_t valid = 0;
    const std::uint64_t plans = trials(600);
    for (std::uint64_t seed = 0; seed < plans; ++seed) {
        const Plan plan = brokenPlan(seed);
        ASSERT_EQ(isValid(validate(plan)), plainlyValid(plan)) << "seed " << seed << "\n" << drawn(plan);
        valid += plainlyValid(plan) ? 1 : 0;
    }
    EXPECT_GT(60 * valid, plans) << "hardly any order was still valid";
}

TEST(RandomPlans, EveryStallIsOfABlockThatWaits) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const Plan plan = brokenPlan(seed);
        const Timeline timeline = simulate(plan.schedule, plan.costs);
        const std::vector<Stall> stalls = stallsOf(plan.schedule, plan.costs, timeline);
        ASSERT_EQ(stalls.empty(), reachesEnd(plan.schedule, timeline));
        for (const Stall& stall : stalls) {
            const Block& block = plan.schedule.order[stall.rank][stall.position];
            ASSERT_TRUE(block.holds(stall.op));
            if (!stall.behind)
                continue;
            const Block& behind = plan.schedule.order[stall.behind->rank][stall.behind->position];
            ASSERT_TRUE(behind.holds(stall.waitsFor)) << "seed " << seed << "\n" << drawn(plan);
            ASSERT_GE(stall.behind->position, static_cast<int>(timeline.lanes[stall.behind->rank].size()));
        }
        const std::vector<Stall> cycle = cycleOf(stalls);
        for (std::size_t at = 0; at < cycle.size(); ++at)
            ASSERT_EQ(cycle[at].behind->rank, cycle[(at + 1) % cycle.size()].rank);
    }
}

TEST(RandomPlans, ThePeriodIsTheGrowthOfManyIterations) {
    const RandomShape shape{.mostRanks = 4, .mostChunks = 2, .mostMicrobatches = 4, .serial = false};
    int below = 0;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        Plan plan = randomPlan(seed, shape);
        for (Row& row : plan.schedule.order)
            if (!row.empty())
                row.front().gap = 0; // a gap before the first block is no part of a span
        const Metrics metrics = measure(plan, simulate(plan.schedule, plan.costs));
        ASSERT_TRUE(metrics.period);
        ASSERT_EQ(metrics.period->numerator * 12 / metrics.period->denominator, growthOverTwelve(plan, 120))
            << "seed " << seed << "\n"
            << drawn(plan);
        ASSERT_LE(metrics.period->numerator, metrics.longestSpan * metrics.period->denominator);
        below += metrics.period == Fraction{metrics.longestSpan, 1} ? 0 : 1;
    }
    EXPECT_GT(below, 10);
}

TEST(RandomPlans, WithSerialLinksThePeriodIsNoLongerThanTheLongestSpan) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        Plan plan = randomPlan(seed);
        plan.costs.links = Links::Serial;
        const Metrics metrics = measure(plan, simulate(plan.schedule, plan.costs));
        ASSERT_TRUE(metrics.period);
        ASSERT_LE(metrics.period->numerator, metrics.longestSpan * metrics.period->denominator) << "seed " << seed;
        ASSERT_GE(metrics.period->value(), static_cast<double>(metrics.busiest)) << "seed " << seed;
    }
}

TEST(RandomPlans, MemoryEndsAtZeroAndThePeakIsTheTopOfTheCurve) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        Plan plan = randomPlan(seed);
        for (std::vector<StageCosts>& stages : plan.costs.stages)
            for (StageCosts& cost : stages) // ops of no length have no place in a curve
                cost = {.forward = 2, .backwardInput = 2, .backwardWeight = 6, .recompute = cost.recompute};
        const int parts = plan.costs.weightParts;
        const Timeline timeline = simulate(plan.schedule, plan.costs);
        const std::vector<MemoryCurve> curves = memoryCurves(plan.schedule, plan.memory, parts, timeline);
        const std::vector<Bytes> peaks = peakMemory(plan.schedule, plan.memory, parts);
        for (std::size_t rank = 0; rank < curves.size(); ++rank) {
            const auto top = std::ranges::max_element(curves[rank], {}, &MemoryPoint::bytes);
            ASSERT_EQ(curves[rank].back().bytes, 0) << "seed " << seed;
            ASSERT_EQ(top->bytes, peaks[rank]) << "seed " << seed << "\n" << drawn(plan);
        }
    }
}

TEST(RandomPlans, TheCriticalPathHasNoHoles) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        const Plan plan = randomPlan(seed);
        const Timeline timeline = simulate(plan.schedule, plan.costs);
        const std::vector<Op> path = criticalPath(plan, timeline);
        ASSERT_FALSE(path.empty());
        ASSERT_EQ(spanOf(timeline, path.back())->end, extentOf(timeline).end);
        for (std::size_t at = 1; at < path.size(); ++at) {
            const Explanation why = explain(plan, timeline, path[at]).value();
            ASSERT_NE(why.binding, Binding::Start);
            // Over a serial link another value may have opened the queue.
            if (plan.costs.links == Links::Latency) {
                ASSERT_TRUE(spanOf(timeline, path[at - 1])->holds(*why.bindingOp)) << "seed " << seed;
            }
        }
    }
}

TEST(RandomPlans, ADelayOfTheSlackKeepsTheEndAndAnyMoreMovesItAlsoOverSerialLinks) {
    for (std::uint64_t seed = 0; seed < trials(200); ++seed) {
        Plan plan = randomPlan(seed);
        plan.costs.links = seed % 4 == 0 ? Links::Latency : Links::Serial;
        const Timeline timeline = simulate(plan.schedule, plan.costs);
        const Time end = extentOf(timeline).end;
        const auto slack = slackOf(plan, timeline);
        for (std::size_t rank = 0; rank < slack.size(); ++rank)
            for (std::size_t at = 0; at < slack[rank].size(); ++at) {
                const Time free = at > 0 ? timeline.lanes[rank][at - 1].end : 0;
                Schedule delayed = plan.schedule;
                Time& gap = delayed.order[rank][at].gap;
                gap = timeline.lanes[rank][at].start - free + slack[rank][at];
                ASSERT_EQ(extentOf(slowSimulate(delayed, plan.costs)).end, end) << "seed " << seed << "\n"
                                                                                << drawn(plan);
                ++gap;
                ASSERT_EQ(extentOf(slowSimulate(delayed, plan.costs)).end, end + 1) << "seed " << seed << "\n"
                                                                                    << drawn(plan);
            }
        for (const Op& op : criticalPath(plan, timeline)) {
            const Slot slot = explain(plan, timeline, op)->slot;
            ASSERT_EQ(slack[slot.rank][slot.position], 0) << "seed " << seed << "\n" << drawn(plan);
        }
    }
}
