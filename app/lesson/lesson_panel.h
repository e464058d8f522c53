// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lesson/classroom_size.h"
#include "app/lesson/lesson_parts.h"
#include "app/lesson/lesson_session.h"
#include "app/lesson/remake_box.h"
#include "app/lesson/run/run_report_card.h"
#include "app/widgets/qt_names.h"

#include <QWidget>

class QAction;

namespace lanewright::app {

/// The left side of the classroom: goal, text, what is reached, hint, score, and the two buttons that end a lesson.
class LessonPanel : public QWidget {
    Q_OBJECT

public:
    /// What its buttons do; they show the words and states of the actions.
    struct Actions {
        QAction* hint = nullptr;
        QAction* run = nullptr;
        QAction* answer = nullptr;
    };
    LessonPanel(LessonSession& session, const Actions& actions, QWidget* parent = nullptr);

    void setSize(const ClassroomSize& size);
    /// Shows the goal first: another lesson has begun.
    void toTop();
    /// The last of the hints that are out.
    QString hintText() const;
    /// What is said below the score of what helped.
    QString usedText() const { return m_used->text(); }
    const ScoreBars& score() const { return *m_score; }
    QComboBox& optimizer() { return *m_optimizer; }
    TermLabel& text() { return *m_text; }
    RemakeBox& remake() { return *m_remake; }
    QToolButton& runButton() { return *m_run; }
    RunReportCard& runReport() { return *m_report; }
    /// Shows what a run of the board showed, and brings it into view where it is new; null: nothing.
    void showRun(const Message& trained, const RunReport* report);

Q_SIGNALS:
    /// Somebody wants to read what the word means.
    void asked(const QString& term);

private:
    void build(const Actions& actions);
    void makeHint(QAction* action);
    void makeOptimizer();
    void refresh();
    void refreshHint();
    void refreshUsed();
    /// Brings it into view, from its top on, once all has its place.
    void reveal(QWidget* part);

    LessonSession& m_session;
    ClassroomSize m_size;
    QScrollArea* m_area = nullptr;
    QVBoxLayout* m_page = nullptr;
    QHBoxLayout* m_buttons = nullptr;
    QToolButton* m_run = nullptr;
    int m_seenHints = 0;
    QWidget* m_toSee = nullptr; ///< what has come out and is to be seen next; null: nothing
    QLabel* m_caption = nullptr;
    QLabel* m_task = nullptr;
    TermLabel* m_text = nullptr;
    GoalList* m_goals = nullptr;
    RemakeBox* m_remake = nullptr;
    QFrame* m_hintCard = nullptr;
    QLabel* m_hintTitle = nullptr;
    TermLabel* m_hint = nullptr;
    QWidget* m_optimizerRow = nullptr;
    QComboBox* m_optimizer = nullptr;
    QLabel* m_points = nullptr;
    QLabel* m_used = nullptr;
    ScoreBars* m_score = nullptr;
    RunReportCard* m_report = nullptr;
};

} // namespace lanewright::app
