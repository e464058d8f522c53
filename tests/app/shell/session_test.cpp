// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/open_windows.h"
#include "app/shell/session.h"

#include "app/document/first_plan.h"
#include "app/frame/rows.h"
#include "app/frame/session_contents.h"
#include "app/lesson/lesson_window.h"
#include "app/panels/comparison_model.h"
#include "app/planner/planner_window.h"
#include "app/shell/compare_window.h"
#include "app/widgets/banner.h"
#include "core/edit/edits.h"
#include "core/io/files.h"
#include "core/io/run_json.h"
#include "tests/app/shell/drive.h"
#include "tests/support/repository.h"

#include <QDropEvent>
#include <QFile>
#include <QLockFile>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSplitter>
#include <QTabWidget>
#include <QTimer>

#include <algorithm>
#include <sys/stat.h>

namespace lanewright::app {
namespace {

/// A program that keeps its session; other windows than the test's go at the end.
class SessionTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        ASSERT_TRUE(session().claim());
    }
    void TearDown() override {
        closeOthers();
        newSession();
        QFile::remove(Session::file());
        WindowTest::TearDown();
    }

    void closeOthers() {
        for (MainWindow* each : openWindows<MainWindow>())
            if (each != &window()) {
                each->files().giveUpEdits();
                each->close();
            }
        for (LessonWindow* each : openWindows<LessonWindow>())
            each->close();
        for (CompareWindow* each : openWindows<CompareWindow>())
            each->close();
        settle();
    }
    /// Another window on a file of its own.
    MainWindow* open(const char* name) {
        EXPECT_TRUE(document().save(path(name)));
        auto* other = new MainWindow(session());
        EXPECT_TRUE(other->files().openPath(path(name)));
        other->show();
        settle();
        return other;
    }
    /// The session is as it is now; what closes from here on is of another start.
    void startAnew() {
        session().save();
        newSession();
        closeOthers();
        ASSERT_TRUE(session().claim());
    }
    /// A classroom on a lesson that begins with an empty board, the first step of its coach taken.
    LessonWindow* sitDown(const char* lesson) {
        LessonWindow* classroom = session().classrooms().make();
        EXPECT_TRUE(classroom->open(QLatin1String(lesson)));
        classroom->session().setHelp(HelpLevel::Coach);
        classroom->session().follow();
        EXPECT_TRUE(classroom->document().modified());
        classroom->show();
        settle();
        return classroom;
    }
    static void edit(MainWindow& window) {
        window.selection().set(op("W0.0"));
        window.actionRegistry().at("edit.later")->trigger();
    }
    void drop(const QStringList& names) {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& name : names)
            urls << QUrl::fromLocalFile(name);
        data.setUrls(urls);
        // Qt drops where something may be dropped.
        QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window(), &enter);
        QDropEvent event(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window(), &event);
        settle();
    }
    static std::vector<MainWindow*> windowsOf(const QString& file) {
        std::vector<MainWindow*> found = openWindows<MainWindow>();
        std::erase_if(found, [&](MainWindow* each) { return each->files().openedFile() != file; });
        return found;
    }
};

TEST_F(SessionTest, ShowsEveryWindowAgainAsItWas) {
    MainWindow* first = open("a.lwsched");
    MainWindow* second = open("b.lwsched");
    window().files().showPlan(firstPlan());
    first->range().set(10'000'000, 40'000'000);
    first->selection().set({op("F0.1"), op("B1.2")}, op("B1.2"));
    first->panels().bottom->setCurrentIndex(2);
    first->actionRegistry().at("view.showMemory")->setChecked(false);
    second->lanes().setLaneHeight(120);
    ASSERT_TRUE(first->model().variants.keep(QStringLiteral("as it was")));
    ASSERT_TRUE(first->files().save());
    const WindowRecord a = first->sessionState().record();
    const WindowRecord b = second->sessionState().record();
    session().save();
    // What closes from here on is not of that start any more.
    newSession();
    closeOthers();
    ASSERT_TRUE(session().claim());
    EXPECT_EQ(session().restore(), 2);
    settle();
    ASSERT_EQ(windowsOf(path("a.lwsched")).size(), 1);
    MainWindow* again = windowsOf(path("a.lwsched")).front();
    EXPECT_EQ(again->sessionState().record().from, a.from);
    EXPECT_EQ(again->sessionState().record().to, a.to);
    EXPECT_EQ(again->sessionState().record().selected, a.selected);
    EXPECT_EQ(again->sessionState().record().page, 2);
    ASSERT_EQ(again->model().variants.count(), 1);
    EXPECT_EQ(again->model().variants.name(0), QStringLiteral("as it was"));
    EXPECT_EQ(again->model().variants.present(), 0);
    EXPECT_FALSE(again->sessionState().record().memory);
    EXPECT_EQ(again->sessionState().record().rows, a.rows);
    ASSERT_EQ(windowsOf(path("b.lwsched")).size(), 1);
    EXPECT_EQ(windowsOf(path("b.lwsched")).front()->sessionState().record().laneHeight, b.laneHeight);
    EXPECT_EQ(session().restore(), 0) << "they are open already";
}

