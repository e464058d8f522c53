// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/lane_selection.h"
#include "app/timeline/measured_overlay.h"
#include "app/timeline/search_matches.h"
#include "app/timeline/time_marks.h"
#include "app/timeline/view_history.h"
#include "tests/app/timeline/testdrive.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

namespace lanewright::app {
namespace {

using test::op;
using test::unit;

/// The middle of a stretch of time in a lane.
QPointF at(const TestDrive& drive, int rank, Time time) {
    const double y = drive.view.canvas().geometry.blockTop(rank) + drive.view.canvas().geometry.blockHeight() / 2.0;
    return {drive.view.canvas().scale.x(time), y};
}

TEST(Bubbles, AreSelectedByAClickBetweenBlocks) {
    TestDrive drive;
    // Rank 0 runs F0.0 … F0.3 and is then idle until its first B.
    drive.click(at(drive, 0, unit(5)));
    ASSERT_TRUE(drive.selection.bubble());
    EXPECT_EQ(drive.selection.bubble()->rank, 0);
    EXPECT_EQ(drive.selection.bubble()->next, op("B0.0"));
    EXPECT_TRUE(drive.selection.empty());
    EXPECT_TRUE(drive.lastHint.startsWith(QStringLiteral("Rank 0 is idle for 3 ms: B0.0 needs")))
        << drive.lastHint.toStdString();
    drive.click(drive.on("B1.3"));
    EXPECT_FALSE(drive.selection.bubble());
    EXPECT_EQ(drive.selection.current(), op("B1.3"));
    drive.click(at(drive, 0, unit(5)));
    drive.key(Qt::Key_Escape);
    EXPECT_FALSE(drive.selection.bubble());
}

TEST(Bubbles, AreWalkedWithCommaAndPeriod) {
    TestDrive drive;
    drive.click(drive.on("F2.0"));
    drive.key(Qt::Key_Comma);
    ASSERT_TRUE(drive.selection.bubble());
    EXPECT_EQ(drive.selection.bubble()->next, op("F2.0"));
    drive.key(Qt::Key_Period);
    ASSERT_TRUE(drive.selection.bubble());
    EXPECT_EQ(drive.selection.bubble()->next, op("B2.0"));
    drive.key(Qt::Key_Comma);
    EXPECT_EQ(drive.selection.bubble()->next, op("F2.0"));
    drive.key(Qt::Key_Comma);
    EXPECT_EQ(drive.selection.bubble()->next, op("F2.0"));
    EXPECT_EQ(drive.lastHint, QStringLiteral("no bubble before it on rank 2"));
}

TEST(Bubbles, StaySelectedWhileOtherBlocksMove) {
    TestDrive drive;
    drive.click(at(drive, 0, unit(5)));
    const auto next = moveBlock(drive.document.schedule(), {3, 20}, 22);
    ASSERT_TRUE(next);
    drive.document.apply(QStringLiteral("move"), Schedule(*next));
    ASSERT_TRUE(bubbleNow(drive.document, drive.selection));
    EXPECT_EQ(bubbleNow(drive.document, drive.selection)->position, 4);
}

TEST(Arrows, OfACriticalPathReachFromTheFirstBlockToTheLastEnd) {
    TestDrive drive;
    drive.view.setArrowDepth(ArrowDepth::CriticalPath);
    const std::vector<Slot>& chain = drive.view.laneSelection().chain();
    ASSERT_FALSE(chain.empty());
    EXPECT_EQ(drive.view.placed().find(chain.front())->start, 0);
    EXPECT_EQ(drive.view.placed().find(chain.back())->end, drive.document.analysis().metrics.makespan);
    for (std::size_t i = 1; i < chain.size(); ++i)
        EXPECT_EQ(drive.view.placed().find(chain[i - 1])->end, drive.view.placed().find(chain[i])->start);
    drive.view.setArrowDepth(ArrowDepth::Direct);
    EXPECT_TRUE(drive.view.laneSelection().chain().empty());
}

TEST(Arrows, OfAChainPassThroughTheSelectedBlock) {
    TestDrive drive;
    drive.view.setArrowDepth(ArrowDepth::Chain);
    EXPECT_TRUE(drive.view.laneSelection().chain().empty());
    drive.click(drive.on("B1.3"));
    const Slot self{1, drive.positionOf("B1.3")};
    EXPECT_NE(std::ranges::find(drive.view.laneSelection().chain(), self), drive.view.laneSelection().chain().end());
    EXPECT_EQ(drive.view.laneSelection().chain().front(), (Slot{0, 0}));
}

TEST(Matches, AreLitWhereverTheirBlocksMove) {
    TestDrive drive;
    drive.view.setMatches({op("B1.3"), op("F0.0")});
    EXPECT_EQ(drive.view.matches().blocks(), (std::vector<Slot>{{0, 0}, {1, drive.positionOf("B1.3")}}));
    const QImage lit = drive.view.viewport()->grab().toImage();
    drive.view.setMatches({});
    const QImage plain = drive.view.viewport()->grab().toImage();
    EXPECT_NE(lit, plain);
    drive.view.setMatches({op("B1.3")});
    drive.click(drive.on("B1.3"));
    drive.key(Qt::Key_Left, Qt::ControlModifier);
    EXPECT_EQ(drive.view.matches().blocks(), (std::vector<Slot>{{1, drive.positionOf("B1.3")}}));
}

TEST(Marks, AreOfTheSelectionAndGoWithEsc) {
    TestDrive drive;
    drive.view.markSelection(false);
    EXPECT_FALSE(drive.view.marks().passing());
    drive.click(drive.on("B1.3"));
    drive.view.markSelection(false);
    EXPECT_EQ(drive.view.marks().passing(), (Extent{unit(14), unit(15)}));
    drive.view.markSelection(true);
    EXPECT_FALSE(drive.view.marks().passing());
    EXPECT_EQ(drive.view.marks().kept(), (std::vector<Extent>{{unit(14), unit(15)}}));
    drive.view.markSelection(false);
    drive.key(Qt::Key_Escape);
    EXPECT_FALSE(drive.view.marks().passing());
    EXPECT_FALSE(drive.selection.empty());
    drive.view.markSelection(true);
    EXPECT_TRUE(drive.view.marks().kept().empty());
}

TEST(LaneOrder, PinnedLanesStandOnTopAndDoNotScroll) {
    TestDrive drive(1240, 230);
    drive.view.setLaneHeight(80);
    drive.view.togglePin(2);
    const QRectF pinned = drive.view.rectOf(op("F2.0"));
    EXPECT_EQ(drive.view.canvas().geometry.rankAt(pinned.center().y()), 2);
    EXPECT_LT(pinned.top(), drive.view.rectOf(op("F0.0")).top());
    drive.wheel({600, 100}, {0, -240});
    EXPECT_EQ(drive.view.rectOf(op("F2.0")), pinned);
    // What scrolled under the pinned lane is not found there.
    EXPECT_EQ(drive.view.canvas().geometry.rankAt(pinned.center().y()), 2);
    drive.click(pinned.center());
    EXPECT_EQ(drive.selection.current(), op("F2.0"));
    EXPECT_EQ(drive.view.laneSelection().rank(), 2);
    drive.view.togglePin(2);
    EXPECT_LT(drive.view.rectOf(op("F0.0")).top(), drive.view.rectOf(op("F2.0")).top());
    EXPECT_EQ(drive.document.history().count(), 0);
}

TEST(LaneOrder, ADragOfAHeaderMovesTheLane) {
    TestDrive drive;
    const LaneGeometry geometry = drive.view.canvas().geometry;
    const auto header = [&](int row) { return QPointF(40, geometry.top + (row + 0.4) * geometry.laneHeight); };
    drive.dragTo(header(3), header(0) - QPointF(0, 10));
    drive.release(header(0) - QPointF(0, 10));
    EXPECT_EQ(drive.view.laneOrder().ranks, (std::vector<int>{3, 0, 1, 2}));
    EXPECT_EQ(drive.view.canvas().geometry.rankAt(header(0).y()), 3);
    EXPECT_EQ(drive.view.canvas().geometry.rankAt(header(3).y()), 2);
    EXPECT_EQ(drive.document.history().count(), 0);
    // Blocks are dragged where they are shown.
    drive.dragTo(drive.on("B1.3"), drive.before("F1.5"));
    drive.release(drive.before("F1.5"));
    EXPECT_EQ(drive.document.history().count(), 1);
}

TEST(LaneOrder, MovesAmongPinnedLanesPin) {
    LaneOrder order = LaneOrder{}.toggled(3, 5).toggled(1, 5);
    EXPECT_EQ(order.ranks, (std::vector<int>{3, 1, 0, 2, 4}));
    EXPECT_EQ(order.pinned, 2);
    order = order.moved(4, 1, 5);
    EXPECT_EQ(order.ranks, (std::vector<int>{3, 4, 1, 0, 2}));
    EXPECT_EQ(order.pinned, 3);
    order = order.moved(3, 5, 5);
    EXPECT_EQ(order.ranks, (std::vector<int>{4, 1, 0, 2, 3}));
    EXPECT_EQ(order.pinned, 2);
    EXPECT_EQ(order.rows(), (std::vector<int>{2, 1, 3, 4, 0}));
    EXPECT_EQ(order.of(4), (LaneOrder{{0, 1, 2, 3}, 0}));
}

TEST(Measured, SelectedBlocksAreTiedToTheirBars) {
    TestDrive drive;
    drive.measure(110);
    EXPECT_TRUE(drive.view.overlay().slips().empty());
    drive.click(drive.on("B1.3"));
    ASSERT_EQ(drive.view.overlay().slips().size(), 1U);
    const Slip& slip = drive.view.overlay().slips().front();
    EXPECT_EQ(slip.planned, (Slot{1, drive.positionOf("B1.3")}));
    EXPECT_EQ(slip.start.median, unit(14) * 110 / 100);
    EXPECT_EQ(slip.steps, 1);
    drive.view.setShowMeasured(false);
    EXPECT_TRUE(drive.view.overlay().slips().empty());
}

TEST(Measured, ABarIsChosenAndExplainedAndSoIsAGapBetweenBars) {
    TestDrive drive;
    drive.measure(110);
    QStringList hints;
    QObject::connect(&drive.view, &TimelineView::hint, &drive.view, [&](const QString& words) { hints << words; });
    const Canvas canvas = drive.view.canvas();
    const Lane& lane = drive.document.shownStep()->wall.lanes[1];
    const double y = canvas.geometry.barTop(1) + canvas.geometry.barHeight() / 2.0;
    const auto at = [&](Time from, Time to) { return QPointF((canvas.scale.x(from) + canvas.scale.x(to)) / 2, y); };
    const QPointF bar = at(lane[1].start, lane[1].end);
    drive.hover(bar);
    ASSERT_FALSE(hints.isEmpty());
    EXPECT_TRUE(hints.back().contains(QStringLiteral("measured in step"))) << hints.back().toStdString();
    EXPECT_TRUE(hints.back().contains(QStringLiteral("typically"))) << hints.back().toStdString();
    EXPECT_TRUE(hints.back().contains(QStringLiteral("planned: start"))) << hints.back().toStdString();
    drive.click(bar);
    EXPECT_EQ(drive.selection.current(), lane[1].op);
    // Rank 1 waits for the first forward of rank 0.
    const QPointF gap = at(0, lane[0].start);
    drive.hover(gap);
    EXPECT_TRUE(hints.back().startsWith(QStringLiteral("idle before it, measured: "))) << hints.back().toStdString();
    drive.click(gap);
    EXPECT_EQ(drive.selection.current(), lane[0].op);
}

TEST(Measured, ThePlanCanBeDrawnWithItsMeasuredDurations) {
    TestDrive drive;
    drive.view.setRetimed(true);
    EXPECT_FALSE(drive.view.isRetimed());
    EXPECT_EQ(drive.view.placed().end, unit(27));
    drive.measure(120);
    EXPECT_TRUE(drive.view.isRetimed());
    EXPECT_EQ(drive.view.placed().end, unit(27) * 120 / 100);
    drive.view.setRetimed(false);
    EXPECT_EQ(drive.view.placed().end, unit(27));
}

TEST(ViewHistory, GoesBackAndForward) {
    TimeRange range;
    range.setExtent(0, 1000);
    ViewHistory history(range);
    EXPECT_FALSE(history.canGoBack());
    range.set(100, 300);
    history.settle();
    range.set(150, 200);
    // Not at rest yet: going back takes it for a view all the same.
    history.back();
    EXPECT_EQ(range.start(), 100);
    history.back();
    EXPECT_LE(range.start(), 0);
    EXPECT_FALSE(history.canGoBack());
    history.forward();
    history.forward();
    EXPECT_EQ(range.start(), 150);
    EXPECT_FALSE(history.canGoForward());
    // A new view after going back forgets what was ahead.
    history.back();
    range.set(500, 600);
    history.settle();
    EXPECT_FALSE(history.canGoForward());
    history.back();
    EXPECT_EQ(range.start(), 100);
}

TEST(ViewHistory, NeverGoesBackToBeforeThereWasAnythingToSee) {
    TimeRange range;
    ViewHistory history(range);
    range.setExtent(0, 1000);
    history.settle();
    EXPECT_FALSE(history.canGoBack());
    range.set(100, 300);
    history.settle();
    // The schedule grows while a part of it is shown.
    range.setExtent(0, 2000);
    history.back();
    EXPECT_TRUE(range.isFitted());
    EXPECT_GE(range.end(), 2000);
    EXPECT_FALSE(history.canGoBack());
}

} // namespace
} // namespace lanewright::app
