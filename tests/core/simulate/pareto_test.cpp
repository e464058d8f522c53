// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/pareto.h"

#include <gtest/gtest.h>

using namespace lanewright;

TEST(Pareto, KeepsWhatNoOtherBeats) {
    // More memory buys time, but not at (5, 20): that is beaten by (4, 20).
    const std::vector<TimeAndMemory> choices = {{30, 2}, {20, 5}, {20, 4}, {10, 8}, {31, 3}, {10, 8}};
    EXPECT_EQ(paretoFront(choices), (std::vector<std::size_t>{0, 2, 3, 5}));
    EXPECT_TRUE(paretoFront({}).empty());
}
