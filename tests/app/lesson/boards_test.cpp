// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/help_window.h"
#include "app/frame/session_record.h"
#include "app/lesson/built_in_lessons.h"
#include "app/lesson/lesson_list.h"
#include "app/lesson/lesson_panel.h"
#include "app/lesson/lesson_parts.h"
#include "app/shell/open_windows.h"
#include "app/shell/session.h"
#include "app/timeline/gesture_controller.h"
#include "app/timeline/tray/tray.h"
#include "app/widgets/banner.h"
#include "core/model/text.h"
#include "core/open/open_file.h"
#include "tests/app/child.h"
#include "tests/app/lesson/classroom.h"

#include <QApplication>
#include <QDesktopServices>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMouseEvent>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <QTimer>
#include <QToolButton>
#include <QUrl>

#include <algorithm>
#include <memory>
#include <set>

namespace lanewright::app {
namespace {

Session& session() {
    static Session one;
    return one;
}

/// What a student has done stays, and so does what helped.
class BoardsTest : public ClassroomTest {
protected:
    void place(int count) {
        window().session().setHelp(HelpLevel::Coach);
        for (int step = 0; step < count; ++step)
            window().session().follow();
    }
};

TEST_F(BoardsTest, ALookAtTheNextLessonLosesNothing) {
    ASSERT_TRUE(window().open(QStringLiteral("gpipe")));
    place(3);
    const Plan board = window().document().plan();
    key(Qt::Key_PageDown, Qt::ControlModifier);
    EXPECT_EQ(window().lessonSource(), QStringLiteral("one-forward-one-backward"));
    EXPECT_FALSE(window().document().modified());
    key(Qt::Key_PageUp, Qt::ControlModifier);
    EXPECT_EQ(window().document().plan(), board);
    EXPECT_EQ(window().session().work().help(), HelpLevel::Coach);
    EXPECT_EQ(window().session().work().used().coachSteps, 3);
    window().document().history().undo();
    EXPECT_FALSE(window().document().modified()) << "one step back is the start of the lesson";
}

TEST_F(BoardsTest, ALessonBegunAgainBeginsAgainLaterToo) {
    ASSERT_TRUE(window().open(QStringLiteral("gpipe")));
    place(3);
    window().action("lesson.restart")->trigger();
    key(Qt::Key_PageDown, Qt::ControlModifier);
    key(Qt::Key_PageUp, Qt::ControlModifier);
    EXPECT_EQ(window().document().schedule().order, std::vector<Row>(3));
}

TEST_F(BoardsTest, TheBoardsOfAllLessonsComeBackWithTheSession) {
    const std::unique_ptr<LessonWindow> first(session().classrooms().make());
    first->setAttribute(Qt::WA_DeleteOnClose, false);
    ASSERT_TRUE(first->open(QStringLiteral("gpipe")));
    first->session().setHelp(HelpLevel::Coach);
    first->session().follow();
    first->session().showHint();
    const Plan gpipe = first->document().plan();
    ASSERT_TRUE(first->open(QStringLiteral("zb-h1")));
    const LessonRecord record = LessonRecord::fromJson(Classrooms::recordOf(*first).toJson());
    const std::unique_ptr<LessonWindow> second(session().classrooms().openAgain(record));
    ASSERT_TRUE(second);
    second->setAttribute(Qt::WA_DeleteOnClose, false);
    EXPECT_EQ(second->lessonSource(), QStringLiteral("zb-h1"));
    ASSERT_TRUE(second->open(QStringLiteral("gpipe")));
    EXPECT_EQ(second->document().plan(), gpipe);
    EXPECT_EQ(second->session().work().hintsShown(), 1);
    EXPECT_EQ(second->session().work().used(), (HelpUsed{.hints = 1, .coachSteps = 1}));
}

TEST_F(BoardsTest, WhatHelpedStandsBesideTheScore) {
    ASSERT_TRUE(window().open(QStringLiteral("one-forward-one-backward")));
    EXPECT_EQ(window().panel().usedText(), QStringLiteral("Without help, in less than a minute"));
    window().action("lesson.hint")->trigger();
    window().action("lesson.hint")->trigger();
    window().session().setHelp(HelpLevel::Coach);
    window().session().follow();
    window().session().addTime(200);
    EXPECT_EQ(window().panel().usedText(), QStringLiteral("With 2 hints and 1 step of the coach, in 3 minutes"));
    key(Qt::Key_T, Qt::ControlModifier);
    key(Qt::Key_T, Qt::ControlModifier);
    EXPECT_TRUE(window().session().work().used().answerShown);
    EXPECT_TRUE(window().panel().usedText().contains(QStringLiteral("the answer shown")));
    window().action("lesson.restart")->trigger();
    EXPECT_EQ(window().session().work().used().hints, 2) << "beginning again takes nothing back";
    EXPECT_TRUE(window().session().work().used().answerShown);
}

TEST_F(BoardsTest, TheAnswersToAllLessonsTravelAsOneFile) {
    EXPECT_FALSE(window().files().saveAnswers(write("none.lwanswers", ""), QStringLiteral("Ada")))
        << "nothing was done yet";
    ASSERT_TRUE(window().open(QStringLiteral("gpipe")));
    place(3);
    const Plan gpipe = window().document().plan();
    ASSERT_TRUE(window().open(QStringLiteral("post-validation")));
    window().session().setOptimizer(OptimizerMode::PostValidated);
    place(1);
    const Plan later = window().document().plan();
    const QString file = write("ada.lwanswers", "");
    const Result<Done> saved = window().files().saveAnswers(file, QStringLiteral("Ada"));
    ASSERT_TRUE(saved) << saved.error().message;
    const std::unique_ptr<LessonWindow> teacher(session().classrooms().make());
    teacher->setAttribute(Qt::WA_DeleteOnClose, false);
    const Result<Done> opened = teacher->open(file);
    ASSERT_TRUE(opened) << opened.error().message;
    ASSERT_TRUE(teacher->open(QStringLiteral("gpipe")));
    EXPECT_EQ(teacher->document().plan().schedule, gpipe.schedule);
    EXPECT_EQ(teacher->session().work().used().coachSteps, 3);
    ASSERT_TRUE(teacher->open(QStringLiteral("post-validation")));
    EXPECT_EQ(teacher->document().plan().schedule, later.schedule);
    EXPECT_EQ(teacher->session().work().optimizer(), OptimizerMode::PostValidated);
    EXPECT_FALSE(teacher->open(write("broken.lwanswers", "{}")));
    EXPECT_EQ(teacher->document().plan().schedule, later.schedule) << "what can't be read changes nothing";
}

TEST_F(BoardsTest, APupilsAnswersStandUnderTheirNameAndLeaveTheTeachersTicksAlone) {
    for (const char* lesson : {"gpipe", "one-forward-one-backward"}) {
        ASSERT_TRUE(window().open(QLatin1String(lesson)));
        place(60);
        ASSERT_TRUE(window().session().work().reached()) << lesson;
    }
    const QString file = write("ada.lwanswers", "");
    ASSERT_TRUE(window().files().saveAnswers(file, QStringLiteral("Ada")));
    Student::forget();
    const std::unique_ptr<LessonWindow> pupils(session().classrooms().make());
    pupils->setAttribute(Qt::WA_DeleteOnClose, false);
    ASSERT_TRUE(pupils->open(file));
    EXPECT_EQ(pupils->pupil(), QStringLiteral("Ada"));
    EXPECT_TRUE(pupils->windowTitle().contains(QStringLiteral("answers of Ada")))
        << pupils->windowTitle().toStdString();
    const std::unique_ptr<LessonList> list(pupils->chooseLesson());
    const auto* lines = list->findChild<QListWidget*>();
    EXPECT_TRUE(lines->item(1)->text().contains(QStringLiteral("✓"))) << "also where nobody has looked yet";
    EXPECT_TRUE(lines->item(2)->text().contains(QStringLiteral("✓")));
    EXPECT_FALSE(lines->item(3)->text().contains(QStringLiteral("✓")));
    const HelpUsed used = pupils->session().work().used();
    pupils->showAnswer(true);
    pupils->session().showHint();
    EXPECT_EQ(pupils->session().work().used(), used) << "a look at the answer behind the goal is no help";
    ASSERT_TRUE(pupils->open(QStringLiteral("one-forward-one-backward")));
    EXPECT_FALSE(Student::isDone(QStringLiteral("gpipe")));
    EXPECT_FALSE(Student::isDone(QStringLiteral("one-forward-one-backward")));
    const LessonRecord record = LessonRecord::fromJson(Classrooms::recordOf(*pupils).toJson());
    const std::unique_ptr<LessonWindow> again(session().classrooms().openAgain(record));
    ASSERT_TRUE(again);
    again->setAttribute(Qt::WA_DeleteOnClose, false);
    EXPECT_EQ(again->pupil(), QStringLiteral("Ada"));
    EXPECT_FALSE(Student::isDone(QStringLiteral("gpipe"))) << "nor when they come back with the session";
}

/// What a pupil did in two lessons, opened by the teacher.
class PupilTest : public BoardsTest {
protected:
    void SetUp() override {
        BoardsTest::SetUp();
        for (const char* lesson : {"gpipe", "one-forward-one-backward"}) {
            ASSERT_TRUE(window().open(QLatin1String(lesson)));
            place(3);
        }
        ASSERT_TRUE(window().files().saveAnswers(m_file = write("ada.lwanswers", ""), QStringLiteral("Ada")));
        m_teacher.reset(session().classrooms().make());
        m_teacher->setAttribute(Qt::WA_DeleteOnClose, false);
        ASSERT_TRUE(m_teacher->open(m_file));
        m_teacher->show();
    }
    void TearDown() override {
        m_teacher.reset();
        BoardsTest::TearDown();
    }
    LessonWindow& teacher() { return *m_teacher; }
    /// Closes the window; where it asks, `button` is the answer. Whether it asked.
    bool closed(QMessageBox::StandardButton button) {
        bool asked = false;
        QTimer look;
        QObject::connect(&look, &QTimer::timeout, &look, [&asked, button] {
            if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                asked = true;
                box->button(button)->click();
            }
        });
        look.start(0);
        teacher().close(); // it is here again when the box has gone
        return asked;
    }
    void work() {
        teacher().session().setHelp(HelpLevel::Coach);
        teacher().session().follow();
    }

