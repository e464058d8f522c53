// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/op_legend.h"
#include "app/panels/comparison_model.h"
#include "app/panels/runs_panel.h"
#include "app/plots/pareto_plot.h"
#include "app/shell/compare_window.h"
#include "app/shell/present/plan_line.h"
#include "app/timeline/timeline_view.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/io/files.h"
#include "core/model/title.h"
#include "core/simulate/memory.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"

#include <QFile>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QWheelEvent>

#include <memory>
#include <vector>

namespace lanewright::app {
namespace {

class CompareTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        m_compare = std::make_unique<CompareWindow>(session());
        m_compare->resize(1366, 768);
        m_compare->show();
    }
    void TearDown() override {
        m_compare.reset();
        WindowTest::TearDown();
    }

    CompareWindow& compare() { return *m_compare; }
    QString head(int row) { return compareHead(compare(), row); }
    void expectHead(int row, const char* words) {
        EXPECT_TRUE(head(row).contains(QString::fromUtf8(words))) << head(row).toStdString();
    }
    void expectNot(int row, const char* words) {
        EXPECT_FALSE(head(row).contains(QString::fromUtf8(words))) << head(row).toStdString();
    }
    /// Two steps of the plan, each `percent` of what it was planned to take, one right after the other.
    static std::shared_ptr<const lanewright::Run> runOf(const Plan& plan, int percent, int steps = 2) {
        lanewright::Run run{.plan = plan};
        Time begin = 1;
        for (int step = 0; step < steps; ++step) {
            StepRecord record{.step = step, .start = begin, .wall = simulate(plan.schedule, plan.costs)};
            for (Lane& lane : record.wall.lanes)
                for (Span& span : lane) {
                    span.start = span.start * percent / 100;
                    span.end = span.end * percent / 100;
                }
            record.peakActivations = peakMemory(plan.schedule, plan.memory, plan.costs.weightParts);
            begin += extentOf(record.wall).length();
            run.losses.push_back(1);
            run.steps.push_back(std::move(record));
        }
        return std::make_shared<const lanewright::Run>(std::move(run));
    }
    /// The same order with each op a tenth as long.
    Plan shortPlan() {
        Plan plan = document().plan();
        for (auto& stage : plan.costs.stages)
            for (StageCosts& each : stage)
                each = {.forward = each.forward / 10,
                        .backwardInput = each.backwardInput / 10,
                        .backwardWeight = each.backwardWeight / 10};
        return plan;
    }

private:
    std::unique_ptr<CompareWindow> m_compare;
};

TEST_F(CompareTest, OfTwoRunsTheMeasuredTimesAreComparedNotThePlannedOnes) {
    const Plan plan = document().plan();
    const Plan cheap = shortPlan();
    compare().add(plan, QStringLiteral("as imagined"), runOf(plan, 20));
    compare().add(cheap, QStringLiteral("as measured"), runOf(cheap, 300));
    // 20 % of the whole against 300 % of its tenth.
    expectHead(1, "<b>+50.0 % to the first, as measured</b>");
    expectNot(1, "−90.0 %");
}

TEST_F(CompareTest, OfARunAndAPlanThePlannedTimesAreCompared) {
    const Plan plan = document().plan();
    compare().add(plan, QStringLiteral("measured"), runOf(plan, 150));
    compare().add(shortPlan(), QStringLiteral("planned"));
    compare().add(plan, QStringLiteral("the same"));
    expectHead(1, "<b>−90.0 % to the first, as planned</b>");
    expectHead(2, "as fast as the first");
}

TEST_F(CompareTest, ARunThatWasCutShortIsNotCompared) {
    const Plan plan = document().plan();
    const auto whole = runOf(plan, 100);
    lanewright::Run part = *whole;
    part.partial = true;
    part.steps.back().wall.lanes.back().resize(2);
    compare().add(plan, QStringLiteral("whole"), whole);
    compare().add(plan, QStringLiteral("part"), std::make_shared<const lanewright::Run>(part));
    expectHead(1, "a run was cut short");
    expectHead(1, "measured: a part");
}

