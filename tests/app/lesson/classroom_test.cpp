// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/lesson/classroom.h"

#include "app/lesson/built_in_lessons.h"
#include "app/lesson/lesson_list.h"
#include "app/lesson/lesson_panel.h"
#include "app/lesson/lesson_parts.h"
#include "app/timeline/tray/tray.h"
#include "core/model/text.h"
#include "tests/app/child.h"

#include <QApplication>
#include <QListWidget>

namespace lanewright::app {
namespace {

TEST_F(ClassroomTest, ALessonIsDoneFromStartToFinishWithTheKeyboardAlone) {
    key(Qt::Key_L, Qt::ControlModifier);
    auto* list = window().findChild<LessonList*>();
    ASSERT_TRUE(list && list->isVisible());
    key(Qt::Key_Home);
    key(Qt::Key_Down);
    key(Qt::Key_Return);
    EXPECT_EQ(window().place(), 1);
    EXPECT_FALSE(window().session().work().reached());
    key(Qt::Key_H, Qt::ControlModifier);
    EXPECT_FALSE(window().panel().hintText().isEmpty());
    // Into the tray, and every op of it onto its lane.
    TrayCells& cells = window().lanes().tray().cells();
    for (int tabs = 0; tabs < 30 && !cells.hasFocus(); ++tabs)
        key(Qt::Key_Tab);
    ASSERT_TRUE(cells.hasFocus()) << "the tray is reached by Tab";
    for (int op = 0; op < 24; ++op)
        key(Qt::Key_Return);
    EXPECT_TRUE(window().lanes().tray().ops().empty());
    EXPECT_TRUE(window().session().work().reached()) << child<SentenceCard>(window()).sentence().toStdString();
    EXPECT_TRUE(Student::isDone(QStringLiteral("gpipe")));
    EXPECT_TRUE(child<SentenceCard>(window()).sentence().startsWith(QStringLiteral("All goals are reached")));
    key(Qt::Key_PageDown, Qt::ControlModifier);
    EXPECT_EQ(window().place(), 2);
}

TEST_F(ClassroomTest, ALessonIsFoundByTheNumberThatItShows) {
    ASSERT_TRUE(window().open(QStringLiteral("0")));
    EXPECT_EQ(window().lessonSource(), QStringLiteral("three-people"));
    ASSERT_TRUE(window().open(QStringLiteral("14")));
    EXPECT_EQ(window().lessonSource(), QStringLiteral("unequal-stages"));
    EXPECT_FALSE(window().open(QStringLiteral("21")));
}

/// Somebody who never saw a pipeline plays the first lesson, then fills the waits with four drags.
TEST_F(ClassroomTest, TheFirstLessonIsAPipelineThatStandsStillUntilTheRanksWorkAtOnce) {
    ASSERT_TRUE(window().open(QStringLiteral("three-people")));
    EXPECT_EQ(extentOf(window().document().timeline()).length(), 27 * kTimeUnit);
    window().playback().moveTo(kTimeUnit / 2);
    EXPECT_FALSE(window().playback().waits().sentence.empty());
    window().playback().close();
    const auto moveLeft = [this](const char* word, int places) {
        window().selection().reveal(*opFromText(word));
        for (int i = 0; i < places; ++i)
            key(Qt::Key_Left, Qt::ControlModifier);
    };
    window().lanes().setFocus();
    moveLeft("F0.1", 1);
    moveLeft("F0.2", 2);
    moveLeft("F1.1", 1);
    EXPECT_FALSE(window().session().work().reached());
    moveLeft("F1.2", 1);
    EXPECT_TRUE(window().session().work().reached()) << child<SentenceCard>(window()).sentence().toStdString();
    EXPECT_EQ(window().session().work().assessment().points, 100);
}

TEST_F(ClassroomTest, BlocksAreMovedByKeysUntilTheLanesAre1F1B) {
    ASSERT_TRUE(window().open(QStringLiteral("one-forward-one-backward")));
    const auto moveRight = [this](const char* word, int places) {
        window().selection().reveal(*opFromText(word));
        for (int i = 0; i < places; ++i)
            key(Qt::Key_Right, Qt::ControlModifier);
    };
    moveRight("F0.3", 1);
    moveRight("F1.3", 2);
    moveRight("F1.2", 1);
    moveRight("F2.3", 3);
    moveRight("F2.2", 2);
    moveRight("F2.1", 1);
    EXPECT_TRUE(window().session().work().reached()) << child<SentenceCard>(window()).sentence().toStdString();
    EXPECT_EQ(window().session().work().assessment().points, 100);
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_FALSE(window().session().work().reached());
}

TEST_F(ClassroomTest, TheCoachIsFollowedByKeys) {
    ASSERT_TRUE(window().open(QStringLiteral("split-the-backward")));
    key(Qt::Key_3, Qt::ControlModifier);
    EXPECT_EQ(window().session().work().help(), HelpLevel::Coach);
    EXPECT_TRUE(child<SentenceCard>(window()).sentence().startsWith(QStringLiteral("Split BW")))
        << child<SentenceCard>(window()).sentence().toStdString();
    for (int step = 0; step < 12 && !window().session().work().reached(); ++step)
        key(Qt::Key_Return, Qt::ControlModifier);
    EXPECT_TRUE(window().session().work().reached());
    key(Qt::Key_1, Qt::ControlModifier);
    EXPECT_EQ(window().session().work().help(), HelpLevel::Check);
    EXPECT_FALSE(window().session().work().nextStep());
}

TEST_F(ClassroomTest, TheAnswerIsShownAndHiddenAndTheOwnWorkStays) {
    ASSERT_TRUE(window().open(QStringLiteral("one-forward-one-backward")));
    window().selection().reveal(*opFromText("F0.3"));
    key(Qt::Key_Right, Qt::ControlModifier);
    const Plan mine = window().document().plan();
    key(Qt::Key_T, Qt::ControlModifier);
    EXPECT_TRUE(window().isAnswerShown());
    EXPECT_TRUE(child<SentenceCard>(window()).sentence().startsWith(QStringLiteral("This is the teacher's answer")));
    EXPECT_FALSE(window().action("edit.undo")->isEnabled());
    key(Qt::Key_T, Qt::ControlModifier);
    EXPECT_FALSE(window().isAnswerShown());
    EXPECT_EQ(window().document().plan(), mine);
    EXPECT_TRUE(window().document().history().canUndo());
}

TEST_F(ClassroomTest, TheOptimizerAndTheIterationsBelongToTheirLesson) {
    ASSERT_TRUE(window().open(QStringLiteral("7")));
    ASSERT_EQ(window().place(), 7);
    key(Qt::Key_P, Qt::ControlModifier);
    EXPECT_EQ(window().session().work().optimizer(), OptimizerMode::PostValidated);
    EXPECT_FALSE(window().session().work().reached()) << "an op is still in the tray";
    key(Qt::Key_3, Qt::ControlModifier);
    key(Qt::Key_Return, Qt::ControlModifier);
    EXPECT_TRUE(window().session().work().reached()) << child<SentenceCard>(window()).sentence().toStdString();
}

TEST_F(ClassroomTest, AWrongFileIsRefusedInWordsAndTheLessonStays) {
    ASSERT_TRUE(window().open(QStringLiteral("zb-h1")));
    const QString broken = write("broken.lwlesson", R"({"format": "lanewright-lesson", "version": 1, "title": "t"})");
    const Result<Done> opened = window().open(broken);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().message, "the key \"task\" is missing");
    EXPECT_FALSE(window().open(write("noise.lwlesson", "\x01\x02")));
    EXPECT_FALSE(window().open(QStringLiteral("no-such-lesson")));
    EXPECT_FALSE(window().open(write("start.lwlesson", R"({"format": "lanewright-lesson", "version": 1, "title": "t",
        "task": "d", "problem": {"microbatches": 1, "placement": {"ranks": 2}}, "goals": {"valid": true},
        "start": {"generator": "gpipe", "tray": ["W*.*"]}})")));
    EXPECT_EQ(window().session().lesson().title, "Fill the bubbles: ZB-H1");
}

TEST_F(ClassroomTest, AnExerciseFileOpensWithoutASolution) {
    const QString file = write("mine.lwlesson", R"({"format": "lanewright-lesson", "version": 1, "title": "Mine",
        "task": "Build it.", "problem": {"microbatches": 1, "placement": {"ranks": 2}},
        "goals": {"valid": true, "complete": true}})");
    ASSERT_TRUE(window().open(file));
    EXPECT_EQ(window().place(), -1);
    EXPECT_FALSE(window().action("lesson.answer")->isEnabled());
    EXPECT_FALSE(window().action("lesson.hint")->isEnabled());
    window().lanes().tray().placeAll();
    EXPECT_TRUE(window().session().work().reached());
}

TEST_F(ClassroomTest, ARefusedEditIsSaidOnTheCard) {
    ASSERT_TRUE(window().open(QStringLiteral("zb-h1")));
    window().selection().reveal(*opFromText("B1.1"));
    const Plan before = window().document().plan();
    key(Qt::Key_Left, Qt::ControlModifier);
    key(Qt::Key_Left, Qt::ControlModifier);
    key(Qt::Key_Left, Qt::ControlModifier);
    EXPECT_TRUE(child<SentenceCard>(window()).sentence().contains(QStringLiteral("both are locked in this lesson")))
        << child<SentenceCard>(window()).sentence().toStdString();
    (void)before;
}

TEST_F(ClassroomTest, EveryLessonOpensAndItsCoachReachesTheGoalInTheWindow) {
    for (int place = 0; place < static_cast<int>(builtInLessons().size()); ++place) {
        window().openLesson(place);
        window().session().setHelp(HelpLevel::Coach);
        for (int step = 0; step < 60 && !window().session().work().reached(); ++step)
            window().session().follow();
        EXPECT_TRUE(window().session().work().reached()) << builtInLessons()[place].name.toStdString();
        EXPECT_FALSE(window().grab().isNull());
    }
}

#ifdef LANEWRIGHT_WITH_ENGINE
TEST_F(ClassroomTest, MyScheduleIsRunAndItsMeasuredBlocksLieOverThePlan) {
    ASSERT_TRUE(window().open(QStringLiteral("split-the-backward")));
    window().run(window().usualRun());
    ASSERT_TRUE(waitUntil([this] { return !window().runs().isActive(); }));
    EXPECT_TRUE(window().runs().failure().isEmpty()) << window().runs().failure().toStdString();
    const Timeline* measured = window().document().measured();
    ASSERT_TRUE(measured);
    // In the units of the lesson, not in those of the run.
    EXPECT_LT(extentOf(*measured).length(), 3 * extentOf(window().document().timeline()).length());
    EXPECT_EQ(measured->lanes.size(), 3u);
}
#endif

} // namespace
} // namespace lanewright::app
