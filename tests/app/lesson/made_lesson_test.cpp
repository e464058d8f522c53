// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/made_lesson.h"

#include "app/document/first_plan.h"
#include "app/lesson/make_lesson_dialog.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/judge.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/setting.h"

#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>

#include <gtest/gtest.h>

#include <vector>

namespace lanewright::app {
namespace {

LessonRequest wanted(LessonStart start) { return {.title = "Mine", .task = "Build it.", .start = start}; }

void expectALesson(const Plan& plan, LessonStart start) {
    const Result<Lesson> made = lessonOf(plan, wanted(start));
    ASSERT_TRUE(made) << made.error().message;
    const Result<Lesson> lesson = lessonFromJson(lessonToJson(*made));
    ASSERT_TRUE(lesson) << lesson.error().where << ": " << lesson.error().message;
    for (const LessonRemark& remark : judge(*lesson))
        EXPECT_NE(remark.severity, Severity::Error) << remark.message;
    const Result<Attempt> solution = solutionOf(*lesson);
    ASSERT_TRUE(solution);
    EXPECT_EQ(solution->plan.schedule, plan.schedule);
    EXPECT_TRUE(Checker(*lesson).check(*solution).reached);
    const Result<Attempt> begun = startOf(*lesson);
    ASSERT_TRUE(begun);
    EXPECT_FALSE(Checker(*lesson).check(*begun).reached);
    EXPECT_EQ(trayOf(*lesson, begun->plan).empty(), start == LessonStart::Shuffled);
}

TEST(MadeLesson, WorksForTheSchedulesOfManyGenerators) {
    for (const char* name : {"gpipe", "1f1b", "zb-h1", "dualpipe"}) {
        SCOPED_TRACE(name);
        const Result<Plan> problem = problemOf({.ranks = 4, .microbatches = 8});
        ASSERT_TRUE(problem);
        const Result<Plan> plan = generate(name, *problem);
        ASSERT_TRUE(plan) << plan.error().message;
        expectALesson(*plan, LessonStart::Empty);
        expectALesson(*plan, LessonStart::Shuffled);
    }
}

TEST(MadeLesson, AGoalThatIsNotTheBestIsCalledAStepOnTheWay) {
    const Result<Plan> problem = problemOf({.ranks = 2, .microbatches = 2});
    ASSERT_TRUE(problem);
    const Result<Lesson> best = lessonOf(*generate("1f1b", *problem), wanted(LessonStart::Empty));
    ASSERT_TRUE(best);
    EXPECT_FALSE(best->step) << "with BW in one, two ranks need 9";
    Plan slow = *generate("gpipe", *problem);
    slow.schedule.order[0][3].gap = 5 * scaleOf(slow.timeUnit);
    const Result<Lesson> step = lessonOf(slow, wanted(LessonStart::Empty));
    ASSERT_TRUE(step) << step.error().message;
    EXPECT_TRUE(step->step);
}

TEST(MadeLesson, RefusesWhatCanBeNoAnswer) {
    Plan plan = firstPlan();
    plan.schedule.order[0].pop_back();
    EXPECT_FALSE(lessonOf(plan, wanted(LessonStart::Empty))) << "an op is missing";
    plan.schedule.order.clear();
    EXPECT_FALSE(lessonOf(plan, wanted(LessonStart::Empty))) << "there is no order";
    // One rank with one microbatch has one order alone.
    const Result<Plan> problem = problemOf({.ranks = 1, .microbatches = 1});
    ASSERT_TRUE(problem);
    const Result<Plan> single = generate("gpipe", *problem);
    ASSERT_TRUE(single);
    EXPECT_FALSE(lessonOf(*single, wanted(LessonStart::Shuffled)));
    EXPECT_TRUE(lessonOf(*single, wanted(LessonStart::Empty)));
}

TEST(MadeLesson, TheDialogAsksAndHandsItOver) {
    MakeLessonDialog dialog(firstPlan());
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    std::vector<Lesson> made;
    QObject::connect(&dialog, &MakeLessonDialog::made, [&](const Lesson& lesson) { made.push_back(lesson); });
    auto* save = dialog.findChild<QPushButton*>(QStringLiteral("primary"));
    auto* title = dialog.findChild<QLineEdit*>(QStringLiteral("title"));
    ASSERT_TRUE(save && title);
    title->clear();
    EXPECT_FALSE(save->isEnabled()) << "a lesson has a title";
    title->setText(QStringLiteral(" My lesson "));
    dialog.findChild<QRadioButton*>(QStringLiteral("shuffled"))->setChecked(true);
    save->click();
    ASSERT_EQ(made.size(), 1u) << dialog.sentence().toStdString();
    EXPECT_EQ(made.front().title, "My lesson");
    EXPECT_EQ(made.front().task,
              "Build a schedule that ends at 270 ms and holds no more than 4 activations on any rank.");
    EXPECT_FALSE(made.front().start.order.empty());
}

} // namespace
} // namespace lanewright::app
