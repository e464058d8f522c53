// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/job/cause_text.h"
#include "app/job/causes_panel.h"
#include "app/panels/inspector.h"
#include "app/panels/run_panel.h"
#include "app/shell/compare_window.h"
#include "app/shell/open_windows.h"
#include "app/widgets/panel_text.h"
#include "core/check/validate.h"
#include "tests/app/child.h"
#include "tests/app/job/small_traces.h"
#include "tests/app/shell/drive.h"

#include <QFrame>
#include <QLayout>
#include <QPushButton>
#include <QSignalSpy>

#include <algorithm>

namespace lanewright::app {
namespace {

class CausesTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        panel().setSearchTime(0.5);
        window().files().showPlan(test::planOf(jobWithLongMicrobatches()));
        QSignalSpy found(&panel(), &CausesPanel::found);
        document().setRun(std::make_shared<const lanewright::Run>(test::runOf(jobWithLongMicrobatches())));
        ASSERT_TRUE(waitUntil([&] { return found.count() == 1; }));
    }
    void TearDown() override {
        for (CompareWindow* each : openWindows<CompareWindow>())
            delete each;
        WindowTest::TearDown();
    }

    CausesPanel& panel() { return *window().panels().causes; }
    void tryIt(LossFix fix) {
        QSignalSpy tried(&panel(), &CausesPanel::tried);
        panel().tryIt(fix);
        ASSERT_TRUE(waitUntil([&] { return tried.count() == 1; }));
    }
};

TEST_F(CausesTest, NamesTheWorstFirstWithItsFixes) {
    ASSERT_TRUE(panel().lost());
    ASSERT_FALSE(panel().lost()->causes.empty());
    const std::vector<Loss>& causes = panel().lost()->causes;
    const auto rows = panel().findChildren<QWidget*>(QStringLiteral("cause"));
    ASSERT_EQ(static_cast<std::size_t>(rows.size()), causes.size());
    const auto microbatches = std::ranges::find(causes, LossCause::Microbatches, &Loss::cause);
    ASSERT_NE(microbatches, causes.end());
    QStringList fixes;
    for (const QPushButton* button : rows[microbatches - causes.begin()]->findChildren<QPushButton*>())
        fixes << button->text();
    EXPECT_EQ(fixes, (QStringList{QStringLiteral("Deal microbatches anew"), QStringLiteral("Order microbatches")}));
}

TEST_F(CausesTest, AFixIsShownAndComparedAndSaysThatItsFileIsAnother) {
    tryIt(LossFix::DealMicrobatches);
    ASSERT_TRUE(panel().triedFix());
    EXPECT_GT(panel().triedFix()->gain(), 0);
    EXPECT_TRUE(shownText(panel(), "triedText").contains(QStringLiteral("Nothing of this kind is below")))
        << shownText(panel(), "triedText").toStdString();
    EXPECT_EQ(window().model().variants.count(), 0) << "it has other ranks and costs";
    EXPECT_TRUE(window().panels().hint->text().endsWith(QStringLiteral("save it in a file of its own")))
        << window().panels().hint->text().toStdString();
    panel().findChild<QPushButton*>(QStringLiteral("showTried"))->click();
    EXPECT_EQ(document().schedule().ranks(), 4);
    EXPECT_TRUE(isValid(validate(document().plan())));
    document().history().undo();
    EXPECT_EQ(document().schedule().ranks(), 2);
    panel().findChild<QPushButton*>(QStringLiteral("compareTried"))->click();
    ASSERT_EQ(openWindows<CompareWindow>().size(), 1u);
    EXPECT_EQ(openWindows<CompareWindow>().front()->count(), 2);
}

TEST_F(CausesTest, AFixOfMicrobatchesIsOfTheStepThatIsShown) {
    document().showPipeline(0, 3);
    tryIt(LossFix::OrderMicrobatches);
    ASSERT_TRUE(panel().triedFix());
    EXPECT_EQ(panel().triedFix()->step, 3);
}

