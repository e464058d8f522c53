// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/tray/tray.h"

#include "app/timeline/gesture_controller.h"
#include "app/timeline/key_navigator.h"
#include "tests/app/timeline/testdrive.h"
#include "tests/support/rows.h"

#include <QApplication>
#include <QCheckBox>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPushButton>

#include <gtest/gtest.h>

namespace lanewright::app {
namespace {

using test::op;
using test::unit;

/// The mouse pressed in the tray and moved over the lanes: the tray keeps it.
struct Hand {
    explicit Hand(TestDrive& drive) : m_drive(drive), m_from(drive.view.tray().cells().viewport()) {}

    void send(QEvent::Type type, QPointF at, Qt::MouseButtons held, Qt::KeyboardModifiers keys = Qt::NoModifier) {
        const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
        QMouseEvent event(type, at, m_from->mapToGlobal(at), button, held, keys);
        QApplication::sendEvent(m_from, &event);
    }
    QPointF cell(std::string_view word) const { return m_drive.view.tray().cells().rectOf(op(word)).center(); }
    QPointF inTray(QPointF lanePoint) const {
        return m_from->mapFromGlobal(m_drive.view.viewport()->mapToGlobal(lanePoint));
    }
    void click(std::string_view word, Qt::KeyboardModifiers keys = Qt::NoModifier) {
        send(QEvent::MouseButtonPress, cell(word), Qt::LeftButton, keys);
        send(QEvent::MouseButtonRelease, cell(word), Qt::NoButton, keys);
    }
    void drag(std::string_view word, QPointF lanePoint) {
        const QPointF from = cell(word);
        const QPointF to = inTray(lanePoint);
        send(QEvent::MouseButtonPress, from, Qt::LeftButton);
        for (int step = 1; step <= 8; ++step)
            send(QEvent::MouseMove, from + (to - from) * step / 8, Qt::LeftButton);
    }
    void drop(QPointF lanePoint) { send(QEvent::MouseButtonRelease, inTray(lanePoint), Qt::NoButton); }
    void key(int key) {
        QKeyEvent down(QEvent::KeyPress, key, Qt::NoModifier);
        QApplication::sendEvent(&m_drive.view.tray().cells(), &down);
    }

private:
    TestDrive& m_drive;
    QWidget* m_from;
};

void takeOut(TestDrive& drive, std::string_view word) {
    drive.selection.set(op(word));
    drive.key(Qt::Key_Delete);
    QApplication::processEvents();
}

TEST(Tray, IsShownOnlyWhileSomethingIsUnplaced) {
    TestDrive drive;
    EXPECT_FALSE(drive.view.tray().isVisible());
    const int height = drive.view.viewport()->height();
    takeOut(drive, "B1.3");
    EXPECT_TRUE(drive.view.tray().isVisible());
    EXPECT_LT(drive.view.viewport()->height(), height);
    EXPECT_EQ(drive.view.tray().ops(), std::vector<Op>{op("B1.3")});
    EXPECT_EQ(drive.undoText(), QStringLiteral("Take B1.3 out of the order  (27 ms → stalls)"));
    EXPECT_TRUE(drive.selection.contains(op("B1.3")));
    drive.document.history().undo();
    EXPECT_FALSE(drive.view.tray().isVisible());
    EXPECT_EQ(drive.view.viewport()->height(), height);
}

TEST(Tray, IsEmptiedByDraggingIntoTheLane) {
    TestDrive drive;
    const Schedule whole = drive.document.schedule();
    takeOut(drive, "B1.3");
    Hand hand(drive);
    hand.drag("B1.3", drive.before("W1.2"));
    const QString card = drive.view.gestures().cardText();
    EXPECT_TRUE(card.startsWith(QStringLiteral("B1.3: after F1.5, before W1.2 · makespan 27 ms")))
        << card.toStdString();
    EXPECT_TRUE(card.endsWith(QStringLiteral("· valid"))) << card.toStdString();
    EXPECT_NE(drive.document.schedule(), whole) << "nothing changes before the drop";
    EXPECT_FALSE(drive.view.grab().isNull());
    hand.drop(drive.before("W1.2"));
    EXPECT_EQ(drive.document.schedule(), whole);
    EXPECT_EQ(drive.document.history().count(), 2);
    EXPECT_FALSE(drive.view.tray().isVisible());
}

TEST(Tray, TellsWhereAnOpLivesWhenItIsHeldOverAnotherLane) {
    TestDrive drive;
    takeOut(drive, "B1.3");
    Hand hand(drive);
    hand.drag("B1.3", drive.on("W2.2"));
    EXPECT_EQ(drive.view.gestures().cardText(), QStringLiteral("B1.3 · stage 1 lives on rank 1, not here"));
    EXPECT_EQ(drive.view.gestures().cursor(), Qt::ForbiddenCursor);
    EXPECT_FALSE(drive.view.grab().isNull());
    hand.drop(drive.on("W2.2"));
    EXPECT_EQ(drive.document.history().count(), 1);
}

TEST(Tray, GivesUpADragOnEscape) {
    TestDrive drive;
    takeOut(drive, "B1.3");
    Hand hand(drive);
    hand.drag("B1.3", drive.before("W1.2"));
    hand.key(Qt::Key_Escape);
    hand.drop(drive.before("W1.2"));
    EXPECT_EQ(drive.document.history().count(), 1);
    EXPECT_TRUE(drive.view.gestures().cardText().isEmpty());
}

TEST(Tray, TakesABlockThatIsDroppedOnIt) {
    TestDrive drive;
    takeOut(drive, "B1.3");
    const QPointF below(300, drive.view.viewport()->height() + 20);
    drive.dragTo(drive.on("F0.0"), below);
    EXPECT_TRUE(drive.view.gestures().cardText().startsWith(QStringLiteral("F0.0: out of the order, into the tray")));
    drive.release(below);
    EXPECT_EQ(drive.view.tray().ops(), (std::vector<Op>{op("F0.0"), op("B1.3")}));
    drive.document.history().undo();
    EXPECT_EQ(drive.view.tray().ops(), std::vector<Op>{op("B1.3")});
}

TEST(Tray, TakesABlockThatIsDroppedBelowTheLastLane) {
    TestDrive drive;
    const QPointF below(300, drive.view.viewport()->height() + 20);
    drive.dragTo(drive.on("F0.0"), below);
    drive.release(below);
    EXPECT_EQ(drive.view.tray().ops(), std::vector<Op>{op("F0.0")});
}

TEST(Tray, TakesAllSelectedBlocksInOneStep) {
    TestDrive drive;
    drive.doubleClick(drive.on("B1.3"));
    drive.key(Qt::Key_Delete);
    EXPECT_EQ(drive.view.tray().ops().size(), 12U);
    EXPECT_TRUE(drive.undoText().startsWith(QStringLiteral("Take 12 ops out of the order")));
    drive.document.history().undo();
    EXPECT_TRUE(drive.document.analysis().valid);
}

TEST(Tray, PlacesByKeysWhereTheMakespanStaysSmallest) {
    TestDrive drive;
    takeOut(drive, "B1.3");
    takeOut(drive, "W3.5");
    Hand hand(drive);
    drive.selection.set(op("B1.3"));
    hand.key(Qt::Key_Return);
    EXPECT_TRUE(drive.undoText().startsWith(QStringLiteral("Place B1.3"))) << drive.undoText().toStdString();
    EXPECT_EQ(drive.selection.ops(), std::set<Op>{op("W3.5")}) << "the next one is ready";
    hand.key(Qt::Key_Return);
    EXPECT_TRUE(drive.document.analysis().valid);
    EXPECT_LE(drive.document.analysis().metrics.makespan, unit(27));
    EXPECT_FALSE(drive.view.tray().isVisible());
}

TEST(Tray, IsWalkedByArrows) {
    TestDrive drive;
    drive.selection.set({op("F0.0"), op("F0.1"), op("W2.3")}, op("F0.0"));
    drive.key(Qt::Key_Delete);
    drive.selection.clear();
    Hand hand(drive);
    hand.key(Qt::Key_Right);
    EXPECT_EQ(drive.selection.current(), op("F0.0"));
    hand.key(Qt::Key_Right);
    EXPECT_EQ(drive.selection.current(), op("F0.1"));
    hand.key(Qt::Key_Down);
    EXPECT_EQ(drive.selection.current(), op("W2.3"));
    hand.key(Qt::Key_Up);
    EXPECT_EQ(drive.selection.current(), op("F0.0"));
}

TEST(Tray, SelectsWithCtrlAndShiftAndDragsWhatLivesOnOneRank) {
    TestDrive drive;
    drive.selection.set({op("W0.4"), op("W0.5"), op("W0.6"), op("W2.3")}, op("W0.4"));
    drive.key(Qt::Key_Delete);
    drive.selection.clear();
    QApplication::processEvents();
    Hand hand(drive);
    hand.click("W0.4");
    hand.click("W0.6", Qt::ShiftModifier);
    hand.click("W2.3", Qt::ControlModifier);
    EXPECT_EQ(drive.selection.ops().size(), 4U);
    hand.drag("W0.5", drive.after("W0.7"));
    hand.drop(drive.after("W0.7"));
    EXPECT_TRUE(drive.undoText().startsWith(QStringLiteral("Place 3 ops")));
    EXPECT_EQ(drive.positionOf("W0.4"), drive.positionOf("W0.7") + 1);
    EXPECT_EQ(drive.positionOf("W0.6"), drive.positionOf("W0.7") + 3);
    EXPECT_EQ(drive.view.tray().ops(), std::vector<Op>{op("W2.3")});
}

TEST(Tray, BuildsAScheduleFromAnEmptyBoard) {
    TestDrive drive;
    Plan plan = drive.document.plan();
    plan.schedule.order.clear();
    drive.document.reset(plan);
    QApplication::processEvents();
    ASSERT_TRUE(drive.view.tray().isVisible());
    EXPECT_EQ(drive.view.tray().ops().size(), 96U);
    EXPECT_GE(drive.range.extentEnd(), unit(24)) << "there is room for all of it from the start";
    EXPECT_FALSE(drive.view.grab().isNull());
    Hand hand(drive);
    const Canvas canvas = drive.view.canvas();
    const QPointF lane0(canvas.area.left() + 100, canvas.geometry.blockTop(0) + 5);
    hand.drag("F0.0", lane0);
    EXPECT_TRUE(drive.view.gestures().cardText().endsWith(QStringLiteral("right so far")))
        << drive.view.gestures().cardText().toStdString();
    hand.drop(lane0);
    EXPECT_EQ(drive.document.schedule().order[0].size(), 1U);
    drive.view.tray().placeAll();
    EXPECT_TRUE(drive.document.analysis().valid);
    EXPECT_EQ(drive.document.history().count(), 2);
}

/// An empty board for many ops.
Plan emptyBoard(int ranks, int microbatches) {
    Plan plan = test::linearPlan(ranks, microbatches, "");
    plan.schedule.order.clear();
    return plan;
}

bool waitWhilePlacing(const Tray& tray) {
    QElapsedTimer clock;
    clock.start();
    while (tray.isPlacing() && clock.elapsed() < 120'000)
        QApplication::processEvents(QEventLoop::AllEvents, 20);
    return !tray.isPlacing();
}

TEST(Tray, PlacesManyOnAnotherThreadAsOneStep) {
    TestDrive drive;
    drive.document.reset(emptyBoard(16, 256));
    QApplication::processEvents();
    drive.view.tray().placeAll();
    EXPECT_TRUE(drive.view.tray().isPlacing()) << "the window goes on";
    ASSERT_TRUE(waitWhilePlacing(drive.view.tray()));
    EXPECT_TRUE(drive.document.analysis().valid);
    EXPECT_EQ(drive.document.history().count(), 1);
}

TEST(Tray, StopsPlacingAtTheButtonAndWhenTheScheduleChanges) {
    TestDrive drive;
    drive.document.reset(emptyBoard(16, 256));
    QApplication::processEvents();
    auto* button = drive.view.findChild<QPushButton*>(QStringLiteral("placeAll"));
    ASSERT_NE(button, nullptr);
    const QString before = button->text();
    button->click();
    EXPECT_NE(button->text(), before);
    button->click();
    EXPECT_FALSE(drive.view.tray().isPlacing());
    EXPECT_EQ(button->text(), before);
    drive.view.tray().placeAll();
    drive.view.tray().place({op("F0.0")});
    EXPECT_EQ(drive.document.history().count(), 0) << "one placing goes on at a time";
    drive.document.reset(emptyBoard(2, 2));
    EXPECT_FALSE(drive.view.tray().isPlacing());
    QApplication::processEvents();
    EXPECT_TRUE(drive.document.plan().isProblem());
}

TEST(Tray, OffersTheBackwardInOneWhileNoneIsPlaced) {
    TestDrive drive;
    Plan plan = drive.document.plan();
    plan.schedule.order.clear();
    drive.document.reset(plan);
    QApplication::processEvents();
    auto* box = drive.view.findChild<QCheckBox*>(QStringLiteral("backwardInOne"));
    ASSERT_TRUE(box && box->isVisible());
    box->click();
    EXPECT_EQ(drive.view.tray().ops().size(), 64U);
    drive.view.tray().place({op("F3.0"), op("BW3.0")});
    EXPECT_FALSE(box->isVisible()) << "the order has one: the others follow it";
    drive.selection.set(op("BW3.0"));
    drive.key(Qt::Key_Delete);
    EXPECT_EQ(drive.view.tray().ops().size(), 63U) << "what was taken out lies there as it was";
}

TEST(Tray, GoesOnWithTheFirstOfTheLineBehindItsLast) {
    TestDrive drive;
    drive.selection.set({op("W0.5"), op("W0.6"), op("W2.3")}, op("W0.5"));
    drive.key(Qt::Key_Delete);
    drive.selection.set(op("W2.3"));
    Hand hand(drive);
    hand.key(Qt::Key_Return);
    EXPECT_EQ(drive.selection.current(), op("W0.5")) << "in their order, not from behind";
}

TEST(Tray, CtrlAndAnArrowTakeAnOpIntoItsLaneAndMoveItThere) {
    TestDrive drive;
    takeOut(drive, "W2.3");
    drive.view.tray().setPlain(true);
    drive.selection.set(op("W2.3"));
    drive.view.keys().nudge(-1);
    EXPECT_EQ(drive.positionOf("W2.3"), static_cast<int>(drive.document.schedule().order[2].size()) - 1);
    EXPECT_EQ(drive.selection.ops(), std::set<Op>{op("W2.3")});
    EXPECT_TRUE(drive.view.hasFocus());
    drive.view.keys().nudge(-1);
    EXPECT_EQ(drive.positionOf("W2.3"), static_cast<int>(drive.document.schedule().order[2].size()) - 2);
}

TEST(Tray, TellsScreenReadersTheOpThatIsChosen) {
    TestDrive drive;
    takeOut(drive, "W2.3");
    takeOut(drive, "B1.3");
    TrayCells& cells = drive.view.tray().cells();
    cells.setFocus(Qt::TabFocusReason);
    ASSERT_TRUE(cells.hasFocus());
    EXPECT_EQ(cells.accessibleDescription(), QStringLiteral("B1.3, input gradient"));
    Hand(drive).key(Qt::Key_Down);
    EXPECT_EQ(cells.accessibleDescription(), QStringLiteral("W2.3, weight gradient"));
    drive.selection.set(op("F0.0"));
    EXPECT_TRUE(cells.accessibleDescription().isEmpty()) << "it is in the lanes";
}

} // namespace
} // namespace lanewright::app
