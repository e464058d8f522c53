// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/language.h"
#include "app/planner/cluster_view.h"
#include "app/planner/jitter_panel.h"
#include "app/planner/layer_bar.h"
#include "app/planner/planner_text.h"
#include "app/planner/planner_window.h"
#include "app/planner/plans_model.h"
#include "app/planner/what_if_panel.h"
#include "app/plots/front_plot.h"
#include "app/widgets/figure.h"
#include "core/planner/input/model_json.h"
#include "core/planner/partition_edits.h"
#include "tests/app/child.h"
#include "tests/support/app/waiting.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <limits>

namespace lanewright::app {
namespace {

/// Four timed layers on three devices, of which the last is slow: few enough that all partitions are tried.
constexpr const char* kModel = R"({"format": "lanewright-model", "version": 1, "title": "Four", "microbatches": 4,
  "layers": [{"name": "layer", "forward": 10, "backward_input": 10, "backward_weight": 5, "activation": 8,
              "boundary": 1, "repeat": 6}]})";
/// One whose pieces have letters.
constexpr const char* kLaidModel = R"({"format": "lanewright-model", "version": 1, "layers": [
  {"name": "embed", "forward": 1, "backward_input": 1, "backward_weight": 0},
  {"name": "block", "forward": 10, "backward_input": 10, "backward_weight": 5, "repeat": 4},
  {"name": "head", "forward": 5, "backward_input": 5, "backward_weight": 5}]})";
constexpr const char* kCluster = R"({"format": "lanewright-cluster", "version": 1, "title": "Three",
  "kinds": {"fast": {"memory": 4}, "slow": {"speed": 0.5, "memory": 4}},
  "devices": [{"name": "a", "kind": "fast"}, {"name": "b", "kind": "fast"}, {"name": "c", "kind": "slow"}],
  "switches": ["hub"],
  "links": [{"between": ["a", "hub"], "bandwidth": 1, "latency": 10},
            {"between": ["b", "hub"], "bandwidth": 1, "latency": 10},
            {"between": ["c", "hub"], "bandwidth": 1, "latency": 10}]})";

class PlannerWindowTest : public testing::Test {
protected:
    void SetUp() override {
        m_window = std::make_unique<PlannerWindow>();
        m_window->setAttribute(Qt::WA_DeleteOnClose, false);
        m_window->resize(1280, 800);
        m_window->show();
        ASSERT_TRUE(m_window->openPath(write("four.lwmodel", kModel)));
        ASSERT_TRUE(m_window->openPath(write("three.lwcluster", kCluster)));
        ASSERT_TRUE(waitUntil([this] { return !plannerDocument().isSearching() && plannerDocument().shown(); }));
    }

    QString write(const char* name, const char* words) {
        QFile file(m_folder.filePath(QLatin1String(name)));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(words);
        return file.fileName();
    }
    PlannerWindow& window() { return *m_window; }
    PlannerDocument& plannerDocument() { return m_window->plannerDocument(); }
    bool settled() {
        return waitUntil([this] { return !plannerDocument().isOrdering() && !plannerDocument().isSearching(); });
    }
    /// A row of the table whose partition has at least two parts.
    void showPlanWithCuts() {
        for (int row = 0; row < window().plans().size() && plannerDocument().partition().size() < 2; ++row) {
            window().choosePlan(row);
            ASSERT_TRUE(settled());
        }
        ASSERT_GE(plannerDocument().partition().size(), 2U);
    }
    static void mouse(QWidget& target, QEvent::Type type, QPointF at) {
        const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
        const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton;
        QMouseEvent event(type, at, target.mapToGlobal(at), button, held, Qt::NoModifier);
        QApplication::sendEvent(&target, &event);
    }

private:
    QTemporaryDir m_folder;
    std::unique_ptr<PlannerWindow> m_window;
};

TEST_F(PlannerWindowTest, FindsAPlanAndShowsItsScheduleAndTheFront) {
    ASSERT_TRUE(plannerDocument().found());
    EXPECT_TRUE(plannerDocument().found()->exhaustive);
    EXPECT_EQ(plannerDocument().shown()->iterationTime, plannerDocument().found()->best.iterationTime);
    EXPECT_EQ(window().document().plan(), plannerDocument().shown()->plan);
    EXPECT_GT(window().plans().size(), 1);
    EXPECT_EQ(child<FrontPlot>(window()).points().size(), static_cast<std::size_t>(window().plans().size()));
    EXPECT_EQ(window().plans().marked(), 0);
}

