// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/first_plan.h"
#include "app/frame/rows.h"
#include "app/panels/deviation_panel.h"
#include "app/panels/inspector.h"
#include "app/panels/numbers_strip.h"
#include "app/panels/run_panel.h"
#include "app/widgets/banner.h"
#include "app/widgets/figure.h"
#include "core/io/files.h"
#include "core/io/run_json.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"

#include <QFile>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>

#include <set>

namespace lanewright::app {
namespace {

/// While it lives, the engine is one whose rank dies at its first block.
class DeadlyEngine {
public:
    explicit DeadlyEngine(int rank) : m_engine(qgetenv("LANEWRIGHT_ENGINE")) {
        const QByteArray none = R"("fault": null)";
        const QByteArray kill = R"("fault": {"kind": "kill", "rank": )" + QByteArray::number(rank) + "}";
        // The request comes in after a line that says how long it is; mpirun gives it to rank 0 alone.
        QByteArray text = R"(#!/bin/sh
case "$*" in *--request*) ;; *) exec 'ENGINE' "$@" ;; esac
exec 3<&0
read -r header || exec 'ENGINE' "$@" </dev/null
bytes=${header#*: }
pipe='FOLDER'/request.$$
mkfifo "$pipe"
{
    printf '{"request_bytes": %d}\n' $((${bytes%\}} + LONGER))
    exec sed -u 's/NONE/KILL/'
} <&3 >"$pipe" 3<&- &
exec 'ENGINE' "$@" <"$pipe" 3<&-
)";
        text.replace("ENGINE", m_engine).replace("FOLDER", m_folder.path().toUtf8());
        text.replace("LONGER", QByteArray::number(kill.size() - none.size()))
            .replace("NONE", none)
            .replace("KILL", kill);
        QFile script(m_folder.filePath(QStringLiteral("engine")));
        if (!script.open(QFile::WriteOnly))
            qFatal("can't write %s", qPrintable(script.fileName()));
        script.write(text);
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        script.close();
        qputenv("LANEWRIGHT_ENGINE", script.fileName().toUtf8());
    }
    ~DeadlyEngine() { qputenv("LANEWRIGHT_ENGINE", m_engine); }
    DeadlyEngine(const DeadlyEngine&) = delete;
    DeadlyEngine& operator=(const DeadlyEngine&) = delete;

private:
    QByteArray m_engine;
    QTemporaryDir m_folder;
};

class RunTest : public WindowTest {
protected:
    static RunSettings settings(bool inProcess) {
        RunSettings settings;
        settings.inProcess = inProcess;
        settings.steps = 2;
        settings.model = {.layers = 2, .width = 32, .heads = 2, .context = 32, .batch = 1};
        return settings;
    }

    static bool hasMpi() { return !QStandardPaths::findExecutable(QStringLiteral("mpirun")).isEmpty(); }

    bool runs(const RunSettings& settings) {
        window().runActions().startRun(settings);
        return waitUntil([this] { return !window().model().runs.isActive(); });
    }

    std::set<Op> measuredOps() {
        std::set<Op> ops;
        if (const Timeline* measured = document().measured())
            for (const Lane& lane : measured->lanes)
                for (const Span& span : lane)
                    ops.insert(span.op);
        return ops;
    }

    std::set<Op> plannedOps() {
        std::set<Op> ops;
        for (const Row& row : document().schedule().order)
            for (const Block& block : row)
                ops.insert(block.op);
        return ops;
    }

    void expectMeasured(const RunSettings& settings) {
        ASSERT_TRUE(runs(settings));
        EXPECT_EQ(window().model().runs.failure(), QString());
        EXPECT_EQ(measuredOps(), plannedOps());
        EXPECT_EQ(window().panels().deviations->count(), opCount(document().schedule()));
        EXPECT_GT(child<Figure>(*window().panels().numbers, "measured").value().toDouble(), 0);
        EXPECT_TRUE(child<Figure>(*window().panels().numbers, "measured").unit().contains(QStringLiteral("paced")));
        EXPECT_EQ(static_cast<int>(document().run()->losses.size()), settings.steps);
    }
};

