// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/first_plan.h"
#include "app/document/opening.h"
#include "app/lesson/built_in_lessons.h"
#include "app/lesson/lesson_window.h"
#include "app/lesson/player/playback.h"
#include "app/shell/open_windows.h"
#include "app/shell/session.h"
#include "app/widgets/banner.h"
#include "core/io/files.h"
#include "core/io/run_json.h"
#include "core/lesson/answer_json.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/setting.h"
#include "tests/app/shell/drive.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QProcess>

#include <csignal>
#include <vector>

namespace lanewright::app {
namespace {

class FilesTest : public WindowTest {
protected:
    /// An edit that changes the order.
    void edit() {
        window().selection().set(op("W0.0"));
        window().actionRegistry().at("edit.later")->trigger();
    }
};

TEST_F(FilesTest, OpensWhatItSaved) {
    edit();
    const Plan plan = document().plan();
    ASSERT_TRUE(document().save(path("a.lwsched")));
    EXPECT_FALSE(window().isWindowModified());
    window().files().showPlan(firstPlan());
    ASSERT_TRUE(window().files().openPath(path("a.lwsched")));
    EXPECT_EQ(document().plan(), plan);
    EXPECT_TRUE(window().windowTitle().startsWith(QStringLiteral("a.lwsched")));
}

TEST_F(FilesTest, OpensLessonsAndAnswersInTheClassroom) {
    const auto lessonNow = [] { return openWindows<LessonWindow>().front()->session().lesson().title; };
    const std::string lesson = lessonToJson(builtInLessons().front().lesson);
    ASSERT_TRUE(writeFile(path("a.lwlesson").toStdString(), lesson));
    window().files().openInFittingWindow(path("a.lwlesson"));
    ASSERT_EQ(openWindows<LessonWindow>().size(), 1U);
    EXPECT_EQ(lessonNow(), builtInLessons().front().lesson.title);
    window().files().openInFittingWindow(path("a.lwlesson"));
    EXPECT_EQ(openWindows<LessonWindow>().size(), 1U) << "it is shown already";
    openWindows<LessonWindow>().front()->close();
    settle();
    ASSERT_TRUE(openWindows<LessonWindow>().empty());

    const Lesson& third = builtInLessons()[3].lesson;
    const Result<Attempt> start = startOf(third);
    ASSERT_TRUE(start);
    const std::vector<Answer> answers{{.lesson = third.title, .by = "Ada", .attempt = *start, .help = {}}};
    ASSERT_TRUE(writeFile(path("a.lwanswers").toStdString(), answersToJson("Ada", answers)));
    window().files().openInFittingWindow(path("a.lwanswers"));
    ASSERT_EQ(openWindows<LessonWindow>().size(), 1U);
    EXPECT_EQ(lessonNow(), third.title);
    openWindows<LessonWindow>().front()->close();
    settle();

    ASSERT_TRUE(writeFile(path("bad.lwanswers").toStdString(), "{}"));
    window().files().openInFittingWindow(path("bad.lwanswers"));
    EXPECT_TRUE(openWindows<LessonWindow>().empty());
    EXPECT_TRUE(window().findChild<Banner*>()->sentence().contains(QStringLiteral("bad.lwanswers: ")));
}

TEST_F(FilesTest, StaysAsItIsWhenAFileIsBroken) {
    QFile file(path("broken.lwsched"));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("{\"format\": \"lanewright-schedule\", \"version\": 1,");
    file.close();
    const Plan before = document().plan();
    EXPECT_FALSE(window().files().openPath(file.fileName()));
    EXPECT_EQ(document().plan(), before);
    const auto* banner = window().findChild<Banner*>();
    ASSERT_NE(banner, nullptr);
    EXPECT_TRUE(banner->sentence().contains(QStringLiteral("broken.lwsched"))) << banner->sentence().toStdString();
}

TEST_F(FilesTest, RemembersTheTenFilesOpenedLast) {
    for (int i = 0; i < 12; ++i) {
        const QString name = path(qPrintable(QStringLiteral("f%1.lwsched").arg(i)));
        ASSERT_TRUE(document().save(name));
        ASSERT_TRUE(window().files().openPath(name));
    }
    const QStringList recent = Settings().recentFiles();
    ASSERT_EQ(recent.size(), Settings::kRecentFiles);
    EXPECT_TRUE(recent.front().endsWith(QStringLiteral("f11.lwsched")));
    EXPECT_TRUE(recent.back().endsWith(QStringLiteral("f2.lwsched")));
    QFile::remove(path("f5.lwsched"));
    Q_EMIT window().panels().recent->aboutToShow();
    int gone = 0;
    for (const QAction* action : window().panels().recent->actions())
        gone += !action->isSeparator() && !action->isEnabled() ? 1 : 0;
    EXPECT_EQ(gone, 1);
}

TEST_F(FilesTest, AsksBeforeEditsAreLost) {
    edit();
    answerNextBox(QMessageBox::Cancel);
    EXPECT_FALSE(window().close());
    EXPECT_TRUE(window().isVisible());
    answerNextBox(QMessageBox::Discard);
    EXPECT_TRUE(window().close());
}

TEST_F(FilesTest, SavesOnCloseWhenAsked) {
    ASSERT_TRUE(document().save(path("b.lwsched")));
    edit();
    const Plan plan = document().plan();
    answerNextBox(QMessageBox::Save);
    EXPECT_TRUE(window().close());
    Document again;
    ASSERT_TRUE(again.open(path("b.lwsched")));
    EXPECT_EQ(again.plan().schedule, plan.schedule);
}

TEST_F(FilesTest, KeepsACopyOfEditsUntilTheyAreSaved) {
    edit();
    EXPECT_FALSE(window().model().autosave.hasCopy());
    ASSERT_TRUE(waitUntil([this] { return window().model().autosave.hasCopy(); }));
    EXPECT_TRUE(Autosave::leftovers().empty()) << "the window still lives";
    ASSERT_TRUE(document().save(path("c.lwsched")));
    EXPECT_FALSE(window().model().autosave.hasCopy());
    EXPECT_TRUE(QDir(Autosave::folder()).entryList({QStringLiteral("*.lwautosave")}, QDir::Files).isEmpty());
}

TEST_F(FilesTest, RecoversEditsAfterTheProgramWasKilled) {
    const QString file = path("killed.lwsched");
    ASSERT_TRUE(document().save(file));
    const Schedule before = document().schedule();
    QProcess child;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LANEWRIGHT_TEST_HOME"), QStringLiteral("of the parent"));
    child.setProcessEnvironment(environment);
    child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--leave-edits"), file});
    ASSERT_TRUE(child.waitForStarted(kLimitMs));
    ASSERT_TRUE(child.waitForReadyRead(kLimitMs));
    EXPECT_TRUE(child.readAllStandardOutput().contains("saved"));
    EXPECT_TRUE(Autosave::leftovers().empty()) << "the other program still lives";
    ::kill(static_cast<pid_t>(child.processId()), SIGKILL);
    ASSERT_TRUE(child.waitForFinished(kLimitMs));

    const auto leftovers = Autosave::leftovers();
    ASSERT_EQ(leftovers.size(), 1U);
    EXPECT_EQ(leftovers.front().source, file);
    Opening::takeLeftovers(); // it may have been killed before the file had been shown for a while
    ASSERT_TRUE(window().files().recover(leftovers.front()));
    EXPECT_NE(document().schedule(), before);
    EXPECT_EQ(document().path(), file);
    EXPECT_TRUE(document().modified());
    ASSERT_EQ(window().model().variants.count(), 1) << "the state that was named is there, too";
    EXPECT_EQ(window().model().variants.plan(0)->schedule, before);
    EXPECT_TRUE(window().model().autosave.hasCopy());
    document().history().undo();
    EXPECT_NE(document().schedule(), before) << "what was recovered is where the history begins";
    EXPECT_TRUE(Autosave::leftovers().empty());
    EXPECT_FALSE(document().isOverwritten()) << "the file is what it was when it was edited";
    window().files().giveUpEdits();
    window().close();
}

TEST_F(FilesTest, KeepsTheBoardThatWasRecoveredWhateverIsUndone) {
    edit();
    window().model().autosave.saveNow();
    const Plan edited = document().plan();
    const QString left = Autosave::folder() + QStringLiteral("/1-1-1.lwautosave");
    ASSERT_TRUE(QFile::copy(window().model().autosave.file(), left));
    ASSERT_EQ(Autosave::leftovers().size(), 1U);
    ASSERT_TRUE(window().files().recover(Autosave::leftovers().front()));
    EXPECT_EQ(document().plan(), edited);
    window().actionRegistry().at("edit.undo")->trigger();
    EXPECT_EQ(document().plan(), edited);
    EXPECT_TRUE(window().isWindowModified());
    EXPECT_TRUE(window().model().autosave.hasCopy());
    answerNextBox(QMessageBox::Cancel);
    EXPECT_FALSE(window().close()) << "it asks";
    window().files().giveUpEdits();
    window().close();
}

TEST_F(FilesTest, LetsGoOfWhatUndoTookOutOfTheOrder) {
    Plan plan = document().plan();
    const Plan whole = plan;
    plan.schedule.order.assign(2, {});
    window().files().showPlan(plan);
    document().apply(QStringLiteral("Place all"), whole);
    window().selection().set({op("F0.0"), op("B1.2")}, op("B1.2"));
    document().history().undo();
    EXPECT_TRUE(window().selection().empty());
}

TEST_F(FilesTest, LosesAtMostTwoSecondsOfWorkWhenItIsKilledInTheMiddleOfAnEdit) {
    const QString file = path("busy.lwsched");
    ASSERT_TRUE(document().save(file));
    QProcess child;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LANEWRIGHT_TEST_HOME"), QStringLiteral("of the parent"));
    child.setProcessEnvironment(environment);
    child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--keep-editing"), file});
    ASSERT_TRUE(child.waitForStarted(kLimitMs));
    // A line per edit with the time of it; edits come so fast that the program never rests.
    std::vector<int> times;
    const auto enough = [&] { return !times.empty() && times.back() > 2 * Autosave::kWaitMs + 1'200; };
    while (!enough() && child.waitForReadyRead(kLimitMs))
        while (child.canReadLine())
            times.push_back(child.readLine().trimmed().toInt());
    ASSERT_TRUE(enough());
    ::kill(static_cast<pid_t>(child.processId()), SIGKILL);
    ASSERT_TRUE(child.waitForFinished(kLimitMs));
    while (child.canReadLine())
        times.push_back(child.readLine().trimmed().toInt());

    const auto leftovers = Autosave::leftovers();
    ASSERT_EQ(leftovers.size(), 1U);
    const Result<Plan> kept = Autosave::read(leftovers.front());
    ASSERT_TRUE(kept) << kept.error().message;
    // Each edit made the gap one nanosecond longer.
    const auto held = static_cast<std::size_t>(kept->schedule.order[0][0].gap);
    ASSERT_GT(held, 0U);
    ASSERT_LE(held, times.size());
    const int lost = held < times.size() ? times.back() - times[held] : 0;
    EXPECT_LE(lost, 2'000) << held << " of " << times.size() << " edits were kept";
    Autosave::discard(leftovers.front());
}

TEST_F(FilesTest, LeavesOutCopiesItCannotRead) {
    QDir().mkpath(Autosave::folder());
    QFile garbage(Autosave::folder() + QStringLiteral("/1-1-1.lwautosave"));
    ASSERT_TRUE(garbage.open(QIODevice::WriteOnly));
    garbage.write("\x00\xff not json");
    garbage.close();
    EXPECT_TRUE(Autosave::leftovers().empty());
    EXPECT_FALSE(window().files().recover(
        {.file = garbage.fileName(), .source = {}, .title = QStringLiteral("x"), .saved = {}}));
    garbage.remove();
}

TEST_F(FilesTest, NoticesThatAnotherProgramChangedTheFile) {
    const QString file = path("shared.lwsched");
    ASSERT_TRUE(document().save(file));
    ASSERT_TRUE(window().files().openPath(file));
    Document other;
    ASSERT_TRUE(other.open(file));
    Plan plan = other.plan();
    plan.title = "changed elsewhere";
    other.apply(QStringLiteral("Rename"), plan);
    ASSERT_TRUE(other.save(file));
    const auto* banner = window().findChild<Banner*>();
    EXPECT_TRUE(waitUntil([banner] { return banner->sentence().contains(QStringLiteral("shared.lwsched")); }));
}

TEST_F(FilesTest, AsksBeforeANamedStateIsLost) {
    const QString file = path("named.lwsched");
    ASSERT_TRUE(document().save(file));
    auto* other = new MainWindow(session());
    ASSERT_TRUE(other->files().openPath(file));
    other->show();
    ASSERT_TRUE(other->model().variants.keep(QStringLiteral("as it was")));
    EXPECT_TRUE(other->isWindowModified());
    ASSERT_TRUE(waitUntil([other] { return other->model().autosave.hasCopy(); })) << "nor does a crash lose it";
    answerNextBox(QMessageBox::Save);
    EXPECT_TRUE(other->close());
    settle();
    ASSERT_TRUE(window().files().openPath(file));
    ASSERT_EQ(window().model().variants.count(), 1);
    EXPECT_EQ(window().model().variants.name(0), QStringLiteral("as it was"));
}

TEST_F(FilesTest, ABannerSaysWhichVariantsDoNotFitUntilTheyDo) {
    const auto& banner = *window().findChild<Banner*>();
    ASSERT_TRUE(window().model().variants.keep(QStringLiteral("as it was")));
    Plan fewer = document().plan();
    fewer.schedule.microbatches = 1;
    for (Row& row : fewer.schedule.order)
        std::erase_if(row, [](const Block& block) { return block.op.microbatch > 0; });
    document().apply(QStringLiteral("One microbatch"), std::move(fewer));
    EXPECT_TRUE(banner.sentence().startsWith(QStringLiteral("Saving leaves something out: 1 variant does not go")))
        << banner.sentence().toStdString();
    document().history().undo();
    EXPECT_EQ(banner.sentence(), QString());
}

TEST_F(FilesTest, ASaveThatWorkedTakesBackThatOneFailed) {
    const auto& banner = *window().findChild<Banner*>();
    ASSERT_TRUE(QDir().mkdir(path("there")));
    ASSERT_TRUE(document().save(path("there/a.lwsched")));
    ASSERT_TRUE(QDir(path("there")).removeRecursively());
    EXPECT_FALSE(window().files().save());
    EXPECT_EQ(banner.sentence(), QStringLiteral("Not saved: %1: can't be written: there is no folder %2")
                                     .arg(path("there/a.lwsched"), path("there")));
    edit();
    EXPECT_FALSE(banner.sentence().isEmpty()) << "it is not saved yet";
    ASSERT_TRUE(QDir().mkdir(path("there")));
    EXPECT_TRUE(window().files().save());
    EXPECT_EQ(banner.sentence(), QString());
    EXPECT_EQ(window().panels().hint->text(), QStringLiteral("Saved %1.").arg(path("there/a.lwsched")));
    EXPECT_TRUE(window().panels().summary->text().endsWith(QStringLiteral("saved")));
}

TEST_F(FilesTest, WhatCouldNotBeDoneGoesWithTheNextThingThatIs) {
    const auto& banner = *window().findChild<Banner*>();
    EXPECT_FALSE(window().files().openPath(path("none.lwsched")));
    EXPECT_FALSE(banner.sentence().isEmpty());
    edit();
    EXPECT_EQ(banner.sentence(), QString());
    EXPECT_NE(window().panels().hint->text(), QString());
    ASSERT_TRUE(document().save(path("a.lwsched")));
    ASSERT_TRUE(window().files().openPath(path("a.lwsched")));
    EXPECT_EQ(window().panels().hint->text(), QString()) << "it was about the schedule before";
}

TEST_F(FilesTest, SaysOfWhichRunAPlanIs) {
    const lanewright::Run run{.plan = document().plan(), .partial = true};
    ASSERT_TRUE(writeFile(path("job.lwrun").toStdString(), runToJson(run)));
    ASSERT_TRUE(window().files().openPath(path("job.lwrun")));
    EXPECT_TRUE(window().panels().summary->text().endsWith(QStringLiteral("as in job.lwrun")))
        << window().panels().summary->text().toStdString();
    window().files().showPlan(document().plan());
    EXPECT_TRUE(window().panels().summary->text().endsWith(QStringLiteral("not saved yet")));
}

TEST_F(FilesTest, WhatIsPlayedIsSaidWhileItPlays) {
    window().actionRegistry().at("view.playStep")->trigger();
    ASSERT_TRUE(window().panels().playback->isActive());
    EXPECT_NE(window().panels().hint->text(), QString());
    window().panels().playback->close();
    EXPECT_EQ(window().panels().hint->text(), QString());
}

TEST_F(FilesTest, CopyingSaysWhatIsOnTheClipboard) {
    window().selection().set({op("F0.0"), op("F0.1")}, op("F0.0"));
    window().actionRegistry().at("edit.copy")->trigger();
    EXPECT_EQ(window().panels().hint->text(), QStringLiteral("The order of 2 ops is on the clipboard, as text."));
}

/// A window on a file that another program writes as well.
class SharedFileTest : public FilesTest {
protected:
    void SetUp() override {
        FilesTest::SetUp();
        ASSERT_TRUE(document().save(file()));
        ASSERT_TRUE(window().files().openPath(file()));
    }
    QString file() const { return path("shared.lwsched"); }
    void writeElsewhere(const char* title) {
        Document other;
        ASSERT_TRUE(other.open(file()));
        Plan plan = other.plan();
        plan.title = title;
        other.apply(QStringLiteral("Rename"), plan);
        ASSERT_TRUE(other.save(file()));
    }
    std::string titleOnDisk() const {
        Document other;
        EXPECT_TRUE(other.open(file()));
        return other.plan().title;
    }
    const Banner& banner() { return *window().findChild<Banner*>(); }
};

TEST_F(SharedFileTest, AsksBeforeItSavesOverWhatAnotherProgramWrote) {
    writeElsewhere("theirs");
    QString sentence;
    answerNextBox("", [&](QMessageBox& box) { sentence = box.informativeText(); });
    EXPECT_FALSE(window().files().save());
    EXPECT_TRUE(sentence.contains(QStringLiteral("theirs"))) << sentence.toStdString();
    EXPECT_EQ(titleOnDisk(), "theirs");
    ASSERT_TRUE(waitUntil([this] { return !banner().sentence().isEmpty(); }));
    answerNextBox("saveOver");
    EXPECT_TRUE(window().files().save());
    EXPECT_EQ(titleOnDisk(), document().plan().title);
    EXPECT_TRUE(banner().sentence().isEmpty()) << banner().sentence().toStdString();
    EXPECT_TRUE(window().files().save()) << "asked once";
}

TEST_F(SharedFileTest, TakesTheirsAndUndoBringsMineBack) {
    edit();
    const Plan mine = document().plan();
    writeElsewhere("theirs");
    answerNextBox("takeTheirs");
    EXPECT_TRUE(window().files().save());
    EXPECT_EQ(document().plan().title, "theirs");
    EXPECT_FALSE(document().modified());
    document().history().undo();
    EXPECT_EQ(document().plan(), mine);
    EXPECT_TRUE(document().modified());
}

TEST_F(SharedFileTest, AsksAgainWhenTheFileChangesWhileItAsks) {
    writeElsewhere("theirs");
    int asked = 0;
    answerNextBox("saveOver", [&](QMessageBox&) {
        ++asked;
        writeElsewhere("theirs again");
        answerNextBox("", [&](QMessageBox& box) {
            ++asked;
            EXPECT_TRUE(box.informativeText().contains(QStringLiteral("theirs again")));
        });
    });
    EXPECT_FALSE(window().files().save());
    EXPECT_EQ(asked, 2);
    EXPECT_EQ(titleOnDisk(), "theirs again");
}

TEST_F(SharedFileTest, SaysWhenWhatIsThereCannotBeRead) {
    QFile broken(file());
    ASSERT_TRUE(broken.open(QIODevice::WriteOnly));
    broken.write("{");
    broken.close();
    answerNextBox("",
                  [&](QMessageBox& box) { EXPECT_EQ(box.findChild<QObject*>(QStringLiteral("takeTheirs")), nullptr); });
    EXPECT_FALSE(window().files().save());
    answerNextBox("saveOver");
    EXPECT_TRUE(window().files().save());
    EXPECT_EQ(titleOnDisk(), document().plan().title);
}

TEST_F(SharedFileTest, HoldsTheOnlyCopyOfAFileThatIsGone) {
    EXPECT_FALSE(window().isWindowModified());
    ASSERT_TRUE(QFile::remove(file()));
    ASSERT_TRUE(waitUntil([this] { return banner().sentence().contains(QStringLiteral("gone")); }));
    EXPECT_TRUE(window().isWindowModified()) << "closing asks";
    EXPECT_TRUE(window().files().save()) << "nothing is there to ask about";
    EXPECT_TRUE(QFile::exists(file()));
    EXPECT_FALSE(window().isWindowModified());
    EXPECT_TRUE(banner().sentence().isEmpty());
}

TEST_F(SharedFileTest, SaysNothingMoreWhenTheFileIsAsItWas) {
    QFile before(file());
    ASSERT_TRUE(before.open(QIODevice::ReadOnly));
    const QByteArray text = before.readAll();
    before.close();
    ASSERT_TRUE(QFile::remove(file()));
    ASSERT_TRUE(waitUntil([this] { return !banner().sentence().isEmpty(); }));
    QFile again(file());
    ASSERT_TRUE(again.open(QIODevice::WriteOnly));
    again.write(text);
    again.close();
    EXPECT_TRUE(waitUntil([this] { return banner().sentence().isEmpty(); }));
    EXPECT_FALSE(window().isWindowModified());
}

} // namespace
} // namespace lanewright::app
