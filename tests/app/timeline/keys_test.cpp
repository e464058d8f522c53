// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/timeline/testdrive.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

namespace lanewright {
namespace {

using test::op;
using test::TestDrive;
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

TEST(Keys, NudgesOfTwoBlocksAreTwoSteps) {
    TestDrive drive;
    drive.click(drive.on("B1.3"));
    drive.key(Qt::Key_Left, Qt::ControlModifier);
    drive.click(drive.on("B2.3"));
    drive.key(Qt::Key_Left, Qt::ControlModifier);
    EXPECT_EQ(drive.document.history().count(), 2);
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

TEST(Keys, EscapeClearsTheSelection) {
    TestDrive drive;
    drive.click(drive.on("B1.3"));
    drive.key(Qt::Key_Escape);
    EXPECT_TRUE(drive.selection.empty());
}

} // namespace
} // namespace lanewright
