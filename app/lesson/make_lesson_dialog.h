// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lesson/made_lesson.h"
#include "app/widgets/qt_names.h"

#include <QDialog>
#include <QString>

class QRadioButton;

namespace lanewright::app {

/// Asks what a lesson of a schedule is called, what its task is and what its students begin with.
class MakeLessonDialog : public QDialog {
    Q_OBJECT

public:
    explicit MakeLessonDialog(Plan plan, QWidget* parent = nullptr);

    LessonRequest request() const;
    /// Why no lesson comes of it; empty until that was tried.
    QString sentence() const;

Q_SIGNALS:
    /// The lesson is made, and is to be kept somewhere.
    void made(const Lesson& lesson);

private:
    void make();

    Plan m_plan;
    QLineEdit* m_title;
    QPlainTextEdit* m_task;
    QRadioButton* m_empty;
    QRadioButton* m_shuffled;
    QLabel* m_sentence;
};

} // namespace lanewright::app
