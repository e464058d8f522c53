// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/accessible/accessible_lanes.h"
#include "app/timeline/tray/tray.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "tests/app/timeline/testdrive.h"
#include "tests/support/rows.h"

#include <QAccessible>
#include <QApplication>

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace lanewright::app {
namespace {

using test::op;

std::vector<std::pair<QAccessible::Event, QString>>& heard() {
    static std::vector<std::pair<QAccessible::Event, QString>> all;
    return all;
}

/// A screen reader listens as long as this lives.
class Accessible : public testing::Test {
protected:
    Accessible() {
        AccessibleLanes::setListener([](QAccessibleInterface& about, QAccessible::Event what) {
            heard().emplace_back(what, about.text(QAccessible::Name));
        });
        heard().clear();
    }
    ~Accessible() override { AccessibleLanes::setListener({}); }

    static QAccessibleInterface* lanes(TestDrive& drive) { return QAccessible::queryAccessibleInterface(&drive.view); }
    static QAccessibleInterface* block(TestDrive& drive, int rank, int position) {
        return lanes(drive)->child(rank)->child(position);
    }
    /// What was announced last when the focus moved.
    static QString focused() {
        for (auto at = heard().rbegin(); at != heard().rend(); ++at)
            if (at->first == QAccessible::Focus)
                return at->second;
        return {};
    }
};

TEST_F(Accessible, ShowsAListOfLanesEachAListOfItsBlocks) {
    TestDrive drive;
    QAccessibleInterface* all = lanes(drive);
    ASSERT_TRUE(all);
    EXPECT_EQ(all->role(), QAccessible::List);
    EXPECT_EQ(all->text(QAccessible::Name), QStringLiteral("Lanes"));
    ASSERT_EQ(all->childCount(), 4);
    QAccessibleInterface* lane = all->child(2);
    EXPECT_EQ(lane->role(), QAccessible::List);
    EXPECT_EQ(lane->text(QAccessible::Name), QStringLiteral("rank 2, stage 2, 24 blocks"));
    EXPECT_EQ(lane->parent(), all);
    EXPECT_EQ(all->indexOfChild(lane), 2);
    ASSERT_EQ(lane->childCount(), 24);
    QAccessibleInterface* first = lane->child(0);
    EXPECT_EQ(first->role(), QAccessible::ListItem);
    EXPECT_EQ(first->parent(), lane);
    EXPECT_EQ(lane->indexOfChild(first), 0);
    EXPECT_EQ(lane->child(24), nullptr);
    EXPECT_EQ(all->child(5), nullptr);
}

TEST_F(Accessible, SaysWhatABlockIsWhenItStartsAndWhy) {
    TestDrive drive;
    EXPECT_EQ(block(drive, 0, 0)->text(QAccessible::Name),
              QStringLiteral("F0 of stage 0 on rank 0, starts at 0 ms, first of its rank"));
    EXPECT_EQ(block(drive, 0, 1)->text(QAccessible::Name),
              QStringLiteral("F1 of stage 0 on rank 0, starts at 1 ms, right behind F0 of stage 0"));
    // Three blocks of stage 1 and two of stage 2 before it: its rank waits for what the last stage yields.
    const auto slot = slotOf(drive.view.placed(), drive.document.schedule(), op("B0.0"));
    ASSERT_TRUE(slot);
    EXPECT_EQ(block(drive, 0, slot->position)->text(QAccessible::Name),
              QStringLiteral("B0 of stage 0 on rank 0, starts at 7 ms, waits 3 ms for B0 of stage 1"));
    EXPECT_EQ(block(drive, 0, slot->position)->text(QAccessible::Value), QStringLiteral("7 to 8 ms"));
    EXPECT_EQ(block(drive, 0, slot->position)->text(QAccessible::Description), QStringLiteral("input gradient"));
}

TEST_F(Accessible, StandsWhereTheBlockIsDrawn) {
    TestDrive drive;
    const QRectF drawn = drive.view.rectOf(op("F1.3"));
    const auto slot = slotOf(drive.view.placed(), drive.document.schedule(), op("F1.3"));
    QAccessibleInterface* about = block(drive, slot->rank, slot->position);
    const QPoint middle = drive.view.viewport()->mapToGlobal(drawn.center().toPoint());
    EXPECT_TRUE(about->rect().contains(middle));
    QAccessibleInterface* lane = lanes(drive)->childAt(middle.x(), middle.y());
    ASSERT_EQ(lane, lanes(drive)->child(1));
    EXPECT_EQ(lane->childAt(middle.x(), middle.y()), about);
    EXPECT_FALSE(about->state().offscreen);
    drive.range.set(drive.document.timeline().lanes[0].back().start, drive.range.extentEnd());
    EXPECT_TRUE(about->state().offscreen);
}

TEST_F(Accessible, FollowsTheKeyboardFromBlockToBlock) {
    TestDrive drive;
    QApplication::setActiveWindow(&drive.view);
    drive.view.setFocus();
    drive.key(Qt::Key_Right);
    EXPECT_TRUE(focused().startsWith(QStringLiteral("F0 of stage 0 on rank 0"))) << focused().toStdString();
    drive.key(Qt::Key_Right);
    EXPECT_TRUE(focused().startsWith(QStringLiteral("F1 of stage 0 on rank 0"))) << focused().toStdString();
    drive.key(Qt::Key_Down);
    EXPECT_TRUE(focused().startsWith(QStringLiteral("F0 of stage 1 on rank 1"))) << focused().toStdString();
    QAccessibleInterface* now = lanes(drive)->focusChild();
    ASSERT_TRUE(now);
    EXPECT_TRUE(now->state().focused);
    EXPECT_TRUE(now->state().selected);
    EXPECT_FALSE(block(drive, 0, 0)->state().selected);
}

TEST_F(Accessible, SaysWhyARankIsIdleWhenItsBubbleIsChosen) {
    TestDrive drive;
    QApplication::setActiveWindow(&drive.view);
    drive.view.setFocus();
    drive.key(Qt::Key_Right);
    drive.key(Qt::Key_Period);
    EXPECT_TRUE(focused().startsWith(QStringLiteral("rank 0 is idle from 4 to 7 ms: "))) << focused().toStdString();
    EXPECT_TRUE(lanes(drive)->child(0)->state().focused);
}

TEST_F(Accessible, SaysTheNewNameOfABlockThatAnEditMoved) {
    TestDrive drive;
    drive.selection.set(op("F0.1"));
    heard().clear();
    drive.key(Qt::Key_Left, Qt::ControlModifier);
    bool announced = false;
    for (const auto& [event, name] : heard())
        announced = announced || (event == QAccessible::NameChanged &&
                                  name == QStringLiteral("F1 of stage 0 on rank 0, starts at 0 ms, first of its rank"));
    EXPECT_TRUE(announced);
}

TEST_F(Accessible, LetsAssistiveProgramsSelectAndMoveABlock) {
    TestDrive drive;
    QAccessibleActionInterface* action = block(drive, 0, 1)->actionInterface();
    ASSERT_TRUE(action);
    action->doAction(QAccessibleActionInterface::pressAction());
    EXPECT_EQ(drive.selection.current(), op("F0.1"));
    EXPECT_EQ(drive.document.history().count(), 0);
    action->doAction(QAccessibleActionInterface::decreaseAction());
    EXPECT_EQ(drive.positionOf("F0.1"), 0);
    EXPECT_EQ(drive.document.history().count(), 1);
    for (const QString& name : action->actionNames())
        EXPECT_FALSE(action->localizedActionDescription(name).isEmpty()) << name.toStdString();
}

TEST_F(Accessible, NamesTheTrayWhereTheOrderMissesOps) {
    TestDrive drive;
    drive.selection.set(op("F2.3"));
    drive.view.takeOut();
    ASSERT_EQ(lanes(drive)->childCount(), 5);
    QAccessibleInterface* tray = lanes(drive)->child(4);
    ASSERT_TRUE(tray);
    EXPECT_EQ(tray->object(), &drive.view.tray());
    EXPECT_EQ(lanes(drive)->indexOfChild(tray), 4);
}

TEST_F(Accessible, MakesBlocksWhenTheyAreAskedForAndNeverAllAtOnce) {
    TestDrive drive;
    const auto problem = problemOf({.ranks = 8, .microbatches = 400});
    ASSERT_TRUE(problem);
    const auto plan = generate("zb-h1", *problem);
    ASSERT_TRUE(plan);
    drive.document.reset(*plan);
    auto* all = dynamic_cast<AccessibleLanes*>(lanes(drive));
    ASSERT_TRUE(all);
    EXPECT_EQ(all->blocksMade(), 0);
    for (int rank = 0; rank < 8; ++rank)
        for (int position = 0; position < all->child(rank)->childCount(); ++position)
            ASSERT_FALSE(all->child(rank)->child(position)->text(QAccessible::Name).isEmpty());
    EXPECT_LE(all->blocksMade(), AccessibleLanes::kMostBlocks);
    EXPECT_EQ(all->child(3)->child(7)->parent(), all->child(3));
}

TEST_F(Accessible, OutlivesALaneThatIsGone) {
    TestDrive drive;
    QAccessibleInterface* last = lanes(drive)->child(3);
    QAccessibleInterface* block = last->child(20);
    const auto problem = problemOf({.ranks = 2, .microbatches = 2});
    drive.document.reset(*generate("1f1b", *problem));
    EXPECT_FALSE(last->isValid());
    EXPECT_FALSE(block->isValid());
    EXPECT_TRUE(block->text(QAccessible::Name).isEmpty());
    EXPECT_TRUE(block->state().invalid);
    EXPECT_EQ(block->rect(), QRect());
    EXPECT_EQ(lanes(drive)->childCount(), 2);
}

} // namespace
} // namespace lanewright::app