/// The desktop speaks German for a while.
struct German {
    German() { setLanguage(QStringLiteral("de")); }
    ~German() { setLanguage(QStringLiteral("en")); }
};

QString firstMenu(const QMainWindow& window) { return window.menuBar()->actions().front()->text(); }

TEST_F(SessionTest, ChangesTheLanguageOfOpenWindowsAndNothingElse) {
    MainWindow* other = open("a.lwsched");
    edit(*other);
    other->range().set(10'000'000, 40'000'000);
    other->selection().set({op("F0.1"), op("B1.2")}, op("B1.2"));
    other->model().autosave.saveNow();
    const Plan edited = other->document().plan();
    const QString copy = other->model().autosave.file();
    settle(); // until the frame is known
    const WindowRecord before = other->sessionState().record();
    {
        const German german;
        settle();
        EXPECT_EQ(firstMenu(*other), QStringLiteral("&Datei"));
        EXPECT_EQ(firstMenu(window()), QStringLiteral("&Datei"));
        EXPECT_TRUE(other->isVisible());
        EXPECT_EQ(other->document().plan(), edited);
        EXPECT_TRUE(other->isWindowModified());
        EXPECT_EQ(other->model().autosave.file(), copy);
        EXPECT_TRUE(QFile::exists(copy));
        WindowRecord after = other->sessionState().record();
        after.columns = before.columns; // they make room for the words
        EXPECT_EQ(after, before);
        other->actionRegistry().at("edit.undo")->trigger();
        EXPECT_NE(other->document().plan(), edited);
        EXPECT_FALSE(other->isWindowModified());
        other->actionRegistry().at("edit.redo")->trigger();
    }
    settle();
    EXPECT_EQ(firstMenu(*other), QStringLiteral("&File"));
    EXPECT_EQ(other->document().plan(), edited);
    answerNextBox(QMessageBox::Cancel);
    EXPECT_FALSE(other->close()) << "it asks about the edit";
    other->files().giveUpEdits();
}

TEST_F(SessionTest, ClassroomsPlannersAndComparisonsChangeTheirLanguageToo) {
    LessonWindow* classroom = sitDown("gpipe");
    classroom->session().showHint();
    const Plan board = classroom->document().plan();
    auto* compare = new CompareWindow(session());
    compare->show();
    compare->add(firstPlan(), QStringLiteral("first"));
    compare->document(0).apply(QStringLiteral("a try"), *moveBlock(firstPlan().schedule, {1, 2}, 0));
    const auto planner = std::make_unique<PlannerWindow>();
    planner->setAttribute(Qt::WA_DeleteOnClose, false);
    planner->show();
    const QString english = planner->windowTitle();
    {
        const German german;
        settle();
        EXPECT_EQ(firstMenu(*classroom), QStringLiteral("&Lektion"));
        EXPECT_EQ(classroom->document().plan(), board);
        EXPECT_EQ(classroom->session().work().hintsShown(), 1);
        EXPECT_TRUE(classroom->document().history().canUndo());
        EXPECT_NE(planner->windowTitle(), english);
        const ComparisonModel& table = compare->numbers();
        EXPECT_EQ(table.index(table.rowCount() - 1, 0).data().toString(), QStringLiteral("Spitzenspeicher"));
        EXPECT_TRUE(compare->document(0).history().canUndo());
    }
    settle();
    EXPECT_EQ(firstMenu(*classroom), QStringLiteral("&Lesson"));
    classroom->action("edit.undo")->trigger();
    EXPECT_FALSE(classroom->document().modified());
    EXPECT_EQ(planner->windowTitle(), english);
}

