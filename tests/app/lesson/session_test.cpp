// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_session.h"

#include "core/edit/edits.h"
#include "core/edit/fold.h"
#include "core/generate/catalogue.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/setting.h"
#include "core/model/text.h"

#include <gtest/gtest.h>

#include <QStringList>

namespace lanewright::app {
namespace {

Lesson lessonOf(const std::string& members) {
    const Result<Lesson> lesson = lessonFromJson(
        R"({"format": "lanewright-lesson", "version": 1, "title": "t", "task": "d",
            "problem": {"microbatches": 2, "placement": {"ranks": 2}}, "hints": ["a", "b"], )" +
        members + "}");
    EXPECT_TRUE(lesson) << lesson.error().where << ": " << lesson.error().message;
    return lesson ? *lesson : Lesson{};
}

const std::string kBuild = R"("goals": {"complete": true, "valid": true}, "solution": {"generator": "gpipe"})";

struct Board {
    explicit Board(const std::string& members = kBuild) {
        QObject::connect(&document, &Document::failed, [this](const QString& words) { refusals << words; });
        QObject::connect(&session, &LessonSession::solved, [this] { ++solved; });
        EXPECT_TRUE(session.begin(lessonOf(members)));
    }

    Document document;
    LessonSession session{document};
    QStringList refusals = {};
    int solved = 0;
};

TEST(LessonSession, BeginsWithTheStartAndNoHint) {
    Board board;
    EXPECT_EQ(board.document.schedule().order, std::vector<Row>(2));
    EXPECT_FALSE(board.session.work().reached());
    EXPECT_EQ(board.session.work().hintsShown(), 0);
    EXPECT_FALSE(board.document.history().canUndo());
}

TEST(LessonSession, HintsComeOneByOne) {
    Board board;
    board.session.showHint();
    EXPECT_EQ(board.session.work().hintsShown(), 1);
    board.session.showHint();
    board.session.showHint();
    EXPECT_EQ(board.session.work().hintsShown(), 2);
    board.session.restart();
    EXPECT_EQ(board.session.work().hintsShown(), 0);
}

TEST(LessonSession, EachLevelGivesMoreHelp) {
    Board board;
    EXPECT_TRUE(board.session.work().readyOps().empty());
    EXPECT_FALSE(board.session.work().nextStep());
    board.session.setHelp(HelpLevel::Ready);
    EXPECT_EQ(board.session.work().readyOps().size(), 2u);
    EXPECT_FALSE(board.session.work().nextStep());
    board.session.setHelp(HelpLevel::Coach);
    ASSERT_TRUE(board.session.work().nextStep());
    EXPECT_EQ(toText(board.session.work().nextStep()->op), "F0.0");
    board.session.setHelp(HelpLevel::Check);
    EXPECT_TRUE(board.session.work().readyOps().empty());
    EXPECT_FALSE(board.session.work().nextStep());
}

TEST(LessonSession, TheCoachLeadsToTheGoalAndUndoLeadsBack) {
    Board board;
    board.session.follow();
    EXPECT_FALSE(board.document.history().canUndo()) << "only the coach takes steps";
    board.session.setHelp(HelpLevel::Coach);
    for (int step = 0; step < 20 && !board.session.work().reached(); ++step)
        board.session.follow();
    EXPECT_TRUE(board.session.work().reached());
    EXPECT_EQ(board.solved, 1);
    EXPECT_EQ(board.document.history().count(), 8);
    EXPECT_TRUE(board.document.history().undoText().startsWith(QStringLiteral("Place BW0.1")))
        << board.document.history().undoText().toStdString();
    while (board.document.history().canUndo())
        board.document.history().undo();
    EXPECT_FALSE(board.session.work().reached());
    EXPECT_EQ(board.document.schedule().order, std::vector<Row>(2));
}

TEST(LessonSession, AStepThatTheCoachAnnouncedCountsWhoeverTakesIt) {
    Board board;
    board.session.setHelp(HelpLevel::Coach);
    ASSERT_TRUE(board.session.work().nextStep());
    const Plan next = board.session.work().nextStep()->next;
    board.session.setHelp(HelpLevel::Check);
    board.document.apply(QStringLiteral("Place"), next);
    EXPECT_EQ(board.session.work().used().coachSteps, 1) << "it was announced, though the level is another by now";
    board.document.apply(QStringLiteral("Place"),
                         *insertOp(board.document.schedule(), {.kind = OpKind::F, .stage = 1, .microbatch = 1}, 0));
    EXPECT_EQ(board.session.work().used().coachSteps, 1) << "nobody announced this one";
    board.session.setHelp(HelpLevel::Coach);
    board.session.follow();
    EXPECT_EQ(board.session.work().used().coachSteps, 2) << "by the button it counts once";
}

TEST(LessonSession, WhatIsLookedAtWhenAllIsReachedCountsOnlyWhereItWinsPoints) {
    Board board(
        R"("goals": {"complete": true, "valid": true}, "score": ["makespan"], "solution": {"generator": "zb-h1"})");
    board.document.apply(QStringLiteral("Build"), [&] {
        Plan plan = board.document.plan();
        plan.schedule = generate("gpipe", board.session.lesson().problem)->schedule;
        return takeApart(plan);
    }());
    ASSERT_TRUE(board.session.work().reached());
    board.session.noteAnswerShown();
    board.session.showHint();
    EXPECT_EQ(board.session.work().used().answerShown, false);
    EXPECT_EQ(board.session.work().used().hints, 0);
    const int points = board.session.work().assessment().points;
    board.document.history().undo();
    board.document.history().redo();
    EXPECT_EQ(board.session.work().used().answerShown, false) << "the same points again";
    board.document.apply(QStringLiteral("Copy"), solutionOf(board.session.lesson())->plan);
    ASSERT_GT(board.session.work().assessment().points, points);
    EXPECT_EQ(board.session.work().used().answerShown, true);
    EXPECT_EQ(board.session.work().used().hints, 1);
}

TEST(LessonSession, WhoLooksAtTheAnswerWhileAGoalIsOpenWasHelped) {
    Board board;
    board.session.noteAnswerShown();
    EXPECT_EQ(board.session.work().used().answerShown, true);
}

TEST(LessonSession, WhatTheLessonForbidsIsRefusedInWordsAndChangesNothing) {
    Board board(R"("goals": {"makespan": 1}, "allowed": ["place"], "start": {"generator": "gpipe"})");
    const Plan before = board.document.plan();
    board.document.apply(QStringLiteral("Move"), *moveBlock(board.document.schedule(), {0, 0}, 2));
    EXPECT_EQ(board.document.plan(), before);
    EXPECT_FALSE(board.document.history().canUndo());
    EXPECT_EQ(board.refusals,
              QStringList{QStringLiteral("this lesson does not let you move ops that are in the order")});
}

TEST(LessonSession, TheOptimizerIsChosenOnlyWhereTheLessonSaysSo) {
    Board closed;
    closed.session.setOptimizer(OptimizerMode::PostValidated);
    EXPECT_EQ(closed.session.work().optimizer(), OptimizerMode::Synchronous);
    Board open(
        R"("allowed": ["optimizer"], "goals": {"iteration_time": 6}, "iterations": 4, "start": {"generator": "zb-h2"})");
    EXPECT_EQ(open.session.work().optimizer(), OptimizerMode::Synchronous);
    open.session.setOptimizer(OptimizerMode::PostValidated);
    EXPECT_EQ(open.session.work().optimizer(), OptimizerMode::PostValidated);
}

TEST(LessonSession, ALessonThatCanNotBeginLeavesTheOneBefore) {
    Board board;
    const Lesson before = board.session.lesson();
    Lesson broken = before;
    broken.start.generator = "zb-h1";
    broken.start.tray = {*opPatternFromText("F7.7")};
    EXPECT_FALSE(board.session.begin(broken));
    EXPECT_EQ(board.session.lesson(), before);
}

} // namespace
} // namespace lanewright::app
