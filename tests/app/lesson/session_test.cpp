// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_session.h"

#include "core/edit/edits.h"
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

struct Desk {
    explicit Desk(const std::string& members = kBuild) {
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
    Desk desk;
    EXPECT_EQ(desk.document.schedule().order, std::vector<Row>(2));
    EXPECT_FALSE(desk.session.reached());
    EXPECT_EQ(desk.session.hintsShown(), 0);
    EXPECT_FALSE(desk.document.history().canUndo());
}

TEST(LessonSession, HintsComeOneByOne) {
    Desk desk;
    desk.session.showHint();
    EXPECT_EQ(desk.session.hintsShown(), 1);
    desk.session.showHint();
    desk.session.showHint();
    EXPECT_EQ(desk.session.hintsShown(), 2);
    desk.session.restart();
    EXPECT_EQ(desk.session.hintsShown(), 0);
}

TEST(LessonSession, EachLevelGivesMoreHelp) {
    Desk desk;
    EXPECT_TRUE(desk.session.readyOps().empty());
    EXPECT_FALSE(desk.session.advice());
    desk.session.setHelp(HelpLevel::Ready);
    EXPECT_EQ(desk.session.readyOps().size(), 2u);
    EXPECT_FALSE(desk.session.advice());
    desk.session.setHelp(HelpLevel::Coach);
    ASSERT_TRUE(desk.session.advice());
    EXPECT_EQ(toText(desk.session.advice()->op), "F0.0");
    desk.session.setHelp(HelpLevel::Check);
    EXPECT_TRUE(desk.session.readyOps().empty());
    EXPECT_FALSE(desk.session.advice());
}

TEST(LessonSession, TheCoachLeadsToTheGoalAndUndoLeadsBack) {
    Desk desk;
    desk.session.follow();
    EXPECT_FALSE(desk.document.history().canUndo()) << "only the coach takes steps";
    desk.session.setHelp(HelpLevel::Coach);
    for (int step = 0; step < 20 && !desk.session.reached(); ++step)
        desk.session.follow();
    EXPECT_TRUE(desk.session.reached());
    EXPECT_EQ(desk.solved, 1);
    EXPECT_EQ(desk.document.history().count(), 8);
    EXPECT_TRUE(desk.document.history().undoText().startsWith(QStringLiteral("Place BW0.1")))
        << desk.document.history().undoText().toStdString();
    while (desk.document.history().canUndo())
        desk.document.history().undo();
    EXPECT_FALSE(desk.session.reached());
    EXPECT_EQ(desk.document.schedule().order, std::vector<Row>(2));
}

TEST(LessonSession, WhatTheLessonForbidsIsRefusedInWordsAndChangesNothing) {
    Desk desk(R"("goals": {"makespan": 1}, "allowed": ["place"], "start": {"generator": "gpipe"})");
    const Plan before = desk.document.plan();
    desk.document.apply(QStringLiteral("Move"), *moveBlock(desk.document.schedule(), {0, 0}, 2));
    EXPECT_EQ(desk.document.plan(), before);
    EXPECT_FALSE(desk.document.history().canUndo());
    EXPECT_EQ(desk.refusals,
              QStringList{QStringLiteral("this lesson does not let you move ops that are in the order")});
}

TEST(LessonSession, TheOptimizerIsChosenOnlyWhereTheLessonSaysSo) {
    Desk closed;
    closed.session.setOptimizer(OptimizerMode::PostValidated);
    EXPECT_EQ(closed.session.optimizer(), OptimizerMode::Synchronous);
    Desk open(
        R"("allowed": ["optimizer"], "goals": {"iteration_time": 6}, "iterations": 4, "start": {"generator": "zb-h2"})");
    EXPECT_EQ(open.session.optimizer(), OptimizerMode::Synchronous);
    open.session.setOptimizer(OptimizerMode::PostValidated);
    EXPECT_EQ(open.session.optimizer(), OptimizerMode::PostValidated);
}

TEST(LessonSession, ALessonThatCanNotBeginLeavesTheOneBefore) {
    Desk desk;
    const Lesson before = desk.session.lesson();
    Lesson broken = before;
    broken.start.generator = "zb-h1";
    broken.start.tray = {*opPatternFromText("F7.7")};
    EXPECT_FALSE(desk.session.begin(broken));
    EXPECT_EQ(desk.session.lesson(), before);
}

} // namespace
} // namespace lanewright::app