TEST_F(SessionTest, SetsAsideWhatTheLastStartEndedOn) {
    open("a.lwsched");
    open("b.lwsched");
    window().files().showPlan(firstPlan());
    startAnew();
    EXPECT_EQ(session().restore({path("a.lwsched"), Session::file()}), 1);
    EXPECT_TRUE(windowsOf(path("a.lwsched")).empty());
    EXPECT_EQ(windowsOf(path("b.lwsched")).size(), 1);
    EXPECT_EQ(session().setAside(), QStringList{path("a.lwsched")});
    // Until somebody decides, it stays so.
    startAnew();
    EXPECT_EQ(session().restore(), 1);
    EXPECT_EQ(session().setAside(), QStringList{path("a.lwsched")});
    session().askAboutSetAside(window());
    EXPECT_TRUE(window().findChild<Banner*>()->sentence().contains(QStringLiteral("a.lwsched")));
    EXPECT_EQ(session().openSetAside(), 1);
    EXPECT_EQ(windowsOf(path("a.lwsched")).size(), 1);
    EXPECT_TRUE(session().setAside().isEmpty());
    startAnew();
    EXPECT_EQ(session().restore(), 2);
}

TEST_F(SessionTest, SetsAsideRunsLessonsAndComparisonsToo) {
    lanewright::Run run{.plan = document().plan()};
    run.steps.push_back({.wall = document().timeline()});
    ASSERT_TRUE(writeFile(path("a.lwrun").toStdString(), runToJson(run)));
    auto* measured = new MainWindow(session());
    ASSERT_TRUE(measured->files().openPath(path("a.lwrun")));
    measured->show();
    ASSERT_TRUE(QFile::copy(QString::fromStdString(test::inRepository("tests/data/markup/lesson.lwlesson")),
                            path("l.lwlesson")));
    LessonWindow* classroom = session().classrooms().make();
    ASSERT_TRUE(classroom->open(path("l.lwlesson")));
    classroom->show();
    ASSERT_TRUE(document().save(path("c.lwsched")));
    auto* compare = new CompareWindow(session());
    ASSERT_TRUE(compare->addFile(path("c.lwsched")));
    compare->show();
    window().files().showPlan(firstPlan());
    settle();
    startAnew();
    const QStringList suspects = {path("a.lwrun"), path("l.lwlesson"), path("c.lwsched"), Session::file()};
    EXPECT_EQ(session().restore(suspects), 0);
    EXPECT_TRUE(windowsOf(path("a.lwrun")).empty());
    EXPECT_TRUE(openWindows<LessonWindow>().empty());
    EXPECT_TRUE(openWindows<CompareWindow>().empty());
    EXPECT_EQ(session().setAside(), (QStringList{path("a.lwrun"), path("l.lwlesson"), QStringLiteral("c.lwsched")}));
    EXPECT_EQ(session().openSetAside(), 3);
}

TEST_F(SessionTest, WaitsForNoPipeInPlaceOfAFile) {
    open("a.lwsched");
    ASSERT_TRUE(QFile::copy(QString::fromStdString(test::inRepository("tests/data/markup/lesson.lwlesson")),
                            path("l.lwlesson")));
    LessonWindow* classroom = session().classrooms().make();
    ASSERT_TRUE(classroom->open(path("l.lwlesson")));
    classroom->show();
    window().files().showPlan(firstPlan());
    settle();
    startAnew();
    for (const char* name : {"a.lwsched", "l.lwlesson"}) {
        ASSERT_TRUE(QFile::remove(path(name)));
        ASSERT_EQ(mkfifo(path(name).toLocal8Bit().constData(), 0600), 0);
    }
    EXPECT_EQ(session().restore(), 0);
}

TEST_F(SessionTest, OpensNothingUnaskedWhereTheSessionItselfEndedTheLastStart) {
    open("a.lwsched");
    window().files().showPlan(firstPlan());
    sitDown("gpipe");
    startAnew();
    EXPECT_EQ(session().restore({Session::file()}), 0);
    EXPECT_EQ(session().setAside(), (QStringList{path("a.lwsched"), QStringLiteral("gpipe")}));
    session().forgetSetAside();
    startAnew();
    EXPECT_EQ(session().restore(), 0);
}

TEST_F(SessionTest, LeavesOutFilesThatAreGoneAndRubbish) {
    open("a.lwsched");
    session().save();
    newSession();
    closeOthers();
    window().files().showPlan(firstPlan());
    QFile::remove(path("a.lwsched"));
    ASSERT_TRUE(session().claim());
    EXPECT_EQ(session().restore(), 0);
    QFile file(Session::file());
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("{\"version\": 1, \"windows\": [3, {\"file\": 7, \"page\": \"x\"}]}");
    file.close();
    EXPECT_EQ(session().restore(), 0);
}

