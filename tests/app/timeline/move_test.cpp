// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/gesture_controller.h"
#include "app/timeline/tools/proposal.h"
#include "tests/app/timeline/testdrive.h"
#include "tests/support/app/waiting.h"
#include "tests/support/rows.h"

#include <QCoreApplication>

#include <gtest/gtest.h>

#include <optional>

namespace lanewright::app {
namespace {

using test::op;

TEST(Move, ReordersTheLaneAndSaysSoInTheHistory) {
    TestDrive drive;
    drive.dragTo(drive.on("B1.3"), drive.before("F1.5"));
    drive.release(drive.before("F1.5"));
    EXPECT_EQ(drive.positionOf("B1.3") + 1, drive.positionOf("F1.5"));
    EXPECT_EQ(drive.undoText(), QStringLiteral("Move B1.3 before F1.5  (27 → 28 ms)"));
    EXPECT_EQ(drive.selection.ops(), std::set<Op>{op("B1.3")});
    drive.document.history().undo();
    EXPECT_EQ(drive.positionOf("B1.3"), drive.positionOf("F1.5") + 1);
}

TEST(Move, ShowsWhatWouldFollowOnACardWhileItChangesNothing) {
    TestDrive drive;
    const Plan plan = drive.document.plan();
    drive.dragTo(drive.on("B1.3"), drive.before("F1.5"));
    EXPECT_EQ(drive.view.gestures().cardText(),
              QStringLiteral("B1.3: after W1.1, before F1.5 · makespan 27 → 28 ms (+3.7 %) · bubble 11.1 → 14.3 % · "
                             "idle 11.1 → 14.3 % · peak memory rank 1: 4 → 4 act. · valid"));
    EXPECT_EQ(drive.lastHint, drive.view.gestures().cardText());
    EXPECT_EQ(drive.document.plan(), plan);
    EXPECT_FALSE(drive.view.grab().isNull());
    drive.release(drive.before("F1.5"));
    EXPECT_TRUE(drive.view.gestures().cardText().isEmpty());
}

TEST(Move, TheDropTakesOverTheAnalysisThatTheDragShowed) {
    TestDrive drive;
    const Analysis* shown = nullptr;
    QObject::connect(&drive.view, &TimelineView::previewed, [&](const Analysis* analysis) {
        if (analysis)
            shown = analysis;
    });
    drive.dragTo(drive.on("B1.3"), drive.before("F1.5"));
    drive.release(drive.before("F1.5"));
    ASSERT_EQ(drive.document.history().count(), 1);
    EXPECT_EQ(&drive.document.analysis(), shown);
}

TEST(Move, TheDropTakesOverTheLanesOfTheProposal) {
    TestDrive drive;
    const Schedule& schedule = drive.document.schedule();
    const int later = drive.positionOf("F1.5");
    Proposal proposal = propose(drive.document.plan(), *moveBlock(schedule, *slotOf(schedule, op("B1.3")), later), {});
    const auto analysis = proposal.analysis;
    const PlacedLane* lanes = analysis->lanes.lanes.data();
    drive.view.apply("Move B1.3", std::move(proposal));
    EXPECT_EQ(drive.document.sharedAnalysis(), analysis);
    EXPECT_EQ(drive.view.placed().lanes.data(), lanes);
    drive.document.history().undo();
    EXPECT_EQ(drive.view.placed().end, 27'000'000);
}

TEST(Move, IsCancelledByEscape) {
    TestDrive drive;
    const Plan plan = drive.document.plan();
    drive.dragTo(drive.on("B1.3"), drive.before("F1.5"));
    drive.key(Qt::Key_Escape);
    EXPECT_TRUE(drive.view.gestures().cardText().isEmpty());
    drive.release(drive.before("F1.5"));
    EXPECT_EQ(drive.document.plan(), plan);
    EXPECT_EQ(drive.document.history().count(), 0);
}

TEST(Move, IsCancelledByTheRightButton) {
    TestDrive drive;
    drive.dragTo(drive.on("B1.3"), drive.before("F1.5"));
    drive.press(drive.before("F1.5"), Qt::RightButton);
    drive.release(drive.before("F1.5"), Qt::RightButton);
    drive.release(drive.before("F1.5"));
    EXPECT_EQ(drive.document.history().count(), 0);
}

TEST(Move, BackToItsOriginIsNoStep) {
    TestDrive drive;
    drive.dragTo(drive.on("B1.3"), drive.before("F1.5"));
    for (int step = 0; step < 10; ++step)
        drive.move(drive.before("F1.5") + (drive.on("B1.3") - drive.before("F1.5")) * (step + 1) / 10);
    EXPECT_EQ(drive.view.gestures().cardText(), QStringLiteral("B1.3: stays where it is"));
    drive.release(drive.on("B1.3"));
    EXPECT_EQ(drive.document.history().count(), 0);
}

TEST(Move, OfAFewPixelsIsAClick) {
    TestDrive drive;
    drive.press(drive.on("B1.3"));
    drive.move(drive.on("B1.3") + QPointF(4, 2));
    EXPECT_TRUE(drive.view.gestures().cardText().isEmpty());
    drive.release(drive.on("B1.3") + QPointF(4, 2));
    EXPECT_EQ(drive.document.history().count(), 0);
    EXPECT_EQ(drive.selection.ops(), std::set<Op>{op("B1.3")});
}

TEST(Move, AimsAtTheLayoutOfItsBeginningHoweverThePreviewShiftsBlocks) {
    TestDrive drive;
    const QPointF target = drive.before("F1.5");
    drive.dragTo(drive.on("B1.3"), target);
    const QString card = drive.view.gestures().cardText();
    for (int still = 0; still < 5; ++still) {
        drive.move(target + QPointF(still % 2, 0));
        EXPECT_EQ(drive.view.gestures().cardText(), card);
    }
}

TEST(Move, ToTheEndOfTheLane) {
    TestDrive drive;
    drive.dragTo(drive.on("W1.6"), drive.after("W1.7"));
    EXPECT_TRUE(drive.view.gestures().cardText().startsWith(QStringLiteral("W1.6: last, after W1.7")));
    drive.release(drive.after("W1.7"));
    EXPECT_EQ(drive.undoText(), QStringLiteral("Move W1.6 to the end of rank 1  (27 ms)"));
    EXPECT_EQ(drive.document.schedule().order[1].back().op, op("W1.6"));
}

TEST(Move, ToAnIllegalPlaceIsAllowedAndExplained) {
    TestDrive drive;
    drive.dragTo(drive.on("B1.3"), drive.before("F1.2"));
    EXPECT_TRUE(drive.view.gestures().cardText().contains(QStringLiteral("B1.3 stands before F1.3 on rank 1")))
        << drive.view.gestures().cardText().toStdString();
    EXPECT_FALSE(drive.view.grab().isNull());
    drive.release(drive.before("F1.2"));
    EXPECT_EQ(drive.undoText(), QStringLiteral("Move B1.3 before F1.2  (27 ms → stalls)"));
    EXPECT_FALSE(drive.document.analysis().valid);
    EXPECT_FALSE(drive.view.grab().isNull());
}

TEST(Move, ToAnotherLaneAsksWhetherToHostTheStageThere) {
    TestDrive drive;
    std::optional<std::pair<Op, int>> asked;
    QObject::connect(&drive.view, &TimelineView::moveStageRequested, [&](const Op& which, int rank) {
        asked = {which, rank};
    });
    drive.dragTo(drive.on("B1.3"), drive.on("F2.5"));
    EXPECT_TRUE(
        drive.view.gestures().cardText().startsWith(QStringLiteral("drop to host stage 1 on rank 2 · makespan 27 → ")))
        << drive.view.gestures().cardText().toStdString();
    EXPECT_FALSE(drive.view.grab().isNull());
    drive.release(drive.on("F2.5"));
    ASSERT_TRUE(asked.has_value());
    EXPECT_EQ(asked->first, op("B1.3"));
    EXPECT_EQ(asked->second, 2);
    EXPECT_EQ(drive.document.history().count(), 0);
}

TEST(Move, TakesAllSelectedBlocksOfTheLaneAlong) {
    TestDrive drive;
    drive.click(drive.on("W1.5"));
    drive.click(drive.on("W1.6"), Qt::ControlModifier);
    drive.dragTo(drive.on("W1.6"), drive.after("W1.7"));
    drive.release(drive.after("W1.7"));
    EXPECT_TRUE(drive.undoText().startsWith(QStringLiteral("Move 2 blocks to the end of rank 1")));
    const Row& row = drive.document.schedule().order[1];
    EXPECT_EQ(row[row.size() - 2].op, op("W1.5"));
    EXPECT_EQ(row[row.size() - 1].op, op("W1.6"));
    EXPECT_EQ(drive.selection.ops().size(), 2U);
}

TEST(Move, TakesAStrandAlongByAsManyPlacesInEveryLane) {
    TestDrive drive;
    drive.selection.set({op("W1.3"), op("W2.3"), op("W3.3")}, op("W1.3"));
    const int first = drive.positionOf("W1.3");
    const int second = drive.positionOf("W2.3");
    const int third = drive.positionOf("W3.3");
    drive.dragTo(drive.on("W1.3"), drive.after("F1.7"));
    EXPECT_TRUE(drive.view.gestures().cardText().startsWith(QStringLiteral("Move 3 ops one place later")))
        << drive.view.gestures().cardText().toStdString();
    EXPECT_FALSE(drive.view.grab().isNull());
    drive.release(drive.after("F1.7"));
    EXPECT_EQ(drive.positionOf("W1.3"), first + 1);
    EXPECT_EQ(drive.positionOf("W2.3"), second + 1);
    EXPECT_EQ(drive.positionOf("W3.3"), third + 1);
    EXPECT_EQ(drive.document.history().count(), 1);
    EXPECT_EQ(drive.selection.ops().size(), 3U);
}

TEST(Move, ToAnIllegalPlaceIsRefusedWhereThatIsWanted) {
    TestDrive drive;
    drive.view.setRefusesIllegal(true);
    drive.dragTo(drive.on("B1.3"), drive.before("F1.2"));
    drive.release(drive.before("F1.2"));
    EXPECT_EQ(drive.document.history().count(), 0);
    EXPECT_TRUE(drive.lastHint.startsWith(QStringLiteral("Refused: "))) << drive.lastHint.toStdString();
    drive.dragTo(drive.on("B1.3"), drive.before("F1.5"));
    drive.release(drive.before("F1.5"));
    EXPECT_EQ(drive.document.history().count(), 1) << "what makes no error is made";
}

TEST(Move, EndsWithoutATraceWhenTheDocumentChangesUnderIt) {
    TestDrive drive;
    drive.dragTo(drive.on("B1.3"), drive.before("F1.5"));
    drive.document.reset(drive.document.plan());
    EXPECT_TRUE(drive.view.gestures().cardText().isEmpty());
    drive.release(drive.before("F1.5"));
    EXPECT_EQ(drive.document.history().count(), 0);
}

TEST(Move, ScrollsByItselfNearTheEdge) {
    TestDrive drive;
    drive.range.set(test::unit(10), test::unit(16));
    const QRectF block = drive.view.rectOf(op("B1.3"));
    const QPointF edge(drive.view.viewport()->width() - 3, block.center().y());
    drive.dragTo(block.center(), edge);
    const Time before = drive.range.end();
    EXPECT_TRUE(waitUntil([&] { return drive.range.end() > before; }));
    drive.key(Qt::Key_Escape);
    EXPECT_EQ(drive.document.history().count(), 0);
}

} // namespace
} // namespace lanewright::app
