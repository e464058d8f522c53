// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/job/job_layout.h"

#include <gtest/gtest.h>

namespace lanewright::app {
namespace {

TEST(JobLayout, EveryCellIsFoundAtEachOfItsCorners) {
    for (const QSize room : {QSize(877, 112), QSize(200, 90), QSize(3000, 500)}) {
        const JobLayout layout{.rows = 128, .columns = 45, .room = room};
        for (int row = 0; row < layout.rows; ++row)
            for (int column = 0; column < layout.columns; ++column) {
                const JobCell cell{row, column};
                const QRect rect = layout.rectOf(cell);
                ASSERT_FALSE(rect.isEmpty());
                ASSERT_EQ(layout.cellAt(rect.topLeft()), cell) << row << ' ' << column;
                ASSERT_EQ(layout.cellAt(rect.bottomRight()), cell) << row << ' ' << column;
            }
    }
}

TEST(JobLayout, CellsFillTheWidthAndAreNeverTooSmallToHit) {
    const JobLayout wide{.rows = 4, .columns = 45, .room = {900, 100}};
    EXPECT_EQ(wide.whole().width(), 900);
    const JobLayout narrow{.rows = 128, .columns = 400, .room = {900, 100}};
    EXPECT_EQ(narrow.cellWidth(), JobLayout::kLeastWidth);
    EXPECT_EQ(narrow.cellHeight(), JobLayout::kLeastHeight);
    EXPECT_EQ(narrow.whole(), QSize(400 * JobLayout::kLeastWidth, 128 * JobLayout::kLeastHeight));
}

TEST(JobLayout, BesideTheMapIsNoCell) {
    const JobLayout layout{.rows = 2, .columns = 3, .room = {90, 60}};
    EXPECT_FALSE(layout.cellAt({-1, 5}));
    EXPECT_FALSE(layout.cellAt({5, -1}));
    EXPECT_FALSE(layout.cellAt({layout.whole().width() + 1, 5}));
    EXPECT_FALSE(layout.cellAt({5, layout.whole().height()}));
    EXPECT_FALSE((JobLayout{.rows = 0, .columns = 0, .room = {90, 60}}.cellAt({1, 1})));
}

TEST(JobLayout, StepsStayWithinTheMap) {
    const JobLayout layout{.rows = 2, .columns = 3, .room = {90, 60}};
    EXPECT_EQ(layout.moved({0, 0}, -1, -1), (JobCell{0, 0}));
    EXPECT_EQ(layout.moved({1, 2}, 1, 5), (JobCell{1, 2}));
    EXPECT_EQ(layout.moved({0, 1}, 1, 1), (JobCell{1, 2}));
}

} // namespace
} // namespace lanewright::app
