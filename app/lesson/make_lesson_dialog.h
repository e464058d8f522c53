// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/latest.h"
#include "app/widgets/qt_names.h"
#include "core/base/result.h"
#include "core/lesson/made/goal_best.h"
#include "core/lesson/made/made_lesson.h"

#include <QDialog>
#include <QString>
#include <QTimer>

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace lanewright::app {

class LessonGoalFields;
class LessonStartFields;
class LessonWordsFields;

/// Asks what a lesson of a schedule says, what its students begin with, what they may do and what they are to reach;
/// the best that these rules allow is looked for meanwhile.
class MakeLessonDialog : public QDialog {
    Q_OBJECT

public:
    explicit MakeLessonDialog(Plan plan, QWidget* parent = nullptr);

    LessonRequest request() const;
    /// Why no lesson comes of it, or why it could not be saved; empty: nothing stands against it.
    QString sentence() const { return m_sentence->text(); }
    /// What the fields say, as a lesson; none while it is made, or where none comes of it.
    const std::optional<Lesson>& lesson() const { return m_lesson; }
    const std::vector<GoalBest>& known() const { return m_known; }
    /// The best of a goal is looked for.
    bool isSearching() const { return m_searched.has_value(); }
    /// Says why it could not be saved; all stays as it is.
    void fail(const QString& sentence);

Q_SIGNALS:
    /// The lesson is to be kept somewhere, and its copy without the answer too, where that is asked for. Who has done
    /// so accepts the dialog.
    void made(const Lesson& lesson, bool alsoWithoutAnswer);
    /// Somebody wants to see it in a classroom.
    void tried(const Lesson& lesson);
    /// All is known that can be.
    void settled();

private:
    QWidget* makeLeft();
    QWidget* makeRight();
    QWidget* makeEdits();
    QLayout* makeHelp();
    QLayout* makeSearch();
    /// The schedule, or how its numbers are counted.
    void numbersChanged();
    void fieldsChanged();
    void showFields();
    void startMaking();
    void take(const Result<Lesson>& made);
    /// Looks for the best of the next goal of which nothing is known.
    void searchNext();
    void stopSearch();
    void settle();
    void showSearch();
    void takeBetter();
    const GoalBest* better() const;
    /// What a button asks for is done as soon as it can be.
    enum class Awaited { Nothing, Tried, Saved };
    void finish(Awaited what);

    Plan m_plan;
    QTimer m_wait;
    Latest m_latest;
    std::optional<Lesson> m_lesson;
    std::optional<Lesson> m_rules; ///< the lesson without its words, of which the best is known or looked for
    std::vector<GoalBest> m_known;
    std::map<GoalKind, QString> m_unknown; ///< why the best is not
    std::optional<GoalKind> m_searched;    ///< whose best is looked for
    bool m_isStopped = false;
    bool m_isRefused = false;
    Awaited m_awaited = Awaited::Nothing; ///< a button was pressed before all was known

    LessonWordsFields* m_words;
    QComboBox* m_level = nullptr;
    QSpinBox* m_minutes = nullptr;
    QLineEdit* m_needs = nullptr;
    LessonStartFields* m_start = nullptr;
    std::map<LessonEdit, QCheckBox*> m_edits;
    std::set<LessonEdit> m_wished{LessonEdit::Move}; ///< to be allowed, needed or not
    QComboBox* m_help = nullptr;
    QSpinBox* m_iterations = nullptr;
    LessonGoalFields* m_goals = nullptr;
    QLabel* m_progress = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_better = nullptr;
    QCheckBox* m_copy = nullptr;
    QLabel* m_sentence = nullptr;
    QPushButton* m_try = nullptr;
    QPushButton* m_save = nullptr;
};

} // namespace lanewright::app
