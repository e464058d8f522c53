// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/run/solve_job.h"
#include "app/widgets/qt_names.h"

#include <QTimer>
#include <QWidget>

namespace lanewright::app {

class Figure;
class GapPlot;

/// Searches a better order for the document's costs and limits, shows how it closes in on the bound, and puts the
/// best into the document when asked.
class SolvePanel : public QWidget {
    Q_OBJECT

public:
    /// `job` may be at work already.
    SolvePanel(Document& document, SolveJob& job, QWidget* parent = nullptr);

    SolveJob& job() { return m_job; }
    /// What the form says.
    SolveOptions options() const;
    void setOptions(const SolveOptions& options);
    void start() { m_job.start(m_document.plan(), options()); }
    /// Puts the best order into the document, as one undo step; nothing when there is none that suits it.
    void take();
    /// The curves stay away where there is no room for them beside the numbers.
    QSize minimumSizeHint() const override;

private:
    void resizeEvent(QResizeEvent* event) override;

    QWidget* makeForm();
    QWidget* makeOutcome();
    void refresh();
    void showNumbers();
    /// How the search goes, and what came of it.
    QString statusText() const;
    /// What the bound comes from; empty: nothing is known of it.
    QString whyText() const;
    /// Shows the curves where the numbers leave room for them.
    void fit();
    /// The width of the form, with what lies around it.
    int formWidth() const;
    /// True when the best order is one for the document's present problem, and another than its own.
    bool mayTake() const;

    Document& m_document;
    SolveJob& m_job;
    QTimer m_pulse; ///< moves the clock while a search goes on
    QComboBox* m_objective;
    QDoubleSpinBox* m_limit;
    QCheckBox* m_exact;
    QPushButton* m_start;
    QPushButton* m_stop;
    QPushButton* m_take;
    Figure* m_now;
    Figure* m_best;
    Figure* m_bound;
    Figure* m_gap;
    QLabel* m_memory;
    QLabel* m_status;
    QLabel* m_why;
    QWidget* m_outcome = nullptr;
    GapPlot* m_plot;
};

} // namespace lanewright::app