TEST_F(PlannerWindowTest, SaysWhatNoCutTakesLessThanAmongItsNumbers) {
    ASSERT_TRUE(plannerDocument().found()->cutBound);
    EXPECT_EQ(QStringLiteral("%1 %2").arg(window().bound().value(), window().bound().unit().section(u' ', 0, 0)),
              iterationText(*plannerDocument().found()->cutBound));
    EXPECT_TRUE(window().bound().unit().contains(QStringLiteral("best +"))) << window().bound().unit().toStdString();
    window().startSearch();
    EXPECT_EQ(window().bound().value(), QStringLiteral("–")) << "until it is over";
    ASSERT_TRUE(settled());
    EXPECT_NE(window().bound().value(), QStringLiteral("–"));
}

TEST_F(PlannerWindowTest, FitsALowScreenInEitherLanguage) {
    for (const char* language : {"de", "en"}) {
        installLanguage(QLatin1String(language));
        window().retranslate();
        window().openPresets(QStringLiteral("gpt2-medium"), QStringLiteral("mixed"));
        plannerDocument().setModel(modelPresets()[0].make(), QString(80, u'm'));
        plannerDocument().search({.seconds = 1}, true);
        ASSERT_TRUE(settled());
        ASSERT_NE(window().bound().value(), QStringLiteral("–"));
        EXPECT_LE(window().minimumSizeHint().width(), 1272) << language << ": 1280 with a frame";
        EXPECT_LE(window().minimumSizeHint().height(), 660) << language << ": 720 with a frame and a panel";
    }
}

TEST_F(PlannerWindowTest, TheScheduleFollowsADraggedCutAndOneUndoTakesItBack) {
    showPlanWithCuts();
    const Partition before = plannerDocument().partition();
    const Plan schedule = window().document().plan();
    LayerBar& bar = child<LayerBar>(window());
    const double y = bar.height() / 2.0;
    const int wanted = before[0].end + 1 < before[1].end ? before[0].end + 1 : before[0].end - 1;
    mouse(bar, QEvent::MouseButtonPress, {bar.xOf(before[0].end), y});
    mouse(bar, QEvent::MouseMove, {bar.xOf(wanted), y});
    EXPECT_EQ(plannerDocument().partition()[0].end, wanted);
    EXPECT_TRUE(settled());
    EXPECT_NE(window().document().plan(), schedule) << "while it is in the air";
    EXPECT_FALSE(plannerDocument().history().canUndo());
    mouse(bar, QEvent::MouseButtonRelease, {bar.xOf(wanted), y});
    EXPECT_TRUE(settled());
    EXPECT_EQ(plannerDocument().partition(), withCutAt(before, 0, wanted));
    ASSERT_TRUE(plannerDocument().history().canUndo());
    window().action("edit.undo")->trigger();
    EXPECT_TRUE(settled());
    EXPECT_EQ(plannerDocument().partition(), before);
    EXPECT_EQ(window().document().plan().costs, schedule.costs);
}

TEST_F(PlannerWindowTest, EscapeGivesADraggedCutUp) {
    showPlanWithCuts();
    const Partition before = plannerDocument().partition();
    LayerBar& bar = child<LayerBar>(window());
    mouse(bar, QEvent::MouseButtonPress, {bar.xOf(before[0].end), 50});
    mouse(bar, QEvent::MouseMove, {bar.xOf(before[0].end + 1), 50});
    QTest::keyClick(&bar, Qt::Key_Escape);
    mouse(bar, QEvent::MouseButtonRelease, {bar.xOf(before[0].end + 1), 50});
    EXPECT_TRUE(settled());
    EXPECT_EQ(plannerDocument().partition(), before);
}

