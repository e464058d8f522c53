// SPDX-License-Identifier: Apache-2.0
#include "core/planner/loop_cutting.h"

#include "core/check/validate.h"
#include "core/model/layout/layout_text.h"
#include "core/planner/all_partitions.h"
#include "core/planner/cut_bound.h"
#include "core/planner/layout_string.h"
#include "core/planner/planner.h"
#include "tests/core/planner/random_problems.h"
#include "tests/support/random_plan.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace lanewright::test {
namespace {

double slowestRankOf(const Pricing& pricing, const Partition& partition) {
    double slowest = 0;
    for (int rank = 0; rank < ranksOf(partition); ++rank) {
        double time = 0;
        for (const int part : partsOn(partition, rank))
            time += pricing.times(partition[part].first, partition[part].end, partition[part].devices).all();
        slowest = std::max(slowest, time);
    }
    return slowest;
}

std::vector<int> loopRow(int count) {
    std::vector<int> row(static_cast<std::size_t>(count));
    std::iota(row.begin(), row.end(), 0);
    return row;
}

/// A light embedding, blocks, and a head that takes as long as so many of them.
LayeredModel headed(int blocks, double head, int microbatches) {
    LayeredModel model{.microbatches = microbatches, .timed = true};
    model.layers.push_back({.name = "embedding", .work = {1e4, 1e4, 1e4}});
    model.layers.insert(model.layers.end(), static_cast<std::size_t>(blocks),
                        {.name = "block", .work = {1e6, 1e6, 1e6}});
    model.layers.push_back({.name = "head", .work = {head * 1e6, head * 1e6, head * 1e6}});
    return model;
}

/// 28 blocks of 3 ms and a head of 9: 23.25 for each of 4 devices, in whole blocks 24. The head's device has five.
TEST(LoopCutting, GivesTheDeviceOfTheHeadFewerBlocks) {
    LayeredModel model{.microbatches = 8, .timed = true};
    model.layers.push_back({.name = "embedding"});
    model.layers.insert(model.layers.end(), 28, {.name = "block", .work = {1e6, 1e6, 1e6}});
    model.layers.push_back({.name = "head", .work = {3e6, 3e6, 3e6}});
    const Cluster cluster = equalDevices(4);
    const Pricing pricing(model, cluster);
    const std::vector<Partition> cuts = bestLoopCuts(pricing, loopRow(4), {}, 2);
    ASSERT_EQ(cuts.size(), 3u); // on 2, 3 and 4 devices
    EXPECT_EQ(shapeOf(cuts[2]), Shape::Loop);
    EXPECT_EQ(ranksOf(cuts[2]), 4);
    EXPECT_EQ(slowestRankOf(pricing, cuts[2]), 24e6);
    EXPECT_EQ(slowestRankOf(pricing, cuts[0]), 48e6);
    EXPECT_EQ(slowestRankOf(pricing, equalLayers(model, roundAndRound(loopRow(4), 2))), 27e6);
}

/// 6 blocks of 3 ms and a head of 4.5: no device has to take more than two blocks where that of the head has none.
TEST(LoopCutting, LeavesAStageOfTheHeadsDeviceEmpty) {
    const LayeredModel model = laidOut(headed(6, 1.5, 8));
    const Cluster cluster = equalDevices(4);
    const Pricing pricing(model, cluster);
    EXPECT_EQ(slowestRankOf(pricing, bestLoopCuts(pricing, loopRow(4), {}, 2)[2]), 7.5e6);
    const Partition cut = bestLoopCuts(pricing, loopRow(4), {.emptyStages = true}, 2)[2];
    EXPECT_EQ(slowestRankOf(pricing, cut), 6.03e6);
    EXPECT_EQ(cut[3].layers(), 0);
    EXPECT_EQ(cut[7], (Part{7, 8, {3}}));
    EXPECT_TRUE(layoutFor(model, cut));
}

/// Against all partitions in a loop that there are, in half of the trials with empty stages.
TEST(LoopCutting, IsHardlyEverWorseThanTheBestOfAll) {
    int found = 0;
    int best = 0;
    for (std::uint64_t seed = 1; seed <= trials(60, 60); ++seed) {
        Dice dice(seed);
        const CutLimits limits{.emptyStages = seed % 2 == 0};
        const LayeredModel model = randomModel(seed, dice.roll(4, 9), 4);
        const Cluster cluster = randomCluster(seed, dice.roll(2, 3));
        const Pricing pricing(model, cluster);
        const int chunks = dice.roll(2, model.size() / 2);
        for (const Partition& cut : bestLoopCuts(pricing, loopRow(cluster.size()), limits, chunks)) {
            ASSERT_EQ(shapeOf(cut), Shape::Loop) << seed;
            ASSERT_EQ(chunksOf(cut), chunks) << seed;
            EXPECT_EQ(cut.front().first, 0);
            EXPECT_EQ(cut.back().end, model.size());
            double least = std::numeric_limits<double>::infinity();
            forAllPartitions(
                model.size(), cluster.size(), 1, Recompute::Never, Shape::Loop,
                [&](const Partition& each) {
                    const bool sameDevices = std::ranges::equal(each, cut, {}, &Part::devices, &Part::devices);
                    if (sameDevices && pricing.fits(each))
                        least = std::min(least, slowestRankOf(pricing, each));
                    return true;
                },
                chunks, limits.emptyStages);
            if (least == std::numeric_limits<double>::infinity())
                continue;
            ++found;
            const bool fits = pricing.fits(cut);
            best += fits && slowestRankOf(pricing, cut) <= 1.001 * least ? 1 : 0;
        }
    }
    EXPECT_GE(found, 30);
    EXPECT_GE(20 * best, 17 * found) << best << " of " << found;
}

TEST(LoopCutting, CountsAndVisitsEveryPartition) {
    for (const std::optional<int> chunks : {std::optional<int>{}, std::optional{2}, std::optional{3}}) {
        int visited = 0;
        forAllPartitions(
            7, 3, 1, Recompute::Never, Shape::Loop,
            [&](const Partition& each) {
                EXPECT_EQ(shapeOf(each), Shape::Loop);
                EXPECT_EQ(chunksOf(each), chunks.value_or(chunksOf(each)));
                ++visited;
                return true;
            },
            chunks);
        EXPECT_EQ(visited, countPartitions(7, 3, 1, Recompute::Never, Shape::Loop, chunks));
    }
    int visited = 0;
    const auto count = [&](const Partition&) { return ++visited > 0; };
    forAllPartitions(5, 3, 1, Recompute::Never, Shape::Loop, count, {}, /*emptyStages=*/true);
    // Two of three devices in a row: 6 ways, with 4 parts, of which the two in the middle may have none of 5 layers.
    EXPECT_EQ(visited, 6 * 20);
    EXPECT_EQ(countPartitions(5, 3, 1, Recompute::Never, Shape::Loop, {}, true), 6 * 20);
    // Two of three devices in a row: 6 ways, with 4 or 6 parts of 7 layers; all three: 6 ways, with 6 parts.
    EXPECT_EQ(countPartitions(7, 3, 1, Recompute::Never, Shape::Loop), 6 * (20 + 6) + 6 * 6);
}

/// Eight equal layers with few microbatches: in a loop the pipeline fills chunk by chunk.
TEST(Planner, TakesALoopWhereItFillsThePipelineSooner) {
    LayeredModel model{.microbatches = 8, .timed = true};
    model.layers.assign(16, {.name = "layer", .work = {1e6, 2e6, 0}});
    const Cluster cluster = equalDevices(4);
    const auto planned = [&](std::optional<Shape> shape, std::optional<int> chunks = {}) {
        return planModel(model, cluster, {.tries = 20, .shape = shape, .chunks = chunks});
    };
    const Result<PlannerResult> any = planned({});
    const Result<PlannerResult> linear = planned(Shape::Linear);
    const Result<PlannerResult> loop = planned(Shape::Loop);
    const Result<PlannerResult> twice = planned(Shape::Loop, 2);
    ASSERT_TRUE(any && linear && loop && twice);
    // (m·S + (p − 1)·S/v) with S = 12 ms: 132, 114 and 105.
    EXPECT_EQ(linear->best.iterationTime, Fraction{132'000'000});
    EXPECT_EQ(twice->best.iterationTime, Fraction{114'000'000});
    EXPECT_EQ(loop->best.iterationTime, Fraction{105'000'000});
    EXPECT_EQ(chunksOf(loop->best.partition), 4);
    EXPECT_LE(any->best.iterationTime, loop->best.iterationTime);
    for (const Candidate& candidate : twice->front) {
        EXPECT_EQ(shapeOf(candidate.partition), Shape::Loop);
        EXPECT_EQ(chunksOf(candidate.partition), 2);
        EXPECT_TRUE(isValid(validate(candidate.plan)));
    }
    const Result<PlannerResult> none = planned(Shape::Loop, 9);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().message, "such a loop takes 18 layers and 2 devices at least, not 16 and 4");
}