    QString m_file;

private:
    std::unique_ptr<LessonWindow> m_teacher;
};

TEST_F(PupilTest, AnswersThatWereOnlyLookedAtCloseWithoutAQuestion) {
    ASSERT_TRUE(teacher().open(QStringLiteral("gpipe")));
    ASSERT_TRUE(teacher().open(QStringLiteral("one-forward-one-backward")));
    ASSERT_TRUE(teacher().open(QStringLiteral("zb-h1")));
    EXPECT_FALSE(closed(QMessageBox::Cancel));
    EXPECT_FALSE(teacher().isVisible());
}

TEST_F(PupilTest, WorkOnAPupilsAnswersIsNotLostWithoutAQuestion) {
    ASSERT_TRUE(teacher().open(QStringLiteral("gpipe")));
    work();
    ASSERT_TRUE(teacher().open(QStringLiteral("zb-h1")));
    EXPECT_TRUE(closed(QMessageBox::Cancel)) << "the board that was left is one of those that would be lost";
    EXPECT_TRUE(teacher().isVisible());
    const LessonRecord record = LessonRecord::fromJson(Classrooms::recordOf(teacher()).toJson());
    const std::unique_ptr<LessonWindow> again(session().classrooms().openAgain(record));
    ASSERT_TRUE(again);
    again->setAttribute(Qt::WA_DeleteOnClose, false);
    EXPECT_TRUE(again->book().hasChanged()) << "nor when they come back with the session";
    EXPECT_TRUE(closed(QMessageBox::Discard));
    EXPECT_FALSE(teacher().isVisible());
    EXPECT_FALSE(teacher().book().hasChanged());
}

TEST_F(PupilTest, ABoardThatWasBegunAgainIsAChangeToo) {
    teacher().session().restart();
    EXPECT_TRUE(teacher().book().hasChanged());
}

TEST_F(PupilTest, ALookAtAPupilsAnswerLeavesTheirRecordAlone) {
    const HelpUsed used = teacher().session().work().used();
    ASSERT_EQ(used.coachSteps, 3);
    teacher().session().showHint();
    teacher().showAnswer(true);
    teacher().showAnswer(false);
    teacher().session().addTime(600);
    work();
    EXPECT_EQ(teacher().session().work().used(), used);
    ASSERT_TRUE(teacher().open(QStringLiteral("zb-h1")));
    teacher().session().showHint();
    EXPECT_EQ(teacher().session().work().used(), HelpUsed{});
}

TEST_F(PupilTest, WhatTheTeacherReachesIsNoTickOfThePupil) {
    ASSERT_TRUE(teacher().open(QStringLiteral("gpipe")));
    teacher().session().setHelp(HelpLevel::Coach);
    for (int step = 0; step < 60 && !teacher().session().work().reached(); ++step)
        teacher().session().follow();
    ASSERT_TRUE(teacher().session().work().reached());
    const std::unique_ptr<LessonList> list(teacher().chooseLesson());
    EXPECT_FALSE(list->findChild<QListWidget*>()->item(1)->text().contains(QStringLiteral("✓")));
}

/// One answer to the lesson called `title`, on two ranks and two microbatches, F taking `forward`.
QByteArray answersTo(const char* title, int forward) {
    return QStringLiteral(R"({"format": "lanewright-answers", "version": 1, "by": "Ben", "answers": [{"lesson": "%1",
        "schedule": {"format": "lanewright-schedule", "version": 1, "microbatches": 2, "placement": {"ranks": 2},
        "costs": {"forward": %2, "backward_input": 1, "backward_weight": 1, "transfer": 0},
        "order": [["F0.0", "F0.1"], ["F1.0"]]}}]})")
        .arg(QLatin1String(title))
        .arg(forward)
        .toUtf8();
}