TEST_F(PlannerWindowTest, AStageIsDraggedToAnotherDevice) {
    showPlanWithCuts();
    const Partition before = plannerDocument().partition();
    ClusterView& view = child<ClusterView>(window());
    const int from = before[0].devices.front();
    const int to = before[1].devices.front();
    const QPointF start = view.layoutNow().devices[static_cast<std::size_t>(from)].center();
    const QPointF end = view.layoutNow().devices[static_cast<std::size_t>(to)].center();
    mouse(view, QEvent::MouseButtonPress, start);
    mouse(view, QEvent::MouseMove, start + QPointF(30, 0));
    EXPECT_EQ(view.carried(), 0);
    mouse(view, QEvent::MouseMove, end);
    EXPECT_EQ(plannerDocument().partition(), withPartOn(before, 0, to)) << "it follows while it is in the air";
    mouse(view, QEvent::MouseButtonRelease, end);
    EXPECT_TRUE(settled());
    EXPECT_EQ(plannerDocument().partition(), withPartOn(before, 0, to));
    EXPECT_EQ(plannerDocument().history().count(), plannerDocument().history().index());
    window().action("edit.undo")->trigger();
    EXPECT_EQ(plannerDocument().partition(), before);
}

TEST_F(PlannerWindowTest, ALayoutIsShownAndAnotherOneIsTakenAsItWasTyped) {
    ASSERT_TRUE(window().openPath(write("laid.lwmodel", kLaidModel)));
    ASSERT_TRUE(waitUntil([this] { return !plannerDocument().isSearching() && plannerDocument().shown(); }));
    QLineEdit& line = *window().findChild<QLineEdit*>(QStringLiteral("layout"));
    const QString typed = QStringLiteral("Et|(t|)*2,|t|L");
    line.setText(typed);
    Q_EMIT line.returnPressed();
    ASSERT_TRUE(settled());
    const Partition shown = plannerDocument().partition();
    ASSERT_EQ(shown.size(), 6U);
    EXPECT_EQ(shapeOf(shown), Shape::Loop);
    EXPECT_EQ(shown[3].layers(), 0);
    EXPECT_EQ(shown[4].devices, shown[1].devices);
    EXPECT_TRUE(plannerDocument().shown());
    EXPECT_EQ(line.text(), typed);
    line.setText(QStringLiteral("Et|tL"));
    Q_EMIT line.returnPressed();
    EXPECT_EQ(plannerDocument().partition(), shown);
    EXPECT_TRUE(window().hintText().contains(QStringLiteral("Et*4L"))) << window().hintText().toStdString();
    window().action("edit.undo")->trigger();
    EXPECT_NE(plannerDocument().partition(), shown);
}

TEST_F(PlannerWindowTest, ALoopHasAsManyChunksAsTheBoxSays) {
    QComboBox& placement = child<QComboBox>(window(), "placement");
    QSpinBox& chunks = child<QSpinBox>(window(), "chunks");
    EXPECT_FALSE(chunks.isEnabled()) << "of a loop alone";
    placement.setCurrentIndex(placement.findData(QStringLiteral("loop")));
    ASSERT_TRUE(chunks.isEnabled());
    chunks.setFocus();
    chunks.selectAll();
    QTest::keyClicks(&chunks, QStringLiteral("3"));
    ASSERT_EQ(chunks.value(), 3);
    window().retranslate();
    ASSERT_EQ(child<QSpinBox>(window(), "chunks").value(), 3);
    ASSERT_TRUE(child<QSpinBox>(window(), "chunks").isEnabled());
    window().startSearch();
    ASSERT_TRUE(settled());
    ASSERT_TRUE(plannerDocument().shown()) << plannerDocument().failure().toStdString();
    for (int row = 0; row < window().plans().size(); ++row)
        EXPECT_TRUE(!window().plans().isFront(row) || chunksOf(window().plans().at(row).partition) == 3) << row;
    child<QSpinBox>(window(), "chunks").setValue(7);
    window().startSearch();
    ASSERT_TRUE(settled());
    EXPECT_TRUE(plannerDocument().failure().contains(QStringLiteral("takes 14 layers")))
        << plannerDocument().failure().toStdString();
}

