// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"
#include "core/lesson/remake.h"

#include <QWidget>

namespace lanewright::app {

/// Where a lesson lets a student have the whole order made anew: a slider for the number of microbatches, a list of
/// generators. Hidden where it does not.
class RemakeBox : public QWidget {
    Q_OBJECT

public:
    explicit RemakeBox(QWidget* parent = nullptr);

    /// Shows what may be chosen, and what the board is.
    void show(const Lesson& lesson, const Plan& board);
    QSlider& microbatches() { return *m_microbatches; }
    QComboBox& generator() { return *m_generator; }

Q_SIGNALS:
    void chosen(const lanewright::OrderChoice& choice);

private:
    QLabel* m_caption;
    QSlider* m_microbatches;
    QLabel* m_generatorCaption;
    QComboBox* m_generator;
    OrderChoice m_choice;
};

} // namespace lanewright::app