TEST_F(SessionTest, ForgetsAWindowThatIsClosedWhileOthersStay) {
    MainWindow* first = open("a.lwsched");
    open("b.lwsched");
    window().files().showPlan(firstPlan());
    first->close();
    settle();
    const std::vector<WindowRecord> records = Session::read().windows;
    ASSERT_EQ(records.size(), 1);
    EXPECT_EQ(records.front().file, path("b.lwsched"));
}

TEST_F(SessionTest, IsKeptByTheFirstOfSeveralPrograms) {
    newSession();
    QLockFile other(Session::file() + QStringLiteral(".lock"));
    other.setStaleLockTime(0);
    ASSERT_TRUE(other.tryLock(0));
    EXPECT_FALSE(session().claim());
    other.unlock();
    EXPECT_TRUE(session().claim());
}

TEST_F(SessionTest, RaisesTheWindowThatShowsAFileAlready) {
    open("a.lwsched");
    window().files().showPlan(firstPlan());
    edit(window());
    const std::size_t before = openWindows<MainWindow>().size();
    window().files().openInFittingWindow(path("a.lwsched"));
    EXPECT_EQ(openWindows<MainWindow>().size(), before);
    EXPECT_EQ(windowsOf(path("a.lwsched")).size(), 1);
}

TEST_F(SessionTest, OpensEveryFileThatIsDroppedOnce) {
    ASSERT_TRUE(document().save(path("a.lwsched")));
    ASSERT_TRUE(document().save(path("b.lwsched")));
    window().files().showPlan(firstPlan());
    drop({path("a.lwsched"), path("b.lwsched"), path("a.lwsched")});
    EXPECT_EQ(window().files().openedFile(), path("a.lwsched"));
    EXPECT_EQ(windowsOf(path("a.lwsched")).size(), 1);
    EXPECT_EQ(windowsOf(path("b.lwsched")).size(), 1);
}

TEST_F(SessionTest, AsksOnceForAllThatIsNotSavedBeforeItQuits) {
    MainWindow* first = open("a.lwsched");
    MainWindow* second = open("b.lwsched");
    window().files().showPlan(firstPlan());
    edit(*first);
    edit(*second);
    answerNextBox(QMessageBox::Cancel);
    EXPECT_FALSE(session().quit());
    EXPECT_TRUE(first->isVisible());
    EXPECT_TRUE(first->document().modified());
    answerNextBox(QMessageBox::SaveAll);
    EXPECT_TRUE(session().quit());
    settle();
    EXPECT_TRUE(openWindows<MainWindow>().size() == 1 && !window().isVisible());
    // All of them come back at the next start.
    EXPECT_EQ(Session::read().windows.size(), 2);
    window().show();
}

TEST_F(SessionTest, QuitsWithoutSavingWhereAPersonSaysSo) {
    MainWindow* first = open("a.lwsched");
    MainWindow* second = open("b.lwsched");
    window().files().showPlan(firstPlan());
    edit(*first);
    edit(*second);
    answerNextBox(QMessageBox::Discard);
    EXPECT_TRUE(session().quit());
    settle();
    EXPECT_TRUE(Autosave::leftovers().empty());
    window().show();
}

TEST_F(SessionTest, KeepsACopyOfTheEditsOfEachWindow) {
    MainWindow* first = open("a.lwsched");
    MainWindow* second = open("b.lwsched");
    window().files().showPlan(firstPlan());
    edit(*first);
    edit(*second);
    first->model().autosave.saveNow();
    second->model().autosave.saveNow();
    EXPECT_TRUE(first->model().autosave.hasCopy() && second->model().autosave.hasCopy());
    EXPECT_TRUE(Autosave::leftovers().empty()) << "their windows live";
    first->files().giveUpEdits();
    first->close();
    settle();
    EXPECT_TRUE(second->model().autosave.hasCopy());
}

