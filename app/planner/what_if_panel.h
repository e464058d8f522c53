// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/planner/planner_document.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;
class QSlider;

namespace lanewright::app {

/// Sliders that ask "what if": more microbatches, a slow device, a slower link, a device lost. The plan at hand is
/// priced anew while they move; a rest starts a search for the changed problem.
class WhatIfPanel : public QWidget {
    Q_OBJECT

public:
    explicit WhatIfPanel(PlannerDocument& planner, QWidget* parent = nullptr);

    QSlider& width() { return *m_width; }
    QComboBox& wire() { return *m_wire; }
    QString answer() const;

Q_SIGNALS:
    /// The questions have rested for a moment: time to plan anew.
    void rested();

private:
    QSlider* addSlider(QGridLayout& grid, int row, const QString& name, QComboBox* chooser, QLabel*& value);
    QComboBox* addChooser(QGridLayout& grid, int row, const QString& name);
    void refill();
    void refillShape();
    /// Where the sliders stand for what is asked.
    void showAsked();
    void ask();
    void refresh();
    void refreshValues();
    void refreshAnswer();

    PlannerDocument& m_planner;
    QSlider* m_microbatches;
    QComboBox* m_slowDevice;
    QSlider* m_slowness;
    QComboBox* m_wire;
    QSlider* m_width;
    QComboBox* m_lost;
    QComboBox* m_context;
    QComboBox* m_batch;
    QComboBox* m_recompute;
    QLabel* m_microbatchesValue = nullptr;
    QLabel* m_slownessValue = nullptr;
    QLabel* m_widthValue = nullptr;
    QLabel* m_answer;
    QPushButton* m_reset;
    QPushButton* m_show;
    bool m_filling = false;
    QTimer m_rest;
};

} // namespace lanewright::app
