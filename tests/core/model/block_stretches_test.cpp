// SPDX-License-Identifier: Apache-2.0
#include "core/model/block_stretches.h"

#include "core/model/side_by_side.h"
#include "core/model/text.h"
#include "tests/support/random_plan.h"
#include "tests/support/rows.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

using namespace lanewright;

namespace {

Segment computes(Time time) { return {Resource::Compute, time}; }
Segment talks(Time time) { return {Resource::Network, time}; }

/// Two stages on one rank. Stage 0 computes, dispatches, computes and combines; stage 1 computes alone.
const Schedule kSchedule{.placement = {.ranks = 1, .directions = {{0, 0}}}, .microbatches = 2};

Costs twoStages() {
    Costs costs = uniform(2, {.forward = 7, .backwardInput = 9, .backwardWeight = 3});
    costs.pairs.segments = {{.forward = {computes(3), talks(1), computes(2), talks(1)},
                             .backwardInput = {talks(2), computes(4), talks(1), computes(2)}},
                            {.forward = {computes(7)}, .backwardInput = {computes(9)}}};
    return costs;
}

std::optional<BlockStretches> of(const Costs& costs, const char* block) {
    return stretchesOf(kSchedule, costs, *blockFromText(block));
}

Time total(const std::vector<Stretch>& stretches, Spends spends) {
    Time sum = 0;
    for (const Stretch& stretch : stretches)
        sum += stretch.spends == spends ? stretch.end - stretch.start : 0;
    return sum;
}

bool cover(const std::vector<Stretch>& stretches, Time length) {
    Time reached = 0;
    for (const Stretch& stretch : stretches) {
        if (stretch.start != reached || stretch.end <= stretch.start)
            return false;
        reached = stretch.end;
    }
    return reached == length;
}

Chain drawn(test::Dice& dice) {
    Chain chain;
    for (int left = dice.roll(0, 6); left > 0; --left)
        chain.push_back({dice.chance(50) ? Resource::Network : Resource::Compute, dice.roll(0, 12)});
    return chain;
}

/// That the segments are those of the chain in their order, none before the end of the one before.
bool areOf(const Chain& chain, const std::vector<PlacedSegment>& placed) {
    std::size_t at = 0;
    Time free = 0;
    for (const Segment& segment : chain) {
        if (segment.time == 0)
            continue;
        if (at == placed.size() || placed[at].resource != segment.resource ||
            placed[at].end - placed[at].start != segment.time || placed[at].start < free)
            return false;
        free = placed[at++].end;
    }
    return at == placed.size();
}

} // namespace

TEST(BlockStretches, AnOpAloneExposesItsNetwork) {
    EXPECT_EQ(of(twoStages(), "F0.0"), (BlockStretches{.length = 7,
                                                       .first = {{Spends::Computing, 0, 3},
                                                                 {Spends::Exposed, 3, 4},
                                                                 {Spends::Computing, 4, 6},
                                                                 {Spends::Exposed, 6, 7}}}));
    EXPECT_FALSE(of(twoStages(), "F1.0")) << "it computes alone";
    EXPECT_FALSE(of(twoStages(), "W0.0")) << "of which no segments are given";
}

TEST(BlockStretches, APairHidesWhatRunsBesideCompute) {
    // F1.1 computes 7 while B0.0 dispatches 2; then B computes 4, is exposed for 1 and computes 2.
    EXPECT_EQ(of(twoStages(), "F1.1+B0.0"), (BlockStretches{.length = 14,
                                                            .first = {{Spends::Computing, 0, 7}, {Spends::Idle, 7, 14}},
                                                            .second = {{Spends::Hidden, 0, 2},
                                                                       {Spends::Idle, 2, 7},
                                                                       {Spends::Computing, 7, 11},
                                                                       {Spends::Exposed, 11, 12},
                                                                       {Spends::Computing, 12, 14}}}));
    EXPECT_FALSE(of(twoStages(), "F1.1+B1.0"));
}

TEST(BlockStretches, SharingStretchesWhereBothWork) {
    Costs costs = twoStages();
    costs.pairs.sharing = PairCosts::kOne / 2;
    const std::optional<BlockStretches> stretches = of(costs, "F1.1+B0.0");
    ASSERT_TRUE(stretches);
    EXPECT_EQ(stretches->length, 15) << "two are shared, a half each";
    EXPECT_EQ(total(stretches->second, Spends::Hidden), 3);
    EXPECT_EQ(total(stretches->second, Spends::Exposed), 1) << "as long as before";
}