TEST_F(PlannerWindowTest, ATypedLayoutLiesOnAsManyDevicesAsItsChunksSay) {
    ASSERT_TRUE(window().openPath(write("laid.lwmodel", kLaidModel)));
    ASSERT_TRUE(settled());
    QLineEdit& line = child<QLineEdit>(window(), "layout");
    const auto typed = [&] {
        line.setText(QStringLiteral("Et|t|t|tL"));
        Q_EMIT line.returnPressed();
    };
    typed();
    EXPECT_TRUE(window().hintText().contains(QStringLiteral("4 stages for 3 devices")))
        << window().hintText().toStdString();
    QComboBox& placement = child<QComboBox>(window(), "placement");
    placement.setCurrentIndex(placement.findData(QStringLiteral("loop")));
    child<QSpinBox>(window(), "chunks").setValue(2);
    typed();
    ASSERT_TRUE(settled());
    EXPECT_EQ(chunksOf(plannerDocument().partition()), 2);
    EXPECT_EQ(devicesOf(plannerDocument().partition()), 2);
}

TEST_F(PlannerWindowTest, AVHasTwoStagesOnADeviceThatMoveTogetherAndGoesToTheEngine) {
    QComboBox& placement = *window().findChild<QComboBox*>(QStringLiteral("placement"));
    placement.setCurrentIndex(placement.findData(QStringLiteral("v")));
    window().startSearch();
    ASSERT_TRUE(waitUntil([this] { return !plannerDocument().isSearching() && plannerDocument().shown(); }));
    const Partition before = plannerDocument().partition();
    ASSERT_EQ(shapeOf(before), Shape::V);
    for (int row = 0; row < window().plans().size(); ++row)
        EXPECT_TRUE(!window().plans().isFront(row) || shapeOf(window().plans().at(row).partition) == Shape::V);
    const int last = static_cast<int>(before.size()) - 1;
    const int from = before[0].devices.front();
    const int to = before[1].devices.front();
    ClusterView& view = child<ClusterView>(window());
    QString hint;
    QObject::connect(&view, &ClusterView::hint, [&hint](const QString& words) { hint = words; });
    const QPointF start = view.layoutNow().devices[static_cast<std::size_t>(from)].center();
    mouse(view, QEvent::MouseMove, start);
    EXPECT_TRUE(hint.contains(QStringLiteral("It has stages 0 and %1:").arg(last))) << hint.toStdString();
    mouse(view, QEvent::MouseButtonPress, start);
    mouse(view, QEvent::MouseMove, start + QPointF(30, 0));
    const QPointF end = view.layoutNow().devices[static_cast<std::size_t>(to)].center();
    mouse(view, QEvent::MouseMove, end);
    mouse(view, QEvent::MouseButtonRelease, end);
    EXPECT_TRUE(settled());
    EXPECT_EQ(plannerDocument().partition().front().devices, std::vector<int>{to});
    EXPECT_EQ(plannerDocument().partition().back().devices, std::vector<int>{to});
    window().action("edit.undo")->trigger();
    EXPECT_TRUE(settled());
    Plan sent;
    QObject::connect(&window(), &PlannerWindow::engineRequested, [&sent](const Plan& plan) { sent = plan; });
    window().action("planner.engine")->trigger();
    ASSERT_TRUE(sent.model);
    EXPECT_EQ(sent.schedule.placement, placementOf(before));
}

TEST_F(PlannerWindowTest, AStageMovesWithKeysAlone) {
    showPlanWithCuts();
    const Partition before = plannerDocument().partition();
    ClusterView& view = child<ClusterView>(window());
    view.setFocus();
    while (view.currentDevice() != before[0].devices.front()) {
        const int was = view.currentDevice();
        QTest::keyClick(&view, Qt::Key_Right);
        if (view.currentDevice() == was)
            break;
    }
    const int stage = partOn(before, view.currentDevice());
    ASSERT_GE(stage, 0);
    QTest::keyClick(&view, Qt::Key_Return);
    EXPECT_EQ(view.carried(), stage);
    const Qt::Key way = view.currentDevice() == 0 ? Qt::Key_Right : Qt::Key_Left;
    QTest::keyClick(&view, way);
    QTest::keyClick(&view, Qt::Key_Return);
    EXPECT_TRUE(settled());
    EXPECT_EQ(plannerDocument().partition(), withPartOn(before, stage, view.currentDevice()));
    EXPECT_NE(plannerDocument().partition(), before);
}

