// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lesson/classroom_size.h"
#include "app/lesson/lesson_actions.h"
#include "app/lesson/lesson_board.h"
#include "app/lesson/lesson_book.h"
#include "app/lesson/lesson_files.h"
#include "app/lesson/lesson_session.h"
#include "app/lesson/lesson_speaker.h"
#include "app/lesson/player/playback.h"
#include "app/lesson/run/lesson_run.h"
#include "app/timeline/timeline_view.h"
#include "app/widgets/action_registry.h"
#include "app/widgets/qt_names.h"

#include <QMainWindow>
#include <QTimer>

#include <array>
#include <functional>
#include <optional>

namespace lanewright::app {

class Banner;
class IterationsView;
class OpLegend;
class LessonDots;
class LessonList;
class LessonPanel;
class PlayerBar;

/// The classroom: one lesson in large type. The student's lanes with the tray, or the teacher's answer in their place;
/// goal, hints and score at the left; a sentence and the player below. What it can do is in its parts.
class LessonWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit LessonWindow(QWidget* parent = nullptr);
    ~LessonWindow() override;

    /// @name Lessons
    /// @{
    /// A lesson of the program, by its place on the shelf.
    void openLesson(int place);
    /// A lesson file, a student's answers, or the name or number of a lesson of the program. Fails in words, and leaves
    /// what is shown.
    Result<Done> open(const QString& fileOrName);
    /// One that is no file yet. Fails as `open` does.
    Result<Done> tryOut(const Lesson& lesson);
    /// Lets the student choose one.
    LessonList* chooseLesson();
    int place() const { return m_place; } ///< on the shelf; −1: from a file
    /// The lesson's; empty: it is built in, or tried before it is kept.
    const QString& lessonFile() const { return m_file; }
    /// In all its languages.
    const Lesson& written() const { return m_written; }
    /// What `open` takes to come here again: the lesson's name on the shelf, or the path of its file.
    QString lessonSource() const;
    /// Begins it again.
    void restart();
    /// @}

    /// @name What the student has done
    /// @{
    /// In all lessons, the present one too.
    LessonBook& book();
    /// Other boards: whoever is here already goes on in the lesson that is shown.
    void setLeft(LeftLessons left);
    /// Whose boards these are where they come of a file of answers; ticks and boards of the person at the desk are left
    /// alone then. None: they are that person's.
    const std::optional<QString>& pupil() const { return m_book.pupil(); }
    void setPupil(const std::optional<QString>& pupil);
    /// Shows the boards of a pupil, in the lesson that is shown where there is one of it.
    Result<Done> showPupil(const QString& pupil, LeftLessons left);
    /// Who closes a pupil's answers that were changed is asked, but for where this says that they come back.
    void setComesBack(std::function<bool()> comesBack) { m_comesBack = std::move(comesBack); }
    /// @}

    /// Says everything in the present language of the desktop. The board, its history and a run go on as they are.
    void retranslate();

    LessonSession& session() { return m_session; }
    LessonFiles& files() { return m_files; }
    LessonRun& runner() { return m_run; }
    RunController& runs() { return m_run.controller(); }
    Document& document() { return own().document; }
    Selection& selection() { return own().selection; }
    TimelineView& lanes() { return *own().lanes; }
    Playback& playback() { return *own().playback; }
    /// The student's board, or the answer in its place.
    LessonBoard& shown() { return m_boards[isAnswerShown() ? 1 : 0]; }
    LessonPanel& panel() { return *m_panel; }
    Banner& banner() { return *m_banner; }
    QAction* action(QAnyStringView id) const { return m_actions.at(id); }

    void showAnswer(bool show);
    bool isAnswerShown() const;
    RunSettings usualRun() const { return m_run.usual(); }
    void run(const RunSettings& settings);
    void showHint();
    void chooseHelp(HelpLevel level);
    /// No sweeping, in either board.
    void setReducedMotion(bool reduced);

    /// @name What the card says until something else happens
    /// @{
    void notice(const QString& sentence, bool isRefusal);
    /// Why it could not be done, where it could not.
    void report(const Result<Done>& done);
    /// Why the file can't be opened.
    void refuse(const QString& file, const Error& why);
    /// @}

Q_SIGNALS:
    /// Another lesson is shown.
    void lessonOpened();
    /// The student wants to read a page of the help, by the name of its file.
    void helpRequested(const QString& page);
    /// Somebody wants to see the answers of this file, which leave the boards of this window alone.
    void answersRequested(const QString& file);
    /// The student wants to quit the program.
    void quitRequested();
    /// The window is about to close.
    void closes();

private:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    /// Esc in lanes that have nothing of their own to give up; lanes whose room for the time axis has changed.
    bool eventFilter(QObject* watched, QEvent* event) override;

    LessonBoard& own() { return m_boards[0]; }
    LessonBoard& answer() { return m_boards[1]; }
    void build();
    QWidget* makeTop();
    void connectParts();
    void begin(const Lesson& written, int place, const QString& file = {});
    /// The same of one that is not on the shelf. Fails where its start can't be made.
    Result<Done> beginOwn(const Lesson& lesson, const QString& file);
    /// Goes on there; what comes of a file is remembered as the board shows it.
    void resume(const LessonProgress& progress);
    /// What is to be seen of the lesson beside its board.
    void showLesson();
    void showDots();
    /// Gives the keys to the lanes, or to the tray where the lanes have nothing to choose yet.
    void focusBoard();
    void sessionChanged();
    /// Shows what a run has shown.
    void showRun();
    /// Points in the lanes at what the card speaks of: the coach's step, else what is wrong first, else what a run has
    /// farthest from the plan.
    void point();
    void refresh();
    void refused(const QString& sentence) { notice(sentence, true); }
    void refused(const Error& why);
    /// What is in front is put away, one thing at a time: playback, the answer, the full screen.
    bool putAway();
    void adapt();

    std::array<LessonBoard, 2> m_boards; ///< the student's, and the teacher's, which nobody may change
    LessonSession m_session;
    LessonRun m_run;
    LessonBook m_book;
    LessonSpeaker m_speaker;
    LessonFiles m_files;
    ActionRegistry m_actions{*this};
    LessonActions m_lessonActions;
    Lesson m_written;
    int m_place = -1;
    QString m_file;
    std::function<bool()> m_comesBack = [] { return false; };
    QTimer m_second; ///< counts the time with the lesson in front of the student

    QWidget* m_top = nullptr;
    Banner* m_banner = nullptr; ///< what was written, and where
    QLabel* m_number = nullptr;
    QLabel* m_title = nullptr;
    LessonDots* m_dots = nullptr;
    QToolButton* m_next = nullptr;
    LessonPanel* m_panel = nullptr;
    QStackedWidget* m_pages = nullptr;
    QStackedWidget* m_memories = nullptr; ///< below the lanes, where a lesson is about memory
    OpLegend* m_legend = nullptr;
    IterationsView* m_iterations = nullptr;
    PlayerBar* m_bar = nullptr;
    ClassroomSize m_size;
};

} // namespace lanewright::app