TEST_F(RunTest, MeasuresEveryOpInOneProcess) { expectMeasured(settings(true)); }

TEST_F(RunTest, MeasuresEveryOpUnderMpirun) {
    if (!hasMpi())
        GTEST_SKIP() << "mpirun is not there";
    expectMeasured(settings(false));
    EXPECT_EQ(document().run()->launcher, "mpirun");
}

TEST_F(RunTest, TrainsAsThePanelIsSet) {
    RunSettings wanted = settings(true);
    wanted.threads = 2;
    wanted.precision = Precision::Bf16;
    wanted.optimizer = OptimizerMode::PostValidated;
    window().panels().runPanel->setSettings(wanted);
    const RunSettings shown = window().panels().runPanel->settings();
    EXPECT_EQ(shown.threads, 2);
    ASSERT_TRUE(runs(shown));
    ASSERT_TRUE(document().run()) << window().model().runs.failure().toStdString();
    EXPECT_EQ(document().run()->precision, Precision::Bf16);
    EXPECT_EQ(document().run()->threads, 2);
    EXPECT_EQ(document().run()->optimizer.mode, OptimizerMode::PostValidated);
}

TEST_F(RunTest, ShowsTheMeasurementWhileItComes) {
    RunSettings many = settings(true);
    many.steps = 4;
    QSignalSpy spy(&document(), &Document::runChanged);
    window().runActions().startRun(many);
    EXPECT_TRUE(waitUntil([this] { return !measuredOps().empty() && window().model().runs.isActive(); }));
    ASSERT_TRUE(waitUntil([this] { return !window().model().runs.isActive(); }));
    EXPECT_GT(spy.count(), 1);
}

TEST_F(RunTest, SelectsTheOpOfAClickedDeviation) {
    ASSERT_TRUE(runs(settings(true)));
    window().panels().bottom->open(window().panels().deviations);
    window().selection().clear();
    QTableView& table = child<QTableView>(*window().panels().deviations);
    table.setCurrentIndex(table.model()->index(2, 0));
    ASSERT_FALSE(window().selection().empty());
    const QString named = table.model()->index(2, 0).data().toString();
    EXPECT_EQ(window().selection().current(), op(qPrintable(named)));
}

TEST_F(RunTest, StopsWhenAsked) {
    RunSettings endless = settings(true);
    endless.steps = 1000;
    window().runActions().startRun(endless);
    ASSERT_TRUE(waitUntil([this] { return window().model().runs.progress().step > 0; }));
    window().actionRegistry().at("run.stop")->trigger();
    ASSERT_TRUE(waitUntil([this] { return !window().model().runs.isActive(); }));
    EXPECT_EQ(window().model().runs.failure(), QString());
    EXPECT_LT(window().model().runs.progress().step, endless.steps);
    EXPECT_TRUE(document().run()->partial);
}

TEST_F(RunTest, NamesTheRankThatDiedAndStaysUp) {
    if (!hasMpi())
        GTEST_SKIP() << "mpirun is not there";
    {
        const DeadlyEngine engine(1);
        ASSERT_TRUE(runs(settings(false)));
    }
    EXPECT_TRUE(window().model().runs.failure().contains(QStringLiteral("rank 1")))
        << window().model().runs.failure().toStdString();
    EXPECT_EQ(shownText(*window().panels().runPanel, "runFailure"), window().model().runs.failure());
    EXPECT_TRUE(window().findChild<Banner*>()->sentence().contains(QStringLiteral("rank 1")));
    EXPECT_TRUE(window().isVisible());
    // The desktop goes on: the next run is fine.
    ASSERT_TRUE(runs(settings(true)));
    EXPECT_EQ(window().model().runs.failure(), QString());
    EXPECT_EQ(shownText(*window().panels().runPanel, "runFailure"), QString());
}

