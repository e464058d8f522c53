// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/built_in_lessons.h"
#include "app/lesson/lesson_parts.h"
#include "tests/app/child.h"
#include "tests/app/lesson/classroom.h"

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

} // namespace
} // namespace lanewright::app
