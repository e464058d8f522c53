// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/ruler_labels.h"
#include "app/lanes/time_range.h"
#include "core/picture/time_scale.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace lanewright::app {
namespace {

using test::unit;

TEST(TimeScale, TurnsTimesIntoPixelsAndBack) {
    const TimeScale scale{unit(10), unit(20), 100, 500};
    EXPECT_DOUBLE_EQ(scale.x(unit(10)), 100);
    EXPECT_DOUBLE_EQ(scale.x(unit(15)), 350);
    EXPECT_EQ(scale.time(350), unit(15));
    EXPECT_EQ(scale.length(50), unit(1));
    EXPECT_EQ(scale.length(0), 1);
}

TEST(Ticks, StandAtRoundTimes) {
    const Ticks ticks = ticksFor({0, unit(28), 116, 1120});
    EXPECT_EQ(ticks.step, unit(5));
    const auto majors = std::ranges::count(ticks.marks, true, &Tick::major);
    EXPECT_EQ(majors, 6); // 0 5 10 15 20 25
    EXPECT_EQ(ticks.marks[1].time, unit(1));
}

TEST(Ticks, StandApartAndAreFewAtEveryZoom) {
    for (Time length = 1; length < std::numeric_limits<Time>::max() / 100; length = length * 7 + 3) {
        const TimeScale scale{-length / 3, length, 0, 1000};
        const Ticks ticks = ticksFor(scale);
        EXPECT_LT(ticks.marks.size(), 400U) << length;
        EXPECT_GE(static_cast<double>(ticks.step) * scale.perTick(), 89) << length;
        for (const Tick& tick : ticks.marks)
            ASSERT_TRUE(tick.time >= scale.start && tick.time <= scale.end);
    }
}

TEST(Ticks, HaveLabelsInTheUnitOfThePlan) {
    EXPECT_EQ(tickLabel(unit(5), unit(5), TimeUnit::Ms), QStringLiteral("5 ms"));
    EXPECT_EQ(tickLabel(unit(5) / 10, unit(5) / 10, TimeUnit::Ms), QStringLiteral("0.5 ms"));
    EXPECT_EQ(tickLabel(unit(5), unit(5), TimeUnit::Us), QStringLiteral("5000 us"));
    EXPECT_EQ(tickLabel(unit(5), unit(5), TimeUnit::Unit), QStringLiteral("5"));
}

TEST(Ticks, SnapToOneTwoAndFive) {
    EXPECT_EQ(roundStep(1), 1);
    EXPECT_EQ(roundStep(3), 5);
    EXPECT_EQ(roundStep(51), 100);
    EXPECT_EQ(roundStep(150), 200);
}

TEST(TimeRange, FollowsTheExtentUntilAPersonZooms) {
    TimeRange range;
    range.setExtent(0, unit(100));
    EXPECT_TRUE(range.isFitted());
    EXPECT_LE(range.start(), 0);
    EXPECT_GE(range.end(), unit(100));
    range.zoom(0.5, unit(50));
    EXPECT_FALSE(range.isFitted());
    const Time start = range.start();
    const Time end = range.end();
    range.setExtent(0, unit(101));
    EXPECT_EQ(range.start(), start);
    EXPECT_EQ(range.end(), end);
    range.fit();
    EXPECT_GE(range.end(), unit(101));
}

TEST(TimeRange, KeepsTheAnchorWhereItIsWhenItZooms) {
    TimeRange range;
    range.setExtent(0, unit(100));
    range.set(unit(20), unit(60));
    range.zoom(0.25, unit(30));
    EXPECT_EQ(range.start(), unit(30) - unit(10) / 4);
    EXPECT_EQ(range.end(), unit(30) + unit(30) / 4);
}

TEST(TimeRange, NeverLosesSightOfTheExtent) {
    TimeRange range;
    range.setExtent(0, unit(100));
    for (const Time by : {unit(1000), -unit(5000), unit(1000000)}) {
        range.pan(by);
        EXPECT_LT(range.start(), unit(100));
        EXPECT_GT(range.end(), 0);
    }
    for (int step = 0; step < 400; ++step)
        range.zoom(0.5, unit(50));
    EXPECT_GE(range.length(), 2);
    for (int step = 0; step < 400; ++step)
        range.zoom(2, unit(50));
    EXPECT_LE(range.length(), unit(400));
}

TEST(RulerLabels, DoNotCoverEachOtherAtAnyZoom) {
    const QFontMetrics metrics{QFont()};
    for (Time length = 1; length < std::numeric_limits<Time>::max() / 100; length = length * 3 / 2 + 1)
        for (const double width : {300.0, 727.0, 1100.0}) {
            const TimeScale scale{0, length, 116, width};
            const QRectF ruler(116, 0, width, 26);
            double free = ruler.left();
            for (const RulerLabel& label : rulerLabels(ruler, scale, TimeUnit::Ms, metrics)) {
                ASSERT_GE(label.left, free) << length << ' ' << label.text.toStdString();
                free = label.left + label.width;
                ASSERT_LE(free, ruler.right()) << length << ' ' << label.text.toStdString();
            }
        }
}

} // namespace
} // namespace lanewright::app