TEST_F(RunTest, StaysUpWhenTheOneProcessOfAllRanksDies) {
    {
        const DeadlyEngine engine(1);
        ASSERT_TRUE(runs(settings(true)));
    }
    EXPECT_TRUE(window().model().runs.failure().contains(QStringLiteral("killed by signal 9")))
        << window().model().runs.failure().toStdString();
    EXPECT_TRUE(window().isVisible());
    ASSERT_TRUE(runs(settings(true)));
    EXPECT_EQ(window().model().runs.failure(), QString());
}

TEST_F(RunTest, SaysAfterAFailureWhatIsShown) {
    const DeadlyEngine engine(0);
    RunSettings manySteps = settings(true);
    manySteps.steps = 50;
    ASSERT_TRUE(runs(manySteps));
    ASSERT_TRUE(window().model().runs.failure().contains(QStringLiteral("killed by signal 9")))
        << window().model().runs.failure().toStdString();
    const Document::Coverage coverage = document().coverage();
    const QString hint = window().panels().hint->text();
    EXPECT_TRUE(hint.startsWith(QStringLiteral("The run failed; "))) << hint.toStdString();
    EXPECT_EQ(hint.contains(QStringLiteral("nothing was measured")), coverage.measured == 0) << hint.toStdString();
    EXPECT_EQ(child<Figure>(*window().panels().numbers, "measured").isVisible(), coverage.measured > 0);
    EXPECT_NE(child<Figure>(*window().panels().numbers, "measured").value(), QStringLiteral("…"));
}

TEST_F(WindowTest, SaysHowMuchOfAStepWasMeasured) {
    lanewright::Run run{.plan = document().plan(), .partial = true};
    const Span first = document().timeline().lanes[0].front();
    run.steps.push_back({.wall = {{{first}, {}}}});
    document().setRun(std::make_shared<const lanewright::Run>(run));
    const auto all = static_cast<int>(opCount(document().schedule()));
    EXPECT_EQ(document().coverage().measured, 1);
    EXPECT_EQ(child<Figure>(*window().panels().numbers, "measured").value(), QStringLiteral("1 of %1").arg(all));
    EXPECT_EQ(child<Figure>(*window().panels().numbers, "measured").unit(), QStringLiteral("ops"));
}

TEST_F(RunTest, RefusesToRunABrokenSchedule) {
    drag(window().lanes(), op("B0.0"), op("F0.0"));
    ASSERT_FALSE(document().analysis().valid);
    ASSERT_TRUE(runs(settings(true)));
    EXPECT_FALSE(window().model().runs.failure().isEmpty());
    EXPECT_EQ(document().run(), nullptr);
}

TEST_F(RunTest, OpensARunWithItsPlanAndMeasurement) {
    ASSERT_TRUE(runs(settings(true)));
    const lanewright::Run run = *document().run();
    ASSERT_TRUE(writeFile(path("a.lwrun").toStdString(), runToJson(run)));
    window().files().showPlan(firstPlan());
    EXPECT_EQ(document().measured(), nullptr);
    ASSERT_TRUE(window().files().openPath(path("a.lwrun")));
    EXPECT_EQ(document().schedule(), run.plan.schedule);
    EXPECT_EQ(measuredOps(), plannedOps());
    window().selection().set(op("B1.2"));
    settle();
    EXPECT_GT(window().panels().deviations->count(), 0);
}

TEST_F(WindowTest, SaysThatTheEngineIsMissing) {
    const QByteArray engine = qgetenv("LANEWRIGHT_ENGINE");
    qputenv("LANEWRIGHT_ENGINE", "/nonexistent/lanewright-engine");
    window().runActions().startRun({.inProcess = true});
    ASSERT_TRUE(waitUntil([this] { return !window().model().runs.isActive(); }));
    EXPECT_FALSE(window().model().runs.failure().isEmpty());
    EXPECT_FALSE(shownText(*window().panels().runPanel, "runFailure").isEmpty());
    qputenv("LANEWRIGHT_ENGINE", engine);
}

} // namespace
} // namespace lanewright::app
