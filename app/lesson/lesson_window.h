// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/selection.h"
#include "app/lanes/time_range.h"
#include "app/lesson/answers_file.h"
#include "app/lesson/classroom_size.h"
#include "app/lesson/lesson_edits.h"
#include "app/lesson/lesson_session.h"
#include "app/lesson/playback.h"
#include "app/run/run_controller.h"
#include "app/timeline/timeline_view.h"

#include <QMainWindow>
#include <QTimer>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

class QHBoxLayout;
class QLabel;
class QStackedWidget;
class QToolButton;
class QVBoxLayout;

namespace lanewright::app {

class IterationsView;
class LessonDots;
class LessonList;
class LessonPanel;
class MemoryPlot;
class SentenceCard;

/// The classroom: one lesson in large type. The student's lanes with the tray, or the teacher's answer in their place;
/// goal, hints and score at the left; a sentence and the player below.
class LessonWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit LessonWindow(QWidget* parent = nullptr);
    ~LessonWindow() override;

    /// @name Lessons
    /// @{
    /// A lesson of the program, by its place on the shelf.
    void openLesson(int place);
    /// True for what the classroom opens, by its name: a lesson, or a student's answers.
    static bool isLessonFile(const QString& path);
    static bool isAnswersFile(const QString& path);
    /// A lesson file, a student's answers, or the name or number of a lesson of the program. Fails in words, and leaves
    /// what is shown.
    Result<Done> open(const QString& fileOrName);
    /// Lets the student choose one.
    LessonList* chooseLesson();
    int place() const { return m_place; } ///< on the shelf; −1: from a file
    /// The lessons that were left, by their `lessonSource()`. Who comes back goes on there.
    const LeftLessons& left() const { return m_left; }
    /// Whoever is here already goes on in the lesson that is shown.
    void setLeft(LeftLessons left);
    /// Whose boards these are where they come of a file of answers; ticks and boards of the person at the desk are left
    /// alone then. None: they are that person's.
    const std::optional<QString>& pupil() const { return m_pupil; }
    void setPupil(const std::optional<QString>& pupil);
    /// What `open` takes to come here again: the lesson's name on the shelf, or the path of its file.
    QString lessonSource() const;
    /// @}

    /// @name What the student has done
    /// @{
    /// The present schedule with what helped, to be handed in: a schedule that any program reads which reads schedules.
    Result<Done> saveAnswer(const QString& file, const QString& by) const;
    /// The same of all lessons in which anything was done. Fails where that is none.
    Result<Done> saveAnswers(const QString& file, const QString& by);
    /// Shows what a student has done, under their name, in all lessons that the file has answers to and the program
    /// knows; boards that the window had before are gone. Fails, and leaves everything as it is, where the file can't
    /// be read or there are none.
    Result<Done> openAnswers(const QString& file);
    /// Says why the file can't be opened.
    void refuse(const QString& file, const Error& why);
    /// Whether the boards are of a pupil and differ from what the file says that they came from.
    bool hasChangedAnswers();
    /// They differ from a file that nobody holds against them any more.
    void setChangedAnswers() { m_asOpened.clear(); }
    /// Who closes a pupil's answers that were changed is asked, but for where this says that they come back.
    void setComesBack(std::function<bool()> comesBack) { m_comesBack = std::move(comesBack); }
    /// @}

    /// Says everything in the present language of the desktop. The board, its history and a run go on as they are.
    void retranslate();

    LessonSession& session() { return m_session; }
    Document& document() { return m_document; }
    Selection& selection() { return m_selection; }
    TimelineView& lanes() { return *m_lanes; }
    Playback& playback() { return *m_playback; }
    LessonPanel& panel() { return *m_panel; }
    SentenceCard& card() { return *m_card; }
    /// The memory curves below the student's lanes.
    MemoryPlot& memory() { return *m_memory; }
    RunController& runs() { return m_runs; }
    QAction* action(const QString& id) const { return m_actions.at(id); }