constexpr char kOwnLesson[] = R"({"format": "lanewright-lesson", "version": 1, "title": "Two ranks", "task": "Do it.",
    "problem": {"microbatches": 2, "placement": {"ranks": 2}}, "help": "coach",
    "goals": {"complete": true, "valid": true, "makespan": 9}})";

TEST_F(BoardsTest, AnswersToALessonFileOpenFromTheWindowThatShowsIt) {
    const QString lesson = write("own.lwlesson", kOwnLesson);
    const QString answers = write("ben.lwanswers", answersTo("Two ranks", 1));
    EXPECT_FALSE(session().classrooms().open(answers)) << "nobody knows where that lesson is";
    const Result<Done> opened = session().classrooms().open(answers, lesson);
    ASSERT_TRUE(opened) << opened.error().message;
    LessonWindow* found = nullptr;
    for (LessonWindow* each : openWindows<LessonWindow>())
        found = each->pupil() ? each : found;
    ASSERT_TRUE(found);
    EXPECT_EQ(found->pupil(), QStringLiteral("Ben"));
    EXPECT_EQ(found->lessonSource(), lesson);
    EXPECT_EQ(found->document().schedule().order[0].size(), 2U);
    EXPECT_EQ(found->session().work().help(), HelpLevel::Coach) << "as the lesson begins";
    delete found;
}

