// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/import_dialog.h"
#include "app/dialogs/trace_opening.h"
#include "app/document/first_plan.h"
#include "app/widgets/banner.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/io/files.h"
#include "core/io/run_json.h"
#include "core/io/schedule_json.h"
#include "core/open/open_file.h"
#include "tests/app/child.h"
#include "tests/app/job/small_traces.h"
#include "tests/app/shell/drive.h"

#include <QComboBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QUrl>

namespace lanewright::app {
namespace {

class ImportTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        window().files().showPlan(firstPlan());
        QDir().mkpath(path("job"));
        writeTimeline(jobWithLongMicrobatches(), path("job/timeline.json"));
    }

    TraceOpening& traces() { return window().files().traces(); }
    /// The dialog with its first preview; null where the window said why there is none.
    ImportDialog* read(const QStringList& paths) {
        QSignalSpy read(&traces(), &TraceOpening::read);
        traces().start(paths);
        EXPECT_TRUE(waitUntil([&] { return read.count() == 1; }));
        ImportDialog* dialog = traces().dialog();
        if (dialog)
            preview(*dialog);
        return dialog;
    }
    static void preview(ImportDialog& dialog) {
        EXPECT_TRUE(waitUntil([&] { return dialog.content() || !shownText(dialog, "failure").isEmpty(); }));
    }
    static void press(ImportDialog& dialog) { dialog.findChild<QPushButton*>(QStringLiteral("primary"))->click(); }
    QString problem() { return window().panels().banner->sentence(); }
};

TEST_F(ImportTest, SaysWhatWasRecognisedAndOpensTheRun) {
    ImportDialog* dialog = read({path("job")});
    ASSERT_TRUE(dialog);
    EXPECT_EQ(shownText(*dialog, "format"), QStringLiteral("NDTimeline, 1 file"));
    EXPECT_EQ(shownText(*dialog, "pipeline"), QStringLiteral("2 ranks, 2 stages, 4 microbatches"));
    EXPECT_TRUE(shownText(*dialog, "order").startsWith(QStringLiteral("1F1B")));
    EXPECT_EQ(shownText(*dialog, "replicas"), QStringLiteral("2, of which 1 is the slowest"));
    EXPECT_TRUE(shownText(*dialog, "steps").startsWith(QStringLiteral("3 (1 to 3)")));
    EXPECT_TRUE(shownText(*dialog, "clocks").startsWith(QStringLiteral("agree as they are")));
    press(*dialog);
    const std::shared_ptr<const lanewright::Run> run = document().run();
    ASSERT_TRUE(run);
    EXPECT_EQ(run->replica, 1);
    EXPECT_EQ(run->replicas.size(), 1u);
    EXPECT_EQ(run->steps.size(), 3u);
    EXPECT_TRUE(document().path().isEmpty());
    EXPECT_TRUE(window().files().openedFile().isEmpty()) << "a session can't open a run that is in no file";
}

TEST_F(ImportTest, TakesTheStepsAndTheReplicaThatAreChosen) {
    ImportDialog* dialog = read({path("job")});
    ASSERT_TRUE(dialog);
    dialog->findChild<QSpinBox*>(QStringLiteral("firstStep"))->setValue(2);
    auto* replica = dialog->findChild<QComboBox*>(QStringLiteral("replicaChoice"));
    replica->setCurrentIndex(replica->findData(0));
    preview(*dialog);
    press(*dialog);
    const std::shared_ptr<const lanewright::Run> run = document().run();
    ASSERT_TRUE(run);
    EXPECT_EQ(run->replica, 0);
    EXPECT_TRUE(run->replicas.empty());
    ASSERT_EQ(run->steps.size(), 2u);
    EXPECT_EQ(run->steps.front().step, 2);
}

TEST_F(ImportTest, EnterInAFieldOpensWhatItSays) {
    ImportDialog* dialog = read({path("job")});
    ASSERT_TRUE(dialog);
    auto* first = dialog->findChild<QSpinBox*>(QStringLiteral("firstStep"));
    QTest::keyClick(first, Qt::Key_Return);
    ASSERT_TRUE(document().run()) << "nothing was changed";
    EXPECT_EQ(document().run()->steps.size(), 3u);
    document().setRun(nullptr);
    dialog = read({path("job")});
    ASSERT_TRUE(dialog);
    first = dialog->findChild<QSpinBox*>(QStringLiteral("firstStep"));
    first->selectAll();
    QTest::keyClicks(first, QStringLiteral("2"));
    QTest::keyClick(first, Qt::Key_Return);
    ASSERT_TRUE(waitUntil([this] { return document().run() != nullptr; })) << "as soon as it is made";
    EXPECT_EQ(document().run()->steps.size(), 2u);
}

TEST_F(ImportTest, TheWindowsScheduleThatDoesNotFitIsRefusedInTheDialog) {
    ImportDialog* dialog = read({path("job")});
    ASSERT_TRUE(dialog);
    auto* plan = dialog->findChild<QComboBox*>(QStringLiteral("planChoice"));
    plan->setCurrentIndex(1);
    Q_EMIT plan->activated(1);
    preview(*dialog);
    EXPECT_TRUE(shownText(*dialog, "failure").contains(QStringLiteral("4 ranks")))
        << shownText(*dialog, "failure").toStdString();
    EXPECT_FALSE(dialog->findChild<QPushButton*>(QStringLiteral("primary"))->isEnabled());
    plan->setCurrentIndex(0);
    Q_EMIT plan->activated(0);
    preview(*dialog);
    EXPECT_TRUE(shownText(*dialog, "failure").isEmpty());
}