TEST_F(PlannerWindowTest, ASlowerDeviceSlowsThePlanAtOnceAndAnotherIsSearched) {
    const Fraction before = plannerDocument().shown()->iterationTime;
    const std::string used =
        plannerDocument().base().cluster().nameOf(plannerDocument().partition()[0].devices.front());
    QComboBox& device = child<QComboBox>(window(), "slowDevice");
    device.setCurrentIndex(device.findData(QString::fromStdString(used)));
    child<QSlider>(window(), "slowness").setValue(child<QSlider>(window(), "slowness").maximum());
    ASSERT_TRUE(waitUntil([this] { return !plannerDocument().isOrdering() && plannerDocument().unasked(); }));
    EXPECT_GT(plannerDocument().shown()->iterationTime, before);
    EXPECT_EQ(plannerDocument().unasked()->iterationTime, before);
    ASSERT_TRUE(waitUntil([this] { return plannerDocument().found() && !plannerDocument().isSearching(); }));
    EXPECT_LE(plannerDocument().found()->best.iterationTime, plannerDocument().shown()->iterationTime);
    EXPECT_TRUE(child<QLabel>(child<WhatIfPanel>(window()), "answer").text().contains(QStringLiteral("instead of")))
        << child<QLabel>(child<WhatIfPanel>(window()), "answer").text().toStdString();
}

TEST_F(PlannerWindowTest, ALostDeviceLeavesAPlanForTheOthers) {
    const std::string used =
        plannerDocument().base().cluster().nameOf(plannerDocument().partition()[0].devices.front());
    QComboBox& lost = child<QComboBox>(window(), "lostDevice");
    lost.setCurrentIndex(lost.findData(QString::fromStdString(used)));
    EXPECT_EQ(plannerDocument().problem().cluster().size(), 2);
    ASSERT_TRUE(waitUntil([this] { return plannerDocument().shown() && !plannerDocument().isSearching(); }));
    for (const Part& part : plannerDocument().partition())
        for (const int device : part.devices)
            EXPECT_NE(plannerDocument().problem().cluster().nameOf(device), used);
}

TEST_F(PlannerWindowTest, ALostDeviceIsHeldAgainstThePlanAtHandWhichComesBack) {
    const Candidate before = *plannerDocument().shown();
    const std::string used = plannerDocument().base().cluster().nameOf(before.partition[0].devices.front());
    QComboBox& lost = child<QComboBox>(window(), "lostDevice");
    lost.setCurrentIndex(lost.findData(QString::fromStdString(used)));
    ASSERT_TRUE(waitUntil([this] { return plannerDocument().shown() && !plannerDocument().isSearching(); }));
    ASSERT_TRUE(plannerDocument().unasked());
    EXPECT_EQ(plannerDocument().unasked()->iterationTime, before.iterationTime);
    EXPECT_GT(plannerDocument().shown()->iterationTime, before.iterationTime);
    plannerDocument().ask({});
    ASSERT_TRUE(waitUntil([this] { return !plannerDocument().isOrdering(); }));
    EXPECT_EQ(plannerDocument().partition(), before.partition);
    EXPECT_EQ(plannerDocument().shown()->plan.schedule.order, before.plan.schedule.order);
}

TEST_F(PlannerWindowTest, ThePlanAtHandComesBackWithItsOrder) {
    const Candidate before = *plannerDocument().shown();
    child<QSlider>(window(), "microbatches").setValue(7);
    ASSERT_TRUE(waitUntil([this] { return !plannerDocument().isOrdering() && plannerDocument().unasked(); }));
    plannerDocument().ask({});
    ASSERT_TRUE(waitUntil([this] { return !plannerDocument().isOrdering(); }));
    EXPECT_EQ(plannerDocument().shown()->method, before.method);
    EXPECT_EQ(plannerDocument().shown()->plan.schedule.order, before.plan.schedule.order);
}

