// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"
#include "core/lesson/made/goal_best.h"

#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

namespace lanewright::app {

/// Which numbers of a schedule are the goals of a lesson, and which count for its points: what the schedule has beside
/// the best that the lesson's rules allow.
class LessonGoalFields : public QWidget {
    Q_OBJECT

public:
    explicit LessonGoalFields(QWidget* parent = nullptr);

    /// What the schedule has of each number.
    void show(const Plan& plan, int iterations);
    /// What is known of the best of the goals; nothing of the others.
    void showBest(const std::vector<GoalBest>& known, const Plan& plan);
    /// In place of what is not known: that it is looked for, or why not.
    void showWords(GoalKind number, const QString& words);

    std::vector<Goal> goals() const;
    std::vector<GoalKind> score() const;

Q_SIGNALS:
    void changed();

private:
    struct Row {
        GoalKind kind = GoalKind::Makespan;
        std::optional<Goal> goal = {}; ///< none: the schedule has no such number or name
        QCheckBox* asked = nullptr;
        QLabel* own = nullptr;
        QLabel* best = nullptr;
        QCheckBox* counts = nullptr; ///< null: it is no number
    };
    void addRow(QGridLayout& grid, GoalKind kind);

    std::vector<Row> m_rows;
};

} // namespace lanewright::app
