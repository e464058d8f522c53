// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/lower_bounds.h"
#include "app/widgets/qt_names.h"
#include "core/generate/recognise/recognise.h"

#include <QWidget>

namespace lanewright::app {

class Figure;

/// The numbers of the plan, of the run when there is one, and whether the plan is valid.
class NumbersStrip : public QWidget {
    Q_OBJECT

public:
    NumbersStrip(Document& document, LowerBounds& bounds, QWidget* parent = nullptr);

    /// Shows what a gesture would give, beside the same bound; null: the plan's own numbers again. It must live until
    /// the next call.
    void preview(const Analysis* analysis);

    /// Says beside the numbers what the order is called; nothing where it is like no other.
    void showName(const Recognition& recognition);

    /// Numbers are left out before they are cut.
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// Another mode of the iteration was chosen, or the same again.
    void modeRequested(OptimizerMode mode);
    /// The state chip was pressed.
    void findingsRequested();

private:
    void resizeEvent(QResizeEvent* event) override;

    /// Leaves out what says least where there is no room for all.
    void fit();
    void refresh();
    void showNumbers(const Analysis& analysis);
    void showBound(const Analysis& analysis);
    void showAvoidable(const std::optional<Avoidable>& avoidable);
    void showMemory(const Metrics& metrics);
    void showMeasured();
    void showMeasured(const Timeline& measured);
    /// Behind the measured makespan: its unit, and how far it is from that of the plan.
    QString measuredNote(Time makespan) const;
    /// Says over the planned iteration what an iteration of the run took.
    void showMeasuredIteration();
    void showIteration(const Metrics& metrics);
    void showState(const Analysis& analysis);
    /// Under the iteration's number: the modes, of which one is chosen.
    void offerModes();
    const Analysis& shown() const { return m_preview ? *m_preview : m_document.analysis(); }

    Document& m_document;
    LowerBounds& m_bounds;
    const Analysis* m_preview = nullptr; ///< what the gesture that goes on would give
    Figure* m_iteration;
    Figure* m_bubble;
    Figure* m_idle;
    Figure* m_bound;
    Figure* m_avoidable;
    Figure* m_memory;
    Figure* m_measured;
    QToolButton* m_state;
    QLabel* m_name;
};

} // namespace lanewright::app