TEST_F(CompareTest, OfRunsOfOneStepTheMakespansAreCompared) {
    const Plan plan = document().plan();
    compare().add(plan, QStringLiteral("one"), runOf(plan, 100, 1));
    compare().add(plan, QStringLiteral("another"), runOf(plan, 150, 1));
    expectHead(1, "a run of one step has no iteration time");
    expectHead(1, "(+50.0 %)");
}

TEST_F(CompareTest, AbstractUnitsAreNotComparedWithMilliseconds) {
    Plan abstract = document().plan();
    abstract.timeUnit = TimeUnit::Unit;
    compare().add(document().plan(), QStringLiteral("ms"));
    compare().add(abstract, QStringLiteral("units"));
    expectHead(1, "one of the two is in abstract units");
    expectNot(1, "the first");
    EXPECT_EQ(child<ParetoPlot>(compare()).points().size(), 1U) << "it has no place on an axis of milliseconds";
    Plan other = document().plan();
    other.timeUnit = TimeUnit::Us;
    compare().add(other, QStringLiteral("us"));
    expectHead(2, "as fast as the first");
    EXPECT_EQ(child<ParetoPlot>(compare()).points().size(), 2U);
}

TEST_F(CompareTest, ActivationsAreNotComparedWithBytes) {
    Plan activations = document().plan();
    activations.memory.limit.clear();
    Plan bytes = activations;
    bytes.memoryUnit = MemoryUnit::GiB;
    for (auto& stage : bytes.memory.stages)
        for (StageMemory& each : stage)
            each.forward *= 2;
    compare().add(activations, QStringLiteral("activations"));
    compare().add(bytes, QStringLiteral("bytes"));
    expectHead(1, "as fast as the first");
    expectNot(1, "%)");
}

TEST_F(CompareTest, AnOrderThatStallsHasNoPointAndSaysWhy) {
    const Plan plan = document().plan();
    Plan stalled = plan;
    std::erase_if(stalled.schedule.order[0], [](const Block& block) { return block.op.kind == OpKind::F; });
    compare().add(plan, QStringLiteral("whole"));
    compare().add(stalled, QStringLiteral("stalled"));
    expectHead(1, "stalls, so no time: ");
    expectNot(1, "iteration");
    expectNot(1, "bubble");
    expectNot(1, "%)");
    EXPECT_EQ(child<ParetoPlot>(compare()).points().size(), 1U);
}

TEST_F(CompareTest, APlanOverALimitBeatsNoneAndSaysWhich) {
    const Plan plan = document().plan();
    Plan over = shortPlan();
    over.memory.limit = {0, {}};
    Plan slow = plan;
    slow.schedule.order[0].back().gap = 5 * kTimeUnit;
    compare().add(over, QStringLiteral("over"));
    compare().add(plan, QStringLiteral("good"));
    compare().add(slow, QStringLiteral("slow"));
    const ParetoPlot& plot = child<ParetoPlot>(compare());
    ASSERT_EQ(plot.points().size(), 3U);
    EXPECT_EQ(plot.front(), std::vector<std::size_t>{1}) << "it is ten times as fast, but it is no choice";
    EXPECT_TRUE(plot.points()[0].invalid);
    settle();
    EXPECT_EQ(plot.shownName(0), QStringLiteral("over, over a limit"));
    expectHead(0, "over a limit: ");
    expectHead(1, "not compared, for the first is not valid: ");
    expectNot(1, "over a limit: ");
    compare().remove(0);
    compare().add(over, QStringLiteral("over"));
    expectHead(2, "not compared");
    expectHead(2, "over a limit: ");
    expectNot(2, "to the first");
    EXPECT_EQ(plot.front(), std::vector<std::size_t>{0});
}

