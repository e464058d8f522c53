// SPDX-License-Identifier: Apache-2.0
#include "core/edit/fold.h"
#include "tests/engine/support/requests.h"
#include "tests/support/judging.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

namespace lanewright::engine::test {

namespace {

using lanewright::test::made;
using lanewright::test::sampled;

/// What one rank makes of the same stages, with the microbatches dealt alike.
Seen onOneRank(const Plan& plan) {
    if (plan.schedule.placement.directions.size() == 1) {
        static const Seen oneWay = runHere(requestOf(planOf("gpipe", 1, kMicrobatches)));
        return oneWay;
    }
    return runHere(requestOf(bothWaysOnOneRank(plan.schedule.stages(), kMicrobatches, plan.schedule.directionOf)));
}

void expectBitsOfOneRank(const Plan& plan) {
    const Seen seen = runHere(requestOf(plan));
    const Seen expected = onOneRank(plan);
    ASSERT_EQ(seen.losses.size(), 3U);
    EXPECT_EQ(seen.losses, expected.losses);
    EXPECT_EQ(seen.hash, expected.hash);
    EXPECT_EQ(seen.gradients, expected.gradients);
    EXPECT_EQ(seen.hash.size(), 16U);
}

} // namespace

TEST(Generators, EveryOneTrainsAsOneRankDoesToTheBit) {
    for (const Generator& generator : sampled(generators()))
        for (const int ranks : {2, 4}) {
            SCOPED_TRACE(std::string{generator.name} + " on " + std::to_string(ranks));
            expectBitsOfOneRank(planOf(generator.name, ranks, kMicrobatches));
        }
}

TEST(Generators, PartsOfWChangeNoBit) {
    for (const Generator& generator : sampled(generators())) {
        if (!generator.splitsBackward)
            continue;
        SCOPED_TRACE(generator.name);
        expectBitsOfOneRank(
            made(generator.name, *problemOf({.ranks = 4, .microbatches = kMicrobatches, .weightParts = 3})));
    }
}

TEST(Generators, RecomputingBesidePairsChangesNoBit) {
    for (const char* const name :
         sampled(std::vector{"dualpipe", "dualpipev", "chimera", "hanayo", "interleaved-zb"})) {
        SCOPED_TRACE(name);
        Plan problem = *problemOf({.ranks = 4, .microbatches = kMicrobatches, .weightParts = 2});
        for (StageCosts& costs : problem.costs.stages[0])
            costs.recompute = kTimeUnit;
        expectBitsOfOneRank(made(name, problem));
    }
}

TEST(Generators, MoreChunksAndWavesChangeNoBit) {
    for (const char* const name : sampled(std::vector{"interleaved-1f1b", "looped-bfs", "interleaved-zb", "hanayo"})) {
        SCOPED_TRACE(name);
        expectBitsOfOneRank(made(name, *problemOf({.ranks = 2, .microbatches = kMicrobatches, .chunks = 4})));
    }
}

TEST(Generators, TwoWaysTrainAlikeHoweverTheMicrobatchesAreDealt) {
    for (const std::string_view name : {"dualpipe", "chimera"}) {
        SCOPED_TRACE(name);
        Plan problem = *problemOf({.ranks = 4, .microbatches = kMicrobatches});
        problem.schedule.placement = twoWays(4);
        problem.schedule.directionOf = {0, 1, 0, 1, 1, 0, 1, 0};
        expectBitsOfOneRank(made(name, problem));
    }
}

TEST(Generators, CutInHalfAndUntiedTheyTrainOnAsOneRank) {
    for (const std::string_view name : {"dualpipe", "chimera"}) {
        SCOPED_TRACE(name);
        const Result<Plan> half = cutInHalf(made(name, *problemOf({.ranks = 4, .microbatches = 2 * kMicrobatches})));
        ASSERT_TRUE(half) << half.error().message;
        expectBitsOfOneRank(*half);
    }
    for (const std::string_view name : {"dualpipe", "dualpipev"}) {
        SCOPED_TRACE(name);
        const Result<Plan> loose = untie(made(name, *problemOf({.ranks = 4, .microbatches = 8, .weightParts = 2})));
        ASSERT_TRUE(loose) << loose.error().message;
        expectBitsOfOneRank(*loose);
    }
}

} // namespace lanewright::engine::test
