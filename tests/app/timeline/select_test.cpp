// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/gesture_controller.h"
#include "tests/app/timeline/testdrive.h"
#include "tests/support/rows.h"

#include <QScrollBar>

#include <gtest/gtest.h>

namespace lanewright::app {
namespace {

using test::op;
using test::unit;

TEST(Select, ABlockByAClickAndNoneByAClickBesides) {
    TestDrive drive;
    drive.click(drive.on("B1.3"));
    EXPECT_EQ(drive.selection.ops(), std::set<Op>{op("B1.3")});
    drive.click(drive.on("W2.0"));
    EXPECT_EQ(drive.selection.ops(), std::set<Op>{op("W2.0")});
    const QRectF last = drive.view.rectOf(op("F0.3"));
    drive.click({last.right() + 30, last.center().y()});
    EXPECT_TRUE(drive.selection.empty());
}

TEST(Select, SeveralWithControlAndAStretchOfTheLaneWithShift) {
    TestDrive drive;
    drive.click(drive.on("F0.0"));
    drive.click(drive.on("F3.0"), Qt::ControlModifier);
    EXPECT_EQ(drive.selection.ops().size(), 2U);
    drive.click(drive.on("F0.0"), Qt::ControlModifier);
    EXPECT_EQ(drive.selection.ops(), std::set<Op>{op("F3.0")});
    drive.click(drive.on("F1.0"));
    drive.click(drive.on("B1.0"), Qt::ShiftModifier);
    EXPECT_EQ(drive.selection.ops(), (std::set<Op>{op("F1.0"), op("F1.1"), op("F1.2"), op("B1.0")}));
}

TEST(Select, TheStrandOfAMicrobatchByADoubleClick) {
    TestDrive drive;
    drive.doubleClick(drive.on("B1.3"));
    EXPECT_EQ(drive.selection.ops().size(), 12U); // F, B and W on four stages
    for (const Op& each : drive.selection.ops())
        EXPECT_EQ(each.microbatch, 3);
    EXPECT_EQ(drive.selection.current(), op("B1.3"));
}

TEST(Select, WhatARubberBandTouches) {
    TestDrive drive;
    const QRectF first = drive.view.rectOf(op("F0.0"));
    const QRectF below = drive.view.rectOf(op("F1.1"));
    const QPointF from(first.right() + first.width() * 5, first.top() - 6);
    drive.dragTo(from, {below.center().x(), below.center().y()});
    drive.release(below.center());
    EXPECT_EQ(drive.selection.ops(), (std::set<Op>{op("F0.2"), op("F0.3"), op("F1.1"), op("F1.2")}));
}

TEST(Select, WhatWasSelectedAgainWhenTheRubberBandIsCancelled) {
    TestDrive drive;
    drive.click(drive.on("B1.3"));
    const QRectF first = drive.view.rectOf(op("F0.0"));
    drive.dragTo({first.right() + first.width() * 5, first.top() - 6}, first.center());
    drive.key(Qt::Key_Escape);
    EXPECT_EQ(drive.selection.ops(), std::set<Op>{op("B1.3")});
}

TEST(Hover, SaysWhatABlockIsAndWhyItWaits) {
    TestDrive drive;
    drive.hover(drive.on("B1.3"));
    EXPECT_TRUE(drive.lastHint.startsWith(QStringLiteral("B1.3: input gradient, rank 1, microbatch 3 · 14 – 15 ms · ")))
        << drive.lastHint.toStdString();
    drive.hover({20, 200});
    EXPECT_TRUE(drive.lastHint.isEmpty());
}

TEST(Zoom, KeepsTheTimeUnderTheMouse) {
    TestDrive drive;
    const QPointF at = drive.on("B1.3");
    const Time before = drive.view.canvas().scale.time(at.x());
    drive.wheel(at, {0, 120}, Qt::ControlModifier);
    EXPECT_LT(drive.range.length(), unit(28));
    EXPECT_NEAR(static_cast<double>(drive.view.canvas().scale.time(at.x())), static_cast<double>(before), 100);
    drive.wheel(at, {0, -120}, Qt::ControlModifier);
    EXPECT_NEAR(static_cast<double>(drive.view.canvas().scale.time(at.x())), static_cast<double>(before), 100);
}

TEST(Wheel, ScrollsLanesPansTimeAndSetsTheHeightOfLanes) {
    TestDrive drive(1000, 200);
    drive.view.setLaneHeight(90);
    drive.wheel({500, 100}, {0, -240});
    EXPECT_GT(drive.view.verticalScrollBar()->value(), 0);
    const Time start = drive.range.start();
    drive.wheel({500, 100}, {0, -120}, Qt::ShiftModifier);
    EXPECT_GT(drive.range.start(), start);
    drive.wheel({500, 100}, {0, 120}, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_GT(drive.view.laneHeight(), 90);
}

TEST(Ruler, ZoomsToTheRangeDraggedOverItAndFitsByADoubleClick) {
    TestDrive drive;
    drive.dragTo({drive.view.canvas().scale.x(unit(5)), 10}, {drive.view.canvas().scale.x(unit(15)), 10});
    EXPECT_EQ(drive.view.gestures().cardText(), QStringLiteral("10 ms"));
    drive.release({drive.view.canvas().scale.x(unit(15)), 10});
    EXPECT_NEAR(static_cast<double>(drive.range.start()), unit(5), unit() / 10.0);
    EXPECT_NEAR(static_cast<double>(drive.range.end()), unit(15), unit() / 10.0);
    drive.doubleClick({600, 10});
    EXPECT_TRUE(drive.range.isFitted());
}

TEST(Pan, FollowsTheMiddleButton) {
    TestDrive drive;
    drive.range.set(unit(5), unit(15));
    drive.press({600, 200}, Qt::MiddleButton);
    drive.move({500, 200});
    drive.release({500, 200}, Qt::MiddleButton);
    EXPECT_GT(drive.range.start(), unit(5));
    EXPECT_NEAR(static_cast<double>(drive.range.length()), unit(10), 10);
}

TEST(Reveal, BringsABlockIntoView) {
    TestDrive drive(700, 130);
    drive.view.setLaneHeight(90);
    drive.range.set(unit(0), unit(5));
    drive.selection.reveal(op("W3.7"));
    EXPECT_TRUE(drive.view.viewport()->rect().contains(drive.view.rectOf(op("W3.7")).center().toPoint()));
}

TEST(Reveal, ShowsWhatWasASmearSoThatItCanBeRead) {
    TestDrive drive;
    drive.range.set(unit(-30), unit(70));
    const Time before = drive.range.length();
    drive.selection.set(op("W3.6"));
    drive.key(Qt::Key_Right);
    EXPECT_EQ(drive.range.length(), before) << "a step keeps the zoom";
    drive.selection.reveal(op("W3.7"));
    EXPECT_NEAR(drive.view.rectOf(op("W3.7")).width(), 26, 1);
    EXPECT_TRUE(drive.view.viewport()->rect().contains(drive.view.rectOf(op("W3.7")).center().toPoint()));
    const Time near = drive.range.length();
    drive.selection.reveal(op("F0.0"));
    EXPECT_EQ(drive.range.length(), near);
}

TEST(Geometry, FindsBlocksAndBoundariesUnderAPoint) {
    TestDrive drive;
    EXPECT_EQ(drive.view.blockAt(drive.on("B1.3")), slotOf(drive.document.schedule(), op("B1.3")));
    EXPECT_EQ(drive.view.blockAt({10, 100}), std::nullopt);
    EXPECT_EQ(drive.view.canvas().geometry.rankAt(drive.on("B2.3").y()), 2);
    const auto boundaryNear = [&](QPointF at) {
        return boundaryAt(drive.view.placed().lanes[1], drive.view.canvas().scale.time(at.x()));
    };
    EXPECT_EQ(boundaryNear(drive.before("F1.5")), drive.positionOf("F1.5"));
    EXPECT_EQ(boundaryNear(drive.after("F1.5")), drive.positionOf("F1.5") + 1);
    EXPECT_TRUE(drive.view.rectOf({OpKind::F, 0, 9, 9}).isNull());
}

} // namespace
} // namespace lanewright::app