TEST_F(CompareTest, APointIsMeasuredInBothNumbersOrThereIsNone) {
    const Plan plan = document().plan();
    lanewright::Run more = *runOf(plan, 100);
    for (StepRecord& step : more.steps)
        for (Bytes& peak : step.peakActivations)
            peak *= 3;
    lanewright::Run uncounted = *runOf(plan, 100);
    for (StepRecord& step : uncounted.steps)
        step.peakActivations.clear();
    compare().add(plan, QStringLiteral("more"), std::make_shared<const lanewright::Run>(more));
    compare().add(plan, QStringLiteral("uncounted"), std::make_shared<const lanewright::Run>(uncounted));
    compare().add(plan, QStringLiteral("one step"), runOf(plan, 100, 1));
    const ParetoPlot& plot = child<ParetoPlot>(compare());
    ASSERT_EQ(plot.points().size(), 1U);
    EXPECT_EQ(plot.points()[0].takes.memory, 3 * document().analysis().metrics.highestPeak());
    expectHead(0, ", peak memory ");
    expectHead(1, "no memory, so no point below");
    expectHead(2, "no iteration, so no point below");
}

TEST_F(CompareTest, CountedBytesAreNoActivations) {
    const Plan plan = document().plan();
    ASSERT_EQ(plan.memoryUnit, MemoryUnit::Unit);
    compare().add(plan, QStringLiteral("plan"));
    compare().add(plan, QStringLiteral("run"), runOf(plan, 100));
    EXPECT_EQ(child<ParetoPlot>(compare()).points().size(), 1U);
    expectHead(1, " MiB, in other units, so no point below");
    compare().remove(0);
    EXPECT_EQ(child<ParetoPlot>(compare()).points().size(), 1U);
    expectNot(0, "in other units");
}

TEST_F(CompareTest, EachRunIsNamedByThePlanThatItRan) {
    Plan first = document().plan();
    first.title = title::read("ZB-H1, 2 ranks, 4 microbatches");
    Plan then = first;
    then.title = title::read("GPipe, 2 ranks, 4 microbatches");
    document().reset(then);
    Q_EMIT window().panels().runList->compareRequested({runOf(first, 100), runOf(then, 100)});
    ASSERT_EQ(compare().count(), 2) << "it goes to the comparison that is open";
    expectHead(0, "ZB-H1, 2 ranks, 4 microbatches, run 1");
    expectHead(1, "GPipe, 2 ranks, 4 microbatches, run 2");
}

TEST_F(CompareTest, NoHeadingIsWiderThanTheWindow) {
    const Plan plan = document().plan();
    const QString name = QStringLiteral("Solved for iteration, 4 ranks, 8 microbatches ").repeated(4);
    compare().add(plan, name + QStringLiteral("run 1"), runOf(plan, 100));
    compare().add(plan, name + QStringLiteral("run 2"), runOf(plan, 150));
    settle();
    const QScrollArea& area = child<QScrollArea>(compare());
    EXPECT_EQ(area.horizontalScrollBar()->maximum(), 0);
    EXPECT_EQ(area.verticalScrollBar()->maximum(), 0) << "there is room for two rows";
    EXPECT_LE(compare().lanes(1).width(), compare().width());
    const QLabel& head = *compare().findChildren<QLabel*>(QStringLiteral("compareHead")).at(1);
    EXPECT_GE(head.height(), head.heightForWidth(head.width())) << "every line of it can be read";
}

TEST_F(CompareTest, ThePlotTellsTheRunsOfOnePlanApart) {
    const Plan plan = document().plan();
    const QString name = QStringLiteral("Solved for iteration, 4 ranks, 8 microbatches ").repeated(9);
    compare().add(plan, name + QStringLiteral("run 1"), runOf(plan, 100));
    compare().add(plan, name + QStringLiteral("run 2"), runOf(plan, 150));
    settle();
    const ParetoPlot& plot = child<ParetoPlot>(compare());
    EXPECT_TRUE(plot.shownName(0).startsWith(QStringLiteral("Solved"))) << plot.shownName(0).toStdString();
    EXPECT_TRUE(plot.shownName(0).endsWith(QStringLiteral("run 1"))) << plot.shownName(0).toStdString();
    EXPECT_TRUE(plot.shownName(1).endsWith(QStringLiteral("run 2"))) << plot.shownName(1).toStdString();
    EXPECT_NE(plot.shownName(0), name + QStringLiteral("run 1")) << "there is no room for so long a name";
}

