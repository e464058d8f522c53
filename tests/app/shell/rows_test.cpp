// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/rows.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "tests/app/shell/drive.h"

#include "app/panels/cost_fields_model.h"
#include "app/panels/costs_panel.h"
#include "app/panels/ops_panel.h"
#include "app/plots/memory_plot.h"

#include <QApplication>
#include <QLineEdit>
#include <QMouseEvent>
#include <QTabBar>
#include <QTableView>
#include <QTest>

namespace lanewright::app {
namespace {

/// So many whole lanes are visible.
int visibleLanes(const MainWindow& window) {
    TimelineView& lanes = const_cast<MainWindow&>(window).lanes();
    constexpr int kRuler = 26;
    return (lanes.viewport()->height() - kRuler) / lanes.laneHeight();
}

class RowsTest : public WindowTest {
protected:
    void show16(QSize size) {
        const auto problem =
            problemOf({.ranks = 16, .microbatches = 32, .timeUnit = TimeUnit::Ms, .forward = 10'000'000});
        ASSERT_TRUE(problem);
        const auto plan = generate("1f1b", *problem);
        ASSERT_TRUE(plan);
        window().files().showPlan(*plan);
        window().resize(size);
        settle();
        ASSERT_EQ(window().size(), size);
    }
};

TEST(RowHeights, LanesGetRoomFirst) {
    const RowsWanted low{.height = 480, .ranks = 16, .open = false, .tabs = 34, .least = 150};
    EXPECT_EQ(rowHeights(low), (RowHeights{.lanes = 312, .overview = 134, .panels = 34}));
    // Too low for eight lanes and the curves.
    EXPECT_EQ(rowHeights({.height = 340, .ranks = 16, .open = false, .tabs = 34}),
              (RowHeights{.lanes = 262, .overview = 44, .panels = 34}));
    // Four lanes leave the curves their room.
    EXPECT_EQ(rowHeights({.height = 340, .ranks = 4, .open = false, .tabs = 34}),
              (RowHeights{.lanes = 172, .overview = 134, .panels = 34}));
    // Open panels take what they need at least.
    EXPECT_EQ(rowHeights({.height = 480, .ranks = 16, .open = true, .tabs = 34, .least = 150}).panels, 150);
    // Nobody wants the curves.
    EXPECT_EQ(rowHeights({.height = 820, .ranks = 4, .memory = false}),
              (RowHeights{.lanes = 566, .overview = 44, .panels = 210}));
    EXPECT_EQ(rowHeights({.height = 820, .ranks = 4}), (RowHeights{.lanes = 410, .overview = 200, .panels = 210}));
}

TEST_F(RowsTest, EightLanesOfSixteenAreSeenOnAProjector) {
    show16({1272, 660}); // 1280 × 720 with a frame and a panel of the desktop
    EXPECT_FALSE(window().panels().bottom->isOpen());
    EXPECT_GE(visibleLanes(window()), 8);
    show16({962, 564}); // 970 × 600 with a frame
    EXPECT_GE(visibleLanes(window()), 8);
    show16({1600, 1000});
    EXPECT_TRUE(window().panels().bottom->isOpen());
    EXPECT_GE(visibleLanes(window()), 8);
}

TEST_F(RowsTest, AClickOnATabOpensThePanelsAndAnotherFoldsThem) {
    show16({1272, 660});
    QTabBar& bar = *window().panels().bottom->tabBar();
    const auto click = [&](int tab) {
        QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.tabRect(tab).center());
        settle();
    };
    const int folded = window().panels().bottom->height();
    click(2);
    EXPECT_TRUE(window().panels().bottom->isOpen());
    EXPECT_EQ(window().panels().bottom->currentIndex(), 2);
    EXPECT_GT(window().panels().bottom->height(), folded + 80);
    EXPECT_GE(visibleLanes(window()), 4);
    click(0);
    EXPECT_TRUE(window().panels().bottom->isOpen());
    click(0);
    EXPECT_FALSE(window().panels().bottom->isOpen());
    EXPECT_EQ(window().panels().bottom->height(), folded);
}

TEST_F(RowsTest, WhatShowsAPanelOpensIt) {
    show16({1272, 660});
    ASSERT_FALSE(window().panels().bottom->isOpen());
    window().actionRegistry().at("run.check")->trigger();
    settle();
    EXPECT_TRUE(window().panels().bottom->isOpen());
}

TEST_F(RowsTest, WhatWasAskedForStaysOpenWhateverHappensToTheHeight) {
    show16({1272, 660});
    const FoldingTabs& bottom = *window().panels().bottom;
    ASSERT_FALSE(bottom.isOpen());
    window().actionRegistry().at("edit.costs")->trigger();
    settle();
    ASSERT_TRUE(bottom.isOpen());
    // What somebody is typing is neither set nor lost.
    const Plan before = document().plan();
    QTableView& stages = window().panels().costs->stages();
    stages.edit(stages.model()->index(0, StageCostsModel::columnOf(StageField::Forward)));
    auto* line = stages.viewport()->findChild<QLineEdit*>();
    ASSERT_TRUE(line);
    QTest::keyClicks(line, QStringLiteral("7"));
    window().resize(1272, 640);
    settle();
    EXPECT_TRUE(bottom.isOpen());
    EXPECT_EQ(document().plan(), before);
    window().words().showProblem(QStringLiteral("A banner takes some of the height."));
    settle();
    EXPECT_TRUE(bottom.isOpen());
    window().actionRegistry().at("view.find")->trigger();
    settle();
    EXPECT_TRUE(bottom.isOpen());
    window().actionRegistry().at("view.foldPanels")->trigger();
    window().resize(1272, 660);
    settle();
    EXPECT_FALSE(bottom.isOpen()) << "folded by hand";
}

TEST_F(RowsTest, OneKeyOpensAPanelInTheLowestWindow) {
    window().resize(window().minimumSizeHint());
    settle();
    ASSERT_FALSE(window().panels().bottom->isOpen());
    window().actionRegistry().at("edit.ops")->trigger();
    settle();
    EXPECT_TRUE(window().panels().bottom->isOpen());
    EXPECT_TRUE(window().panels().ops->table().isVisible());
}

TEST_F(RowsTest, RoomThatAHandleFreesGoesToTheLanes) {
    constexpr int kOfHandle = 5; // a hand takes it somewhere in its height
    const QList<int> before = window().panels().rows->sizes();
    QSplitterHandle& handle = *window().panels().rows->handle(2);
    const auto dragBy = [&](int pixels) {
        const QPoint from = handle.rect().center();
        QTest::mousePress(&handle, Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, QPointF(from + QPoint(0, pixels)),
                         QPointF(handle.mapToGlobal(from + QPoint(0, pixels))), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(&handle, &move);
        QTest::mouseRelease(&handle, Qt::LeftButton);
        settle();
    };
    dragBy(-120);
    const QList<int> up = window().panels().rows->sizes();
    EXPECT_NEAR(up[2], before[2] + 120, kOfHandle);
    EXPECT_EQ(up[1], before[1]) << "the memory keeps its height";
    dragBy(120);
    EXPECT_NEAR(window().panels().rows->sizes()[0], before[0], kOfHandle);
    EXPECT_EQ(window().panels().rows->sizes()[1], before[1]);
}

TEST_F(RowsTest, TheMemoryThatIsNotWantedStaysAway) {
    window().actionRegistry().at("view.showMemory")->trigger();
    settle();
    EXPECT_FALSE(window().findChild<MemoryPlot*>()->isVisible());
    const int height = window().panels().rows->height();
    window().resize(1600, 980);
    ASSERT_TRUE(waitUntil([&] { return window().panels().rows->height() < height; }));
    settle();
    EXPECT_FALSE(window().findChild<MemoryPlot*>()->isVisible());
    window().actionRegistry().at("view.showMemory")->trigger();
    settle();
    EXPECT_TRUE(window().findChild<MemoryPlot*>()->isVisible());
}

} // namespace
} // namespace lanewright::app