TEST_F(ImportTest, ThePlanOfAFileStandsBesideTheRun) {
    const Plan plan = *generate("gpipe", *problemOf({.ranks = 2, .microbatches = 4}));
    ASSERT_TRUE(writeFile(path("plan.lwsched").toStdString(), planToJson(plan)));
    ImportDialog* dialog = read({path("job")});
    ASSERT_TRUE(dialog);
    dialog->usePlanOf(path("plan.lwsched"));
    preview(*dialog);
    EXPECT_TRUE(shownText(*dialog, "order").endsWith(QStringLiteral("the plan's")));
    EXPECT_TRUE(child<QPlainTextEdit>(*dialog).toPlainText().contains(QStringLiteral("another order")))
        << child<QPlainTextEdit>(*dialog).toPlainText().toStdString();
    press(*dialog);
    EXPECT_EQ(document().schedule().order, plan.schedule.order);
    ASSERT_TRUE(document().run());
    EXPECT_FALSE(document().run()->recorder->orderMeasured);
    dialog = read({path("job")});
    ASSERT_TRUE(dialog);
    dialog->usePlanOf(path("job/timeline.json"));
    EXPECT_FALSE(shownText(*dialog, "failure").isEmpty());
}

TEST_F(ImportTest, RubbishIsASentenceAndTheWindowStaysAsItWas) {
    const Plan before = document().plan();
    QDir().mkpath(path("empty"));
    EXPECT_FALSE(read({path("empty")}));
    EXPECT_TRUE(problem().contains(QStringLiteral("there is no trace here"))) << problem().toStdString();
    QFile file(path("cut.json"));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(R"([{"name":"forward-compute","args":{"mb_id":)");
    file.close();
    EXPECT_FALSE(read({path("cut.json")}));
    EXPECT_FALSE(problem().isEmpty());
    EXPECT_FALSE(problem().contains(QStringLiteral("there is no trace here"))) << problem().toStdString();
    EXPECT_EQ(document().plan(), before);
    EXPECT_FALSE(document().run());
}

TEST_F(ImportTest, ReadingCanBeStopped) {
    QSignalSpy read(&traces(), &TraceOpening::read);
    traces().start({path("job")});
    EXPECT_TRUE(traces().isReading());
    traces().stop();
    EXPECT_FALSE(traces().isReading());
    finishWork();
    EXPECT_EQ(read.count(), 0);
    EXPECT_FALSE(traces().dialog());
}

TEST_F(ImportTest, TracesAmongWhatIsDroppedAreReadAsTraces) {
    window().files().openAll({path("job/timeline.json")});
    ASSERT_TRUE(traces().isReading());
    ASSERT_TRUE(waitUntil([&] { return traces().dialog() != nullptr; }));
    delete traces().dialog();
}

TEST_F(ImportTest, AFolderThatIsDroppedOntoTheWindowIsReadAsTraces) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path("job"))});
    QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    enter.ignore();
    QCoreApplication::sendEvent(&window(), &enter);
    ASSERT_TRUE(enter.isAccepted());
    QDropEvent drop(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window(), &drop);
    ASSERT_TRUE(waitUntil([&] { return traces().dialog() != nullptr; }));
    ImportDialog& dialog = *traces().dialog();
    preview(dialog);
    press(dialog);
    EXPECT_TRUE(waitUntil([&] { return document().run() != nullptr; }));
}

TEST_F(ImportTest, AnUnknownTraceIsRefusedWithTheCommandsThatTakeIt) {
    QFile file(path("other.json"));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(R"({"made by": "somebody else"})");
    file.close();
    EXPECT_FALSE(read({path("other.json")}));
    EXPECT_TRUE(problem().contains(QStringLiteral("no trace that is known"))) << problem().toStdString();
    // A window has no options, so that one stands within its command.
    EXPECT_EQ(problem().count(QStringLiteral(" --")), problem().count(QStringLiteral("lanewright-cli import --")))
        << problem().toStdString();
}

TEST(OpenFile, TellsTracesFromItsOwnFiles) {
    QTemporaryDir folder;
    const auto at = [&](const char* name) { return folder.filePath(QLatin1String(name)); };
    writeTimeline(jobWithLongMicrobatches(), at("timeline.json"));
    EXPECT_TRUE(holdsTraces(at("timeline.json").toStdString()));
    EXPECT_TRUE(holdsTraces(folder.path().toStdString()));
    ASSERT_TRUE(writeFile(at("pp_rank_0.json").toStdString(), planToJson(firstPlan())));
    EXPECT_FALSE(holdsTraces(at("pp_rank_0.json").toStdString())) << "a schedule, whatever its name";
    const lanewright::Run run = test::runOf(jobWithLongMicrobatches());
    ASSERT_TRUE(writeFile(at("run.json").toStdString(), runToJson(run)));
    EXPECT_FALSE(holdsTraces(at("run.json").toStdString()));
    ASSERT_TRUE(writeFile(at("a.csv").toStdString(), "0F0,0F1\n"));
    EXPECT_FALSE(holdsTraces(at("a.csv").toStdString()));
    EXPECT_FALSE(holdsTraces(at("missing.json").toStdString()));
}

} // namespace
} // namespace lanewright::app