/// 16 microbatches on the busiest device's 6 ms, where it had 7.5.
TEST(Planner, TakesALoopWithAnEmptyStageWhereALayoutCanSayIt) {
    LayeredModel model = headed(6, 1.5, 16);
    const Cluster cluster = equalDevices(4);
    const PlannerOptions options{.tries = 20, .shape = Shape::Loop, .chunks = 2};
    const Result<PlannerResult> full = planModel(model, cluster, options);
    model = laidOut(std::move(model));
    const Result<PlannerResult> result = planModel(model, cluster, options);
    ASSERT_TRUE(full && result);
    EXPECT_EQ(*stagesFromLayout(*layoutFor(model, result->best.partition)), *stagesFromLayout("Et|t|t||t|t|t|L"));
    EXPECT_LT(result->best.iterationTime.value(), 0.88 * full->best.iterationTime.value());
    EXPECT_TRUE(isValid(validate(result->best.plan)));
    EXPECT_FALSE(result->exhaustive);
    EXPECT_LE(result->lowerBound, result->best.iterationTime);
    ASSERT_TRUE(result->cutBound);
    EXPECT_LE(*result->cutBound, result->best.iterationTime);
}

/// The best of the generators' orders of all loops that there are.
Fraction leastOfLoops(const Pricing& pricing, bool emptyStages) {
    Fraction least{std::numeric_limits<Time>::max()};
    const auto visit = [&](const Partition& partition) {
        // The devices are alike.
        if (partition[0].devices.front() == 0 && partition[1].devices.front() == 1)
            if (const auto candidate = ordered(pricing, partition, CutMethod::All))
                least = std::min(least, candidate->iterationTime);
        return true;
    };
    forAllPartitions(pricing.model().size(), pricing.cluster().size(), 1, Recompute::Never, Shape::Loop, visit, 2,
                     emptyStages);
    return least;
}