TEST_F(BoardsTest, AnAnswerToAnotherProblemIsRefusedAndNotAnEmptyBoard) {
    ASSERT_TRUE(window().open(write("own.lwlesson", kOwnLesson)));
    const Result<Done> opened = window().open(write("ben.lwanswers", answersTo("Two ranks", 2)));
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().message.text().substr(0, 47), "Two ranks: this is no answer to the lesson: F o");
    EXPECT_FALSE(window().pupil());
}

TEST_F(BoardsTest, WhereTheCoachKnowsNoStepItSaysSoWithWhatIsMissing) {
    ASSERT_TRUE(window().open(write("stuck.lwlesson", R"({"format": "lanewright-lesson", "version": 1, "title": "t",
        "task": "d", "problem": {"microbatches": 2, "placement": {"ranks": 2}}, "help": "coach", "allowed": ["move"],
        "start": {"generator": "gpipe", "tray": ["F0.0"]}, "goals": {"complete": true}})")));
    EXPECT_EQ(child<SentenceCard>(window()).more(),
              QStringLiteral("The coach knows no step from here. 1 op left in the tray."));
    ASSERT_TRUE(window().open(write("best.lwlesson", R"({"format": "lanewright-lesson", "version": 1, "title": "t",
        "task": "d", "problem": {"microbatches": 2, "placement": {"ranks": 2}}, "help": "coach", "allowed": ["move"],
        "start": {"generator": "1f1b"}, "goals": {"makespan": 5}})")));
    EXPECT_EQ(child<SentenceCard>(window()).sentence(),
              QStringLiteral("Not there yet: makespan is 9, the goal is at most 5."));
    EXPECT_EQ(child<SentenceCard>(window()).more(), QStringLiteral("The coach knows no step from here."));
}

TEST_F(PupilTest, ALongNameLeavesTheTitleItsRoom) {
    teacher().setPupil(QString(120, QLatin1Char('m')));
    EXPECT_TRUE(teacher().windowTitle().contains(QString(120, QLatin1Char('m'))));
    const auto labels = teacher().findChildren<QLabel*>();
    EXPECT_TRUE(std::ranges::none_of(
        labels, [](const QLabel* label) { return label->text().contains(QString(30, QLatin1Char('m'))); }));
}

TEST_F(BoardsTest, NobodyIsAskedForANameWhereThereIsNoAnswerYet) {
    window().action("lesson.saveAnswers")->trigger();
    EXPECT_TRUE(child<SentenceCard>(window()).sentence().startsWith(QStringLiteral("There is no answer yet")));
}

TEST_F(BoardsTest, AFileWithoutAnswersSaysSo) {
    const Result<Done> opened = window().open(
        write("none.lwanswers", R"({"format": "lanewright-answers", "version": 1, "by": "Ada", "answers": []})"));
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().message.text(), "the file holds no answer");
}

TEST_F(BoardsTest, WhatWasSavedWhereIsSaidUntilSomethingElseHappens) {
    ASSERT_TRUE(window().open(QStringLiteral("gpipe")));
    const QString file = write("handout.pdf", "");
    ASSERT_TRUE(QFile::remove(file));
    QTimer::singleShot(100, &window(), [this, file] {
        QTimer::singleShot(100, &window(), [file] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            ASSERT_TRUE(dialog);
            dialog->findChild<QLineEdit*>()->setText(file);
            static_cast<QDialog*>(dialog)->accept();
        });
        child<QPushButton>(*QApplication::activeModalWidget(), "primary").click();
    });
    window().action("lesson.handout")->trigger();
    EXPECT_TRUE(QFile::exists(file));
    EXPECT_EQ(window().banner().sentence(), QStringLiteral("The handout: saved in %1.").arg(file));
    ASSERT_TRUE(window().open(QStringLiteral("zb-h1")));
    EXPECT_EQ(window().banner().sentence(), QString());
}