TEST_F(PlannerWindowTest, ChangesOfAnotherClusterAreNotUndone) {
    const Part all{.first = 0, .end = 6, .devices = {2}};
    plannerDocument().apply(QStringLiteral("All on c"), {all});
    ASSERT_TRUE(settled());
    Partition half = {{.first = 0, .end = 3, .devices = {1}}, {.first = 3, .end = 6, .devices = {2}}};
    plannerDocument().apply(QStringLiteral("Half on b"), half);
    ASSERT_TRUE(settled());
    ASSERT_TRUE(plannerDocument().history().canUndo());
    QComboBox& lost = child<QComboBox>(window(), "lostDevice");
    lost.setCurrentIndex(lost.findData(QStringLiteral("a")));
    ASSERT_EQ(plannerDocument().problem().cluster().size(), 2);
    EXPECT_EQ(plannerDocument().partition()[1].devices, std::vector<int>{1}) << "c has another number now";
    EXPECT_FALSE(plannerDocument().history().canUndo());
}

TEST_F(PlannerWindowTest, AnOrderThatIsBeingMadeIsNotShownForAnotherModel) {
    plannerDocument().apply(QStringLiteral("shared"), {{0, 3, {0, 2}}, {3, 6, {1}}});
    ASSERT_TRUE(plannerDocument().isOrdering());
    plannerDocument().setModel(modelPresets()[0].make(), QStringLiteral("another"));
    finishWork();
    EXPECT_FALSE(plannerDocument().isOrdering());
    EXPECT_TRUE(plannerDocument().partition().empty()) << "it was of the model before";
    EXPECT_FALSE(plannerDocument().shown());
}

TEST_F(PlannerWindowTest, SaysWhyACutByHandHasNoPlan) {
    Cluster cluster = plannerDocument().base().cluster();
    for (DeviceKind& kind : cluster.kinds)
        kind.speed = 1e-9;
    plannerDocument().setCluster(cluster, QStringLiteral("slow"));
    ASSERT_TRUE(settled());
    plannerDocument().apply(QStringLiteral("All on c"), {Part{.first = 0, .end = 6, .devices = {2}}});
    ASSERT_TRUE(settled());
    EXPECT_FALSE(plannerDocument().shown());
    EXPECT_TRUE(plannerDocument().trouble().contains(QStringLiteral("10^15 ns")))
        << plannerDocument().trouble().toStdString();
    for (DeviceKind& kind : cluster.kinds)
        kind = {.name = kind.name, .memory = 1};
    plannerDocument().setCluster(cluster, QStringLiteral("small"));
    ASSERT_TRUE(settled());
    EXPECT_TRUE(plannerDocument().trouble().isEmpty() || plannerDocument().trouble() == plannerDocument().obstacle())
        << plannerDocument().trouble().toStdString();
}

TEST_F(PlannerWindowTest, IsAboutTheIterationOfTheOptimizerThatIsChosen) {
    EXPECT_TRUE(window().iteration().unit().contains(QStringLiteral(", synchronous"))) << "as every framework does";
    child<QSlider>(window(), "microbatches").setValue(3);
    ASSERT_TRUE(waitUntil([this] { return plannerDocument().unasked() && !plannerDocument().isSearching(); }));
    ASSERT_TRUE(plannerDocument().shown());
    const Fraction sync = plannerDocument().shown()->iterationTime;
    const Partition before = plannerDocument().partition();
    QComboBox& optimizer = *window().findChild<QComboBox*>(QStringLiteral("optimizer"));
    optimizer.setCurrentIndex(optimizer.findData(static_cast<int>(OptimizerMode::PostValidated)));
    EXPECT_EQ(plannerDocument().partition(), before) << "what is shown stays";
    EXPECT_EQ(plannerDocument().questions().microbatches, 3) << "so do the questions";
    ASSERT_TRUE(settled());
    ASSERT_TRUE(plannerDocument().shown() && plannerDocument().unasked());
    EXPECT_LT(plannerDocument().shown()->iterationTime, sync) << "nobody waits for the others";
    EXPECT_EQ(window().document().plan().optimizerMode, OptimizerMode::PostValidated);
    EXPECT_TRUE(window().iteration().unit().contains(QStringLiteral(", post-validated")));
    plannerDocument().setBoth(modelPresets()[0].make(), {}, clusterPresets()[0].make(), {});
    EXPECT_EQ(plannerDocument().problem().optimizerMode(), OptimizerMode::PostValidated)
        << "the choice is the person's";
}

