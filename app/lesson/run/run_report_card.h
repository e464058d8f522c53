// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lesson/classroom_size.h"
#include "app/widgets/qt_names.h"
#include "core/measured/run_report.h"

#include <QFrame>

#include <optional>
#include <vector>

namespace lanewright::app {

class LossPlot;
class StepBars;

/// What a run of the board showed, in a student's words: what was trained, how long its steps took beside the plan,
/// what the loss did, and the blocks that are farthest from their places. Those are links, by mouse and keyboard.
class RunReportCard : public QFrame {
    Q_OBJECT

public:
    explicit RunReportCard(QWidget* parent);
    /// Null: there is nothing to show, and no card.
    void show(const Message& trained, const RunReport* report, const Plan& plan);
    void setSize(const ClassroomSize& size);
    /// All that it says, as a screen reader has it.
    QString text() const { return accessibleDescription(); }

Q_SIGNALS:
    /// A person wants to see the block.
    void chosen(const Op& op);

private:
    QLabel* m_trained;
    QLabel* m_pace;
    StepBars* m_steps;
    QLabel* m_loss;
    LossPlot* m_curve;
    QLabel* m_farthest;
    std::vector<Op> m_ops; ///< behind the links
    std::optional<RunReport> m_shown;
};

} // namespace lanewright::app