TEST_F(SessionTest, OpensAClassroomAgainWithItsLessonAndBoard) {
    window().files().showPlan(firstPlan());
    LessonWindow* before = sitDown("gpipe");
    before->session().showHint();
    before->session().follow();
    before->resize(1111, 777);
    settle();
    const Plan board = before->document().plan();
    startAnew();
    ASSERT_TRUE(openWindows<LessonWindow>().empty());
    EXPECT_EQ(session().restore(), 1);
    settle();
    ASSERT_EQ(openWindows<LessonWindow>().size(), 1);
    LessonWindow& again = *openWindows<LessonWindow>().front();
    EXPECT_TRUE(again.isVisible());
    EXPECT_EQ(again.lessonSource(), QStringLiteral("gpipe"));
    EXPECT_EQ(again.document().plan(), board);
    EXPECT_EQ(again.session().work().help(), HelpLevel::Coach);
    EXPECT_EQ(again.session().work().hintsShown(), 1);
    EXPECT_EQ(again.size(), QSize(1111, 777));
    again.document().history().undo();
    EXPECT_FALSE(again.document().modified()) << "back to the start of the lesson";
    EXPECT_EQ(session().restore(), 0) << "it is open already";
}

TEST_F(SessionTest, BoardsOfAClosedClassroomComeBack) {
    window().files().showPlan(firstPlan());
    LessonWindow* before = sitDown("gpipe");
    const Plan board = before->document().plan();
    ASSERT_TRUE(before->open(QStringLiteral("zb-h1")));
    before->close();
    settle();
    const auto boardAgain = [this] {
        LessonWindow* again = session().classrooms().make();
        EXPECT_TRUE(again->open(QStringLiteral("gpipe")));
        Plan plan = again->document().plan();
        again->document().history().undo();
        EXPECT_FALSE(again->document().modified()) << "one step back is the start of the lesson";
        again->document().history().redo();
        again->close();
        settle();
        return plan;
    };
    EXPECT_EQ(boardAgain(), board) << "in the same start";
    startAnew();
    session().restoreBoards();
    EXPECT_EQ(session().restore(), 0) << "no window is left";
    EXPECT_EQ(boardAgain(), board) << "in the next one";
    startAnew();
    session().restoreBoards({Session::file()});
    EXPECT_NE(boardAgain(), board) << "not read where that ended the last start";
}

TEST_F(SessionTest, BoardsOfAnOpenClassroomComeBackWhereItsWindowDoesNot) {
    window().files().showPlan(firstPlan());
    LessonWindow* before = sitDown("gpipe");
    const Plan board = before->document().plan();
    ASSERT_TRUE(before->open(QStringLiteral("zb-h1")));
    startAnew();
    session().restoreBoards();
    ASSERT_TRUE(session().classrooms().open(QStringLiteral("1")));
    settle();
    EXPECT_EQ(openWindows<LessonWindow>().front()->document().plan(), board);
}

TEST_F(SessionTest, BoardsThatWereNotReadWaitForTheNextStart) {
    window().files().showPlan(firstPlan());
    LessonWindow* before = sitDown("gpipe");
    const Plan board = before->document().plan();
    before->close();
    startAnew();
    session().restoreBoards({Session::file()});
    startAnew();
    session().restoreBoards();
    LessonWindow* again = session().classrooms().make();
    ASSERT_TRUE(again->open(QStringLiteral("gpipe")));
    EXPECT_EQ(again->document().plan(), board);
}

TEST_F(SessionTest, AnswersThatWereLookedAtAreNoBoardsOfOnesOwn) {
    window().files().showPlan(firstPlan());
    LessonWindow* ada = sitDown("gpipe");
    const Plan theirs = ada->document().plan();
    ASSERT_TRUE(ada->files().saveAnswers(path("ada.lwanswers"), QStringLiteral("Ada")));
    ada->session().restart();
    ada->close();
    settle();
    ASSERT_TRUE(session().classrooms().open(path("ada.lwanswers")));
    settle();
    ASSERT_EQ(openWindows<LessonWindow>().size(), 1);
    EXPECT_EQ(openWindows<LessonWindow>().front()->document().plan(), theirs);
    startAnew();
    session().restoreBoards();
    EXPECT_EQ(session().restore(), 1);
    settle();
    EXPECT_EQ(openWindows<LessonWindow>().front()->document().plan(), theirs);
    openWindows<LessonWindow>().front()->close();
    settle();
    LessonWindow* own = session().classrooms().make();
    ASSERT_TRUE(own->open(QStringLiteral("gpipe")));
    EXPECT_FALSE(own->document().modified());
}