    void showAnswer(bool show);
    bool isAnswerShown() const;
    /// How a lesson's schedule is run: a small model, a few steps.
    RunSettings usualRun() const;
    void run();
    void run(const RunSettings& settings);

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

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    /// Esc in lanes that have nothing of their own to give up; lanes whose room for the time axis has changed.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// @name lesson_window.cpp
    /// @{
    /// Goes on there; what comes of a file is remembered as the board shows it.
    void resume(const LessonSession::Progress& progress);
    void begin(const Lesson& written, int place, const QString& file = {});
    /// Keeps the board, and what is known of the way to it, for when the student comes back.
    void leaveLesson();
    void connectParts();
    /// What is to be seen of the lesson beside its board.
    void showLesson();
    /// Gives the keys to the lanes, or to the tray where the lanes have nothing to choose yet.
    void focusBoard();
    void sessionChanged();
    void refreshCard();
    void refreshActions();
    void showHint();
    /// What is in front is put away, one thing at a time: playback, the answer, the full screen.
    bool putAway();
    void showLaneMenu(const QPoint& position);
    void refused(const QString& sentence);
    void report(const Result<Done>& done);
    void forgetNotice();
    std::vector<bool> doneLessons() const;
    void runChanged();
    /// The board is another one now: a run that goes on ends, and what it still brings is nobody's.
    void dropRun();
    void lessonSolved();
    void refreshDots();
    bool sayPlayback();
    bool sayRun();
    void sayHelp();
    /// @}

    /// @name lesson_window_files.cpp
    /// @{
    void openWithDialog();
    /// What the student is called, as typed; none: the question was given up.
    std::optional<QString> askName();
    void saveAs();
    /// False where it was given up or failed.
    bool saveAllAs();
    /// Asks what becomes of a pupil's answers that were changed; false: the window stays.
    bool mayClose();
    void saveHandout();
    /// Where it was done, says that `what` stands in the file now.
    void reportSaved(const Result<Done>& done, const QString& what, const QString& file);
    /// @}

    /// @name lesson_window_layout.cpp
    /// @{
    void buildActions();
    void buildLessonActions();
    void buildEditActions();
    void buildPlayActions();
    void buildHelpActions();
    void buildMenus();
    void buildCentre();
    void buildMemory(QVBoxLayout& centre);
    void placeMemory();
    QWidget* buildTop();
    QWidget* buildBottom();
    void buildPlayer(QHBoxLayout& row, QWidget& parent);
    void adapt();
    void fitBottom(const ClassroomSize& size);
    /// What the row below the lanes needs with all its words.
    int wordyWidth(const ClassroomSize& size);
    void refreshSigns();
    QAction* add(const char* id, const QString& text, const char* keys, std::function<void()> act);
    /// @}

    Document m_document;       ///< the student's
    Document m_answerDocument; ///< the teacher's; nobody may change it
    Document m_runDocument;    ///< the student's as it is run, in real time
    Selection m_selection;
    Selection m_answerSelection;
    TimeRange m_range;
    TimeRange m_answerRange;
    LessonSession m_session;
    LessonEdits m_edits;
    RunController m_runs;
    Lesson m_written; ///< in all its languages
    int m_place = -1;
    QString m_file; ///< the lesson's; empty: it is built in
    LeftLessons m_left;
    std::optional<QString> m_pupil;
    LeftLessons m_asOpened; ///< what the file of a pupil's answers says
    std::function<bool()> m_comesBack;
    std::set<QString> m_doneByPupil; ///< lessons of the program, by name
    QTimer m_second;                 ///< counts the time with the lesson in front of the student
    QString m_runFailure;
    bool m_runIsHere = false; ///< the run that goes on, or the last one, is of the board that is shown
    /// Why the last edit was refused, or what was saved where; empty once something else happened.
    QString m_notice;
    bool m_isRefusal = false;

    std::map<QString, QAction*> m_actions;
    QLabel* m_number = nullptr;
    QLabel* m_title = nullptr;
    LessonDots* m_dots = nullptr;
    LessonPanel* m_panel = nullptr;
    QStackedWidget* m_pages = nullptr;
    TimelineView* m_lanes = nullptr;
    TimelineView* m_answerLanes = nullptr;
    Playback* m_playback = nullptr;
    Playback* m_answerPlayback = nullptr;
    QStackedWidget* m_memories = nullptr; ///< for the student's lanes or the answer's, where a lesson is about memory
    MemoryPlot* m_memory = nullptr;
    MemoryPlot* m_answerMemory = nullptr;
    IterationsView* m_iterations = nullptr;
    SentenceCard* m_card = nullptr;
    ClassroomSize m_size;
    std::pair<double, int> m_wordy = {}; ///< a size of type, and what the player with words needs in it
    QHBoxLayout* m_playerRow = nullptr;
    QWidget* m_top = nullptr;
    QWidget* m_bottom = nullptr;
    std::vector<QToolButton*> m_wordyButtons;                 ///< that show words where there is room
    std::pair<const Theme*, bool> m_signs = {nullptr, false}; ///< as drawn: in which theme, and whether it plays
    QLabel* m_help = nullptr;
    QLabel* m_speed = nullptr;
    QToolButton* m_next = nullptr;
};

} // namespace lanewright::app
