// SPDX-License-Identifier: Apache-2.0
#include "core/picture/memory_choice.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace lanewright {
namespace {

TEST(MemoryLines, SayWhetherTheRanksOnShowAreFullerThanTheOthers) {
    const auto curvesOf = [](std::initializer_list<int> peaks) {
        std::vector<MemoryCurve> curves;
        for (const int peak : peaks)
            curves.push_back({{.time = 0, .bytes = peak * kMemoryUnit}});
        return curves;
    };
    const auto note = [](const std::vector<MemoryCurve>& curves) {
        const int count = static_cast<int>(curves.size());
        return fullestNote(curves, fullestRanks(curves, 0, count), 0, count);
    };
    EXPECT_EQ(note(curvesOf({3, 2, 1})), "");
    EXPECT_EQ(note(curvesOf({10, 9, 8, 7, 6, 5, 4, 3, 2, 1})), "the fullest 8 of 10");
    EXPECT_EQ(note(curvesOf({4, 4, 4, 4, 4, 4, 4, 4, 4})), "8 of 9 ranks, others as full");
    EXPECT_EQ(note({}), "") << "an empty board";
}

} // namespace
} // namespace lanewright