TEST(Planner, FindsTheEmptyStagesThatATrialOfAllLoopsFinds) {
    int better = 0;
    int found = 0;
    for (std::uint64_t seed = 1; seed <= trials(6, 6); ++seed) {
        Dice dice(seed);
        const LayeredModel model = laidOut(headed(5, 0.25 * dice.roll(8, 12), dice.roll(6, 12)));
        const Cluster cluster = equalDevices(3);
        const Pricing pricing(model, cluster);
        const Fraction least = leastOfLoops(pricing, true);
        if (least == leastOfLoops(pricing, false))
            continue;
        ++better;
        const Result<PlannerResult> result =
            planModel(model, cluster, {.tries = 30, .shape = Shape::Loop, .chunks = 2});
        ASSERT_TRUE(result) << seed;
        found += result->best.iterationTime.value() <= 1.001 * least.value() ? 1 : 0;
    }
    EXPECT_GE(better, 3);
    EXPECT_GE(10 * found, 8 * better) << found << " of " << better;
}

/// Without letters stages are never empty, and nothing else differs.
TEST(Planner, IsNeverWorseForEmptyStages) {
    int better = 0;
    for (std::uint64_t seed = 1; seed <= trials(12, 12); ++seed) {
        Dice dice(seed);
        const int blocks = dice.roll(5, 6);
        LayeredModel model = headed(blocks, 0.25 * dice.roll(5, 10), dice.roll(4, 8));
        const Cluster cluster = equalDevices(blocks == 5 ? 3 : 4);
        PlannerOptions options{.tries = 5};
        if (seed % 2 == 0)
            options = {.tries = 5, .shape = Shape::Loop, .chunks = 2};
        const Result<PlannerResult> full = planModel(model, cluster, options);
        const Result<PlannerResult> result = planModel(laidOut(std::move(model)), cluster, options);
        ASSERT_TRUE(full && result) << seed;
        EXPECT_LE(result->best.iterationTime, full->best.iterationTime) << seed;
        better += result->best.iterationTime < full->best.iterationTime ? 1 : 0;
    }
    EXPECT_GE(better, 2);
}

/// No loop, with empty stages or without, is below the bound on all of them, which equal layers nearly reach.
TEST(CutBound, IsNeverAboveALoop) {
    int close = 0;
    const std::uint64_t count = trials(30, 30);
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        Dice dice(seed);
        LayeredModel model = randomModel(seed, dice.roll(4, 7), dice.roll(2, 6));
        Cluster cluster = randomCluster(seed, dice.roll(2, 3));
        if (seed % 2 == 0) {
            std::ranges::fill(model.layers, model.layers.front());
            std::ranges::fill(cluster.kinds, cluster.kinds.front());
        }
        for (const OptimizerMode mode : kOptimizerModes) {
            const Pricing pricing(model, cluster, mode);
            const std::optional<Time> bound = leastIterationOfCuts(pricing, {.shape = Shape::Loop});
            Fraction least{std::numeric_limits<Time>::max()};
            forAllPartitions(
                model.size(), cluster.size(), 1, Recompute::Never, Shape::Loop,
                [&](const Partition& partition) {
                    if (pricing.fits(partition))
                        if (const auto candidate = ordered(pricing, partition, CutMethod::All))
                            least = std::min(least, candidate->iterationTime);
                    return true;
                },
                {}, /*emptyStages=*/true);
            if (least == Fraction{std::numeric_limits<Time>::max()})
                continue;
            ASSERT_TRUE(bound) << seed;
            EXPECT_LE(Fraction{*bound}, least) << seed << " " << keyOf(mode);
            close += 10 * least.value() <= 14 * static_cast<double>(*bound) ? 1 : 0;
        }
    }
    EXPECT_GE(close, static_cast<int>(count) / 4);
}

} // namespace
} // namespace lanewright::test
