// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/built_in_lessons.h"
#include "app/lesson/lesson_panel.h"
#include "app/lesson/lesson_parts.h"
#include "app/timeline/tray/tray.h"
#include "core/lesson/setting.h"
#include "core/model/text.h"
#include "tests/app/child.h"
#include "tests/app/lesson/classroom.h"

#include <QComboBox>
#include <QSlider>

#include <algorithm>

namespace lanewright::app {
namespace {

/// Every lesson as a student and as a teacher see it.
using WalkTest = ClassroomTest;

/// The card with both of its lines.
std::string cardOf(LessonWindow& window) {
    return (child<SentenceCard>(window).sentence() + QLatin1Char('|') + child<SentenceCard>(window).more())
        .toStdString();
}

TEST_F(WalkTest, EveryLessonHasATaskGoalsHintsAndAScore) {
    ASSERT_EQ(builtInLessons().size(), 21u);
    for (int place = 0; place < 21; ++place) {
        window().openLesson(place);
        const Lesson& lesson = window().session().lesson();
        EXPECT_FALSE(lesson.task.empty()) << place;
        EXPECT_GE(lesson.text.size(), 2u) << place;
        EXPECT_FALSE(lesson.goals.empty()) << place;
        EXPECT_FALSE(lesson.score.empty()) << place;
        EXPECT_EQ(lesson.hints.size(), 3u) << place;
        EXPECT_TRUE(window().action("lesson.answer")->isEnabled()) << place;
        EXPECT_FALSE(window().session().work().reached()) << place;
        EXPECT_FALSE(child<SentenceCard>(window()).sentence().isEmpty()) << place;
    }
}

TEST_F(WalkTest, HintsComeOneByOneAndThenThereAreNoMore) {
    for (int place = 0; place < 21; ++place) {
        window().openLesson(place);
        EXPECT_TRUE(window().panel().hintText().isEmpty());
        for (int hint = 0; hint < 3; ++hint) {
            ASSERT_TRUE(window().action("lesson.hint")->isEnabled()) << place;
            window().action("lesson.hint")->trigger();
            EXPECT_EQ(window().panel().hintText().toStdString(),
                      window().session().lesson().hints[static_cast<std::size_t>(hint)]);
        }
        EXPECT_FALSE(window().action("lesson.hint")->isEnabled()) << place;
    }
}

TEST_F(WalkTest, TheTeachersAnswerReachesEveryGoalWithAllPoints) {
    for (int place = 0; place < 21; ++place) {
        window().openLesson(place);
        const Result<Attempt> answer = solutionOf(window().session().lesson());
        ASSERT_TRUE(answer) << place << ": " << answer.error().message;
        const Assessment assessment = Checker(window().session().lesson()).check(*answer);
        EXPECT_TRUE(assessment.reached) << place;
        EXPECT_EQ(assessment.points, 100) << place;
    }
}

TEST_F(WalkTest, TheCoachWalksEveryLessonAndSaysAReasonAtEachStep) {
    for (int place = 0; place < 21; ++place) {
        window().openLesson(place);
        window().action("help.coach")->trigger();
        int steps = 0;
        for (; steps < 60 && !window().session().work().reached(); ++steps) {
            ASSERT_TRUE(window().session().work().nextStep()) << place;
            EXPECT_GT(cardOf(window()).size(), 20u) << place << ": " << cardOf(window());
            window().action("lesson.step")->trigger();
        }
        EXPECT_TRUE(window().session().work().reached()) << place;
        EXPECT_EQ(window().session().work().assessment().points, 100) << place;
        EXPECT_TRUE(window().document().analysis().valid) << place << ": the student can run it";
        // The whole way back is the student's own history.
        for (int step = 0; step < steps; ++step)
            window().document().history().undo();
        EXPECT_EQ(window().document().plan().schedule, startOf(window().session().lesson())->plan.schedule) << place;
    }
}

TEST_F(WalkTest, ASliderSetsTheNumberOfMicrobatchesAsOneStep) {
    ASSERT_TRUE(window().open(QStringLiteral("number-of-microbatches")));
    QSlider& slider = window().panel().remake().microbatches();
    ASSERT_TRUE(slider.isVisibleTo(&window()));
    EXPECT_FALSE(window().panel().remake().generator().isVisibleTo(&window()));
    for (const int microbatches : {7, 12, 18})
        slider.setValue(microbatches);
    EXPECT_EQ(window().document().schedule().microbatches, 18);
    EXPECT_TRUE(window().session().work().reached());
    EXPECT_TRUE(window().document().history().undoText().startsWith(QStringLiteral("Take 18 microbatches")));
    window().document().history().undo();
    EXPECT_EQ(window().document().schedule().microbatches, 3);
    EXPECT_EQ(slider.value(), 3);
}

TEST_F(WalkTest, AListChoosesTheGenerator) {
    ASSERT_TRUE(window().open(QStringLiteral("when-zero-bubble-does-not-pay")));
    QComboBox& box = window().panel().remake().generator();
    ASSERT_TRUE(box.isVisibleTo(&window()));
    EXPECT_EQ(box.currentText(), QStringLiteral("ZB-H1"));
    box.setCurrentIndex(box.findData(QStringLiteral("1f1b")));
    Q_EMIT box.activated(box.currentIndex());
    EXPECT_TRUE(window().session().work().reached());
    window().document().history().undo();
    EXPECT_EQ(box.currentText(), QStringLiteral("ZB-H1"));
}

TEST_F(WalkTest, WhatIsMissingToTheGoalIsSaidWithItsNumbers) {
    ASSERT_TRUE(window().open(QStringLiteral("one-forward-one-backward")));
    EXPECT_EQ(
        child<SentenceCard>(window()).sentence(),
        QStringLiteral("Not there yet: peak memory is 4 activations on rank 0, the goal is at most 3 activations."));
    ASSERT_TRUE(window().open(QStringLiteral("split-the-backward")));
    EXPECT_EQ(child<SentenceCard>(window()).sentence(),
              QStringLiteral("Not there yet: makespan is 15, the goal is at most 13."));
}

TEST_F(WalkTest, AFirstDropThatCanNotRunSaysWhatItWaitsFor) {
    ASSERT_TRUE(window().open(QStringLiteral("gpipe")));
    window().lanes().tray().place({*opFromText("BW0.0")});
    for (const char* level : {"help.check", "help.ready"}) {
        window().action(QLatin1String(level))->trigger();
        EXPECT_TRUE(child<SentenceCard>(window()).sentence().contains(QStringLiteral("BW0.0 on rank 0 waits for")))
            << cardOf(window());
    }
    window().lanes().tray().place({*opFromText("F0.0")});
    EXPECT_TRUE(child<SentenceCard>(window()).sentence().contains(QStringLiteral("BW0.0 on rank 0 waits for F0.0")))
        << cardOf(window());
}

TEST_F(WalkTest, OpsAtTheWrongPlaceAreExplained) {
    ASSERT_TRUE(window().open(QStringLiteral("zb-h1")));
    window().lanes().tray().placeAll();
    EXPECT_FALSE(window().session().work().reached());
    EXPECT_TRUE(child<SentenceCard>(window()).sentence().contains(QStringLiteral("passes its memory limit")))
        << cardOf(window());
    ASSERT_TRUE(window().open(QStringLiteral("zb-h2")));
    window().lanes().tray().placeAll();
    EXPECT_FALSE(window().session().work().reached());
    EXPECT_FALSE(child<SentenceCard>(window()).sentence().isEmpty());
}

} // namespace
} // namespace lanewright::app