TEST(BlockStretches, AMatrixSaysHowMuchIsHiddenAndNotWhen) {
    Costs costs = uniform(2, {.forward = 10, .backwardInput = 10, .backwardWeight = 10});
    costs.pairs.withB = {14, 20, 21, {}};
    EXPECT_EQ(of(costs, "F0.1+B0.0"), (BlockStretches{.length = 14, .saved = 6}));
    EXPECT_FALSE(of(costs, "F0.1+B1.0")) << "it saves nothing";
    EXPECT_FALSE(of(costs, "F1.1+B0.0")) << "it takes longer than its parts";
    EXPECT_FALSE(of(costs, "F0.0"));
}

TEST(BlockStretches, RandomChainsRunAsTheLeastEndSays) {
    const std::uint64_t count = test::trials(1000);
    for (std::uint64_t seed = 0; seed < count; ++seed) {
        test::Dice dice(seed);
        const Chain one = drawn(dice);
        const Chain other = drawn(dice);
        const PlacedChains placed = SideBySide(one, other).placed();
        ASSERT_TRUE(areOf(one, placed.one) && areOf(other, placed.other)) << "seed " << seed;
        Time end = 0;
        for (const PlacedSegment& each : placed.one) {
            end = std::max(end, each.end);
            for (const PlacedSegment& beside : placed.other)
                ASSERT_TRUE(each.resource != beside.resource || each.end <= beside.start || beside.end <= each.start)
                    << "both on one resource, seed " << seed;
        }
        for (const PlacedSegment& each : placed.other)
            end = std::max(end, each.end);
        ASSERT_EQ(end, leastEndOf(one, other)) << "seed " << seed;
    }
}

TEST(BlockStretches, RandomPairsAreCoveredAndAddUp) {
    const std::uint64_t count = test::trials(500);
    for (std::uint64_t seed = 0; seed < count; ++seed) {
        test::Dice dice(seed);
        Costs costs = uniform(2, {.forward = 1, .backwardInput = 1, .backwardWeight = 1});
        costs.pairs.segments.resize(2);
        for (std::size_t stage = 0; stage < 2; ++stage) {
            StageSegments& segments = costs.pairs.segments[stage];
            segments = {drawn(dice), drawn(dice), {}};
            costs.stages[0][stage].forward = lengthOf(segments.forward);
            costs.stages[0][stage].backwardInput = lengthOf(segments.backwardInput);
            costs.stages[0][stage].backwardWeight = dice.roll(0, 5);
        }
        const bool shares = dice.chance(50);
        costs.pairs.sharing = shares ? PairCosts::kOne / 100 * dice.roll(1, 100) : 0;
        if (dice.chance(30))
            costs.host = {.send = dice.roll(0, 4), .receive = dice.roll(0, 4)};
        const Block block = *blockFromText(dice.chance(50) ? "F0.1+BW1.0" : "F1.1+B0.0");
        const std::optional<BlockStretches> stretches = stretchesOf(kSchedule, costs, block);
        const auto chain = [&](const Op& op) { return chainOf(costs, op, 0, costs.compute(op, 0)); };
        const Time network =
            lengthOn(Resource::Network, chain(block.op)) + lengthOn(Resource::Network, chain(*block.paired));
        ASSERT_EQ(stretches.has_value(), network > 0) << "seed " << seed;
        if (!stretches)
            continue;
        ASSERT_EQ(stretches->length, durationOf(kSchedule, costs, block)) << "seed " << seed;
        ASSERT_TRUE(cover(stretches->first, stretches->length)) << "seed " << seed;
        ASSERT_TRUE(cover(stretches->second, stretches->length)) << "seed " << seed;
        if (shares)
            continue;
        Time shown = 0;
        for (const std::vector<Stretch>* each : {&stretches->first, &stretches->second})
            shown += total(*each, Spends::Hidden) + total(*each, Spends::Exposed);
        ASSERT_EQ(shown, network) << "seed " << seed;
        ASSERT_EQ(total(stretches->first, Spends::Computing), lengthOn(Resource::Compute, chain(block.op)))
            << "seed " << seed;
    }
}
