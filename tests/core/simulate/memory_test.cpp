// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/memory.h"

#include "core/simulate/simulate.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

namespace {

/// +4 at F, −3 at B, −1 at W.
const StageMemory kFourOneThree{.forward = 4, .backwardInput = -3, .backwardWeight = -1};

} // namespace

TEST(Memory, ForwardAllocatesAtItsStartAndBackwardFreesAtItsEnd) {
    const Schedule schedule = linearSchedule(1, 2, "F0.0 B0.0 F0.1 W0.0 B0.1 W0.1");
    const MemoryCosts memory = uniformMemory(1, 1, kFourOneThree);
    const std::vector<MemoryCurve> curves = memoryCurves(schedule, memory, 1, simulate(schedule, uniform(1)));
    EXPECT_EQ(curves[0], (MemoryCurve{{0, 4}, {2, 5}, {4, 4}, {5, 1}, {6, 0}}));
    EXPECT_EQ(peakMemory(schedule, memory, 1), (std::vector<Bytes>{5}));
}

TEST(Memory, APeakBetweenTwoBlocksWithoutIdleTimeCounts) {
    // B frees 3 when it ends, so F allocates while only 1 is left of the first microbatch.
    const Schedule schedule = linearSchedule(1, 2, "F0.0 F0.1+BW0.0 BW0.1");
    const MemoryCosts memory = uniformMemory(1, 1, kFourOneThree);
    EXPECT_EQ(peakMemory(schedule, memory, 1), (std::vector<Bytes>{8}));
}

TEST(Memory, ZbH1PeaksFollowTheClosedForm) {
    // Rank i (from 1): (p − i + 1) activations plus (i − 1) residues, with B freeing 3 of 4.
    const Schedule schedule = linearSchedule(4, 8, zbH1Rows());
    const MemoryCosts memory = uniformMemory(4, 4, kFourOneThree);
    EXPECT_EQ(peakMemory(schedule, memory, 1), (std::vector<Bytes>{4 * 4, 3 * 4 + 1, 2 * 4 + 2, 4 + 3}));
}

TEST(Memory, PartsOfWFreeTheirShares) {
    const Schedule schedule = linearSchedule(1, 1, "F0.0 B0.0 W0.0/1 W0.0/0");
    const MemoryCosts memory = uniformMemory(1, 1, {.forward = 5, .backwardWeight = -5});
    Costs costs = uniform(1, {.backwardWeight = 2});
    costs.weightParts = 2;
    const std::vector<MemoryCurve> curves = memoryCurves(schedule, memory, 2, simulate(schedule, costs));
    EXPECT_EQ(curves[0], (MemoryCurve{{0, 5}, {3, 2}, {4, 0}}));
}

TEST(Memory, RecomputationAllocatesWhenItStarts) {
    const Schedule schedule = linearSchedule(1, 2, "F0.0 F0.1 R0.0 BW0.0 R0.1 BW0.1");
    const MemoryCosts memory = uniformMemory(1, 1, {.forward = 1, .backwardInput = -6, .recompute = 5});
    EXPECT_EQ(peakMemory(schedule, memory, 1), (std::vector<Bytes>{7}));
}

TEST(Memory, StaticBytesCountForEveryCopy) {
    const Schedule schedule{.placement = {.ranks = 2, .directions = {{0, 1}, {1, 0}}}, .microbatches = 2};
    MemoryCosts memory = uniformMemory(2, 2, {});
    memory.stages[0][0].fixed = 10;
    memory.stages[0][1].fixed = 7;
    EXPECT_EQ(staticMemory(schedule, memory), (std::vector<Bytes>{17, 17}));
}

TEST(Memory, TheFirstBlockOverTheLimitIsFound) {
    const Schedule schedule = linearSchedule(1, 3, "F0.0 F0.1 BW0.0 F0.2 BW0.1 BW0.2");
    const MemoryCosts memory = uniformMemory(1, 1, kFourOneThree);
    EXPECT_EQ(firstOver(schedule, memory, 1, 0, 7), 1);
    EXPECT_EQ(firstOver(schedule, memory, 1, 0, 8), std::nullopt);
}

TEST(Memory, WeightsInMicrobatchOrderNeedNoStaging) {
    EXPECT_EQ(stagedWeights(linearSchedule(4, 8, zbH1Rows())), (std::vector<int>{0, 0, 0, 0}));
}

TEST(Memory, WeightsOutOfOrderAreHeldBackUntilTheirTurn) {
    const Schedule schedule = linearSchedule(1, 4, "F0.0 F0.1 F0.2 F0.3 BW0.2 BW0.1 BW0.0 BW0.3");
    EXPECT_EQ(stagedWeights(schedule), (std::vector<int>{2}));
    EXPECT_EQ(stagedCopies(schedule), (std::vector<StagedCopy>{{0, 0, 0, 2}}));
}

TEST(Memory, PartsOfWShareABuffer) {
    const Schedule schedule = linearSchedule(1, 2, "F0.0 F0.1 B0.0 B0.1 W0.1/0 W0.1/1 W0.0/0 W0.0/1");
    EXPECT_EQ(stagedWeights(schedule, 2), (std::vector<int>{1}));
}

TEST(Memory, PartsOfTwoMicrobatchesNeedTwoBuffers) {
    const Schedule schedule = linearSchedule(1, 3,
                                             "F0.0 F0.1 F0.2 B0.0 B0.1 B0.2 W0.1/0 W0.2/1 W0.0/0 W0.0/1 W0.1/1 "
                                             "W0.2/0");
    EXPECT_EQ(stagedWeights(schedule, 2), (std::vector<int>{2}));
}

TEST(Memory, ABackwardInOneHoldsBackAllItsParts) {
    const Schedule schedule = linearSchedule(1, 2, "F0.0 F0.1 B0.0 W0.0/0 BW0.1 W0.0/1");
    EXPECT_EQ(stagedWeights(schedule, 2), (std::vector<int>{1}));
}

TEST(Memory, CopiesOfOneRankAddTheirStaging) {
    const Schedule schedule{.placement = looped(1, 2), .microbatches = 2, .order = rows(R"(
        F0.0 F0.1 F1.0 F1.1 BW1.1 BW1.0 BW0.1 BW0.0
    )")};
    EXPECT_EQ(stagedWeights(schedule), (std::vector<int>{2}));
}