TEST_F(CausesTest, TryingCanBeStopped) {
    QSignalSpy tried(&panel(), &CausesPanel::tried);
    panel().tryIt(LossFix::DealMicrobatches);
    panel().findChild<QPushButton*>(QStringLiteral("stopTrying"))->click();
    EXPECT_TRUE(child<QFrame>(panel(), "tried").isHidden());
    finishWork();
    EXPECT_EQ(tried.count(), 0);
    tryIt(LossFix::OrderMicrobatches); // the buttons work again
    EXPECT_TRUE(panel().triedFix());
}

TEST_F(CausesTest, CostsOfTheRunAreAClickAway) {
    document().showPipeline(1, 2);
    panel().findChild<QPushButton*>(QStringLiteral("costsPerMicrobatch"))->click();
    const MicrobatchCosts& each = document().plan().costs.microbatches;
    ASSERT_EQ(each.form(), MicrobatchCosts::Form::Table);
    EXPECT_EQ(document().plan().costs.microbatches.given(op("F0.3")), 50 * test::kMs);
    EXPECT_EQ(document().plan().costs.microbatches.given(op("F0.0")), 20 * test::kMs);
    document().history().undo();
    panel().findChild<QPushButton*>(QStringLiteral("costsPerStage"))->click();
    EXPECT_TRUE(document().plan().costs.microbatches.areEqual());
    EXPECT_TRUE(document().history().undoText().startsWith(QStringLiteral("Use measured costs")));
}

TEST(CauseText, NamesAStepAsTheListOfStepsDoes) {
    const StepRecord step{.step = 2};
    EXPECT_EQ(stepText(step), QStringLiteral("step 2"));
    EXPECT_EQ(stepText(lanewright::Run{}, step), stepText(step)) << "of our own engine, too";
    EXPECT_TRUE(whereText({.step = step.step}, false).contains(stepText(step)));
}

TEST_F(CausesTest, LeaveWithTheRun) {
    EXPECT_FALSE(panel().isHidden());
    document().setRun(nullptr);
    EXPECT_TRUE(panel().isHidden());
    EXPECT_FALSE(panel().lost());
}

TEST_F(CausesTest, OfARunOfOurOwnComeWhenItIsOver) {
    document().setRun(nullptr);
    lanewright::Run own = test::runOf(jobWithLongMicrobatches());
    own.recorder.reset();
    own.replicas.clear();
    const auto run = std::make_shared<const lanewright::Run>(own);
    document().setRunSoFar(run);
    EXPECT_TRUE(panel().isHidden());
    QSignalSpy found(&panel(), &CausesPanel::found);
    document().setRun(run);
    EXPECT_FALSE(panel().isHidden());
    ASSERT_TRUE(waitUntil([&] { return found.count() == 1; }));
    ASSERT_TRUE(panel().lost());
    EXPECT_GT(panel().lost()->steps, 0);
    EXPECT_LE(panel().lost()->steps, static_cast<int>(own.steps.size()));
}

TEST_F(CausesTest, StandBelowTheComparisonWithAPlanOfOnesOwn) {
    const auto top = [](QWidget* widget) {
        widget->parentWidget()->layout()->activate();
        return widget->geometry().top();
    };
    window().show();
    EXPECT_LT(top(&panel()), top(window().panels().inspector));
    lanewright::Run own = test::runOf(jobWithLongMicrobatches());
    const auto job = std::make_shared<const lanewright::Run>(own);
    own.recorder.reset();
    own.replicas.clear();
    document().setRun(std::make_shared<const lanewright::Run>(own));
    EXPECT_GT(top(&panel()), top(window().panels().inspector));
    EXPECT_LT(top(&panel()), top(window().panels().runPanel));
    document().setRun(job);
    EXPECT_LT(top(&panel()), top(window().panels().inspector));
}

TEST_F(CausesTest, ARunThatWasPacedHasNone) {
    lanewright::Run paced = test::runOf(jobWithLongMicrobatches());
    paced.paced = true;
    document().setRun(std::make_shared<const lanewright::Run>(paced));
    EXPECT_TRUE(panel().isHidden());
}

using NoJobTest = WindowTest;

TEST_F(NoJobTest, AWindowWithoutARunShowsNoCauses) { EXPECT_TRUE(window().panels().causes->isHidden()); }

} // namespace
} // namespace lanewright::app