TEST_F(SessionTest, BringsNoBoardIntoALessonThatChanged) {
    window().files().showPlan(firstPlan());
    LessonRecord record = Classrooms::recordOf(*sitDown("gpipe"));
    closeOthers();
    Plan other = *record.progress.board;
    other.costs.stages[0][0].forward += 1;
    record.progress.board = std::make_shared<const Plan>(other);
    LessonWindow* again = session().classrooms().openAgain(record);
    ASSERT_TRUE(again);
    EXPECT_FALSE(again->document().modified());
    delete again;
    record.lesson = QStringLiteral("no such lesson");
    EXPECT_EQ(session().classrooms().openAgain(record), nullptr);
}

TEST_F(SessionTest, KeepsACopyOfAClassroomsBoard) {
    LessonWindow* classroom = sitDown("gpipe");
    const Plan board = classroom->document().plan();
    auto* autosave = classroom->findChild<Autosave*>();
    ASSERT_TRUE(autosave);
    autosave->saveNow();
    EXPECT_TRUE(autosave->hasCopy());
    EXPECT_TRUE(Autosave::leftovers().empty()) << "its window lives";
    // A window that goes without being closed is one whose program was killed.
    delete classroom;
    const std::vector<Autosave::Leftover> leftovers = Autosave::leftovers();
    ASSERT_EQ(leftovers.size(), 1);
    ASSERT_TRUE(leftovers.front().lesson);
    EXPECT_EQ(leftovers.front().lesson->lesson, QStringLiteral("gpipe"));
    LessonWindow* again = session().classrooms().recover(leftovers.front());
    ASSERT_TRUE(again);
    EXPECT_EQ(again->document().plan(), board);
    EXPECT_TRUE(again->findChild<Autosave*>()->hasCopy());
    again->close();
    settle();
    EXPECT_TRUE(Autosave::leftovers().empty()) << "closed by a person";
}

TEST_F(SessionTest, OpensAComparisonAgainWithFilesTriesAndRuns) {
    ASSERT_TRUE(document().save(path("a.lwsched")));
    auto* compare = new CompareWindow(session());
    compare->show();
    ASSERT_TRUE(compare->addFile(path("a.lwsched")));
    auto run = std::make_shared<lanewright::Run>();
    run->plan = document().plan();
    run->steps.push_back({.wall = document().timeline()});
    compare->add(document().plan(), QStringLiteral("tried"), run);
    ASSERT_TRUE(compare->addFile(path("a.lwsched")));
    compare->document(2).apply(QStringLiteral("a try"), *moveBlock(document().schedule(), {1, 2}, 0));
    compare->lanes(0).range().set(10'000'000, 40'000'000);
    const Plan tried = compare->document(2).plan();
    window().files().showPlan(firstPlan());
    startAnew();
    ASSERT_TRUE(openWindows<CompareWindow>().empty());
    EXPECT_EQ(session().restore(), 1);
    settle();
    ASSERT_EQ(openWindows<CompareWindow>().size(), 1);
    CompareWindow& again = *openWindows<CompareWindow>().front();
    ASSERT_EQ(again.count(), 3);
    EXPECT_TRUE(compareHead(again, 0).contains(QStringLiteral("a.lwsched")));
    EXPECT_TRUE(compareHead(again, 1).contains(QStringLiteral("tried")));
    ASSERT_TRUE(again.document(1).run());
    EXPECT_EQ(again.document(1).run()->steps, run->steps);
    EXPECT_EQ(again.document(2).plan(), tried);
    EXPECT_EQ(again.lanes(2).range().start(), 10'000'000);
    EXPECT_EQ(window().comparisons().showPresent(), &again) << "one comparison for all windows";
    again.close();
    settle();
    EXPECT_TRUE(Session::read().comparisons.empty());
}

TEST_F(SessionTest, ForgetsContentsThatNoSessionSpeaksOf) {
    const auto plan = std::make_shared<const Plan>(firstPlan());
    const QString name = session::keep(plan);
    ASSERT_TRUE(session::keptPlan(name));
    EXPECT_EQ(*session::keptPlan(name), *plan);
    EXPECT_EQ(session::keep(plan), name);
    EXPECT_FALSE(session::keptPlan(QStringLiteral("../session.json")));
    EXPECT_FALSE(session::keptRun(name));
    session::forgetAllBut("… " + name.toLatin1() + " …");
    EXPECT_TRUE(session::keptPlan(name));
    session().save();
    EXPECT_FALSE(session::keptPlan(name));
}

} // namespace
} // namespace lanewright::app
