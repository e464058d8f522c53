// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/handout.h"

#include "app/lesson/built_in_lessons.h"
#include "core/lesson/setting.h"
#include "tests/app/lesson/classroom.h"

#include <QFile>
#include <QRegularExpression>

namespace lanewright::app {
namespace {

using HandoutTest = ClassroomTest;

bool isEmpty(const Plan& plan) {
    for (const Row& row : plan.schedule.order)
        if (!row.empty())
            return false;
    return true;
}

TEST_F(HandoutTest, TheAnswerOfEveryLessonStandsOnItsLastPageAlone) {
    for (const BuiltInLesson& each : builtInLessons()) {
        SCOPED_TRACE(each.name.toStdString());
        const Result<Attempt> solution = solutionOf(each.lesson);
        const Result<std::vector<HandoutPage>> pages = handoutOf(each.lesson, *solution);
        ASSERT_TRUE(pages) << pages.error().message;
        const bool beginsWithBlocks = !isEmpty(startOf(each.lesson)->plan);
        ASSERT_EQ(pages->size(), beginsWithBlocks ? 3u : 2u);
        const HandoutPage& task = pages->front();
        EXPECT_EQ(task.heading.toStdString(), each.lesson.title);
        EXPECT_EQ(task.paragraphs.front().toStdString(), each.lesson.task);
        const QString& goals = task.paragraphs[task.paragraphs.size() - (beginsWithBlocks ? 1 : 2)];
        EXPECT_TRUE(goals.startsWith(QStringLiteral("Goals: "))) << goals.toStdString();
        const HandoutPage& board = (*pages)[pages->size() - 2];
        EXPECT_TRUE(isEmpty(board.plan)) << "lanes to write in";
        EXPECT_TRUE(task.asksName && board.asksName);
        EXPECT_FALSE(pages->back().asksName);
        EXPECT_EQ(pages->back().plan.schedule, solution->plan.schedule);
        EXPECT_NE(task.plan.schedule, solution->plan.schedule);
    }
}

TEST_F(HandoutTest, TheEmptyLanesNameTheOpsThatBelongThere) {
    const Result<std::vector<HandoutPage>> pages = handoutOf(builtInLessons()[1].lesson);
    ASSERT_TRUE(pages);
    // Students begin with nothing, so the first page is theirs to write on.
    EXPECT_TRUE(isEmpty(pages->front().plan));
    EXPECT_TRUE(pages->front().paragraphs.back().contains(QStringLiteral("BW2.2")));
    EXPECT_GT(pages->front().end, 18 * kTimeUnit);
    Lesson copy = builtInLessons()[1].lesson;
    EXPECT_EQ(pages->size(), 1u) << "pupils get no answer";
    const Attempt answer = *solutionOf(copy);
    copy.solution.reset();
    const Result<std::vector<HandoutPage>> without = handoutOf(copy, answer);
    ASSERT_TRUE(without);
    ASSERT_EQ(without->size(), 2u) << "an answer that the solver found";
    EXPECT_EQ(without->back().paragraphs.back(), QStringLiteral("This order: makespan 18."));
}

TEST_F(HandoutTest, IsAPdfWithAPageForEachOnThePaperThatWasChosen) {
    const QString path = write("handout.pdf", "");
    const Lesson& lesson = builtInLessons()[1].lesson;
    const Result<Done> done = writeHandout(lesson, path, *solutionOf(lesson), QPageSize::Letter);
    ASSERT_TRUE(done) << done.error().message;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    EXPECT_TRUE(bytes.startsWith("%PDF-"));
    const QRegularExpression page(QStringLiteral("/Type /Page\\b(?!s)"));
    int count = 0;
    for (auto found = page.globalMatch(QString::fromLatin1(bytes)); found.hasNext(); found.next())
        ++count;
    EXPECT_GE(count, 2);
    EXPECT_TRUE(bytes.contains("/MediaBox [0 0 792")) << "eleven inches wide";
    EXPECT_FALSE(writeHandout(lesson, QStringLiteral("/no/such/folder/a.pdf")));
}

} // namespace
} // namespace lanewright::app
