// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run/plan_again.h"
#include "app/widgets/qt_names.h"

#include <QFrame>

namespace lanewright::app {

/// After a run that is far off its plan: says by how much, what the measured costs would give, and offers to use them,
/// solve, and run again. Hidden otherwise.
class PlanAgainCard : public QFrame {
    Q_OBJECT

public:
    PlanAgainCard(PlanAgain& again, QWidget* parent = nullptr);

Q_SIGNALS:
    void accepted();
    /// The same plan once more, paced: its times can't be told from this run.
    void pacedRequested();

private:
    void refresh();

    PlanAgain& m_again;
    QLabel* m_title;
    QLabel* m_expected;
    QPushButton* m_accept;
    bool m_offersPaced = false; ///< ranks shared cores: no gain can be told from what they took
};

} // namespace lanewright::app