TEST_F(BoardsTest, ShowsTheFolderOfWhatWasSaved) {
    // Its signal stands for the program that shows folders.
    QTextBrowser program;
    const QSignalSpy shown(&program, &QTextBrowser::anchorClicked);
    QDesktopServices::setUrlHandler(QStringLiteral("file"), &program, "anchorClicked");
    window().banner().sayWritten(QStringLiteral("It is there."), QStringLiteral("/somewhere/else/mine.pdf"));
    window().banner().findChildren<QPushButton*>().front()->click();
    QDesktopServices::unsetUrlHandler(QStringLiteral("file"));
    ASSERT_EQ(shown.size(), 1);
    EXPECT_EQ(shown.front().front().toUrl().toLocalFile(), QStringLiteral("/somewhere/else"));
    EXPECT_EQ(window().banner().sentence(), QString());
}

TEST_F(BoardsTest, AScheduleThatIsSavedIsStillTheBoard) {
    ASSERT_TRUE(window().open(QStringLiteral("gpipe")));
    place(3);
    const Plan board = window().document().plan();
    const QString file = write("mine.lwsched", "");
    ASSERT_TRUE(window().files().saveAnswer(file, QStringLiteral("Ada")));
    const Result<Plan> read = openPlan(file.toStdString());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->schedule, board.schedule);
    key(Qt::Key_PageDown, Qt::ControlModifier);
    key(Qt::Key_PageUp, Qt::ControlModifier);
    EXPECT_EQ(window().document().plan(), board);
}

TEST_F(BoardsTest, SplitTakesAllThatIsSelectedAndKeepsItSelected) {
    ASSERT_TRUE(window().open(QStringLiteral("split-the-backward")));
    std::set<Op> backwards;
    for (int microbatch = 0; microbatch < 3; ++microbatch)
        backwards.insert(Op{.kind = OpKind::BW, .stage = 2, .microbatch = microbatch});
    window().selection().set(backwards, *backwards.begin());
    key(Qt::Key_K, Qt::ControlModifier);
    for (const char* word : {"B2.0", "W2.0", "B2.1", "W2.1", "B2.2", "W2.2"}) {
        EXPECT_TRUE(slotOf(window().document().schedule(), *opFromText(word))) << word;
        EXPECT_TRUE(window().selection().contains(*opFromText(word))) << word;
    }
    EXPECT_EQ(window().document().history().count(), 1);
    window().selection().set(*opFromText("F0.1"));
    key(Qt::Key_K, Qt::ControlModifier);
    const QString sentence = child<SentenceCard>(window()).sentence();
    EXPECT_TRUE(sentence.front().isUpper() && sentence.endsWith(QLatin1Char('.'))) << sentence.toStdString();
}

