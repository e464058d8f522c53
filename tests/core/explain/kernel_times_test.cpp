// SPDX-License-Identifier: Apache-2.0
#include "core/explain/kernel_times.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

namespace lanewright {
namespace {

using test::op;

/// Rank 1: an overlapped pair from 100 to 200, a B from 200 to 260, then the step of the weights.
const std::vector<KernelLane> kLanes = {{.rank = 1,
                                         .names = {"product", "norm", "adamw"},
                                         .kernels = {{.name = 1, .op = op("F0.1"), .start = 100, .end = 110},
                                                     {.name = 0, .op = op("B1.0"), .start = 105, .end = 150},
                                                     {.name = 0, .op = op("F0.1"), .start = 140, .end = 190},
                                                     {.name = 1, .op = op("B1.1"), .start = 200, .end = 230},
                                                     {.name = 1, .op = op("B1.1"), .start = 240, .end = 250},
                                                     {.name = 2, .op = {}, .start = 300, .end = 320}},
                                         .leftOut = 3},
                                        {.rank = 2, .leftOut = 4}};
const Span kPair{.op = op("F0.1"), .paired = op("B1.0"), .start = 100, .end = 200};
const Span kBackward{.op = op("B1.1"), .start = 200, .end = 260};

TEST(KernelTimes, OfABlockAreItsOwnKernelsByNameAndTheTimeWithoutAny) {
    const KernelTimes pair = kernelsOf(kLanes, 1, kPair);
    EXPECT_EQ(pair.totals, (std::vector<KernelTotal>{{.name = "product", .count = 2, .total = 95, .longest = 50},
                                                     {.name = "norm", .count = 1, .total = 10, .longest = 10}}));
    EXPECT_EQ(pair.count, 3);
    EXPECT_EQ(pair.total, 105) << "more than passed, for two ran at once";
    EXPECT_EQ(pair.idle, 10) << "from 190 to 200";

    const KernelTimes backward = kernelsOf(kLanes, 1, kBackward);
    EXPECT_EQ(backward.count, 2);
    EXPECT_EQ(backward.idle, 20);
}

TEST(KernelTimes, OfABlockWithoutKernelsAreNone) {
    EXPECT_EQ(kernelsOf(kLanes, 0, kBackward), (KernelTimes{.idle = 60}));
    EXPECT_EQ(kernelsOf(kLanes, 2, kBackward), (KernelTimes{.idle = 60}));
}

TEST(KernelTimes, OfAStepTakeInItsOptimizer) {
    const KernelTimes all = kernelsOf(kLanes, Timeline{.lanes = {{}, {kPair, kBackward}, {}}});
    EXPECT_EQ(all.count, 6);
    ASSERT_EQ(all.totals.size(), 3u);
    EXPECT_EQ(all.totals[0].name, "product");
    EXPECT_EQ(all.totals[1].name, "norm");
    EXPECT_EQ(all.totals[2].name, "adamw");
    EXPECT_EQ(all.idle, 10 + 20);
    EXPECT_EQ(leftOutOf(kLanes), 7);
}

} // namespace
} // namespace lanewright
