// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/course.h"

#include "core/lesson/coach.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/same_problem.h"
#include "core/lesson/setting.h"
#include "core/lesson/shelf.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

using namespace lanewright;

namespace {

std::string pageOf(const Course& course) {
    return R"(<body><script type="application/json" id="lessons">)" + courseToJson(course) + "</script></body>";
}

} // namespace

TEST(Course, ALessonIsFoundByNameByNumberAndAsItsFileIsCalled) {
    for (const char* word : {"zb-h1", "5", "05", "05-zb-h1"}) {
        ASSERT_NE(shelfLesson(word), nullptr) << word;
        EXPECT_EQ(shelfLesson(word)->name, "zb-h1") << word;
    }
    for (const char* word : {"", "-", "05-gpipe", "21", "-5", "zb", "5 "})
        EXPECT_EQ(shelfLesson(word), nullptr) << word;
}

TEST(Course, WithoutItsAnswerALessonBeginsAsBeforeAndTakesTheSameAnswers) {
    for (const ShelfLesson& own : lessonShelf()) {
        const Lesson kept = withoutAnswer(own.lesson);
        EXPECT_EQ(lessonToJson(kept).find("\"solution\""), std::string::npos) << own.name;
        const Result<Attempt> before = startOf(own.lesson);
        const Result<Attempt> after = startOf(kept);
        ASSERT_TRUE(before && after) << own.name;
        EXPECT_EQ(before->plan.schedule.order, after->plan.schedule.order) << own.name;
        EXPECT_EQ(trayOf(own.lesson, before->plan), trayOf(kept, after->plan)) << own.name;
        const Result<Attempt> answer = answerTo(kept, *solutionOf(own.lesson));
        ASSERT_TRUE(answer) << own.name << ": " << answer.error().message;
        EXPECT_TRUE(Checker(kept).check(*answer).reached) << own.name;
        EXPECT_TRUE(Checker(own.lesson).check(*answer).reached) << own.name;
    }
}

TEST(Course, WithoutItsAnswerALessonGivesTheSamePointsAllTheWay) {
    for (const ShelfLesson& own : lessonShelf()) {
        const Result<Lesson> kept = lessonFromJson(lessonToJson(withoutAnswer(own.lesson)));
        ASSERT_TRUE(kept) << own.name << ": " << kept.error().where << ": " << kept.error().message;
        EXPECT_EQ(kept->score.size(), own.lesson.score.size()) << own.name;
        const Checker whole(own.lesson);
        const Checker without(*kept);
        Attempt attempt = *startOf(own.lesson);
        EXPECT_EQ(without.check(attempt).points, 0) << own.name;
        for (CoachStep step = nextStepFor(own.lesson, attempt); step.kind != CoachStep::Kind::Nothing;
             step = nextStepFor(own.lesson, attempt)) {
            if (step.kind == CoachStep::Kind::Optimizer)
                attempt.optimizer = step.mode;
            else
                attempt.plan = step.next;
            EXPECT_EQ(without.check(attempt).points, whole.check(attempt).points) << own.name;
        }
        EXPECT_EQ(without.check(*solutionOf(own.lesson)).points, 100) << own.name;
    }
}

TEST(Course, WithoutItsAnswerTheCoachPlacesAllOpsAndTakesWhatOneMoveCanWin) {
    std::set<std::string> solved;
    for (const ShelfLesson& own : lessonShelf()) {
        const Lesson kept = withoutAnswer(own.lesson);
        Attempt attempt = *startOf(kept);
        CoachStep step = nextStepFor(kept, attempt);
        for (int steps = 0; steps < 100 && step.kind != CoachStep::Kind::Nothing; ++steps) {
            if (step.kind == CoachStep::Kind::Optimizer)
                attempt.optimizer = step.mode;
            else
                attempt.plan = step.next;
            step = nextStepFor(kept, attempt);
        }
        EXPECT_EQ(step.kind, CoachStep::Kind::Nothing) << own.name << ": it comes to no end";
        EXPECT_TRUE(trayOf(kept, attempt.plan).empty()) << own.name;
        if (Checker(kept).check(attempt).reached)
            solved.insert(own.name);
    }
    for (const char* name : {"gpipe", "zb-h1", "v-shape", "cut-in-half", "interleaving", "unequal-stages"})
        EXPECT_TRUE(solved.contains(name)) << name;
}

TEST(Course, WithoutHintsItHasNoneInAnyLanguage) {
    const Lesson whole = shelfLesson("zb-h1")->lesson;
    const Lesson lesson = withoutHints(whole);
    for (const std::string& hint : whole.hints)
        EXPECT_EQ(lessonToJson(lesson).find(hint), std::string::npos) << hint;
    for (const std::string& hint : whole.in.at("de").hints)
        EXPECT_EQ(lessonToJson(lesson).find(hint), std::string::npos) << hint;
    EXPECT_FALSE(lesson.in.at("de").text.empty());
}

TEST(Course, APageHoldsAllOfIt) {
    Course course{.title = "Pipelines", .language = "de", .coach = false};
    for (const char* word : {"0", "5"})
        course.lessons.push_back(shelfLesson(word)->lesson);
    const std::string page = pageOf(course);
    EXPECT_TRUE(isCoursePage(page));
    const Result<Course> read = courseInPage(page);
    ASSERT_TRUE(read) << read.error().where << ": " << read.error().message;
    EXPECT_EQ(*read, course);
}

TEST(Course, APageWithoutOneIsRefusedInWords) {
    EXPECT_FALSE(isCoursePage("<html></html>"));
    EXPECT_FALSE(isCoursePage(R"(<script type="application/json" id="lessons"></script>{)"));
    EXPECT_FALSE(courseInPage("<html></html>"));
    const Result<Course> other =
        courseInPage(R"(<script type="application/json" id="lessons">{"format": "x"}</script>)");
    ASSERT_FALSE(other);
    EXPECT_TRUE(other.error().message.text().starts_with("this page holds no Lanewright course"));
    const Result<Course> wrong = courseInPage(
        R"(<script type="application/json" id="lessons">{"format": "lanewright-course", "version": 1,
           "lessons": [{"format": "lanewright-lesson"}]}</script>)");
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().where.text(), "lessons[0]");
}
