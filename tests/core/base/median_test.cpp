// SPDX-License-Identifier: Apache-2.0
#include "core/base/median.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace lanewright {
namespace {

TEST(Median, IsTheOneInTheMiddle) {
    const std::vector odd = {9, 1, 5, 7, 3};
    EXPECT_EQ(upperMedian(std::vector(odd)), 5);
    EXPECT_EQ(lowerMedian(std::vector(odd)), 5);
    EXPECT_EQ(middleMedian(std::vector(odd)), 5);
    EXPECT_EQ(upperMedian(std::vector{4.5}), 4.5);
    EXPECT_EQ(middleMedian(std::vector{-4}), -4);
}

TEST(Median, SaysWhichOfTwoItMeans) {
    const std::vector even = {8, 1, 5, 90};
    EXPECT_EQ(upperMedian(std::vector(even)), 8);
    EXPECT_EQ(lowerMedian(std::vector(even)), 5);
    EXPECT_EQ(middleMedian(std::vector(even)), 7); // 6.5 rounded up
    EXPECT_EQ(middleMedian(std::vector{2, 2}), 2);
}

TEST(Median, LooksAtTheMemberThatCounts) {
    using Named = std::pair<int, std::string>;
    const std::vector<Named> all = {{3, "c"}, {1, "a"}, {2, "b"}};
    EXPECT_EQ(upperMedian(std::vector(all), &Named::first).second, "b");
}

} // namespace
} // namespace lanewright
