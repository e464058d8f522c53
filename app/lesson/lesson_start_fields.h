// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"
#include "core/lesson/made/made_lesson.h"

#include <QString>
#include <QStringList>
#include <QWidget>

class QRadioButton;

namespace lanewright::app {

/// What students find on the board of a lesson: nothing, the blocks of a schedule shuffled, or some of its ops.
class LessonStartFields : public QWidget {
    Q_OBJECT

public:
    explicit LessonStartFields(const Schedule& schedule, QWidget* parent = nullptr);

    void fill(LessonRequest& request) const;

Q_SIGNALS:
    void changed();

private:
    void fieldsChanged();
    /// Offers patterns that name many ops.
    void fillMenu(QMenu& menu, const Schedule& schedule);

    QRadioButton* m_empty;
    QRadioButton* m_shuffled;
    QRadioButton* m_some;
    QLineEdit* m_given;
    QToolButton* m_add;
    QCheckBox* m_locked;
};

/// What is between the separators in a field, without what is empty; and one more of these, where it is not there yet.
QStringList partsOf(const QLineEdit& field, QLatin1Char between);
void addPart(QLineEdit& field, QLatin1Char between, const QString& part);

} // namespace lanewright::app
