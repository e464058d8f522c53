// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"

#include "app/document/numbers.h"
#include "app/panels/costs_panel.h"
#include "app/panels/inspector.h"
#include "app/panels/numbers_strip.h"
#include "app/widgets/figure.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/io/files.h"
#include "core/io/schedule_json.h"
#include "core/simulate/number_text.h"
#include "core/simulate/simulate.h"
#include "core/solve/solve.h"
#include "tests/support/repository.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QProcess>

#include <cmath>

namespace lanewright::app {
namespace {

/// What `lanewright-cli simulate --json` says of the plan.
QJsonObject simulated(const Plan& plan) {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.lwsched"));
    EXPECT_TRUE(writeFile(path.toStdString(), planToJson(plan)).ok());
    QProcess process;
    process.start(QStringLiteral(LANEWRIGHT_CLI), {QStringLiteral("simulate"), path, QStringLiteral("--json")});
    EXPECT_TRUE(process.waitForFinished(60'000));
    const QJsonObject answer = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    EXPECT_FALSE(answer.isEmpty()) << process.readAllStandardError().toStdString();
    return answer;
}

class NumbersTest : public WindowTest {
protected:
    void expectTruth(const Plan& plan, const std::string& name) {
        window().files().showPlan(plan);
        window().selection().clear();
        ASSERT_TRUE(waitUntil([this] { return window().model().bounds.isFull(); })) << name;
        settle();
        const QJsonObject simulatedNumbers = simulated(plan);
        const NumbersStrip& strip = *window().panels().numbers;
        const auto time = [&](const char* key) {
            const auto scale = static_cast<double>(scaleOf(plan.timeUnit));
            return roundedText(std::llround(simulatedNumbers[QLatin1String(key)].toDouble() * scale),
                               scaleOf(plan.timeUnit), numbers::shownDecimals(plan.timeUnit));
        };
        const auto share = [&](const char* key) {
            return QString::number(100 * simulatedNumbers[QLatin1String(key)].toDouble(), 'f', 1);
        };
        EXPECT_EQ(child<Figure>(strip, "iteration").value(), time("iteration_time")) << name;
        EXPECT_EQ(child<Figure>(strip, "bound").value(), time("lower_bound")) << name;
        EXPECT_EQ(child<Figure>(strip, "bubble").value(), share("bubble_share")) << name;
        EXPECT_EQ(child<Figure>(strip, "idle").value(), share("idle_share")) << name;
        EXPECT_EQ(child<Figure>(strip, "avoidable").value(), share("avoidable_share")) << name;
        for (const char* key : {"makespan", "longest_span", "period"})
            EXPECT_TRUE(child<Figure>(strip, "iteration").toolTip().contains(time(key))) << name << ": " << key;
        const QString why = shownText(*window().panels().inspector, "inspectorWhy");
        EXPECT_TRUE(why.contains(time("lower_bound"))) << name << ": " << why.toStdString();
        if (simulatedNumbers[QStringLiteral("avoidable")].toDouble() > 0) {
            EXPECT_TRUE(why.contains(share("avoidable_share") + QStringLiteral(" %"))) << name << why.toStdString();
            EXPECT_TRUE(why.contains(time("avoidable"))) << name << ": " << why.toStdString();
        }
    }
};

TEST_F(NumbersTest, OnTheScreenAreThoseOfSimulateForEachFileOfTheGallery) {
    const QDir gallery(QString::fromStdString(test::inRepository("schedules/gallery")));
    int files = 0;
    for (const QString& name : gallery.entryList({QStringLiteral("*.lwsched")})) {
        const Result<std::string> text = readFile(gallery.filePath(name).toStdString());
        ASSERT_TRUE(text.ok());
        Result<Plan> plan = planFromJson(*text);
        ASSERT_TRUE(plan.ok());
        if (plan->isProblem() || opCount(plan->schedule) > 5000)
            continue;
        expectTruth(*plan, name.toStdString());
        plan->optimizerMode = OptimizerMode::PostValidated;
        expectTruth(*plan, name.toStdString() + ", post-validated");
        ++files;
    }
    EXPECT_GE(files, 20);
}

TEST_F(NumbersTest, OnTheScreenAreThoseOfSimulateForSolvedAndProvedFiles) {
    Plan problem = document().plan();
    problem.schedule.order.clear();
    problem.costs.stages[0][0].backwardWeight *= 2;
    for (const OptimizerMode mode : kOptimizerModes) {
        problem.optimizerMode = mode;
        const Result<Solution> solution = solve(problem, {.threads = 1, .rounds = 2});
        ASSERT_TRUE(solution.ok());
        expectTruth(withSolution(problem, Objective::Iteration, *solution), "solved");
        Plan proved = withSolution(problem, Objective::Iteration, *solution);
        proved.proof = proofFor(proved, Objective::Iteration, solution->value, "z3");
        expectTruth(proved, "proved");
        EXPECT_EQ(child<Figure>(*window().panels().numbers, "avoidable").value(), QStringLiteral("0.0"));
    }
}

TEST_F(NumbersTest, AnUnfinishedOrderShowsItsMemoryAndDashesForTheIteration) {
    ASSERT_TRUE(waitUntil([this] { return window().model().bounds.isFull(); }));
    const NumbersStrip& strip = *window().panels().numbers;
    const QString bound = child<Figure>(strip, "bound").value();
    Plan plan = document().plan();
    plan.schedule.order[1].pop_back(); // its last W: nothing stalls
    document().apply(QStringLiteral("take out"), std::move(plan));
    settle();
    ASSERT_TRUE(document().analysis().stalls.empty());
    for (const Figure* figure : {&child<Figure>(strip, "iteration"), &child<Figure>(strip, "bubble"),
                                 &child<Figure>(strip, "idle"), &child<Figure>(strip, "avoidable")})
        EXPECT_EQ(figure->value(), QStringLiteral("–")) << figure->caption().toStdString();
    EXPECT_EQ(child<Figure>(strip, "bound").value(), bound);
    EXPECT_NE(child<Figure>(strip, "peakMemory").value(), QStringLiteral("–"));
    EXPECT_EQ(shownText(*window().panels().inspector, "inspectorWhy"), QString());
    EXPECT_TRUE(document().history().undoText().endsWith(QStringLiteral("(130 ms → unfinished)")))
        << document().history().undoText().toStdString();
}

TEST_F(NumbersTest, AnOrderThatBreaksALimitIsNotHeldAgainstABoundThatItIsBelow) {
    // One activation on rank 0: then each microbatch goes there and back alone.
    Plan plan = document().plan();
    const StageMemory& memory = plan.memory.of(0, 0);
    plan.memory.limit = {memory.forward, std::nullopt};
    window().files().showPlan(plan);
    ASSERT_TRUE(waitUntil([this] { return window().model().bounds.isFull(); }));
    settle();
    ASSERT_FALSE(document().analysis().valid);
    const NumbersStrip& strip = *window().panels().numbers;
    EXPECT_EQ(child<Figure>(strip, "iteration").value(), QStringLiteral("130.00"));
    EXPECT_EQ(child<Figure>(strip, "bound").value(), QStringLiteral("–"));
    EXPECT_TRUE(child<Figure>(strip, "bound").toolTip().contains(QStringLiteral("This order breaks a limit")));
    EXPECT_EQ(child<Figure>(strip, "avoidable").value(), QStringLiteral("–"));
}

TEST_F(NumbersTest, ThePeakIsTheHighestAndTheTooltipNamesTheRankNearestToItsLimit) {
    Plan plan = *generate("1f1b", *problemOf({.ranks = 2, .microbatches = 4}));
    const std::vector<Bytes> peaks = measure(plan, simulate(plan.schedule, plan.costs)).peakMemory;
    ASSERT_GT(peaks[0], peaks[1]);
    plan.memory.limit = {4 * peaks[0], peaks[1]};
    window().files().showPlan(plan);
    settle();
    const NumbersStrip& strip = *window().panels().numbers;
    const auto text = [&](Bytes bytes) { return memoryText(bytes, plan.memoryUnit); };
    EXPECT_EQ(child<Figure>(strip, "peakMemory").value(), text(peaks[0]) + QStringLiteral(" / ") + text(4 * peaks[0]));
    EXPECT_TRUE(child<Figure>(strip, "peakMemory")
                    .toolTip()
                    .contains(QStringLiteral("Nearest to its limit: rank 1, %1 of %1").arg(text(peaks[1]))))
        << child<Figure>(strip, "peakMemory").toolTip().toStdString();
}

TEST_F(NumbersTest, BesideARunThePlannedSharesSayThatTheyArePlanned) {
    const NumbersStrip& strip = *window().panels().numbers;
    EXPECT_EQ(child<Figure>(strip, "idle").caption(), QStringLiteral("Idle"));
    lanewright::Run run{.plan = document().plan()};
    run.steps.push_back({.step = 0, .wall = document().analysis().timeline});
    run.losses.push_back(1);
    document().setRun(std::make_shared<const lanewright::Run>(std::move(run)));
    settle();
    EXPECT_EQ(child<Figure>(strip, "idle").caption(), QStringLiteral("Idle, planned"));
    EXPECT_EQ(child<Figure>(strip, "bubble").caption(), QStringLiteral("Bubble, planned"));
    EXPECT_TRUE(child<Figure>(strip, "idle")
                    .toolTip()
                    .contains(QStringLiteral("Measured in step 0: ") + child<Figure>(strip, "idle").value()))
        << child<Figure>(strip, "idle").toolTip().toStdString();
}

TEST_F(NumbersTest, CostsOfSharedCoresPromiseNoGain) {
    Plan plan = document().plan();
    const NumbersStrip& strip = *window().panels().numbers;
    const auto& note = child<QLabel>(*window().panels().costs, "costsShared");
    const QString sentence = QStringLiteral("8 threads shared 2 cores");
    EXPECT_FALSE(child<Figure>(strip, "avoidable").toolTip().contains(sentence));
    EXPECT_TRUE(note.isHidden());
    plan.costs.measuredOn = {.threads = 8, .cores = 2};
    window().files().showPlan(plan);
    ASSERT_TRUE(waitUntil([this] { return window().model().bounds.isFull(); }));
    settle();
    EXPECT_TRUE(child<Figure>(strip, "avoidable").toolTip().contains(sentence))
        << child<Figure>(strip, "avoidable").toolTip().toStdString();
    EXPECT_TRUE(shownText(*window().panels().inspector, "inspectorWhy").contains(sentence));
    EXPECT_FALSE(note.isHidden());
    EXPECT_TRUE(note.text().contains(sentence)) << note.text().toStdString();
}

TEST_F(NumbersTest, TheBubbleSaysInWordsWhatItIs) {
    EXPECT_TRUE(child<Figure>(*window().panels().numbers, "bubble")
                    .toolTip()
                    .contains(QStringLiteral("even the rank with the most work does not work")));
}

} // namespace
} // namespace lanewright::app
