// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/iterations_view.h"
#include "app/lesson/lesson_panel.h"
#include "app/lesson/lesson_parts.h"
#include "app/lesson/player/playback.h"
#include "app/plots/memory_plot.h"
#include "app/timeline/selection_art.h"
#include "app/timeline/tray/tray.h"
#include "core/model/text.h"
#include "tests/app/child.h"
#include "tests/app/lesson/classroom.h"

#include <QLabel>
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>
#include <initializer_list>
#include <set>
#include <utility>
#include <vector>

/// What a student sees of how far they came, without looking for it.
namespace lanewright::app {
namespace {

class SeenTest : public ClassroomTest {
protected:
    void moveRight(const char* word, int places) {
        window().lanes().setFocus();
        window().selection().reveal(*opFromText(word));
        for (int i = 0; i < places; ++i)
            key(Qt::Key_Right, Qt::ControlModifier);
    }
    void makeOneForwardOneBackward() {
        ASSERT_TRUE(window().open(QStringLiteral("one-forward-one-backward")));
        const std::initializer_list<std::pair<const char*, int>> moves = {{"F0.3", 1}, {"F1.3", 2}, {"F1.2", 1},
                                                                          {"F2.3", 3}, {"F2.2", 2}, {"F2.1", 1}};
        for (const auto& [word, places] : moves)
            moveRight(word, places);
    }
    std::size_t memoryGoal() {
        const std::vector<Goal>& goals = window().session().lesson().goals;
        return std::ranges::find(goals, GoalKind::PeakMemory, &Goal::kind) - goals.begin();
    }
    bool leads(const QToolButton& button) { return button.property("lead").toBool(); }
};

TEST_F(SeenTest, AGoalThatIsNotReachedShowsHowFarItCame) {
    ASSERT_TRUE(window().open(QStringLiteral("one-forward-one-backward")));
    GoalList& goals = child<GoalList>(window());
    const std::size_t memory = memoryGoal();
    EXPECT_TRUE(goals.bar(memory).isEmpty());
    moveRight("F2.3", 3);
    settle();
    const QRectF first = goals.bar(memory);
    EXPECT_GT(first.width(), 0);
    EXPECT_LT(first.width(), goals.width());
    EXPECT_EQ(goals.grab().toImage().pixelColor(first.center().toPoint()), currentTheme().good);
    makeOneForwardOneBackward();
    EXPECT_TRUE(goals.bar(memory).isEmpty());
}

TEST_F(SeenTest, TheMemoryHasALineAtTheGoalAndAnAxisThatStays) {
    ASSERT_TRUE(window().open(QStringLiteral("one-forward-one-backward")));
    const MemoryPlot& plot = *window().shown().memory;
    const double top = plot.top();
    EXPECT_EQ(plot.limitLabels().size(), 1);
    makeOneForwardOneBackward();
    ASSERT_TRUE(window().session().work().reached());
    EXPECT_EQ(plot.top(), top);
}

TEST_F(SeenTest, TheNextLessonLeadsOnceTheGoalsAreReached) {
    ASSERT_TRUE(window().open(QStringLiteral("one-forward-one-backward")));
    const auto& next = child<QToolButton>(window(), "next");
    EXPECT_FALSE(leads(next));
    EXPECT_TRUE(leads(window().panel().runButton()));
    makeOneForwardOneBackward();
    EXPECT_TRUE(leads(next));
    EXPECT_FALSE(leads(window().panel().runButton()));
}

TEST_F(SeenTest, AnEmptyBoardSaysWhyItCanNotBeRun) {
    ASSERT_TRUE(window().open(QStringLiteral("gpipe")));
    EXPECT_FALSE(window().panel().runButton().isEnabled());
    EXPECT_EQ(window().panel().runButton().toolTip(), QStringLiteral("It can be run once every op is placed."));
    makeOneForwardOneBackward();
    EXPECT_TRUE(window().panel().runButton().isEnabled());
}

TEST_F(SeenTest, PlaybackMovesThroughTheMemory) {
    ASSERT_TRUE(window().open(QStringLiteral("one-forward-one-backward")));
    const MemoryPlot& plot = *window().shown().memory;
    EXPECT_FALSE(plot.momentX());
    window().playback().moveTo(2 * kTimeUnit);
    settle();
    const double early = plot.momentX().value();
    EXPECT_NEAR(early, window().lanes().canvas().scale.x(2 * kTimeUnit), 2);
    window().playback().moveTo(5 * kTimeUnit);
    EXPECT_GT(plot.momentX().value(), early);
    window().playback().close();
    EXPECT_FALSE(plot.momentX());
}

TEST_F(SeenTest, TheCoachsStepIsPointedAtWithItsPlace) {
    ASSERT_TRUE(window().open(QStringLiteral("gpipe")));
    EXPECT_EQ(window().lanes().pointed(), Pointed{});
    key(Qt::Key_3, Qt::ControlModifier);
    EXPECT_EQ(window().lanes().pointed(), (Pointed{.ops = {*opFromText("F0.0")}, .to = Slot{0, 0}}));
    key(Qt::Key_Return, Qt::ControlModifier);
    EXPECT_FALSE(window().lanes().pointed().ops.contains(*opFromText("F0.0")));
    EXPECT_EQ(window().lanes().pointed().ops.size(), 1);
    key(Qt::Key_1, Qt::ControlModifier);
    EXPECT_EQ(window().lanes().pointed(), Pointed{});
}

TEST_F(SeenTest, WhatIsWrongFirstIsPointedAt) {
    ASSERT_TRUE(window().open(QStringLiteral("one-forward-one-backward")));
    moveRight("F2.3", 4);
    EXPECT_EQ(window().lanes().pointed(), Pointed{.ops = {*opFromText("BW2.3")}});
    window().selection().clear();
    const QRectF rect = window().lanes().rectOf(*opFromText("BW2.3"));
    const QImage lanes = window().lanes().viewport()->grab().toImage();
    int framed = 0;
    for (int x = static_cast<int>(rect.left()); x < rect.right(); ++x)
        framed += lanes.pixelColor(x, static_cast<int>(rect.top()) - 4) == currentTheme().accent;
    EXPECT_GT(framed, rect.width() / 3);
}

TEST_F(SeenTest, OpsOfTheTrayKeepTheirPlacesAndTheLanesRest) {
    ASSERT_TRUE(window().open(QStringLiteral("gpipe")));
    TrayCells& cells = window().lanes().tray().cells();
    const auto places = [&] {
        return std::vector{cells.rectOf(*opFromText("F0.2")), cells.rectOf(*opFromText("F1.1")),
                           cells.rectOf(*opFromText("BW2.3"))};
    };
    const std::vector<QRectF> before = places();
    const QRect lanes = window().lanes().geometry();
    cells.setFocus();
    for (const char* op : {"F0.0", "F0.1", "F1.0", "BW0.0"}) {
        window().selection().set(*opFromText(op));
        key(Qt::Key_Return);
        EXPECT_EQ(places(), before) << op;
        EXPECT_EQ(window().lanes().geometry(), lanes) << op;
    }
    EXPECT_TRUE(cells.rectOf(*opFromText("F0.0")).isNull());
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(places(), before);
    window().notice(QString(QStringLiteral("word ")).repeated(60), true);
    settle();
    EXPECT_EQ(window().lanes().geometry(), lanes);
}

TEST_F(SeenTest, UnderACursorThatRestsTheCoachsStepIsPointedAt) {
    ASSERT_TRUE(window().open(QStringLiteral("three-people")));
    const Pointed before = window().lanes().pointed();
    EXPECT_EQ(before.ops, std::set<Op>{*opFromText("F0.1")});
    window().playback().moveTo(27 * kTimeUnit);
    EXPECT_EQ(window().lanes().pointed(), Pointed{}) << "the card speaks about the cursor";
    key(Qt::Key_Return, Qt::ControlModifier);
    ASSERT_TRUE(window().playback().isActive());
    EXPECT_EQ(window().lanes().pointed().ops, std::set<Op>{*opFromText("F0.2")});
    window().selection().clear();
    settle();
    const QRectF rect = window().lanes().rectOf(*opFromText("F0.2"));
    const QImage lanes = window().lanes().viewport()->grab().toImage();
    bool framed = false;
    for (int x = static_cast<int>(rect.left()); x < rect.right(); ++x)
        framed |= lanes.pixelColor(x, static_cast<int>(rect.top()) - 4) == currentTheme().accent;
    EXPECT_TRUE(framed);
    window().playback().moveTo(0);
    window().playback().close();
    EXPECT_EQ(window().lanes().pointed().ops, std::set<Op>{*opFromText("F0.2")});
}

TEST_F(SeenTest, DownInTheTrayGoesToTheOpBelow) {
    ASSERT_TRUE(window().open(QStringLiteral("gpipe")));
    window().lanes().tray().cells().setFocus();
    window().selection().set(*opFromText("F0.0"));
    for (int i = 0; i < 4; ++i)
        key(Qt::Key_Return);
    ASSERT_EQ(window().selection().current(), *opFromText("BW0.0"));
    key(Qt::Key_Down);
    EXPECT_EQ(window().selection().current(), *opFromText("BW1.0"));
    key(Qt::Key_Left);
    key(Qt::Key_Up);
    EXPECT_EQ(window().selection().current(), *opFromText("BW0.0")) << "the first there is to the right";
}

TEST_F(SeenTest, AnEmptyBoardOffersNothingToPlay) {
    ASSERT_TRUE(window().open(QStringLiteral("gpipe")));
    key(Qt::Key_1, Qt::ControlModifier);
    EXPECT_EQ(child<SentenceCard>(window()).sentence(), QStringLiteral("24 ops left in the tray."));
    EXPECT_EQ(child<SentenceCard>(window()).more(), QString());
    key(Qt::Key_Return);
    EXPECT_FALSE(child<SentenceCard>(window()).more().isEmpty());
}

TEST_F(SeenTest, TheTextHasAFrameWhileTheKeyboardScrollsIt) {
    auto& area = child<QScrollArea>(window(), "lessonArea");
    const auto edge = [&] { return area.grab().toImage().pixelColor(0, area.height() / 2); };
    const QRect text = child<QLabel>(window(), "lessonText").geometry();
    EXPECT_NE(edge(), currentTheme().accent);
    area.setFocus(Qt::TabFocusReason);
    settle();
    EXPECT_EQ(edge(), currentTheme().accent);
    EXPECT_EQ(child<QLabel>(window(), "lessonText").geometry(), text) << "nothing moves";
}

TEST_F(SeenTest, TheStepsBetweenIterationsAreNamed) {
    ASSERT_TRUE(window().open(QStringLiteral("post-validation")));
    auto& iterations = child<IterationsView>(window());
    const auto isNamed = [&] {
        const QImage image = iterations.grab().toImage();
        bool found = false;
        for (int x = image.width() / 2; x < image.width(); ++x)
            found |= image.pixelColor(x, 15) == currentTheme().fill(ActivityKind::Optimizer);
        return found;
    };
    EXPECT_FALSE(isNamed()) << "there are none yet";
    window().session().setHelp(HelpLevel::Coach);
    window().session().follow();
    window().session().follow();
    settle();
    ASSERT_FALSE(iterations.caption().isEmpty());
    EXPECT_TRUE(isNamed());
}

} // namespace
} // namespace lanewright::app