TEST_F(BoardsTest, TheBlocksHaveAMenuWithWhatTheLessonAllows) {
    ASSERT_TRUE(window().open(QStringLiteral("split-the-backward")));
    window().selection().set(*opFromText("BW2.0"));
    Q_EMIT window().lanes().contextMenuRequested(window().mapToGlobal(QPoint(200, 200)));
    auto* menu = window().findChild<QMenu*>(QStringLiteral("laneMenu"));
    ASSERT_TRUE(menu);
    QAction* split = window().action("edit.split");
    EXPECT_TRUE(menu->actions().contains(split));
    EXPECT_TRUE(split->isEnabled());
    EXPECT_FALSE(window().action("edit.takeOut")->isEnabled()) << "nothing may leave the lanes here";
    split->trigger();
    EXPECT_TRUE(slotOf(window().document().schedule(), *opFromText("W2.0")));
    menu->close();
}

TEST_F(BoardsTest, AButtonGoesToTheNextLesson) {
    auto* next = window().findChild<QToolButton*>(QStringLiteral("next"));
    ASSERT_TRUE(next && next->isVisible());
    const int place = window().place();
    next->click();
    EXPECT_EQ(window().place(), place + 1);
    ASSERT_TRUE(window().open(QStringLiteral("20")));
    EXPECT_FALSE(next->isEnabled());
}

TEST_F(BoardsTest, HelpAndQuitAreReachedByTheirUsualKeys) {
    QSignalSpy help(&window(), &LessonWindow::helpRequested);
    QSignalSpy quit(&window(), &LessonWindow::quitRequested);
    key(Qt::Key_F1);
    ASSERT_EQ(help.size(), 1);
    EXPECT_EQ(help.front().front().toString(), QStringLiteral("lessons"));
    window().action("guide.words")->trigger();
    EXPECT_EQ(help.back().front().toString(), QStringLiteral("words"));
    key(Qt::Key_Q, Qt::ControlModifier);
    EXPECT_EQ(quit.size(), 1);
    // The classroom of the program shows the page.
    const std::unique_ptr<LessonWindow> classroom(session().classrooms().make());
    classroom->setAttribute(Qt::WA_DeleteOnClose, false);
    Q_EMIT classroom->helpRequested(QStringLiteral("words"));
    auto* page = classroom->findChild<HelpWindow*>();
    ASSERT_TRUE(page);
    EXPECT_EQ(page->shownPage(), QStringLiteral("words"));
    page->close();
    key(Qt::Key_W, Qt::ControlModifier);
    EXPECT_FALSE(window().isVisible());
}

TEST_F(BoardsTest, EscapePutsAwayPlaybackAndAnswer) {
    ASSERT_TRUE(window().open(QStringLiteral("one-forward-one-backward")));
    key(Qt::Key_T, Qt::ControlModifier);
    ASSERT_TRUE(window().isAnswerShown());
    key(Qt::Key_Escape);
    EXPECT_FALSE(window().isAnswerShown());
    window().playback().moveTo(kTimeUnit);
    key(Qt::Key_Escape);
    EXPECT_FALSE(window().playback().isActive());
}

TEST_F(BoardsTest, NothingIsSelectedWhereALessonBegins) {
    ASSERT_TRUE(window().open(QStringLiteral("split-the-backward")));
    window().selection().set(*opFromText("F2.1"));
    key(Qt::Key_PageDown, Qt::ControlModifier);
    EXPECT_TRUE(window().selection().empty());
    EXPECT_TRUE(window().selection().ops().empty());
}

TEST_F(BoardsTest, BehindTheLastHintSpacePlays) {
    ASSERT_TRUE(window().open(QStringLiteral("one-forward-one-backward")));
    auto* hint = window().findChild<QToolButton*>(QStringLiteral("hint"));
    ASSERT_TRUE(hint);
    hint->setFocus();
    for (int i = 0; i < 3; ++i)
        key(Qt::Key_Space);
    EXPECT_EQ(window().session().work().hintsShown(), 3);
    EXPECT_TRUE(window().lanes().hasFocus());
    key(Qt::Key_Space);
    EXPECT_FALSE(window().runs().isActive());
    EXPECT_TRUE(window().playback().isActive());
}

