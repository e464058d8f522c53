// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/latest.h"
#include "app/planner/planner_document.h"
#include "app/widgets/qt_names.h"
#include "core/planner/jitter.h"

#include <QTimer>
#include <QWidget>

#include <atomic>
#include <memory>
#include <vector>

namespace lanewright::app {

/// How the plans of the front fare when nothing takes as long as planned: a slider for how far each op may be off, some
/// hundred draws for each plan on another thread, and a sentence that names the most robust.
class JitterPanel : public QWidget {
    Q_OBJECT

public:
    explicit JitterPanel(PlannerDocument& planner, QWidget* parent = nullptr);
    ~JitterPanel() override { m_stopDrawing.request_stop(); }

    bool isDrawing() const { return m_drawing; }
    /// What jitter does to a plan of the front; null: not tried.
    const Quantiles* quantilesOf(const Candidate& candidate) const;
    bool isMostRobust(const Candidate& candidate) const;

Q_SIGNALS:
    /// The quantiles are others.
    void changed();
    /// The most robust plan is to be shown.
    void chosen(const Partition& partition);

private:
    void buildRows();
    void searchChanged();
    void draw();
    void clear();
    void refresh();
    QString sentence() const;
    int placeOf(const Candidate& candidate) const; ///< in the front that was tried; −1: none

    PlannerDocument& m_planner;
    QSlider* m_share;
    QLabel* m_value;
    QProgressBar* m_progress;
    QPushButton* m_stop;
    QPushButton* m_show;
    QLabel* m_answer;
    QTimer m_rest;
    QTimer m_pulse;
    std::vector<Candidate> m_front; ///< that is tried or was
    Robustness m_robustness;
    bool m_drawing = false;
    bool m_stopped = false;
    std::stop_source m_stopDrawing; ///< ends with what there is
    std::shared_ptr<std::atomic<int>> m_tried;
    Latest m_drawer;
};

} // namespace lanewright::app