TEST_F(PlannerWindowTest, MoreMicrobatchesTakeLonger) {
    const Fraction before = plannerDocument().shown()->iterationTime;
    child<QSlider>(window(), "microbatches").setValue(16);
    ASSERT_TRUE(waitUntil([this] { return !plannerDocument().isOrdering() && plannerDocument().unasked(); }));
    EXPECT_GT(plannerDocument().shown()->iterationTime, before);
    EXPECT_EQ(plannerDocument().shown()->plan.schedule.microbatches, 16);
}

TEST_F(PlannerWindowTest, StagesThatRecomputeTakeLongerAndALongerContextIsAskedOfAGptAlone) {
    const Fraction before = plannerDocument().shown()->iterationTime;
    EXPECT_FALSE(child<QComboBox>(window(), "context").isEnabled()) << "the times of these layers are measured";
    child<QComboBox>(window(), "recompute").setCurrentIndex(1);
    ASSERT_TRUE(waitUntil([this] { return !plannerDocument().isOrdering() && plannerDocument().unasked(); }));
    EXPECT_GT(plannerDocument().shown()->iterationTime, before);
    for (const Part& part : plannerDocument().shown()->partition)
        EXPECT_TRUE(part.recompute);
    plannerDocument().setBoth(modelPresets()[0].make(), {}, clusterPresets()[0].make(), {});
    EXPECT_TRUE(child<QComboBox>(window(), "context").isEnabled());
    child<QComboBox>(window(), "context").setCurrentIndex(1);
    child<QComboBox>(window(), "samples").setCurrentIndex(1);
    EXPECT_EQ(plannerDocument().problem().model().shape->gpt.context,
              2 * plannerDocument().base().model().shape->gpt.context);
    EXPECT_EQ(plannerDocument().problem().model().microbatches, plannerDocument().base().model().microbatches / 2);
}

TEST_F(PlannerWindowTest, OpensTheShownPlanAndSendsItToTheEngine) {
    QSignalSpy opened(&window(), &PlannerWindow::openRequested);
    window().action("planner.schedule")->trigger();
    ASSERT_EQ(opened.count(), 1);
    Plan sent;
    QObject::connect(&window(), &PlannerWindow::engineRequested, [&sent](const Plan& plan) { sent = plan; });
    window().action("planner.engine")->trigger();
    ASSERT_TRUE(sent.model);
    EXPECT_EQ(sent.schedule.order, plannerDocument().shown()->plan.schedule.order);
    EXPECT_EQ(sent.model->layers, sent.schedule.stages());
}

TEST_F(PlannerWindowTest, DrawsWithJitterAndNamesTheMostRobustPlan) {
    JitterPanel& jitter = child<JitterPanel>(window());
    int robust = 0;
    EXPECT_EQ(jitter.quantilesOf(window().plans().at(0)), nullptr);
    child<QSlider>(jitter, "jitterShare").setValue(20);
    ASSERT_TRUE(waitUntil([&] { return !jitter.isDrawing() && jitter.quantilesOf(window().plans().at(0)); }));
    Time least = std::numeric_limits<Time>::max();
    for (int row = 0; row < window().plans().size(); ++row) {
        const Quantiles* quantiles = jitter.quantilesOf(window().plans().at(row));
        const FrontPlot::Point& point = child<FrontPlot>(window()).points()[static_cast<std::size_t>(row)];
        ASSERT_EQ(quantiles != nullptr, window().plans().isFront(row));
        ASSERT_EQ(point.whisker.has_value(), quantiles != nullptr);
        if (!quantiles)
            continue;
        EXPECT_LE(point.whisker->median, point.whisker->p90);
        EXPECT_LE(point.whisker->p90, point.whisker->p99);
        least = std::min(least, quantiles->p90);
        robust += point.robust ? 1 : 0;
    }
    EXPECT_EQ(robust, 1);
    for (const FrontPlot::Point& point : child<FrontPlot>(window()).points())
        EXPECT_TRUE(!point.robust || point.whisker->p90 == least);
    EXPECT_TRUE(child<QLabel>(jitter, "answer").text().contains(QStringLiteral("9 of 10")))
        << child<QLabel>(jitter, "answer").text().toStdString();
    child<QSlider>(jitter, "jitterShare").setValue(0);
    EXPECT_EQ(jitter.quantilesOf(window().plans().at(0)), nullptr);
    EXPECT_FALSE(child<FrontPlot>(window()).points()[0].whisker);
}

