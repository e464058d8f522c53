// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/gesture_controller.h"
#include "core/edit/edits.h"
#include "tests/app/timeline/testdrive.h"
#include "tests/support/rows.h"

#include <QDoubleSpinBox>
#include <QInputDialog>

#include <gtest/gtest.h>

namespace lanewright::app {
namespace {

using test::op;
using test::unit;

Time gapOf(const TestDrive& drive, std::string_view word) {
    const Slot slot = *slotOf(drive.document.schedule(), op(word));
    return drive.document.schedule().order[slot.rank][slot.position].gap;
}

/// The middle of the slot of a gap.
QPointF onGap(const TestDrive& drive, std::string_view word) {
    const QRectF rect = drive.view.rectOf(op(word));
    return {rect.left() - 6, rect.center().y()};
}

TEST(Gap, ComesFromDraggingTheLeftEdgeToTheRight) {
    TestDrive drive;
    const QPointF edge = drive.edgeOf("B1.3");
    const QPointF target(drive.view.canvas().scale.x(unit(15)) + 2, edge.y());
    drive.dragTo(edge, target);
    EXPECT_TRUE(
        drive.view.gestures().cardText().startsWith(QStringLiteral("gap of 1 ms before B1.3 · makespan 27 → 28 ms")))
        << drive.view.gestures().cardText().toStdString();
    drive.release(target);
    EXPECT_EQ(gapOf(drive, "B1.3"), unit());
    EXPECT_EQ(drive.undoText(), QStringLiteral("Set the gap before B1.3 to 1 ms  (27 → 28 ms)"));
    EXPECT_EQ(drive.positionOf("B1.3"), drive.positionOf("F1.5") + 1); // the order stays
}

TEST(Gap, ShrinksAndGoesByDraggingBack) {
    TestDrive drive;
    drive.document.apply(QStringLiteral("gap"),
                         *setGap(drive.document.schedule(), {1, drive.positionOf("B1.3")}, unit()));
    const QPointF edge = drive.edgeOf("B1.3");
    const QPointF target(drive.view.canvas().scale.x(unit(14)) + 2, edge.y());
    drive.dragTo(edge, target);
    drive.release(target);
    EXPECT_EQ(gapOf(drive, "B1.3"), 0);
    EXPECT_EQ(drive.undoText(), QStringLiteral("Remove the gap before B1.3  (28 → 27 ms)"));
}

TEST(Gap, IsNotMadeByDraggingTheEdgeToTheLeft) {
    TestDrive drive;
    const QPointF edge = drive.edgeOf("B0.0"); // waits for its gradient, with a bubble before it
    drive.dragTo(edge, edge - QPointF(40, 0));
    drive.release(edge - QPointF(40, 0));
    EXPECT_EQ(drive.document.history().count(), 0);
}

TEST(Gap, IsRemovedByDelete) {
    TestDrive drive;
    drive.document.apply(QStringLiteral("gap"),
                         *setGap(drive.document.schedule(), {1, drive.positionOf("B1.3")}, unit()));
    drive.click(onGap(drive, "B1.3"));
    drive.key(Qt::Key_Delete);
    EXPECT_EQ(gapOf(drive, "B1.3"), 0);
    EXPECT_EQ(drive.undoText(), QStringLiteral("Remove the gap before B1.3  (28 → 27 ms)"));
}

TEST(Gap, OfASelectedBlockGoesWithTheBlockByDelete) {
    TestDrive drive;
    drive.document.apply(QStringLiteral("gap"),
                         *setGap(drive.document.schedule(), {1, drive.positionOf("B1.3")}, unit()));
    drive.click(drive.on("B1.3"));
    drive.key(Qt::Key_Delete);
    EXPECT_FALSE(slotOf(drive.document.schedule(), op("B1.3")));
    drive.document.history().undo();
    EXPECT_EQ(gapOf(drive, "B1.3"), unit());
}

TEST(Gap, IsSetToAValueByDoubleClick) {
    TestDrive drive;
    drive.document.apply(QStringLiteral("gap"),
                         *setGap(drive.document.schedule(), {1, drive.positionOf("B1.3")}, unit()));
    drive.doubleClick(onGap(drive, "B1.3"));
    auto* dialog = drive.view.findChild<QInputDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(dialog->textValue(), QStringLiteral("1"));
    dialog->setTextValue(QStringLiteral("2.5"));
    dialog->accept();
    EXPECT_EQ(gapOf(drive, "B1.3"), unit(5) / 2);
    EXPECT_TRUE(drive.undoText().startsWith(QStringLiteral("Set the gap before B1.3 to 2.5 ms")));
}

TEST(Gap, IsCancelledByEscape) {
    TestDrive drive;
    drive.dragTo(drive.edgeOf("B1.3"), drive.edgeOf("B1.3") + QPointF(60, 0));
    drive.key(Qt::Key_Escape);
    drive.release(drive.edgeOf("B1.3") + QPointF(60, 0));
    EXPECT_EQ(drive.document.history().count(), 0);
}

TEST(Gap, AnnouncesItselfByTheCursorAtTheEdge) {
    TestDrive drive;
    drive.hover(drive.edgeOf("B1.3"));
    EXPECT_EQ(drive.view.viewport()->cursor().shape(), Qt::SplitHCursor);
    drive.hover(drive.on("B1.3"));
    EXPECT_EQ(drive.view.viewport()->cursor().shape(), Qt::OpenHandCursor);
}

} // namespace
} // namespace lanewright::app