TEST_F(CompareTest, SaysWhichFileCantBeOpenedAndWhy) {
    ASSERT_TRUE(writeFile(path("README.md").toStdString(), "# Words"));
    ASSERT_TRUE(document().save(path("good.lwsched")));
    compare().addFiles({path("README.md"), path("good.lwsched"), path("nosuch.lwsched")});
    EXPECT_EQ(compare().count(), 1);
    EXPECT_EQ(shownText(compare(), "compareSays"),
              QStringLiteral("README.md: line 1, column 1: this is no JSON: unexpected \"#\"\n"
                             "nosuch.lwsched: can't be opened: No such file or directory"));
    compare().addFiles({path("good.lwsched")});
    EXPECT_EQ(shownText(compare(), "compareSays"), QString());
}

TEST_F(CompareTest, SavesTheTableOfNumbersAsItIsSeen) {
    const Plan plan = document().plan();
    compare().add(plan, QStringLiteral("one"), runOf(plan, 150));
    compare().add(shortPlan(), QStringLiteral("another"));
    const ComparisonModel& table = compare().numbers();
    QStringList seen{QStringLiteral(",one,another")};
    for (int row = 0; row < table.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < table.columnCount(); ++column) {
            const QString cell = table.index(row, column).data().toString();
            cells << (cell.contains(QLatin1Char(',')) ? QLatin1Char('"') + cell + QLatin1Char('"') : cell);
        }
        seen << cells.join(QLatin1Char(','));
    }
    EXPECT_TRUE(seen.contains(QStringLiteral("Makespan,130 ms,13 ms"))) << seen.join(u'\n').toStdString();
    EXPECT_TRUE(seen.contains(QStringLiteral("\"Makespan, measured\",195 ms,–"))) << seen.join(u'\n').toStdString();
    compare().saveNumbers(path("numbers"));
    QFile file(path("numbers.csv"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(QString::fromUtf8(file.readAll()), seen.join(QLatin1Char('\n')) + QLatin1Char('\n'));
    EXPECT_TRUE(shownText(compare(), "compareSays").startsWith(QStringLiteral("The numbers are saved in ")));
    compare().saveNumbers(path("no/folder.csv"));
    EXPECT_TRUE(shownText(compare(), "compareSays").contains(QStringLiteral("folder.csv")));
}

TEST_F(CompareTest, TakesOpenWindowsAndGeneratorsByTheirNames) {
    window().show();
    compare().add(document().plan(), QStringLiteral("first"));
    const auto type = [this](const QString& words) {
        auto& line = child<PlanLine>(compare());
        line.setFocus();
        QTest::keyClicks(&line, words);
        QTest::keyClick(&line, Qt::Key_Return);
        finishWork();
    };
    type(QStringLiteral("gpipe"));
    ASSERT_EQ(compare().count(), 2);
    expectHead(1, "<b>GPipe, 2 ranks, 4 microbatches</b>");
    EXPECT_EQ(compare().document(1).plan().costs, document().plan().costs) << "it orders the same problem";
    type(QStringLiteral("dualpipe-none"));
    EXPECT_EQ(shownText(compare(), "compareSays"),
              QStringLiteral("No generator and no open window is called “dualpipe-none”."));
    type(planOffers().front().title);
    ASSERT_EQ(compare().count(), 3);
    EXPECT_EQ(compare().document(2).plan(), document().plan());
}

TEST_F(CompareTest, AFileIsCalledByTheTitleOfItsSchedule) {
    Plan plan = document().plan();
    plan.title = title::read("My lecture");
    document().reset(plan);
    ASSERT_TRUE(document().save(path("a.lwsched")));
    ASSERT_TRUE(compare().addFile(path("a.lwsched")));
    expectHead(0, "<b>My lecture</b> &nbsp;·&nbsp; a.lwsched");
    EXPECT_EQ(child<ParetoPlot>(compare()).points()[0].name, QStringLiteral("My lecture"));
    EXPECT_EQ(compare().record().rows[0].name, QStringLiteral("a.lwsched"));
}

TEST_F(CompareTest, TheWheelZoomsAndLanesOfAllRowsAreOneHeightWithoutHoles) {
    compare().resize(1600, 1000);
    for (const char* name : {"a", "b", "c", "d", "e"})
        compare().add(*generate("zb-h1", *problemOf({.ranks = 4, .microbatches = 8})), QString::fromLatin1(name));
    settle();
    const auto wheel = [this](int row, int turn, Qt::KeyboardModifiers keys) {
        QWidget& viewport = *compare().lanes(row).viewport();
        const QPointF at = viewport.rect().center();
        QWheelEvent event(at, viewport.mapToGlobal(at), {}, {0, turn}, Qt::NoButton, keys, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&viewport, &event);
        settle();
    };
    const auto expectFilled = [this] {
        for (int row = 0; row < compare().count(); ++row) {
            const TimelineView& lanes = compare().lanes(row);
            EXPECT_EQ(lanes.laneHeight(), compare().lanes(0).laneHeight());
            EXPECT_NEAR(lanes.height(), 28 + 4 * lanes.laneHeight(), 1) << row;
        }
    };
    expectFilled();
    EXPECT_EQ(child<QScrollArea>(compare()).verticalScrollBar()->maximum(), 0) << "all five are seen";
    const Time whole = compare().lanes(0).range().length();
    wheel(1, 120, Qt::NoModifier);
    EXPECT_LT(compare().lanes(0).range().length(), whole);
    const int before = compare().lanes(0).laneHeight();
    wheel(2, 120, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_GT(compare().lanes(0).laneHeight(), before);
    expectFilled();
    wheel(2, -120, Qt::ControlModifier | Qt::ShiftModifier);
    wheel(2, -120, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_LT(compare().lanes(0).laneHeight(), before);
    expectFilled();
}

TEST_F(CompareTest, SaysWhatItsColoursMean) {
    Plan fused = *generate("1f1b", *problemOf({.ranks = 2, .microbatches = 4, .timeUnit = TimeUnit::Ms}));
    compare().add(document().plan(), QStringLiteral("a"));
    const std::vector<OpKind> split{OpKind::F, OpKind::B, OpKind::W};
    EXPECT_EQ(compare().legend().kinds(), split);
    compare().add(fused, QStringLiteral("b"));
    const std::vector<OpKind> all{OpKind::F, OpKind::B, OpKind::W, OpKind::BW};
    EXPECT_EQ(compare().legend().kinds(), all);
}

TEST_F(CompareTest, NamesOfPointsDoNotLieOnEachOther) {
    const Plan plan = document().plan();
    for (const char* name : {"first", "second", "third", "fourth", "fifth"})
        compare().add(plan, QString::fromLatin1(name));
    settle();
    const ParetoPlot& plot = child<ParetoPlot>(compare());
    EXPECT_EQ(plot.shownName(0), QStringLiteral("first"));
    EXPECT_EQ(plot.shownName(1), QStringLiteral("second")) << "below the point";
    EXPECT_EQ(plot.shownName(2), QStringLiteral("third")) << "at its other side";
    EXPECT_EQ(plot.shownName(3), QStringLiteral("fourth"));
    EXPECT_EQ(plot.shownName(4), QString()) << "five are at one place";
}

} // namespace
} // namespace lanewright::app
