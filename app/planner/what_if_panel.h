// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/planner/planner_document.h"
#include "app/widgets/qt_names.h"

#include <QTimer>
#include <QWidget>

namespace lanewright::app {

struct Naming;

/// Sliders that ask "what if": more microbatches, a slow device, a slower link, a device lost. The plan at hand is
/// priced anew while they move; a rest starts a search for the changed problem.
class WhatIfPanel : public QWidget {
    Q_OBJECT

public:
    explicit WhatIfPanel(PlannerDocument& planner, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The questions have rested for a moment: time to plan anew.
    void rested();

private:
    void build();
    void addSliders(QGridLayout& grid);
    void addChoosers(QGridLayout& grid);
    /// `chooser`: of what it is asked, or null; `say`: the value in words, beside the slider.
    QSlider* addSlider(QGridLayout& grid, int row, const char* name, const QString& words, QComboBox* chooser,
                       QString (*say)(int value));
    QComboBox* addChooser(QGridLayout& grid, int row, const QString& words, const Naming& naming);
    void refill();
    void refillShape();
    /// Where the sliders stand for what is asked.
    void showAsked();
    void ask();
    void refreshAnswer();

    PlannerDocument& m_planner;
    QSlider* m_microbatches = nullptr;
    QComboBox* m_slowDevice = nullptr;
    QSlider* m_slowness = nullptr;
    QComboBox* m_wire = nullptr;
    QSlider* m_width = nullptr;
    QComboBox* m_lost = nullptr;
    QComboBox* m_context = nullptr;
    QComboBox* m_batch = nullptr;
    QComboBox* m_recompute = nullptr;
    QLabel* m_answer = nullptr;
    QPushButton* m_reset = nullptr;
    QPushButton* m_show = nullptr;
    bool m_filling = false;
    QTimer m_rest;
};

} // namespace lanewright::app
