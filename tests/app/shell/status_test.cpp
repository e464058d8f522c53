// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/status_row.h"

#include <gtest/gtest.h>

namespace lanewright::app {
namespace {

constexpr StatusWidths kWanted{.hint = 300, .sign = 0, .legend = 200, .summary = 400};
constexpr StatusWidths kLeast{.hint = 50, .sign = 0, .legend = 80, .summary = 50};

TEST(StatusRow, LeavesWhatWasSaidWholeAndCutsTheRestInOrder) {
    EXPECT_EQ(dealtStatus(1000, kWanted, kLeast), (StatusWidths{400, 0, 200, 400})) << "there is room for all";
    EXPECT_EQ(dealtStatus(800, kWanted, kLeast), (StatusWidths{300, 0, 200, 300})) << "a long title is cut";
    EXPECT_EQ(dealtStatus(500, kWanted, kLeast), (StatusWidths{300, 0, 80, 120})) << "the legend has its letters left";
    EXPECT_EQ(dealtStatus(400, kWanted, kLeast), (StatusWidths{300, 0, 0, 100}));
    EXPECT_EQ(dealtStatus(320, kWanted, kLeast), (StatusWidths{300, 0, 0, 20}));
    EXPECT_EQ(dealtStatus(250, kWanted, kLeast), (StatusWidths{250, 0, 0, 0})) << "nothing else is left to be cut";
}

} // namespace
} // namespace lanewright::app