TEST_F(PlannerWindowTest, StopsDrawingWithWhatItHas) {
    plannerDocument().setBoth(modelPresets()[2].make(), {}, clusterPresets()[2].make(), {});
    plannerDocument().search({.seconds = 2}, true);
    JitterPanel& jitter = child<JitterPanel>(window());
    child<QSlider>(jitter, "jitterShare").setValue(10);
    ASSERT_TRUE(waitUntil([&] { return jitter.isDrawing(); })) << "it starts when the search has ended";
    child<QPushButton>(jitter, "stopDrawing").click();
    ASSERT_TRUE(waitUntil([&] { return !jitter.isDrawing(); }));
    EXPECT_TRUE(child<QLabel>(jitter, "answer").text().contains(QStringLiteral("topped")))
        << child<QLabel>(jitter, "answer").text().toStdString();
}

TEST_F(PlannerWindowTest, SendsAPlanWhoseStagesShareDevicesAsReplicas) {
    const Partition shared = {{0, 3, {0, 2}}, {3, 6, {1}}};
    plannerDocument().apply(QStringLiteral("shared"), shared);
    EXPECT_TRUE(settled());
    ASSERT_TRUE(plannerDocument().shown() && plannerDocument().shown()->onDevices);
    EXPECT_EQ(window().document().plan(), *plannerDocument().shown()->onDevices);
    Plan sent;
    QObject::connect(&window(), &PlannerWindow::engineRequested, [&sent](const Plan& plan) { sent = plan; });
    window().action("planner.engine")->trigger();
    EXPECT_EQ(sent.schedule.ranks(), 3);
    EXPECT_EQ(sent.schedule.placement.directions.size(), 2U);
}

TEST_F(PlannerWindowTest, SaysWhyAFileOrAClusterWillNotDo) {
    EXPECT_FALSE(window().openPath(write("broken.lwmodel", "{\"format\": 3}")));
    EXPECT_TRUE(window().hintText().contains(QStringLiteral("broken.lwmodel"))) << window().hintText().toStdString();
    EXPECT_TRUE(plannerDocument().shown()) << "what was there stays";
    const QString apart = write("apart.lwcluster", R"({"format": "lanewright-cluster", "version": 1,
      "kinds": {"k": {"memory": 8}}, "devices": [{"name": "a"}, {"name": "b"}]})");
    EXPECT_TRUE(window().openPath(apart));
    EXPECT_EQ(plannerDocument().obstacle(), QStringLiteral("no way leads from device a to device b"));
    EXPECT_FALSE(plannerDocument().shown());
    EXPECT_FALSE(window().action("plan.start")->isEnabled());
}

TEST_F(PlannerWindowTest, NamesTheFirstOfTwoReasonsWhyNothingCanBePlanned) {
    EXPECT_TRUE(window().openPath(write("alone.lwcluster", R"({"format": "lanewright-cluster", "version": 1,
      "kinds": {"k": {"memory": 8}}, "devices": [{"name": "a"}]})")));
    plannerDocument().ask({.lostDevice = "a"});
    EXPECT_EQ(plannerDocument().obstacle(), QStringLiteral("'a' is the only device"));
    plannerDocument().ask({.lostDevice = "a", .context = 64});
    EXPECT_TRUE(plannerDocument().obstacle().startsWith(QStringLiteral("a model of measured times")))
        << plannerDocument().obstacle().toStdString();
    EXPECT_FALSE(plannerDocument().shown());
}

TEST_F(PlannerWindowTest, StopsALongSearchWithWhatItHas) {
    plannerDocument().setBoth(modelPresets()[2].make(), {}, clusterPresets()[2].make(), {});
    plannerDocument().search({.seconds = 600}, true);
    ASSERT_TRUE(waitUntil([this] { return plannerDocument().shown().has_value(); }));
    window().action("plan.stop")->trigger();
    ASSERT_TRUE(waitUntil([this] { return !plannerDocument().isSearching(); }));
    EXPECT_TRUE(plannerDocument().failure().isEmpty());
    ASSERT_TRUE(plannerDocument().found());
    EXPECT_LT(plannerDocument().found()->seconds, 300);
}

} // namespace
} // namespace lanewright::app
