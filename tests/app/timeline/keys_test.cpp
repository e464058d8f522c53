// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/key_navigator.h"
#include "tests/app/timeline/testdrive.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QWheelEvent>

namespace lanewright::app {
namespace {

using test::op;
using test::unit;

TEST(Keys, NudgeABlockInOneStepOfTheHistory) {
    TestDrive drive;
    drive.click(drive.on("B1.3"));
    const int start = drive.positionOf("B1.3");
    drive.key(Qt::Key_Left, Qt::ControlModifier);
    EXPECT_EQ(drive.positionOf("B1.3"), start - 1);
    EXPECT_EQ(drive.undoText(), QStringLiteral("Move B1.3 one place earlier  (27 → 28 ms)"));
    drive.key(Qt::Key_Left, Qt::ControlModifier);
    EXPECT_EQ(drive.positionOf("B1.3"), start - 2);
    EXPECT_EQ(drive.document.history().count(), 1);
    EXPECT_TRUE(drive.undoText().startsWith(QStringLiteral("Move B1.3 2 places earlier  (27")));
    EXPECT_EQ(drive.selection.current(), op("B1.3"));
    drive.document.history().undo();
    EXPECT_EQ(drive.positionOf("B1.3"), start);
}

TEST(Keys, NudgesThatComeBackLeaveNoStep) {
    TestDrive drive;
    drive.click(drive.on("B1.3"));
    drive.key(Qt::Key_Left, Qt::ControlModifier);
    drive.key(Qt::Key_Right, Qt::ControlModifier);
    EXPECT_EQ(drive.document.history().count(), 0);
    drive.key(Qt::Key_Right, Qt::ControlModifier);
    EXPECT_TRUE(drive.undoText().startsWith(QStringLiteral("Move B1.3 one place later")));
}

TEST(Keys, ANudgeAfterSavingIsAStepOfItsOwnAndSaysSo) {
    TestDrive drive;
    QTemporaryDir folder;
    drive.click(drive.on("B1.3"));
    drive.key(Qt::Key_Left, Qt::ControlModifier);
    ASSERT_TRUE(drive.document.save(folder.filePath(QStringLiteral("a.lwsched"))));
    drive.key(Qt::Key_Left, Qt::ControlModifier);
    EXPECT_EQ(drive.document.history().count(), 2);
    EXPECT_TRUE(drive.undoText().startsWith(QStringLiteral("Move B1.3 one place earlier")))
        << drive.undoText().toStdString();
    drive.key(Qt::Key_Left, Qt::ControlModifier);
    EXPECT_EQ(drive.document.history().count(), 2);
    EXPECT_TRUE(drive.undoText().startsWith(QStringLiteral("Move B1.3 2 places earlier")));
}

TEST(Keys, NudgesOfTwoBlocksAreTwoSteps) {
    TestDrive drive;
    drive.click(drive.on("B1.3"));
    drive.key(Qt::Key_Left, Qt::ControlModifier);
    drive.click(drive.on("B2.3"));
    drive.key(Qt::Key_Left, Qt::ControlModifier);
    EXPECT_EQ(drive.document.history().count(), 2);
}

TEST(Keys, ABlockNudgedThreeTimesIsOneStepAndTheNextBlockAnother) {
    TestDrive drive;
    drive.click(drive.on("B1.3"));
    for (int i = 0; i < 3; ++i)
        drive.key(Qt::Key_Left, Qt::ControlModifier);
    EXPECT_EQ(drive.document.history().count(), 1);
    EXPECT_TRUE(drive.undoText().startsWith(QStringLiteral("Move B1.3 3 places earlier")));
    drive.click(drive.on("F1.5"));
    drive.key(Qt::Key_Left, Qt::ControlModifier);
    drive.key(Qt::Key_Left, Qt::ControlModifier);
    EXPECT_EQ(drive.document.history().count(), 2);
    // What comes between begins another step.
    drive.click(drive.on("B1.3"));
    drive.key(Qt::Key_Left, Qt::ControlModifier);
    EXPECT_EQ(drive.document.history().count(), 3);
}

TEST(Keys, NudgeAtTheEndOfTheLaneChangesNothing) {
    TestDrive drive;
    drive.click(drive.on("W1.7"));
    drive.key(Qt::Key_Right, Qt::ControlModifier);
    EXPECT_EQ(drive.document.history().count(), 0);
    EXPECT_FALSE(drive.lastHint.isEmpty());
}

TEST(Keys, WalkFromBlockToBlock) {
    TestDrive drive;
    drive.key(Qt::Key_Right);
    EXPECT_EQ(drive.selection.current(), op("F0.0"));
    drive.key(Qt::Key_Right);
    EXPECT_EQ(drive.selection.current(), op("F0.1"));
    drive.key(Qt::Key_Down);
    EXPECT_EQ(drive.selection.current(), op("F1.0"));
    drive.key(Qt::Key_Up);
    EXPECT_EQ(drive.selection.current(), op("F0.1"));
    drive.key(Qt::Key_Left);
    drive.key(Qt::Key_Left);
    EXPECT_EQ(drive.selection.current(), op("F0.0"));
}

TEST(Keys, FollowWhatDecidesTheStart) {
    TestDrive drive;
    drive.click(drive.on("F3.0"));
    drive.key(Qt::Key_BracketLeft);
    EXPECT_EQ(drive.selection.current(), op("F2.0"));
    drive.key(Qt::Key_BracketLeft);
    EXPECT_EQ(drive.selection.current(), op("F1.0"));
    drive.key(Qt::Key_BracketRight);
    EXPECT_EQ(drive.selection.current(), op("F2.0")); // F1.1 starts with it; what was sent comes first
}

TEST(Keys, FitTheSelectionAndEverything) {
    TestDrive drive;
    drive.click(drive.on("B1.3"));
    drive.key(Qt::Key_F);
    drive.key(Qt::Key_F);
    EXPECT_LT(drive.range.length(), unit(8));
    EXPECT_LE(drive.range.start(), unit(14));
    EXPECT_GE(drive.range.end(), unit(15));
    drive.key(Qt::Key_Home);
    EXPECT_TRUE(drive.range.isFitted());
    drive.selection.clear();
    drive.range.set(unit(3), unit(4));
    drive.key(Qt::Key_F);
    EXPECT_TRUE(drive.range.isFitted());
}

TEST(Keys, FBringsTheSelectionIntoTheMiddleAndThenFitsIt) {
    TestDrive drive;
    drive.range.set(unit(20), unit(26));
    drive.selection.set(op("B1.3"));
    drive.key(Qt::Key_F);
    EXPECT_EQ(drive.range.length(), unit(6)) << "the zoom stays";
    const QRectF block = drive.view.rectOf(op("B1.3"));
    EXPECT_NEAR(block.center().x(), drive.view.canvas().area.center().x(), 2);
    drive.range.set(drive.range.start() - unit(2), drive.range.end() + unit(2));
    drive.key(Qt::Key_F);
    EXPECT_LT(drive.range.length(), unit(9)) << "it was in the middle already";
}

TEST(Keys, ZoomAndPanByTheirPlaceOnTheBoard) {
    TestDrive drive;
    const auto press = [&](int key, quint32 place, const QString& text) {
        QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier, place, 0, 0, text);
        QApplication::sendEvent(&drive.view, &event);
    };
    // On a French board Z is written where W is elsewhere, and W below it.
    const Time whole = drive.range.length();
    press(Qt::Key_Z, 25, QStringLiteral("z"));
    EXPECT_LT(drive.range.length(), whole);
    const Time zoomed = drive.range.length();
    press(Qt::Key_W, 52, QStringLiteral("w"));
    EXPECT_EQ(drive.range.length(), zoomed);
    press(Qt::Key_S, 39, QStringLiteral("s"));
    EXPECT_GT(drive.range.length(), zoomed);
    // A comma stays one wherever it is.
    const Time before = drive.range.length();
    press(Qt::Key_Comma, 25, QStringLiteral(","));
    EXPECT_EQ(drive.range.length(), before);
}

TEST(Keys, ChooseAmongAllThatABlockNeeds) {
    TestDrive drive;
    drive.selection.set(op("B1.3"));
    drive.view.keys().chooseNeighbour(/*back=*/true);
    auto* menu = drive.view.findChild<QMenu*>(QStringLiteral("neighbours"));
    ASSERT_NE(menu, nullptr);
    ASSERT_EQ(menu->actions().size(), 3) << "its gradient, its forward, and the block before it";
    EXPECT_TRUE(menu->actions()[0]->text().startsWith(QStringLiteral("F1.3, rank 1"))) << "it starts first, at 7";
    EXPECT_TRUE(menu->actions()[1]->text().startsWith(QStringLiteral("B2.3, rank 2"))) << "at 12";
    menu->actions()[2]->trigger();
    EXPECT_EQ(drive.selection.current(), drive.document.schedule().order[1][drive.positionOf("B1.3") - 1].op);
    menu->close();
    // Where there is but one way, it is taken.
    drive.selection.set(op("F0.0"));
    drive.view.keys().chooseNeighbour(/*back=*/true);
    EXPECT_EQ(drive.selection.current(), op("F0.0")) << "it needs nothing";
}

TEST(Keys, NameWhatNeedsABlockByWhenItStarts) {
    TestDrive drive;
    drive.selection.set(op("B1.3"));
    drive.view.keys().chooseNeighbour(/*back=*/false);
    auto* menu = drive.view.findChild<QMenu*>(QStringLiteral("neighbours"));
    ASSERT_NE(menu, nullptr);
    ASSERT_GE(menu->actions().size(), 2);
    EXPECT_TRUE(menu->actions()[0]->text().startsWith(QStringLiteral("W1.2, rank 1"))) << "the next in its lane, at 15";
    EXPECT_TRUE(menu->actions()[1]->text().startsWith(QStringLiteral("B0.3, rank 0"))) << "at 16";
    menu->close();
}

TEST(Keys, SpaceHeldPansWithTheMouse) {
    TestDrive drive;
    drive.range.set(unit(5), unit(15));
    const Plan before = drive.document.plan();
    QKeyEvent down(QEvent::KeyPress, Qt::Key_Space, Qt::NoModifier);
    QApplication::sendEvent(&drive.view, &down);
    const QPointF from = drive.view.canvas().area.center();
    drive.dragTo(from, from - QPointF(150, 0));
    drive.release(from - QPointF(150, 0));
    EXPECT_GT(drive.range.start(), unit(5));
    EXPECT_EQ(drive.document.plan(), before);
    QKeyEvent up(QEvent::KeyRelease, Qt::Key_Space, Qt::NoModifier);
    QApplication::sendEvent(&drive.view, &up);
    const Time start = drive.range.start();
    drive.dragTo(from, from + QPointF(20, 0));
    drive.release(from + QPointF(20, 0));
    EXPECT_EQ(drive.range.start(), start) << "without Space a drag does something else";
}

TEST(Mouse, TheRightButtonZoomsToWhatItPassesAndElseOpensTheMenu) {
    TestDrive drive;
    int menus = 0;
    QObject::connect(&drive.view, &TimelineView::contextMenuRequested, [&] { ++menus; });
    const QPointF from = drive.on("F1.1");
    const Time start = drive.view.canvas().scale.time(from.x());
    const auto moveTo = [&](QPointF at) {
        QMouseEvent event(QEvent::MouseMove, at, drive.view.viewport()->mapToGlobal(at), Qt::NoButton, Qt::RightButton,
                          Qt::NoModifier);
        QApplication::sendEvent(drive.view.viewport(), &event);
    };
    drive.press(from, Qt::RightButton);
    moveTo(from + QPointF(100, 0));
    moveTo(from + QPointF(200, 0));
    const Time end = drive.view.canvas().scale.time(from.x() + 200);
    drive.release(from + QPointF(200, 0), Qt::RightButton);
    EXPECT_EQ(drive.range.start(), start);
    EXPECT_EQ(drive.range.end(), end);
    EXPECT_EQ(menus, 0);
    EXPECT_EQ(drive.document.history().count(), 0);
    drive.range.fit();
    drive.press(drive.on("B1.3"), Qt::RightButton);
    drive.release(drive.on("B1.3"), Qt::RightButton);
    EXPECT_EQ(menus, 1);
    EXPECT_EQ(drive.selection.current(), op("B1.3"));
}

TEST(Mouse, ATouchpadThatBeganUpAndDownDoesNotDriftSideways) {
    TestDrive drive(1240, 200);
    drive.view.setLaneHeight(90);
    drive.range.set(unit(5), unit(15));
    const auto scroll = [&](QPoint by, Qt::ScrollPhase phase) {
        const QPointF at = drive.view.canvas().area.center();
        QWheelEvent event(at, drive.view.viewport()->mapToGlobal(at), by, by * 3, Qt::NoButton, Qt::NoModifier, phase,
                          false);
        QApplication::sendEvent(drive.view.viewport(), &event);
    };
    scroll({0, -20}, Qt::ScrollBegin);
    scroll({-60, -30}, Qt::ScrollUpdate);
    EXPECT_EQ(drive.range.start(), unit(5));
    scroll({0, 0}, Qt::ScrollEnd);
    scroll({-60, 0}, Qt::ScrollBegin);
    EXPECT_GT(drive.range.start(), unit(5));
}

TEST(Keys, EscapeClearsTheSelection) {
    TestDrive drive;
    drive.click(drive.on("B1.3"));
    drive.key(Qt::Key_Escape);
    EXPECT_TRUE(drive.selection.empty());
}

} // namespace
} // namespace lanewright::app