TEST_F(BoardsTest, AnEmptyBoardIsFilledByEnterFromItsBeginning) {
    ASSERT_TRUE(window().open(QStringLiteral("three-people")));
    EXPECT_TRUE(window().lanes().hasFocus());
    key(Qt::Key_PageDown, Qt::ControlModifier);
    ASSERT_EQ(window().lanes().tray().ops().size(), 24U);
    EXPECT_TRUE(window().lanes().tray().cells().hasFocus());
    for (int i = 0; i < 24; ++i)
        key(Qt::Key_Return);
    EXPECT_TRUE(window().lanes().tray().ops().empty());
    EXPECT_TRUE(window().lanes().hasFocus());
}

TEST_F(BoardsTest, WhenTheTrayIsEmptyTheKeysAreThoseOfTheLanes) {
    ASSERT_TRUE(window().open(QStringLiteral("gpipe")));
    window().lanes().tray().cells().setFocus();
    ASSERT_TRUE(window().lanes().tray().cells().hasFocus());
    place(24);
    ASSERT_TRUE(window().lanes().tray().ops().empty());
    EXPECT_TRUE(window().lanes().hasFocus());
}

TEST_F(BoardsTest, ADragThatTheLessonRefusesSaysSoBeforeAndAfterTheDrop) {
    const auto middle = [this](const char* word) { return window().lanes().rectOf(*opFromText(word)).center(); };
    const auto drag = [this](QPointF from, QPointF to) {
        QWidget* lanes = window().lanes().viewport();
        QTest::mousePress(lanes, Qt::LeftButton, {}, from.toPoint());
        for (int step = 1; step <= 8; ++step) {
            const QPointF at = from + (to - from) * step / 8;
            QMouseEvent move(QEvent::MouseMove, at, lanes->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
            QApplication::sendEvent(lanes, &move);
        }
        const QString card = window().lanes().gestures().cardText();
        QTest::mouseRelease(lanes, Qt::LeftButton, {}, to.toPoint());
        return card;
    };
    ASSERT_TRUE(window().open(QStringLiteral("three-people")));
    const Schedule before = window().document().schedule();
    const QString stage = QStringLiteral("this lesson does not let you move a stage to another rank");
    EXPECT_TRUE(drag(middle("F1.1"), middle("F2.1")).endsWith(stage));
    EXPECT_EQ(child<SentenceCard>(window()).sentence(), QStringLiteral("T") + stage.sliced(1) + QStringLiteral("."));
    EXPECT_EQ(window().document().schedule(), before);
    ASSERT_TRUE(window().open(QStringLiteral("zb-h1")));
    const QString held = QStringLiteral("F0.4 stays before F0.5: both are locked in this lesson");
    EXPECT_EQ(drag(middle("F0.5"), window().lanes().rectOf(*opFromText("F0.4")).bottomLeft() - QPointF(0, 8)),
              QStringLiteral("F0.5: after W0.0, before F0.4 · ") + held);
    EXPECT_EQ(child<SentenceCard>(window()).sentence(), held + QStringLiteral("."));
}

TEST_F(BoardsTest, WhereALessonLetsAStageMoveADragMovesIt) {
    const QString file =
        write("stage.lwlesson", R"({"format": "lanewright-lesson", "version": 1, "title": "t", "task": "d",
        "problem": {"microbatches": 2, "placement": {"ranks": 2}}, "start": {"generator": "gpipe"},
        "allowed": ["stage"], "goals": {"valid": true}})");
    ASSERT_TRUE(window().open(file));
    Q_EMIT window().lanes().moveStageRequested(*opFromText("F1.0"), 0);
    EXPECT_EQ(window().document().schedule().rankOf(*opFromText("F1.0")), 0);
}

TEST_F(BoardsTest, WhoHasDoneALessonIsOfferedTheFirstThatIsOpen) {
    const auto offered = [this] {
        LessonList* list = window().chooseLesson();
        const int row = list->findChild<QListWidget*>()->currentRow();
        list->reject();
        settle();
        return row;
    };
    window().openLesson(0);
    EXPECT_EQ(offered(), 0);
    window().session().setHelp(HelpLevel::Coach);
    for (int step = 0; step < 4; ++step)
        window().session().follow();
    ASSERT_TRUE(window().session().work().reached());
    EXPECT_EQ(offered(), 1);
}

} // namespace
} // namespace lanewright::app
