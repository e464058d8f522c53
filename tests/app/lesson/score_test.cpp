// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/built_in_lessons.h"
#include "app/lesson/lesson_panel.h"
#include "app/lesson/lesson_parts.h"
#include "app/plots/memory_plot.h"
#include "tests/app/lesson/classroom.h"

#include <QMenu>
#include <QMenuBar>
#include <QScrollArea>

#include <algorithm>
#include <cmath>
#include <vector>

namespace lanewright::app {
namespace {

/// What stands beside the lanes and below them.
using ScoreTest = ClassroomTest;

TEST_F(ScoreTest, TheScoreSaysWhoseEachNumberIs) {
    ASSERT_TRUE(window().open(QStringLiteral("gpipe")));
    const auto text = [this] { return window().panel().score().text(); };
    EXPECT_TRUE(waitUntil([&] { return text().contains(QStringLiteral("best possible")); }));
    EXPECT_TRUE(text().startsWith(QStringLiteral("makespan – (teacher 18, best possible 18)"))) << text().toStdString();
    EXPECT_FALSE(text().contains(QStringLiteral("→"))) << "an arrow means before and after elsewhere";
}

TEST_F(ScoreTest, WhatIsPossibleFollowsTheRulesOfTheLesson) {
    // With its backwards in one, nobody gets below 18; where they may be split, somebody does.
    Lesson lesson = builtInLessons()[static_cast<std::size_t>(builtInIndexOf(QStringLiteral("gpipe")))].lesson;
    ASSERT_TRUE(window().session().begin(lesson));
    ASSERT_TRUE(waitUntil([this] { return window().session().best().has_value(); }));
    EXPECT_EQ(window().session().best()->bound, (Fraction{18 * kTimeUnit, 1}));
    lesson.allowed.push_back(LessonEdit::Split);
    ASSERT_TRUE(window().session().begin(lesson));
    EXPECT_FALSE(window().session().best()) << "that was of other rules";
    ASSERT_TRUE(waitUntil([this] { return window().session().best().has_value(); }));
    EXPECT_LT(window().session().best()->bound, (Fraction{18 * kTimeUnit, 1}));
    lesson.allowed.push_back(LessonEdit::Costs);
    ASSERT_TRUE(window().session().begin(lesson));
    finishWork();
    EXPECT_FALSE(window().session().best()) << "whoever sets the costs is bound by nothing";
}

TEST_F(ScoreTest, ALessonAboutMemoryDrawsItBelowItsLanes) {
    ASSERT_TRUE(window().open(QStringLiteral("one-forward-one-backward")));
    EXPECT_TRUE(window().shown().memory->isVisible());
    EXPECT_EQ(window().shown().memory->shownRanks(), (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(window().shown().memory->top(), 4);
    // The curves keep to the time axis of the lanes above.
    settle();
    const double start = window().lanes().canvas().scale.x(0);
    EXPECT_TRUE(std::ranges::any_of(window().shown().memory->curve(0),
                                    [&](const QPointF& corner) { return std::abs(corner.x() - start) < 2; }));
    ASSERT_TRUE(window().open(QStringLiteral("gpipe")));
    EXPECT_FALSE(window().shown().memory->isVisible());
}

TEST_F(ScoreTest, OnALowWindowTheScoreIsScrolledTo) {
    ASSERT_TRUE(window().open(QStringLiteral("one-forward-one-backward")));
    const auto* score = window().findChild<ScoreBars*>();
    ASSERT_TRUE(score);
    window().resize(970, 600);
    settle();
    const auto isVisible = [](const QWidget* widget) { return !widget->visibleRegion().isEmpty(); };
    auto* area = window().findChild<QScrollArea*>(QStringLiteral("lessonArea"));
    ASSERT_TRUE(area);
    EXPECT_FALSE(isVisible(score)) << "the explanation comes first";
    area->ensureWidgetVisible(window().findChild<ScoreBars*>());
    settle();
    EXPECT_TRUE(isVisible(score));
}

TEST_F(ScoreTest, TheMenusGrowWithTheRoom) {
    window().resize(1600, 1000);
    settle();
    const int usual = window().menuBar()->font().pixelSize();
    window().resize(2560, 1600);
    settle();
    EXPECT_GT(window().menuBar()->font().pixelSize(), usual);
    EXPECT_EQ(window().menuBar()->actions().front()->menu()->font().pixelSize(),
              window().menuBar()->font().pixelSize());
}

} // namespace
} // namespace lanewright::app
