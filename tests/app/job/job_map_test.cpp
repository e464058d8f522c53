// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/job/job_map_view.h"
#include "app/job/job_panel.h"
#include "tests/app/child.h"
#include "tests/app/job/small_traces.h"
#include "tests/app/shell/drive.h"

#include <QComboBox>
#include <QSignalSpy>
#include <QTest>

namespace lanewright::app {
namespace {

class JobMapTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        window().show();
        window().files().showPlan(test::planOf(jobWithLongMicrobatches()));
        document().setRun(std::make_shared<const lanewright::Run>(test::runOf(jobWithLongMicrobatches())));
        settle();
    }

    JobPanel& panel() { return *window().panels().job; }
    JobMapView& map() { return panel().map(); }
    QPoint pointOf(const JobCell& cell) {
        for (int y = 0; y < map().viewport()->height(); ++y)
            for (int x = 0; x < map().viewport()->width(); x += 3)
                if (map().cellAt({x, y}) == cell)
                    return {x + 2, y + 2};
        ADD_FAILURE() << "the cell is nowhere";
        return {};
    }
};

TEST_F(JobMapTest, AClickShowsThePipelineInTheLanes) {
    ASSERT_TRUE(panel().isVisible());
    EXPECT_EQ(document().shownReplica(), 0);
    QTest::mouseClick(map().viewport(), Qt::LeftButton, {}, pointOf({.row = 1, .column = 1}));
    EXPECT_EQ(document().shownReplica(), 1);
    EXPECT_EQ(document().chosenStep(), 2);
    EXPECT_EQ(document().shownStep(), &document().run()->replicas[0].steps[1]);
    EXPECT_EQ(document().measured(), &document().run()->replicas[0].steps[1].wall);
    EXPECT_EQ(map().marked(), (JobCell{1, 1}));
    EXPECT_TRUE(shownText(panel(), "jobSentence").contains(QStringLiteral("step 2, replica 1")))
        << shownText(panel(), "jobSentence").toStdString();
    EXPECT_TRUE(shownText(panel(), "jobSentence").contains(QStringLiteral("slowest of its step")));
}

TEST_F(JobMapTest, KeysWalkOverTheMap) {
    map().mark(JobCell{0, 0});
    QTest::keyClick(&map(), Qt::Key_Down);
    QTest::keyClick(&map(), Qt::Key_Right);
    EXPECT_EQ(document().shownReplica(), 1);
    EXPECT_EQ(document().chosenStep(), 2);
    QTest::keyClick(&map(), Qt::Key_End);
    EXPECT_EQ(document().chosenStep(), 3);
    QTest::keyClick(&map(), Qt::Key_PageUp);
    EXPECT_EQ(document().shownReplica(), 0);
    QTest::keyClick(&map(), Qt::Key_Up);
    EXPECT_EQ(document().shownReplica(), 0);
}

TEST_F(JobMapTest, FollowsTheStepThatIsChosenElsewhere) {
    document().showPipeline(1, 3);
    EXPECT_EQ(map().marked(), (JobCell{1, 2}));
    // The box of steps goes on with the replica's own.
    auto* box = window().findChild<QComboBox*>(QStringLiteral("step"));
    ASSERT_TRUE(box);
    EXPECT_TRUE(box->currentText().contains(QStringLiteral("replica 1"))) << box->currentText().toStdString();
    box->setCurrentIndex(box->findData(1));
    EXPECT_EQ(document().shownReplica(), 1);
    EXPECT_EQ(map().marked(), (JobCell{1, 0}));
    box->setCurrentIndex(0);
    EXPECT_FALSE(document().chosenStep());
    EXPECT_EQ(document().shownReplica(), 0);
}

TEST_F(JobMapTest, WhatTheJobLacksIsNotShown) {
    const StepRecord* before = document().shownStep();
    document().showPipeline(5, 1);
    document().showPipeline(1, 99);
    EXPECT_EQ(document().shownStep(), before);
}

TEST_F(JobMapTest, IsHiddenWithoutAJobAndWhereNobodyWantsIt) {
    window().actionRegistry().at("view.showJob")->setChecked(false);
    EXPECT_FALSE(panel().isVisible());
    window().actionRegistry().at("view.showJob")->setChecked(true);
    EXPECT_TRUE(panel().isVisible());
    lanewright::Run own = *document().run();
    own.recorder.reset();
    own.replicas.clear();
    document().setRun(std::make_shared<const lanewright::Run>(own));
    EXPECT_FALSE(panel().isVisible());
}

TEST_F(JobMapTest, OfManyPipelinesScrollsToTheOneThatIsChosen) {
    test::HandMade many = jobWithLongMicrobatches();
    many.replicas = 128;
    document().setRun(std::make_shared<const lanewright::Run>(test::runOf(many)));
    settle();
    document().showPipeline(127, 3);
    settle();
    EXPECT_FALSE(map().viewport()->visibleRegion().isEmpty());
    EXPECT_NO_FATAL_FAILURE(pointOf({.row = 127, .column = 2}));
}

} // namespace
} // namespace lanewright::app
