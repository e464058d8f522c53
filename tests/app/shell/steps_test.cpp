// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/deviation_panel.h"
#include "app/panels/inspector.h"
#include "app/panels/lost_time.h"
#include "app/panels/numbers_strip.h"
#include "app/widgets/figure.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/step_chooser.h"
#include "core/model/text.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"

#include <QComboBox>
#include <QInputDialog>
#include <QTableView>

namespace lanewright::app {
namespace {

class StepsTest : public WindowTest {
protected:
    /// A run of the document's plan, a step for each length in per cent of the plan's.
    lanewright::Run runOf(const std::vector<int>& percents) {
        lanewright::Run run{.plan = document().plan()};
        for (const int percent : percents) {
            StepRecord step{.step = static_cast<int>(run.steps.size()), .wall = document().timeline()};
            for (Lane& lane : step.wall.lanes)
                for (Span& span : lane) {
                    span.start = span.start * percent / 100;
                    span.end = span.end * percent / 100;
                }
            run.losses.push_back(1);
            run.steps.push_back(std::move(step));
        }
        return run;
    }
    void show(lanewright::Run run) { document().setRun(std::make_shared<const lanewright::Run>(std::move(run))); }
    StepChooser& chooser() { return *window().findChild<StepChooser*>(); }
    QString measuredHeader() {
        return child<QTableView>(*window().panels().deviations)
            .model()
            ->headerData(DeviationPanel::MeasuredColumn, Qt::Horizontal)
            .toString();
    }
};

TEST_F(StepsTest, NumbersTableAndInspectorShowOneStepAndSayWhich) {
    show(runOf({300, 110, 150, 120}));
    window().selection().set(op("B1.2"));
    settle();
    const auto expectStep = [&](const QString& words, int percent) {
        const QString makespan =
            fixedTime(document().analysis().metrics.makespan * percent / 100, document().plan().timeUnit);
        EXPECT_EQ(child<Figure>(*window().panels().numbers, "measured").value(), makespan);
        EXPECT_TRUE(child<Figure>(*window().panels().numbers, "measured").caption().contains(words))
            << child<Figure>(*window().panels().numbers, "measured").caption().toStdString();
        EXPECT_TRUE(measuredHeader().contains(words.section(u',', 0, 0))) << measuredHeader().toStdString();
        const Span* span = spanOf(document().timeline(), op("B1.2"));
        const QString start = fixedTime(span->start * percent / 100, document().plan().timeUnit);
        EXPECT_TRUE(
            shownText(*window().panels().inspector, "inspectorMeasured").startsWith(QStringLiteral("start ") + start))
            << shownText(*window().panels().inspector, "inspectorMeasured").toStdString();
        const QAbstractItemModel& model = *child<QTableView>(*window().panels().deviations).model();
        for (int row = 0; row < model.rowCount(); ++row)
            if (model.index(row, DeviationPanel::OpColumn).data().toString() == QStringLiteral("B1.2")) {
                EXPECT_EQ(model.index(row, DeviationPanel::MeasuredColumn).data().toString(), start);
            }
    };
    expectStep(QStringLiteral("step 3, median of 3"), 120);
    QComboBox& box = child<QComboBox>(chooser(), "step");
    ASSERT_EQ(box.count(), 5) << "the one that stands for all, and four";
    EXPECT_FALSE(chooser().isHidden());
    box.setCurrentIndex(1);
    expectStep(QStringLiteral("step 0, warm-up"), 300);
    box.setCurrentIndex(3);
    expectStep(QStringLiteral("step 2"), 150);
    box.setCurrentIndex(0);
    expectStep(QStringLiteral("step 3, median of 3"), 120);
}

TEST_F(StepsTest, TheSpreadOverTheStepsIsSaidWithoutTheWarmUp) {
    show(runOf({300, 110, 150, 120}));
    const Time makespan = document().analysis().metrics.makespan;
    const TimeUnit unit = document().plan().timeUnit;
    EXPECT_TRUE(shownText(chooser(), "stepsRange")
                    .contains(QStringLiteral("%1 – %2").arg(fixedTime(makespan * 110 / 100, unit),
                                                            fixedTimeWithUnit(makespan * 150 / 100, unit))))
        << shownText(chooser(), "stepsRange").toStdString();
    show(runOf({100}));
    EXPECT_TRUE(chooser().isHidden()) << "one step is no choice";
}

TEST_F(StepsTest, TheMeasuredIterationIsHeldAgainstThePlannedOneAndAMakespanIsCalledOne) {
    const Time makespan = document().analysis().metrics.makespan;
    const TimeUnit unit = document().plan().timeUnit;
    lanewright::Run run = runOf({100, 100, 100});
    // A fifth of each iteration passes between the steps: gradients, data.
    for (std::size_t step = 0; step < run.steps.size(); ++step)
        run.steps[step].start = 1 + static_cast<Time>(step) * makespan * 6 / 5;
    show(run);
    const NumbersStrip& strip = *window().panels().numbers;
    EXPECT_EQ(child<Figure>(strip, "iteration").caption(),
              QStringLiteral("Iteration, planned; measured: %1 (+20.0 %)").arg(fixedTime(makespan * 6 / 5, unit)));
    EXPECT_TRUE(child<Figure>(strip, "measured").caption().startsWith(QStringLiteral("Makespan of step")))
        << child<Figure>(strip, "measured").caption().toStdString();
    EXPECT_TRUE(child<Figure>(strip, "measured").unit().contains(QStringLiteral("0.0 %")))
        << child<Figure>(strip, "measured").unit().toStdString();
    EXPECT_TRUE(child<Figure>(strip, "measured")
                    .toolTip()
                    .contains(QStringLiteral("Planned: %1").arg(fixedTimeWithUnit(makespan, unit))));
    Q_EMIT window().panels().numbers->modeRequested(OptimizerMode::PostValidated);
    EXPECT_FALSE(child<Figure>(strip, "iteration").caption().contains(QLatin1Char('%')))
        << "the run waited for its optimizer";
    document().setRun(nullptr);
    EXPECT_EQ(child<Figure>(strip, "iteration").caption(), QStringLiteral("Iteration"));
}

TEST_F(StepsTest, OneStepHasNoRange) {
    show(runOf({300, 110}));
    const QString tip = child<Figure>(*window().panels().numbers, "measured").toolTip();
    EXPECT_FALSE(tip.contains(QStringLiteral(" – "))) << tip.toStdString();
    EXPECT_TRUE(tip.contains(QStringLiteral("<br>Measured in step 1, median of 1."))) << tip.toStdString();
    show(runOf({300, 110, 120}));
    EXPECT_TRUE(child<Figure>(*window().panels().numbers, "measured")
                    .toolTip()
                    .contains(QStringLiteral("the steps after the first")));
}

TEST_F(StepsTest, HalfAStepIsNotAnalysed) {
    lanewright::Run run = runOf({120});
    run.partial = true;
    const StepRecord whole = run.steps.front();
    run.steps.front().wall.lanes[1].resize(3);
    show(run);
    EXPECT_EQ(window().panels().deviations->count(), 0);
    EXPECT_TRUE(window().findChild<LostTimePanel*>()->isHidden());
    run.steps.front() = whole;
    show(run);
    EXPECT_EQ(window().panels().deviations->count(), 24);
    EXPECT_FALSE(window().findChild<LostTimePanel*>()->isHidden());
}

TEST_F(StepsTest, TheTableOfDeviationsSortsByNumbersAndByOpsAndKeepsWhatIsChosen) {
    show(runOf({150}));
    QTableView& table = child<QTableView>(*window().panels().deviations);
    QAbstractItemModel& model = *table.model();
    const auto rowOf = [&](const QString& op) {
        int row = 0;
        while (row < model.rowCount() && model.index(row, DeviationPanel::OpColumn).data().toString() != op)
            ++row;
        return row;
    };
    const int rows = model.rowCount();
    ASSERT_EQ(rows, 24);
    table.setCurrentIndex(model.index(rowOf(QStringLiteral("F0.3")), 0));
    table.sortByColumn(DeviationPanel::SlipColumn, Qt::DescendingOrder);
    // Half as long again: the later the plan's start, the larger the slip.
    const auto opAt = [&](int row) {
        return *opFromText(model.index(row, DeviationPanel::OpColumn).data().toString().toStdString());
    };
    const auto start = [&](int row) { return spanOf(document().timeline(), opAt(row))->start; };
    for (int row = 1; row < rows; ++row)
        EXPECT_GE(start(row - 1), start(row)) << row;
    EXPECT_EQ(table.currentIndex().row(), rowOf(QStringLiteral("F0.3")));
    table.sortByColumn(DeviationPanel::OpColumn, Qt::AscendingOrder);
    for (int row = 1; row < rows; ++row)
        EXPECT_LT(opAt(row - 1), opAt(row)) << row;
    EXPECT_EQ(table.currentIndex().row(), rowOf(QStringLiteral("F0.3")));
    EXPECT_EQ(window().selection().current(), op("F0.3"));
}

TEST_F(StepsTest, OfARunThatWasCutShortTheLastStepIsShownAndNamed) {
    lanewright::Run run = runOf({300, 110, 120});
    run.partial = true;
    show(run);
    EXPECT_TRUE(child<Figure>(*window().panels().numbers, "measured")
                    .caption()
                    .contains(QStringLiteral("step 2, the last one")))
        << child<Figure>(*window().panels().numbers, "measured").caption().toStdString();
}

TEST_F(StepsTest, OnlyOfARunThatGoesOnMoreIsToCome) {
    lanewright::Run run = runOf({300, 110});
    run.partial = true;
    run.steps.back().wall.lanes[1].pop_back();
    const auto shared = std::make_shared<const lanewright::Run>(std::move(run));
    const auto caption = [this] { return child<Figure>(*window().panels().numbers, "measured").caption(); };
    document().setRunSoFar(shared);
    EXPECT_TRUE(caption().startsWith(QStringLiteral("Measured so far: "))) << caption().toStdString();
    document().setRun(shared);
    EXPECT_TRUE(caption().startsWith(QStringLiteral("Measured in part: "))) << caption().toStdString();
}

TEST_F(StepsTest, APersonNamesTheScheduleAndTheNameStays) {
    QInputDialog* dialog = window().editMenu().askTitle();
    dialog->setTextValue(QStringLiteral("Figure 3"));
    dialog->accept();
    settle();
    EXPECT_EQ(document().plan().title, "Figure 3");
    drag(window().lanes(), op("B0.0"), op("F0.0"));
    EXPECT_EQ(document().plan().title, "Figure 3");
    document().history().undo();
    dialog = window().editMenu().askTitle();
    dialog->setTextValue(QString());
    dialog->accept();
    settle();
    EXPECT_TRUE(document().plan().title.text().ends_with(", 2 ranks, 4 microbatches")) << document().plan().title;
}

} // namespace
} // namespace lanewright::app
