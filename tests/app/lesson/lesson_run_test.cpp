// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/built_in_lessons.h"
#include "app/lesson/lesson_panel.h"
#include "app/lesson/lesson_parts.h"
#include "app/timeline/selection_art.h"
#include "app/timeline/tray/tray.h"
#include "tests/app/child.h"
#include "tests/app/lesson/classroom.h"

#include <QTest>

namespace lanewright::app {
namespace {

/// Every lesson done by the book, and then run.
class LessonRunTest : public ClassroomTest {
protected:
    void reachTheGoals(int place) {
        window().openLesson(place);
        window().session().setHelp(HelpLevel::Coach);
        for (int step = 0; step < 60 && !window().session().work().reached(); ++step)
            window().session().follow();
        ASSERT_TRUE(window().session().work().reached());
    }
    void expectARun() {
        RunSettings settings = window().usualRun();
        settings.inProcess = true;
        settings.paced = false;
        settings.steps = 1;
        window().run(settings);
        ASSERT_TRUE(waitUntil([this] { return !window().runs().isActive(); }));
        EXPECT_TRUE(window().runs().failure().isEmpty()) << window().runs().failure().toStdString();
        const Timeline* measured = window().document().measured();
        ASSERT_TRUE(measured);
        const Schedule& schedule = window().document().schedule();
        ASSERT_EQ(measured->lanes.size(), schedule.order.size());
        for (std::size_t rank = 0; rank < schedule.order.size(); ++rank)
            EXPECT_EQ(measured->lanes[rank].size(), schedule.order[rank].size()) << "rank " << rank;
    }
};

TEST_F(LessonRunTest, EndsEveryLessonThatHasASchedule) {
    int ran = 0;
    for (int place = 0; place < static_cast<int>(builtInLessons().size()); ++place) {
        SCOPED_TRACE(builtInLessons()[static_cast<std::size_t>(place)].name.toStdString());
        reachTheGoals(place);
        if (window().document().plan().isProblem())
            continue;
        expectARun();
        ++ran;
    }
    EXPECT_GE(ran, 16);
}

TEST_F(LessonRunTest, TheRunOfOneLessonIsNotDrawnInTheNext) {
    const auto begin = [this] {
        reachTheGoals(1);
        RunSettings settings = window().usualRun();
        settings.inProcess = true;
        settings.paced = false;
        settings.steps = 5'000;
        window().run(settings);
        ASSERT_TRUE(waitUntil([this] { return window().runs().progress().step > 0 || !window().runs().isActive(); }));
    };
    begin();
    ASSERT_TRUE(window().document().run());
    key(Qt::Key_PageDown, Qt::ControlModifier);
    EXPECT_FALSE(child<SentenceCard>(window()).sentence().contains(QStringLiteral("trains a real model")));
    ASSERT_TRUE(waitUntil([this] { return !window().runs().isActive(); }));
    EXPECT_FALSE(window().document().run());
    EXPECT_TRUE(window().action("lesson.run")->isEnabled());
    begin();
    window().action("lesson.restart")->trigger();
    ASSERT_TRUE(waitUntil([this] { return !window().runs().isActive(); }));
    EXPECT_FALSE(window().document().run()) << "the board that is begun again has not been run";
}

/// A run of few steps, and what the classroom says of it.
class RunReportTest : public LessonRunTest {
protected:
    RunReportCard& report() { return window().panel().runReport(); }
    QString sentence() { return child<SentenceCard>(window()).sentence(); }
    void run(int steps, bool paced) {
        RunSettings settings = window().usualRun();
        settings.inProcess = true;
        settings.paced = paced;
        settings.steps = steps;
        window().run(settings);
    }
    void waitForTheEnd() {
        ASSERT_TRUE(waitUntil([this] { return !window().runs().isActive(); }));
    }
};

TEST_F(RunReportTest, SaysWhatWasTrainedAndPointsAtWhatIsFarthestFromThePlan) {
    reachTheGoals(1);
    window().resize(1280, 720);
    const int lanes = window().lanes().height();
    EXPECT_TRUE(window().action("lesson.run")->toolTip().startsWith(QStringLiteral("A GPT of 4 layers with")))
        << "before the run";
    EXPECT_TRUE(report().isHidden());
    run(2, true);
    waitForTheEnd();
    ASSERT_TRUE(waitUntil([this] { return !report().visibleRegion().isEmpty(); })) << "it is in sight";
    EXPECT_EQ(window().lanes().height(), lanes) << "the lanes keep their room";
    EXPECT_TRUE(sentence().startsWith(QStringLiteral("The run is done."))) << sentence().toStdString();
    const QString text = report().text();
    for (const char* part :
         {"A GPT of 4 layers with 68 thousand parameters", "on 3 ranks, in steps of 4 microbatches",
          "a step of 18 units was to take 360 ms", "Plan: 360 ms, Step 0: ", "Step 1: ", "The loss went from "})
        EXPECT_TRUE(text.contains(QLatin1String(part))) << part << " in " << text.toStdString();
    const std::set<Op> pointed = window().lanes().pointed().ops;
    ASSERT_FALSE(pointed.empty());
    // The first link, with the keyboard alone.
    auto& links = child<QLabel>(report(), "farthest");
    links.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&links, Qt::Key_Tab);
    QTest::keyClick(&links, Qt::Key_Return);
    EXPECT_TRUE(pointed.contains(window().selection().current()));
    EXPECT_TRUE(window().lanes().hasFocus());
}

TEST_F(RunReportTest, GoesWithTheOrderThatWasRun) {
    reachTheGoals(1);
    run(1, false);
    waitForTheEnd();
    ASSERT_FALSE(report().isHidden());
    window().document().history().undo();
    EXPECT_TRUE(report().isHidden()) << "this order was not run";
    window().document().history().redo();
    EXPECT_FALSE(report().isHidden());
    window().retranslate();
    EXPECT_FALSE(report().isHidden());
    window().openLesson(2);
    EXPECT_TRUE(report().isHidden());
}

TEST_F(RunReportTest, ShowsTheOwnLanesInPlaceOfTheAnswer) {
    reachTheGoals(1);
    window().showAnswer(true);
    run(1, false);
    EXPECT_FALSE(window().isAnswerShown());
    waitForTheEnd();
    EXPECT_FALSE(report().isHidden());
}

TEST_F(RunReportTest, TakesFewStepsOfAPlanThatLastsLong) {
    reachTheGoals(1);
    EXPECT_EQ(window().usualRun().steps, 5) << "18 units of 20 ms";
    ASSERT_TRUE(window().open(write("long.lwlesson", R"({"format": "lanewright-lesson", "version": 1, "title": "Mine",
        "task": "Build it.", "problem": {"microbatches": 1, "placement": {"ranks": 2}, "time_unit": "ms",
        "costs": {"forward": 1000, "backward_input": 400, "backward_weight": 400}}, "goals": {"valid": true}})")));
    window().lanes().tray().placeAll();
    EXPECT_EQ(window().usualRun().steps, 3) << "3200 ms each";
}

TEST_F(RunReportTest, SaysThatARunWasStopped) {
    reachTheGoals(1);
    run(5'000, false);
    ASSERT_TRUE(waitUntil([this] { return window().runs().progress().step > 0 || !window().runs().isActive(); }));
    window().action("lesson.run")->trigger();
    waitForTheEnd();
    EXPECT_TRUE(sentence().startsWith(QStringLiteral("The run was stopped after "))) << sentence().toStdString();
    EXPECT_FALSE(report().isHidden());
}

TEST_F(RunReportTest, SaysThatAPlanWithoutTimesHasNothingToBeHeldAgainst) {
    const QString file = write("timeless.lwlesson", R"({"format": "lanewright-lesson", "version": 1, "title": "Mine",
        "task": "Build it.", "problem": {"microbatches": 1, "placement": {"ranks": 2},
        "costs": {"forward": 0, "backward_input": 0, "backward_weight": 0}}, "goals": {"valid": true, "complete": true}})");
    ASSERT_TRUE(window().open(file));
    window().lanes().tray().placeAll();
    run(1, true);
    waitForTheEnd();
    EXPECT_TRUE(report().text().contains(QStringLiteral("The plan's ops take no time")))
        << report().text().toStdString() << window().runs().failure().toStdString();
}

} // namespace
} // namespace lanewright::app
